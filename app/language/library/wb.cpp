// <wb.h>, libwb, which courses after "Programming Massively Parallel Processors" read their inputs
// with. A file that main is given is read; where it is given none, numbers are made up, and that is
// said.
#include "app/language/library/parts.h"

namespace stridescope::language {

std::string_view wb_header() {
    return R"(
#ifndef __WB_H__
#define __WB_H__
struct __wbArg {
    char *inputs[16];
    int count;
    char *expected;
};
typedef __wbArg wbArg_t;
// -e expected.raw -i input0.raw,input1.raw -t vector
wbArg_t wbArg_read(int argc, char **argv) {
    wbArg_t args;
    args.count = 0;
    args.expected = (char *)0;
    for (int i = 0; i < 16; ++i) args.inputs[i] = (char *)0;
    for (int i = 1; i + 1 < argc; ++i) {
        if (argv[i][0] != '-') continue;
        if (argv[i][1] == 'e') args.expected = argv[i + 1];
        if (argv[i][1] != 'i') continue;
        char *at = argv[i + 1];
        while (*at && args.count < 16) {
            args.inputs[args.count++] = at;
            while (*at && *at != ',') ++at;
            if (*at == ',') *at++ = 0;
        }
    }
    return args;
}
char *wbArg_getInputFile(wbArg_t args, int i) { return i < args.count ? args.inputs[i] : (char *)0; }
int wbArg_getInputCount(wbArg_t args) { return args.count; }

struct __wbImage {
    int width, height, channels, pitch;
    float *data;
};
typedef __wbImage *wbImage_t;
#define wbImage_channels 3
wbImage_t wbImage_new(int width, int height, int channels = 3) {
    wbImage_t image = (wbImage_t)malloc(sizeof(__wbImage));
    image->width = width;
    image->height = height;
    image->channels = channels;
    image->pitch = width * channels;
    image->data = (float *)calloc((size_t)width * height * channels, sizeof(float));
    return image;
}
void wbImage_delete(wbImage_t image) {
    free(image->data);
    free(image);
}
int wbImage_getWidth(wbImage_t image) { return image->width; }
int wbImage_getHeight(wbImage_t image) { return image->height; }
int wbImage_getChannels(wbImage_t image) { return image->channels; }
int wbImage_getPitch(wbImage_t image) { return image->pitch; }
float *wbImage_getData(wbImage_t image) { return image->data; }

int __wb_images;
unsigned __wb_state = 12345;
int __wb_digit() {
    __wb_state = __wb_state * 1664525u + 1013904223u;
    return (int)((__wb_state >> 16) % 10);
}
FILE *__wb_open(const char *file) {
    FILE *f = file ? fopen(file, "r") : (FILE *)0;
    if (!f && file) printf("Failed to open %s\n", file);
    if (!f) __guess("the numbers that wbImport gives it are a guess");
    return f;
}
// Of a file: how many there are, then the numbers. A mask belongs to an image.
void *__wb_numbers(const char *file, int *rows, int *columns, const char *type) {
    bool whole = type && type[0] == 'I', letters = type && type[0] == 'T';
    int r = 1024, c = 1;
    FILE *f = __wb_open(file);
    if (columns) r = c = __wb_images > 0 ? 5 : 64;
    if (f && fscanf(f, "%d", &r) != 1) r = 0;
    if (f && columns && fscanf(f, "%d", &c) != 1) c = 0;
    size_t count = (size_t)r * c;
    float *reals = (float *)malloc(count * sizeof(float) + 4);
    int *wholes = (int *)reals;
    char *text = (char *)reals;
    for (size_t i = 0; i < count; ++i) {
        if (letters) {
            text[i] = f ? (char)fgetc(f) : (char)('a' + __wb_digit());
        } else if (whole) {
            wholes[i] = 0;
            if (!f) wholes[i] = __wb_digit();
            else fscanf(f, "%d", &wholes[i]);
        } else {
            reals[i] = 0;
            if (!f) reals[i] = (float)__wb_digit();
            else fscanf(f, "%f", &reals[i]);
        }
    }
    if (f) fclose(f);
    *rows = r;
    if (columns) *columns = c;
    return reals;
}
void *wbImport(const char *file, int *rows, int *columns, const char *type) {
    return __wb_numbers(file, rows, columns, type);
}
void *wbImport(const char *file, int *rows, int *columns) { return __wb_numbers(file, rows, columns, (char *)0); }
void *wbImport(const char *file, int *rows, const char *type) { return __wb_numbers(file, rows, (int *)0, type); }
void *wbImport(const char *file, int *rows) { return __wb_numbers(file, rows, (int *)0, (char *)0); }
// Netpbm's grey (P5) and coloured (P6) pictures.
wbImage_t wbImport(const char *file) {
    __wb_images++;
    FILE *f = __wb_open(file);
    int kind = 6, width = 64, height = 64, most = 255;
    if (f && fscanf(f, "P%d %d %d %d", &kind, &width, &height, &most) == 4) fgetc(f);
    wbImage_t image = wbImage_new(width, height, kind == 5 ? 1 : 3);
    for (int i = 0; i < height * image->pitch; ++i)
        image->data[i] = f ? fgetc(f) / (float)most : __wb_digit() / 10.0f;
    if (f) fclose(f);
    return image;
}

bool __wb_same(float wanted, float got) {
    float off = wanted - got, size = wanted < 0 ? -wanted : wanted;
    if (off < 0) off = -off;
    return off <= 0.002f * (size > 1 ? size : 1);
}
template <typename T> bool __wb_solution(wbArg_t args, const T *data, int rows, int columns, bool two) {
    FILE *f = args.expected ? fopen(args.expected, "r") : (FILE *)0;
    if (!f) return true;
    int r = 0, c = 1;
    fscanf(f, "%d", &r);
    if (two) fscanf(f, "%d", &c);
    bool same = r == rows && c == columns;
    if (!same) printf("The number of rows and columns does not match that of the expected solution.\n");
    for (int i = 0; same && i < rows * columns; ++i) {
        float wanted = 0;
        fscanf(f, "%f", &wanted);
        same = __wb_same(wanted, (float)data[i]);
        if (!same)
            printf("The solution did not match the expected results at column %d and row %d. Expecting %g but got %g.\n",
                   i % columns, i / columns, wanted, (float)data[i]);
    }
    fclose(f);
    if (same) printf("The solution is correct\n");
    return same;
}
template <typename T> bool wbSolution(wbArg_t args, const T *data, int rows) {
    return __wb_solution(args, data, rows, 1, false);
}
template <typename T> bool wbSolution(wbArg_t args, const T *data, int rows, int columns) {
    return __wb_solution(args, data, rows, columns, true);
}
bool wbSolution(wbArg_t args, wbImage_t image) { return true; }

template <typename T> void __wb_put(T value) { std::cout << value; }
template <typename... T> void __wb_log(const char *level, T... values) {
    std::cout << level << " ";
    (__wb_put(values), ...);
    std::cout << "\n";
}
double __wb_times[4];
int __wb_kind(const char *name) { return name[0] == 'C' ? (name[2] == 'p' ? 1 : 2) : name[1] == 'P' ? 3 : 0; }
template <typename... T> void __wb_start(const char *kind, T... values) { __wb_times[__wb_kind(kind)] = __now(); }
template <typename... T> void __wb_stop(const char *kind, T... values) {
    std::cout << kind << " ";
    printf("%.6f ", __now() - __wb_times[__wb_kind(kind)]);
    (__wb_put(values), ...);
    std::cout << "\n";
}
#define wbLog(level, ...) __wb_log(#level, __VA_ARGS__)
#define wbTime_start(kind, ...) __wb_start(#kind, __VA_ARGS__)
#define wbTime_stop(kind, ...) __wb_stop(#kind, __VA_ARGS__)
#endif
)";
}

}  // namespace stridescope::language
