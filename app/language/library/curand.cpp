// <curand.h>: numbers that the host asks for, in the order in which libcurand gives them (see
// machine/random_items.h).
#include "app/language/library/parts.h"

namespace stridescope::language {
namespace {

constexpr std::string_view curand_host = R"(
#ifndef __SS_CURAND
#define __SS_CURAND
typedef int curandStatus_t;
typedef int curandStatus;
#define CURAND_STATUS_SUCCESS 0
#define CURAND_STATUS_VERSION_MISMATCH 100
#define CURAND_STATUS_NOT_INITIALIZED 101
#define CURAND_STATUS_ALLOCATION_FAILED 102
#define CURAND_STATUS_TYPE_ERROR 103
#define CURAND_STATUS_OUT_OF_RANGE 104
#define CURAND_STATUS_LENGTH_NOT_MULTIPLE 105
#define CURAND_STATUS_DOUBLE_PRECISION_REQUIRED 106
#define CURAND_STATUS_LAUNCH_FAILURE 201
#define CURAND_STATUS_PREEXISTING_FAILURE 202
#define CURAND_STATUS_INITIALIZATION_FAILED 203
#define CURAND_STATUS_ARCH_MISMATCH 204
#define CURAND_STATUS_INTERNAL_ERROR 999
enum curandRngType_t {
    CURAND_RNG_TEST, CURAND_RNG_PSEUDO_DEFAULT = 100, CURAND_RNG_PSEUDO_XORWOW = 101,
    CURAND_RNG_PSEUDO_MRG32K3A = 121, CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161
};
typedef curandRngType_t curandRngType;
enum curandOrdering_t {
    CURAND_ORDERING_PSEUDO_BEST = 100, CURAND_ORDERING_PSEUDO_DEFAULT, CURAND_ORDERING_PSEUDO_SEEDED,
    CURAND_ORDERING_PSEUDO_LEGACY, CURAND_ORDERING_PSEUDO_DYNAMIC
};
struct curandGenerator_st {
    curandRngType_t type;
    unsigned long long seed, offset;
    int on_host;
    cudaStream_t stream;
};
typedef struct curandGenerator_st *curandGenerator_t;

curandStatus_t __make_generator(curandGenerator_t *generator, curandRngType_t type, int on_host) {
    if (type != CURAND_RNG_PSEUDO_DEFAULT && type != CURAND_RNG_PSEUDO_XORWOW && type != CURAND_RNG_PSEUDO_MRG32K3A &&
        type != CURAND_RNG_PSEUDO_PHILOX4_32_10)
        return CURAND_STATUS_TYPE_ERROR;
    *generator = new curandGenerator_st;
    (*generator)->type = type == CURAND_RNG_PSEUDO_DEFAULT ? CURAND_RNG_PSEUDO_XORWOW : type;
    (*generator)->seed = (*generator)->offset = 0;
    (*generator)->on_host = on_host;
    (*generator)->stream = 0;
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandCreateGenerator(curandGenerator_t *generator, curandRngType_t type) {
    return __make_generator(generator, type, 0);
}
curandStatus_t curandCreateGeneratorHost(curandGenerator_t *generator, curandRngType_t type) {
    return __make_generator(generator, type, 1);
}
curandStatus_t curandDestroyGenerator(curandGenerator_t generator) {
    delete generator;
    return CURAND_STATUS_SUCCESS;
}
// The place in the sequences stays, as it does on a GPU.
curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator, unsigned long long seed) {
    generator->seed = seed;
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset) {
    generator->offset = offset;
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream) {
    generator->stream = stream;
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGenerateSeeds(curandGenerator_t generator) { return CURAND_STATUS_SUCCESS; }

template <typename T> T *__room_of(curandGenerator_t generator, size_t n) { return (T *)malloc(n * sizeof(T) + 1); }
template <typename T> void __put_numbers(curandGenerator_t generator, T *to, T *items, size_t n) {
    if (n) cudaMemcpy(to, items, n * sizeof(T), generator->on_host ? cudaMemcpyHostToHost : cudaMemcpyHostToDevice);
    free(items);
}
// Items from `first` on, each of so many words.
unsigned *__items(curandGenerator_t generator, unsigned long long first, size_t n, size_t each) {
    unsigned *words = (unsigned *)malloc(n * each * 4 + 1);
    __random_items(words, generator->type, generator->seed, first, n, each);
    return words;
}
bool __is_mrg(curandGenerator_t generator) { return generator->type == CURAND_RNG_PSEUDO_MRG32K3A; }
float __uniform_of(curandGenerator_t generator, unsigned x) {
    return __is_mrg(generator) ? (float)(x * 2.3283065498378288e-10) : x * 2.3283064e-10f + (2.3283064e-10f / 2.0f);
}
double __wide_of(unsigned x, unsigned y, double unit) {
    return ((unsigned long long)x ^ ((unsigned long long)y << 21)) * unit + (unit / 2.0);
}
curandStatus_t curandGenerate(curandGenerator_t generator, unsigned *to, size_t n) {
    unsigned *words = __items(generator, generator->offset, n, 1);
    generator->offset += n;
    if (__is_mrg(generator))
        for (size_t i = 0; i < n; ++i) words[i] = (unsigned)(words[i] * 1.000000048662);
    __put_numbers(generator, to, words, n);
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGenerateUniform(curandGenerator_t generator, float *to, size_t n) {
    unsigned *words = __items(generator, generator->offset, n, 1);
    float *items = __room_of<float>(generator, n);
    generator->offset += n;
    for (size_t i = 0; i < n; ++i) items[i] = __uniform_of(generator, words[i]);
    free(words);
    __put_numbers(generator, to, items, n);
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double *to, size_t n) {
    bool mrg = __is_mrg(generator);
    unsigned *words = __items(generator, generator->offset, n, mrg ? 1 : 2);
    double *items = __room_of<double>(generator, n);
    generator->offset += n;
    for (size_t i = 0; i < n; ++i)
        items[i] = mrg ? words[i] * 2.3283065498378288e-10 : __wide_of(words[2 * i], words[2 * i + 1], 1.1102230246251565e-16);
    free(words);
    __put_numbers(generator, to, items, n);
    return CURAND_STATUS_SUCCESS;
}
bool __is_philox(curandGenerator_t generator) { return generator->type == CURAND_RNG_PSEUDO_PHILOX4_32_10; }
// Normal numbers come in pairs. Of Philox, whose sequences give several items at once, a pair is two of them, and any
// part of the pairs may be asked for; else it is one item.
curandStatus_t __begin_pairs(curandGenerator_t generator, size_t n, size_t *before, size_t *all) {
    *before = __is_philox(generator) ? generator->offset % 2 : 0;
    *all = (*before + n + 1) / 2 * 2;
    return __is_philox(generator) || n % 2 == 0 ? CURAND_STATUS_SUCCESS : CURAND_STATUS_LENGTH_NOT_MULTIPLE;
}
unsigned *__pairs(curandGenerator_t generator, size_t all, size_t each) {
    unsigned long long first = generator->offset / 2;
    if (__is_philox(generator)) return __items(generator, 2 * first, all, each / 2);
    return __items(generator, first, all / 2, each);
}
template <typename T> void __put_pairs(curandGenerator_t generator, T *to, T *items, size_t before, size_t n) {
    generator->offset += n;
    if (before) memmove(items, items + before, n * sizeof(T));
    __put_numbers(generator, to, items, n);
}
curandStatus_t __generate_normal(curandGenerator_t generator, float *to, size_t n, float mean, float deviation,
                                 bool is_log) {
    size_t before, all;
    curandStatus_t status = __begin_pairs(generator, n, &before, &all);
    if (status != CURAND_STATUS_SUCCESS) return status;
    bool mrg = __is_mrg(generator);
    unsigned *words = __pairs(generator, all, 2);
    float *items = __room_of<float>(generator, all);
    for (size_t i = 0; i < all; i += 2) {
        float u = __uniform_of(generator, words[i]);
        float v = mrg ? __uniform_of(generator, words[i + 1]) * 6.2831855f
                      : words[i + 1] * (2.3283064e-10f * 6.2831855f) + ((2.3283064e-10f * 6.2831855f) / 2);
        float s = sqrtf(-2.0f * logf(u));
        float first = mean + deviation * (s * sinf(v)), second = mean + deviation * (s * cosf(v));
        items[i] = is_log ? expf(first) : first;
        items[i + 1] = is_log ? expf(second) : second;
    }
    free(words);
    __put_pairs(generator, to, items, before, n);
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t __generate_normal(curandGenerator_t generator, double *to, size_t n, double mean, double deviation,
                                 bool is_log) {
    size_t before, all;
    curandStatus_t status = __begin_pairs(generator, n, &before, &all);
    if (status != CURAND_STATUS_SUCCESS) return status;
    bool mrg = __is_mrg(generator);
    unsigned *words = __pairs(generator, all, mrg ? 2 : 4);
    double *items = __room_of<double>(generator, all);
    for (size_t i = 0; i < all; i += 2) {
        unsigned *at = words + (mrg ? i : 2 * i);
        double u = mrg ? at[0] * 2.3283065498378288e-10 : __wide_of(at[0], at[1], 1.1102230246251565e-16);
        double v = mrg ? at[1] * 2.3283065498378288e-10 * 2.0 : __wide_of(at[2], at[3], 2.220446049250313e-16);
        double s = sqrt(-2.0 * log(u));
        double first = mean + deviation * (s * sin(v * 3.141592653589793)), second = mean + deviation * (s * cos(v * 3.141592653589793));
        items[i] = is_log ? exp(first) : first;
        items[i + 1] = is_log ? exp(second) : second;
    }
    free(words);
    __put_pairs(generator, to, items, before, n);
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGenerateNormal(curandGenerator_t generator, float *to, size_t n, float mean, float deviation) {
    return __generate_normal(generator, to, n, mean, deviation, false);
}
curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float *to, size_t n, float mean, float deviation) {
    return __generate_normal(generator, to, n, mean, deviation, true);
}
curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double *to, size_t n, double mean, double deviation) {
    return __generate_normal(generator, to, n, mean, deviation, false);
}
curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t generator, double *to, size_t n, double mean, double deviation) {
    return __generate_normal(generator, to, n, mean, deviation, true);
}
#endif
)";

}  // namespace

std::string_view curand_header() {
    return curand_host;
}

}  // namespace stridescope::language
