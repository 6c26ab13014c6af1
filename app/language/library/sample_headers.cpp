// What samples and textbooks bring along beside their texts.
#include "app/language/library/parts.h"

namespace stridescope::language {
namespace {

constexpr std::string_view timer_header = R"(
#ifndef __TIMER_HEADER
#define __TIMER_HEADER
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
    (*timer)->begin = __seconds();
    return true;
}
bool sdkStopTimer(StopWatchInterface **timer) {
    (*timer)->total = (*timer)->total + (__seconds() - (*timer)->begin) * 1000;
    (*timer)->rounds = (*timer)->rounds + 1;
    return true;
}
bool sdkResetTimer(StopWatchInterface **timer) {
    (*timer)->begin = __seconds();
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
#ifndef __STRING_HEADER
#define __STRING_HEADER
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

}  // namespace

std::span<const LibraryPart> sample_headers() {
    static constexpr LibraryPart headers[] = {
        // NVIDIA's samples
        {"helper_cuda.h", R"(
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
int findCudaDevice(int argc, const char **argv) { return 0; }
int gpuGetMaxGflopsDeviceId() { return 0; }
int gpuDeviceInit(int device) { return 0; }
int _ConvertSMVer2Cores(int major, int minor) { return 128; }
const char *_ConvertSMVer2ArchName(int major, int minor) { return "Hopper"; }
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
        {"helper_timer.h", timer_header},
        {"helper_functions.h", R"(
#include "helper_timer.h"
#include "helper_string.h"
)"},
        {"helper_string.h", string_header},
        // Sanders, Kandrot: CUDA by Example
        {"common/book.h", R"(
void HandleError(int error, const char *file, int line) {
    if (error == 0) return;
    printf("%s in %s at line %d\n", cudaGetErrorString(error), file, line);
    exit(EXIT_FAILURE);
}
#define HANDLE_ERROR(call) (HandleError((call), __FILE__, __LINE__))
#define HANDLE_NULL(pointer)
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
)"},
        // Cheng, Grossman, McKercher: Professional CUDA C Programming
        {"common/common.h", R"(
#define CHECK(call) (call)
double seconds() { return clock() / 1e6; }
)"},
    };
    return headers;
}

}  // namespace stridescope::language
