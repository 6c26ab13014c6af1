// <curand.h>: numbers that the host asks for, in the order in which an H200 gives them (measured):
// number i is the one at i / 4096 of sequence i % 4096, pairs of normal ones take words that are
// 4,096 apart.
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
    CURAND_RNG_TEST, CURAND_RNG_PSEUDO_DEFAULT = 100, CURAND_RNG_PSEUDO_XORWOW = 101
};
typedef curandRngType_t curandRngType;
enum curandOrdering_t {
    CURAND_ORDERING_PSEUDO_BEST = 100, CURAND_ORDERING_PSEUDO_DEFAULT, CURAND_ORDERING_PSEUDO_SEEDED,
    CURAND_ORDERING_PSEUDO_LEGACY, CURAND_ORDERING_PSEUDO_DYNAMIC
};
struct curandGenerator_st {
    unsigned long long seed, offset;
    int on_host;
    cudaStream_t stream;
};
typedef struct curandGenerator_st *curandGenerator_t;

curandStatus_t __make_generator(curandGenerator_t *generator, int on_host) {
    *generator = new curandGenerator_st;
    (*generator)->seed = (*generator)->offset = 0;
    (*generator)->on_host = on_host;
    (*generator)->stream = 0;
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandCreateGenerator(curandGenerator_t *generator, curandRngType_t type) {
    return __make_generator(generator, 0);
}
curandStatus_t curandCreateGeneratorHost(curandGenerator_t *generator, curandRngType_t type) {
    return __make_generator(generator, 1);
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
curandStatus_t curandGenerate(curandGenerator_t generator, unsigned *to, size_t n) {
    unsigned *words = __room_of<unsigned>(generator, n);
    __random_words(words, generator->seed, generator->offset, n);
    generator->offset += n;
    __put_numbers(generator, to, words, n);
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGenerateUniform(curandGenerator_t generator, float *to, size_t n) {
    unsigned *words = __room_of<unsigned>(generator, n);
    float *items = __room_of<float>(generator, n);
    __random_words(words, generator->seed, generator->offset, n);
    generator->offset += n;
    for (size_t i = 0; i < n; ++i) items[i] = words[i] * 2.3283064e-10f + (2.3283064e-10f / 2.0f);
    free(words);
    __put_numbers(generator, to, items, n);
    return CURAND_STATUS_SUCCESS;
}
// Words 4,096 apart for the pairs from `first` on: [2 i] and [2 i + 1] of the i-th.
unsigned *__word_pairs(curandGenerator_t generator, unsigned long long first, size_t pairs) {
    unsigned long long begin = first / 4096 * 8192;
    size_t whole = (size_t)((first + pairs + 4095) / 4096 * 8192 - begin);
    unsigned *words = (unsigned *)malloc(whole * 4 + 1), *out = (unsigned *)malloc(pairs * 8 + 1);
    __random_words(words, generator->seed, begin, whole);
    for (size_t i = 0; i < pairs; ++i) {
        unsigned long long at = (first + i) / 4096 * 8192 - begin + (first + i) % 4096;
        out[2 * i] = words[at];
        out[2 * i + 1] = words[at + 4096];
    }
    free(words);
    return out;
}
curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double *to, size_t n) {
    unsigned *words = __word_pairs(generator, generator->offset, n);
    double *items = __room_of<double>(generator, n);
    generator->offset += n;
    for (size_t i = 0; i < n; ++i) {
        unsigned long long z = (unsigned long long)words[2 * i] ^ ((unsigned long long)words[2 * i + 1] << 21);
        items[i] = z * 1.1102230246251565e-16 + (1.1102230246251565e-16 / 2.0);
    }
    free(words);
    __put_numbers(generator, to, items, n);
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t __generate_normal(curandGenerator_t generator, float *to, size_t n, float mean, float deviation,
                                 bool is_log) {
    if (n % 2) return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
    unsigned *words = __word_pairs(generator, generator->offset / 2, n / 2);
    float *items = __room_of<float>(generator, n);
    generator->offset += n;
    for (size_t i = 0; i < n; i += 2) {
        float u = words[i] * 2.3283064e-10f + (2.3283064e-10f / 2);
        float v = words[i + 1] * (2.3283064e-10f * 6.2831855f) + ((2.3283064e-10f * 6.2831855f) / 2);
        float s = sqrtf(-2.0f * logf(u));
        float first = mean + deviation * (s * sinf(v)), second = mean + deviation * (s * cosf(v));
        items[i] = is_log ? expf(first) : first;
        items[i + 1] = is_log ? expf(second) : second;
    }
    free(words);
    __put_numbers(generator, to, items, n);
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGenerateNormal(curandGenerator_t generator, float *to, size_t n, float mean, float deviation) {
    return __generate_normal(generator, to, n, mean, deviation, false);
}
curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float *to, size_t n, float mean, float deviation) {
    return __generate_normal(generator, to, n, mean, deviation, true);
}
#endif
)";

}  // namespace

std::string_view curand_header() {
    return curand_host;
}

}  // namespace stridescope::language
