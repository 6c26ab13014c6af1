// What samples and textbooks bring along beside their texts.
#include "app/language/library/parts.h"

namespace stridescope::language {
namespace {

constexpr std::string_view timer_header = R"(
#ifndef COMMON_HELPER_TIMER_H_
#define COMMON_HELPER_TIMER_H_
struct StopWatchInterface {
    double begin, total;
    int rounds;
};
bool sdkCreateTimer(StopWatchInterface **timer) {
    *timer = new StopWatchInterface;
    (*timer)->begin = (*timer)->total = 0;
    (*timer)->rounds = 0;
    return true;
}
bool sdkDeleteTimer(StopWatchInterface **timer) {
    delete *timer;
    *timer = 0;
    return true;
}
bool sdkStartTimer(StopWatchInterface **timer) {
    (*timer)->begin = __now();
    return true;
}
bool sdkStopTimer(StopWatchInterface **timer) {
    (*timer)->total = (*timer)->total + (__now() - (*timer)->begin) * 1000;
    (*timer)->rounds = (*timer)->rounds + 1;
    return true;
}
bool sdkResetTimer(StopWatchInterface **timer) {
    (*timer)->begin = __now();
    (*timer)->total = 0;
    (*timer)->rounds = 0;
    return true;
}
float sdkGetTimerValue(StopWatchInterface **timer) { return (float)(*timer)->total; }
float sdkGetAverageTimerValue(StopWatchInterface **timer) {
    return (*timer)->rounds > 0 ? (float)((*timer)->total / (*timer)->rounds) : 0;
}
#endif
)";

constexpr std::string_view string_header = R"(
#ifndef COMMON_HELPER_STRING_H_
#define COMMON_HELPER_STRING_H_
int __flag_place(int argc, const char **argv, const char *name) {
    for (int i = 1; i < argc; ++i) {
        const char *at = argv[i];
        while (*at == '-') ++at;
        int n = 0;
        while (name[n] && at[n] == name[n]) ++n;
        if (!name[n] && (!at[n] || at[n] == '=')) return i;
    }
    return 0;
}
bool checkCmdLineFlag(const int argc, const char **argv, const char *name) {
    return __flag_place(argc, argv, name) > 0;
}
int getCmdLineArgumentInt(const int argc, const char **argv, const char *name) {
    int i = __flag_place(argc, argv, name);
    if (!i) return 0;
    const char *at = argv[i];
    while (*at && *at != '=') ++at;
    return *at ? atoi(at + 1) : 0;
}
float getCmdLineArgumentFloat(const int argc, const char **argv, const char *name) {
    int i = __flag_place(argc, argv, name);
    if (!i) return 0;
    const char *at = argv[i];
    while (*at && *at != '=') ++at;
    return *at ? (float)atof(at + 1) : 0;
}
bool getCmdLineArgumentString(const int argc, const char **argv, const char *name, char **value) {
    int i = __flag_place(argc, argv, name);
    *value = (char *)0;
    if (!i) return false;
    char *at = (char *)argv[i];
    while (*at && *at != '=') ++at;
    *value = *at ? at + 1 : at;
    return true;
}
char *sdkFindFilePath(const char *name, const char *executable) {
    const char *folders[] = {"./", "./data/", "./common/", "./common/data/"};
    for (int i = 0; i < 4; i++) {
        char *path = (char *)malloc(strlen(folders[i]) + strlen(name) + 1);
        strcpy(path, folders[i]);
        strcpy(path + strlen(folders[i]), name);
        FILE *file = fopen(path, "rb");
        if (file) {
            fclose(file);
            return path;
        }
        free(path);
    }
    return (char *)0;
}
#endif
)";

constexpr std::string_view image_header = R"(
#ifndef COMMON_HELPER_IMAGE_H_
#define COMMON_HELPER_IMAGE_H_
#ifndef MIN
#define MIN(a, b) ((a < b) ? a : b)
#endif
#ifndef MAX
#define MAX(a, b) ((a > b) ? a : b)
#endif
template <class T, class S>
bool compareData(const T *reference, const T *data, const unsigned len, const S epsilon,
                 const float threshold) {
    unsigned errors = 0;
    for (unsigned i = 0; i < len; ++i) {
        float diff = (float)reference[i] - (float)data[i];
        if (!(diff <= epsilon && diff >= -epsilon)) errors++;
    }
    if (threshold == 0.0f) return errors == 0;
    if (errors)
        printf("%4.2f(%%) of bytes mismatched (count=%d)\n", (float)errors * 100 / (float)len,
               errors);
    return len * threshold > errors;
}
template <class T, class S>
bool compareDataAsFloatThreshold(const T *reference, const T *data, const unsigned len,
                                 const S epsilon, const float threshold) {
    float most = (float)epsilon > 1e-3f ? (float)epsilon : 1e-3f;
    int errors = 0;
    for (unsigned i = 0; i < len; ++i)
        if (!(fabs((float)reference[i] - (float)data[i]) < most)) errors++;
    if (errors && threshold == 0.0f) printf("total # of errors = %d\n", errors);
    if (threshold == 0.0f) return errors == 0;
    if (errors)
        printf("%4.2f(%%) of bytes mismatched (count=%d)\n", (float)errors * 100 / (float)len,
               errors);
    return len * threshold > errors;
}
bool sdkCompareL2fe(const float *reference, const float *data, const unsigned len,
                    const float epsilon) {
    float error = 0, ref = 0;
    for (unsigned i = 0; i < len; ++i) {
        float diff = reference[i] - data[i];
        error += diff * diff;
        ref += reference[i] * reference[i];
    }
    float length = sqrtf(ref);
    if (fabs(ref) < 1e-7) return false;
    return sqrtf(error) / length < epsilon;
}
// Netpbm's grey (P5) and coloured (P6) pictures, a byte a channel.
unsigned char *__load_picture(const char *file, unsigned *w, unsigned *h, unsigned *channels) {
    FILE *f = file ? fopen(file, "rb") : (FILE *)0;
    if (!f) {
        printf("__LoadPPM() : unable to open file\n");
        return (unsigned char *)0;
    }
    char line[256];
    unsigned values[3], count = 0;
    *channels = 0;
    if (fgets(line, 256, f)) *channels = line[0] != 'P' ? 0 : line[1] == '5' ? 1 : line[1] == '6' ? 3 : 0;
    while (*channels && count < 3 && fgets(line, 256, f)) {
        if (line[0] == '#') continue;
        unsigned a = 0, b = 0, c = 0;
        int found = sscanf(line, "%u %u %u", &a, &b, &c);
        if (found > 0 && count < 3) values[count++] = a;
        if (found > 1 && count < 3) values[count++] = b;
        if (found > 2 && count < 3) values[count++] = c;
    }
    if (count < 3) {
        printf("__LoadPPM() : File is not a PPM or PGM image\n");
        fclose(f);
        return (unsigned char *)0;
    }
    *w = values[0];
    *h = values[1];
    unsigned bytes = *w * *h * *channels;
    unsigned char *data = (unsigned char *)malloc(bytes);
    if (fread(data, 1, bytes, f) == 0) printf("__LoadPPM() read data returned error.\n");
    fclose(f);
    return data;
}
bool __save_picture(const char *file, const unsigned char *data, unsigned w, unsigned h,
                    unsigned channels) {
    FILE *f = fopen(file, "wb");
    if (!f) return false;
    fprintf(f, "P%d\n%u\n%u\n255\n", channels == 1 ? 5 : 6, w, h);
    fwrite(data, 1, w * h * channels, f);
    fclose(f);
    return true;
}
float __of_byte(unsigned char v, float *made) { return v / 255.0f; }
unsigned char __of_byte(unsigned char v, unsigned char *made) { return v; }
unsigned char __to_byte(float v) { return (unsigned char)(v * 255.0f); }
unsigned char __to_byte(unsigned char v) { return v; }
template <class T> bool sdkLoadPGM(const char *file, T **data, unsigned *w, unsigned *h) {
    unsigned channels;
    unsigned char *bytes = __load_picture(file, w, h, &channels);
    if (!bytes) return false;
    if (!*data) *data = (T *)malloc(sizeof(T) * *w * *h);
    for (unsigned i = 0; i < *w * *h; ++i) (*data)[i] = __of_byte(bytes[i * channels], *data);
    free(bytes);
    return true;
}
template <class T> bool sdkSavePGM(const char *file, T *data, unsigned w, unsigned h) {
    unsigned char *bytes = (unsigned char *)malloc(w * h);
    for (unsigned i = 0; i < w * h; ++i) bytes[i] = __to_byte(data[i]);
    bool saved = __save_picture(file, bytes, w, h, 1);
    free(bytes);
    return saved;
}
bool sdkLoadPPM4ub(const char *file, unsigned char **data, unsigned *w, unsigned *h) {
    unsigned channels;
    unsigned char *bytes = __load_picture(file, w, h, &channels);
    if (!bytes) return false;
    *data = (unsigned char *)malloc(*w * *h * 4);
    for (unsigned i = 0; i < *w * *h; ++i) {
        for (unsigned c = 0; c < 3; ++c)
            (*data)[4 * i + c] = bytes[i * channels + (channels == 3 ? c : 0)];
        (*data)[4 * i + 3] = 0;
    }
    free(bytes);
    return true;
}
bool sdkSavePPM4ub(const char *file, unsigned char *data, unsigned w, unsigned h) {
    unsigned char *bytes = (unsigned char *)malloc(w * h * 3);
    for (unsigned i = 0; i < w * h; ++i)
        for (unsigned c = 0; c < 3; ++c) bytes[3 * i + c] = data[4 * i + c];
    bool saved = __save_picture(file, bytes, w, h, 3);
    free(bytes);
    return saved;
}
bool __compare_pictures(const char *one, const char *other, const float epsilon,
                        const float threshold) {
    unsigned w1, h1, c1, w2, h2, c2;
    unsigned char *a = __load_picture(one, &w1, &h1, &c1), *b = __load_picture(other, &w2, &h2, &c2);
    if (!a || !b || w1 != w2 || h1 != h2 || c1 != c2) return false;
    bool same = compareData(a, b, w1 * h1 * c1, epsilon, threshold);
    free(a);
    free(b);
    printf("  %s\n", same ? "OK" : "FAILURE");
    return same;
}
bool sdkComparePPM(const char *one, const char *other, const float epsilon, const float threshold,
                   bool verbose) {
    return __compare_pictures(one, other, epsilon, threshold);
}
bool sdkComparePGM(const char *one, const char *other, const float epsilon, const float threshold,
                   bool verbose) {
    return __compare_pictures(one, other, epsilon, threshold);
}
template <class T>
bool sdkWriteFile(const char *file, const T *data, unsigned len, const T epsilon, bool verbose,
                  bool append = false) {
    FILE *f = fopen(file, append ? "a" : "w");
    if (!f) return false;
    for (unsigned i = 0; i < len; ++i) fprintf(f, "%g ", (double)data[i]);
    fprintf(f, "\n");
    fclose(f);
    return true;
}
template <class T> bool sdkReadFile(const char *file, T **data, unsigned *len, bool verbose) {
    for (int round = 0; round < 2; ++round) {
        FILE *f = fopen(file, "r");
        if (!f) return false;
        unsigned count = 0;
        double v;
        while (fscanf(f, "%lf", &v) == 1) {
            if (round == 1 && count < *len) (*data)[count] = (T)v;
            count++;
        }
        fclose(f);
        if (round == 1) break;
        if (!*data) {
            *data = (T *)malloc(count * sizeof(T));
            *len = count;
        }
    }
    return true;
}
#endif
)";

// NVIDIA's samples before CUDA 5, which many a course's exercises still include.
constexpr std::string_view old_header = R"(
#ifndef _CUTIL_H_
#define _CUTIL_H_
enum CUTBoolean { CUTFalse = 0, CUTTrue = 1 };
void __check_old(int error, const char *file, int line) {
    if (error == 0) return;
    fprintf(stderr, "Cuda error in file '%s' in line %i : %s.\n", file, line,
            cudaGetErrorString((cudaError_t)error));
    exit(EXIT_FAILURE);
}
void __check_message(const char *message, const char *file, int line) {
    int error = cudaGetLastError();
    if (error == 0) return;
    fprintf(stderr, "Cuda error: %s in file '%s' in line %i : %s.\n", message, file, line,
            cudaGetErrorString((cudaError_t)error));
    exit(EXIT_FAILURE);
}
void __check_true(bool holds, const char *file, int line) {
    if (holds) return;
    fprintf(stderr, "Cut error in file '%s' in line %i.\n", file, line);
    exit(EXIT_FAILURE);
}
#define CUDA_SAFE_CALL(call) __check_old((call), __FILE__, __LINE__)
#define CUDA_SAFE_CALL_NO_SYNC(call) __check_old((call), __FILE__, __LINE__)
#define CUT_SAFE_CALL(call) __check_true((call) != CUTFalse, __FILE__, __LINE__)
#define CUT_CHECK_ERROR(message) __check_message((message), __FILE__, __LINE__)
#define CUT_SAFE_MALLOC(call) __check_true((call) != 0, __FILE__, __LINE__)
#define CUT_CONDITION(value) __check_true((value) != 0, __FILE__, __LINE__)
#define CUT_BANK_CHECKER(array, index) array[index]
#define CUT_DEVICE_INIT(...)
#define CUT_EXIT(argc, argv)                             \
    if (!cutCheckCmdLineFlag(argc, (const char **)argv, "noprompt")) {   \
        printf("\nPress ENTER to exit...\n");           \
        fflush(stdout);                                  \
        fflush(stderr);                                  \
        getchar();                                       \
    }                                                    \
    exit(EXIT_SUCCESS);
#define cutilSafeCall(call) __check_old((call), __FILE__, __LINE__)
#define cutilSafeCallNoSync(call) __check_old((call), __FILE__, __LINE__)
#define cutilSafeThreadSync() __check_old(cudaDeviceSynchronize(), __FILE__, __LINE__)
#define cutilCheckMsg(message) __check_message((message), __FILE__, __LINE__)
#define cutilCheckError(call) __check_true((call) != CUTFalse, __FILE__, __LINE__)
#define cutilSafeMalloc(call) __check_true((call) != 0, __FILE__, __LINE__)
#define cutilCondition(value) __check_true((value) != 0, __FILE__, __LINE__)
#define cutilExit(argc, argv) CUT_EXIT(argc, argv)
#define cutilDeviceInit(...) 0
#define cutilChooseCudaDevice(...) 0
#define cutilDeviceSynchronize() cudaDeviceSynchronize()
int cutGetMaxGflopsDeviceId() { return 0; }
struct __old_timer {
    double begin, total;
    int rounds;
    bool runs;
};
__old_timer __old_timers[256];
unsigned __old_timer_count = 0;
CUTBoolean cutCreateTimer(unsigned *name) {
    *name = __old_timer_count++;
    return CUTTrue;
}
CUTBoolean cutDeleteTimer(unsigned name) { return CUTTrue; }
CUTBoolean cutStartTimer(const unsigned name) {
    __old_timers[name].begin = __now();
    __old_timers[name].runs = true;
    return CUTTrue;
}
CUTBoolean cutStopTimer(const unsigned name) {
    __old_timers[name].total += (__now() - __old_timers[name].begin) * 1000;
    __old_timers[name].rounds++;
    __old_timers[name].runs = false;
    return CUTTrue;
}
CUTBoolean cutResetTimer(const unsigned name) {
    __old_timers[name].begin = __now();
    __old_timers[name].total = 0;
    __old_timers[name].rounds = 0;
    return CUTTrue;
}
float cutGetTimerValue(const unsigned name) {
    __old_timer &t = __old_timers[name];
    return (float)(t.runs ? t.total + (__now() - t.begin) * 1000 : t.total);
}
float cutGetAverageTimerValue(const unsigned name) {
    __old_timer &t = __old_timers[name];
    return t.rounds > 0 ? (float)(t.total / t.rounds) : 0;
}
CUTBoolean cutCheckCmdLineFlag(const int argc, const char **argv, const char *name) {
    return checkCmdLineFlag(argc, argv, name) ? CUTTrue : CUTFalse;
}
CUTBoolean cutGetCmdLineArgumenti(const int argc, const char **argv, const char *name, int *value) {
    if (!checkCmdLineFlag(argc, argv, name)) return CUTFalse;
    *value = getCmdLineArgumentInt(argc, argv, name);
    return CUTTrue;
}
CUTBoolean cutGetCmdLineArgumentf(const int argc, const char **argv, const char *name,
                                  float *value) {
    if (!checkCmdLineFlag(argc, argv, name)) return CUTFalse;
    *value = getCmdLineArgumentFloat(argc, argv, name);
    return CUTTrue;
}
CUTBoolean cutGetCmdLineArgumentstr(const int argc, const char **argv, const char *name,
                                    char **value) {
    return getCmdLineArgumentString(argc, argv, name, value) ? CUTTrue : CUTFalse;
}
char *cutFindFilePath(const char *name, const char *executable) {
    return sdkFindFilePath(name, executable);
}
template <class T> CUTBoolean __old_read(const char *file, T **data, unsigned *len, bool verbose) {
    unsigned wanted = *len, count = 0;
    bool given = *data != 0;
    if (!sdkReadFile(file, data, &count, false)) {
        if (verbose) fprintf(stderr, "cutReadFile() : Opening file failed.\n");
        return CUTFalse;
    }
    if (!given) {
        *len = count;
        return CUTTrue;
    }
    count = 0;
    T *all = 0;
    sdkReadFile(file, &all, &count, false);
    if (count != wanted) {
        fprintf(stderr,
                "cutReadFile() : Initialized memory given but size mismatch with signal read (data "
                "read / data init = %u / %u)\n",
                count, wanted);
        return CUTFalse;
    }
    for (unsigned i = 0; i < count; ++i) (*data)[i] = all[i];
    return CUTTrue;
}
CUTBoolean cutReadFilef(const char *file, float **data, unsigned *len, bool verbose = false) {
    return __old_read(file, data, len, verbose);
}
CUTBoolean cutReadFiled(const char *file, double **data, unsigned *len, bool verbose = false) {
    return __old_read(file, data, len, verbose);
}
CUTBoolean cutReadFilei(const char *file, int **data, unsigned *len, bool verbose = false) {
    return __old_read(file, data, len, verbose);
}
CUTBoolean cutReadFileui(const char *file, unsigned **data, unsigned *len, bool verbose = false) {
    return __old_read(file, data, len, verbose);
}
CUTBoolean cutWriteFilef(const char *file, const float *data, unsigned len, const float epsilon,
                         bool verbose = false) {
    return sdkWriteFile(file, data, len, epsilon, verbose) ? CUTTrue : CUTFalse;
}
CUTBoolean cutWriteFilei(const char *file, const int *data, unsigned len, bool verbose = false) {
    return sdkWriteFile(file, data, len, 0, verbose) ? CUTTrue : CUTFalse;
}
template <class T>
CUTBoolean __old_compare(const T *reference, const T *data, const unsigned len, float epsilon) {
    return compareData(reference, data, len, epsilon, 0.0f) ? CUTTrue : CUTFalse;
}
CUTBoolean cutComparef(const float *reference, const float *data, const unsigned len) {
    return __old_compare(reference, data, len, 0.0f);
}
CUTBoolean cutComparei(const int *reference, const int *data, const unsigned len) {
    return __old_compare(reference, data, len, 0.0f);
}
CUTBoolean cutCompareub(const unsigned char *reference, const unsigned char *data,
                        const unsigned len) {
    return __old_compare(reference, data, len, 0.0f);
}
CUTBoolean cutComparefe(const float *reference, const float *data, const unsigned len,
                        const float epsilon) {
    return __old_compare(reference, data, len, epsilon);
}
CUTBoolean cutCompareL2fe(const float *reference, const float *data, const unsigned len,
                          const float epsilon) {
    return sdkCompareL2fe(reference, data, len, epsilon) ? CUTTrue : CUTFalse;
}
#endif
)";

}  // namespace

std::span<const LibraryPart> sample_headers() {
    static constexpr LibraryPart headers[] = {
        // NVIDIA's samples
        {"helper_cuda.h", R"(
#ifndef COMMON_HELPER_CUDA_H_
#define COMMON_HELPER_CUDA_H_
#include "helper_string.h"
void __check_cuda(int error, const char *call, const char *file, int line) {
    if (error == 0) return;
    fprintf(stderr, "CUDA error at %s:%d code=%d(%s) \"%s\"\n", file, line, error,
            cudaGetErrorName(error), call);
    exit(EXIT_FAILURE);
}
void __check_last(const char *message, const char *file, int line, bool ends) {
    int error = cudaGetLastError();
    if (error == 0) return;
    fprintf(stderr, "%s(%i) : getLastCudaError() CUDA error : %s : (%d) %s.\n", file, line, message,
            error, cudaGetErrorString(error));
    if (ends) exit(EXIT_FAILURE);
}
#define checkCudaErrors(call) __check_cuda((call), #call, __FILE__, __LINE__)
#define getLastCudaError(message) __check_last(message, __FILE__, __LINE__, true)
#define printLastCudaError(message) __check_last(message, __FILE__, __LINE__, false)
#define EXIT_WAIVED 2
#ifndef MAX
#define MAX(a, b) ((a > b) ? a : b)
#endif
int findCudaDevice(int argc, const char **argv) { return 0; }
int gpuGetMaxGflopsDeviceId() { return 0; }
int gpuDeviceInit(int device) { return 0; }
int _ConvertSMVer2Cores(int major, int minor) { return 128; }
const char *_ConvertSMVer2ArchName(int major, int minor) { return "Hopper"; }
bool checkCudaCapabilities(int major_version, int minor_version) {
    cudaDeviceProp p;
    cudaGetDeviceProperties(&p, 0);
    if (p.major > major_version || (p.major == major_version && p.minor >= minor_version)) {
        printf("  Device %d: <%16s >, Compute SM %d.%d detected\n", 0, _ConvertSMVer2ArchName(p.major, p.minor),
               p.major, p.minor);
        return true;
    }
    printf("  No GPU device was found that can support CUDA compute capability %d.%d.\n", major_version,
           minor_version);
    return false;
}
#endif
)"},
        // Udacity's course CS344
        {"gputimer.h", R"(
struct GpuTimer {
    cudaEvent_t start, stop;
    GpuTimer() {
        cudaEventCreate(&start);
        cudaEventCreate(&stop);
    }
    void Start() { cudaEventRecord(start, 0); }
    void Stop() { cudaEventRecord(stop, 0); }
    float Elapsed() {
        float elapsed = 0;
        cudaEventElapsedTime(&elapsed, start, stop);
        return elapsed;
    }
};
)"},
        {"cutil.h", R"(
#include "helper_string.h"
#include "helper_image.h"
#include "__cutil.h"
)"},
        {"cutil_inline.h", "#include \"cutil.h\"\n"},
        {"__cutil.h", old_header},
        {"helper_gl.h",
         "#ifndef COMMON_HELPER_GL_H_\n#define COMMON_HELPER_GL_H_\n#include <GL/gl.h>\n"
         "int isGLVersionSupported(unsigned major, unsigned minor) { return 1; }\n"
         "int areGLExtensionsSupported(const char *names) { return 1; }\n"
         "#define SDK_CHECK_ERROR_GL()\n#endif\n"},
        // Harris: mini-nbody, and NVIDIA's courses
        {"timer.h", R"(
#ifndef TIMER_H
#define TIMER_H
double __timer_begin = 0;
void StartTimer() { __timer_begin = __now(); }
double GetTimer() { return (__now() - __timer_begin) * 1000; }
#endif
)"},
        {"helper_timer.h", timer_header},
        {"helper_functions.h", R"(
#include "helper_image.h"
#include "helper_timer.h"
#include "helper_string.h"
)"},
        {"helper_image.h", image_header},
        {"helper_string.h", string_header},
        // Cheng, Grossman, McKercher: Professional CUDA C Programming
        {"common/common.h", R"(
#define CHECK(call) (call)
double seconds() { return clock() / 1e6; }
)"},
    };
    return headers;
}

}  // namespace stridescope::language
