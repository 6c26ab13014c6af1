// What the texts of Sanders' and Kandrot's "CUDA by Example" include, where it does not lie beside
// them: texts of ours that do the same. Their windows are not shown, and close after one picture.
#include "app/language/library/parts.h"

namespace stridescope::language {

std::span<const LibraryPart> by_example_headers() {
    static constexpr LibraryPart headers[] = {
        {"book.h", R"(
#ifndef __BOOK_H__
#define __BOOK_H__
void HandleError(int error, const char *file, int line) {
    if (error == 0) return;
    printf("%s in %s at line %d\n", cudaGetErrorString(error), file, line);
    exit(EXIT_FAILURE);
}
#define HANDLE_ERROR(call) (HandleError((call), __FILE__, __LINE__))
#define HANDLE_NULL(pointer)                                                  \
    {                                                                         \
        if (pointer == NULL) {                                                \
            printf("Host memory failed in %s at line %d\n", __FILE__, __LINE__); \
            exit(EXIT_FAILURE);                                               \
        }                                                                     \
    }
void *big_random_block(int size) {
    unsigned char *data = (unsigned char *)malloc(size);
    for (int i = 0; i < size; i++) data[i] = rand();
    return data;
}
int *big_random_block_int(int size) {
    int *data = (int *)malloc(size * sizeof(int));
    for (int i = 0; i < size; i++) data[i] = rand();
    return data;
}
template <typename T> void swap(T &a, T &b) {
    T t = a;
    a = b;
    b = t;
}
// One of the three parts of a color of that hue, where lightness and saturation give n1 and n2.
__device__ unsigned char value(float n1, float n2, int hue) {
    if (hue > 360)
        hue -= 360;
    else if (hue < 0)
        hue += 360;
    float part = n1;
    if (hue < 60)
        part = n1 + (n2 - n1) * hue / 60;
    else if (hue < 180)
        part = n2;
    else if (hue < 240)
        part = n1 + (n2 - n1) * (240 - hue) / 60;
    return (unsigned char)(255 * part);
}
__global__ void float_to_color(unsigned char *optr, const float *outSrc) {
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    int offset = x + y * blockDim.x * gridDim.x;
    float l = outSrc[offset];
    int h = (180 + (int)(360.0f * l)) % 360;
    float m2 = l <= 0.5f ? l * 2 : l + 1 - l * 1;
    float m1 = 2 * l - m2;
    optr[offset * 4 + 0] = value(m1, m2, h + 120);
    optr[offset * 4 + 1] = value(m1, m2, h);
    optr[offset * 4 + 2] = value(m1, m2, h - 120);
    optr[offset * 4 + 3] = 255;
}
__global__ void float_to_color(uchar4 *optr, const float *outSrc) {
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    int offset = x + y * blockDim.x * gridDim.x;
    float l = outSrc[offset];
    int h = (180 + (int)(360.0f * l)) % 360;
    float m2 = l <= 0.5f ? l * 2 : l + 1 - l * 1;
    float m1 = 2 * l - m2;
    optr[offset].x = value(m1, m2, h + 120);
    optr[offset].y = value(m1, m2, h);
    optr[offset].z = value(m1, m2, h - 120);
    optr[offset].w = 255;
}
// Threads run at once, to their end.
typedef int CUTThread;
typedef void *(*CUT_THREADROUTINE)(void *);
#define CUT_THREADPROC void *
#define CUT_THREADEND return 0
CUTThread start_thread(CUT_THREADROUTINE routine, void *data) {
    routine(data);
    return 1;
}
void end_thread(CUTThread thread) {}
void destroy_thread(CUTThread thread) {}
void wait_for_threads(const CUTThread *threads, int num) {}
#endif
)"},
        {"cpu_bitmap.h", R"(
#ifndef __CPU_BITMAP_H__
#define __CPU_BITMAP_H__
struct CPUBitmap {
    unsigned char *pixels;
    int x, y;
    void *dataBlock;
    CPUBitmap(int width, int height, void *d = nullptr) {
        pixels = (unsigned char *)malloc(width * height * 4);
        x = width;
        y = height;
        dataBlock = d;
    }
    ~CPUBitmap() { free(pixels); }
    unsigned char *get_ptr() const { return pixels; }
    long image_size() const { return x * y * 4; }
    void display_and_exit(void (*e)(void *) = nullptr) {
        glutInitWindowSize(x, y);
        glutCreateWindow("bitmap");
        if (dataBlock != nullptr && e != nullptr) e(dataBlock);
        exit(0);
    }
};
#endif
)"},
        {"cpu_anim.h", R"(
#ifndef __CPU_ANIM_H__
#define __CPU_ANIM_H__
struct CPUAnimBitmap {
    unsigned char *pixels;
    int width, height;
    void *dataBlock;
    CPUAnimBitmap(int w, int h, void *d = nullptr) {
        pixels = (unsigned char *)malloc(w * h * 4);
        width = w;
        height = h;
        dataBlock = d;
    }
    ~CPUAnimBitmap() { free(pixels); }
    unsigned char *get_ptr() const { return pixels; }
    long image_size() const { return width * height * 4; }
    void click_drag(void (*f)(void *, int, int, int, int)) {}
    void anim_and_exit(void (*f)(void *, int), void (*e)(void *)) {
        glutInitWindowSize(width, height);
        glutCreateWindow("bitmap");
        f(dataBlock, 1);
        if (e != nullptr) e(dataBlock);
        exit(0);
    }
};
#endif
)"},
        {"gpu_anim.h", R"(
#ifndef __GPU_ANIM_H__
#define __GPU_ANIM_H__
struct GPUAnimBitmap {
    uchar4 *memory;
    int width, height;
    void *dataBlock;
    GPUAnimBitmap(int w, int h, void *d = nullptr) {
        width = w;
        height = h;
        dataBlock = d;
        cudaMalloc((void **)&memory, w * h * 4);
    }
    ~GPUAnimBitmap() { free_resources(); }
    void free_resources() {
        cudaFree(memory);
        memory = nullptr;
    }
    long image_size() const { return width * height * 4; }
    void click_drag(void (*f)(void *, int, int, int, int)) {}
    void anim_and_exit(void (*f)(uchar4 *, void *, int), void (*e)(void *)) {
        glutInitWindowSize(width, height);
        glutCreateWindow("bitmap");
        f(memory, dataBlock, 1);
        if (e != nullptr) e(dataBlock);
        free_resources();
        exit(0);
    }
};
#endif
)"},
        {"gl_helper.h",
         "#include <GL/glut.h>\n"
         "#define GET_PROC_ADDRESS(name) glXGetProcAddress((const GLubyte *)name)\n"},
    };
    return headers;
}

}  // namespace stridescope::language
