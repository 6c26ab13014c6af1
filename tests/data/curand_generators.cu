// What the generators of <curand.h> give the host, over several calls of several lengths.
#include <curand.h>
#include <cstdio>
#include <vector>

__global__ void nothing() {}

template <typename T>
void print(const char* what, const std::vector<T>& values, size_t step) {
    printf("%s", what);
    for (size_t i = 0; i < values.size(); i += step) printf(" %.9g", (double)values[i]);
    printf("\n");
}

int main() {
    const curandRngType_t types[] = {CURAND_RNG_PSEUDO_XORWOW, CURAND_RNG_PSEUDO_MRG32K3A,
                                     CURAND_RNG_PSEUDO_PHILOX4_32_10};
    for (curandRngType_t type : types) {
        for (unsigned long long seed : {0ull, 1234ull, 123456789012345ull}) {
            printf("generator %d, seed %llu\n", (int)type, seed);
            curandGenerator_t generator;
            printf("%d\n", curandCreateGeneratorHost(&generator, type));
            curandSetPseudoRandomGeneratorSeed(generator, seed);
            for (int n : {4, 4096, 8, 263144, 12}) {
                std::vector<unsigned> words(n);
                curandGenerate(generator, words.data(), n);
                print("words", words, n > 50000 ? 9973 : 997);
            }
            curandSetGeneratorOffset(generator, 1000000008);
            std::vector<float> floats(5000);
            std::vector<double> doubles(5000);
            curandGenerateUniform(generator, floats.data(), 5000);
            print("uniform", floats, 499);
            curandSetGeneratorOffset(generator, 0);
            curandGenerateUniformDouble(generator, doubles.data(), 5000);
            print("double", doubles, 499);
            curandSetGeneratorOffset(generator, 0);
            curandGenerateNormal(generator, floats.data(), 5000, 1.0f, 2.0f);
            print("near_normal", floats, 499);
            curandSetGeneratorOffset(generator, 0);
            curandGenerateNormalDouble(generator, doubles.data(), 5000, 1.0, 2.0);
            print("near_normal_double", doubles, 499);
            curandSetGeneratorOffset(generator, 0);
            curandGenerateLogNormalDouble(generator, doubles.data(), 8, 0.5, 0.25);
            print("near_log_double", doubles, 499);
            printf("%d\n", curandGenerateNormalDouble(generator, doubles.data(), 5, 0.0, 1.0));
            curandSetGeneratorOffset(generator, 0);
            if (type == CURAND_RNG_PSEUDO_PHILOX4_32_10) {
                for (int n : {5, 4, 1}) {
                    curandGenerateNormal(generator, floats.data(), n, 0.0f, 1.0f);
                    curandGenerateNormalDouble(generator, doubles.data(), n, 0.0, 1.0);
                    floats.resize(n);
                    print("near_odd", floats, 1);
                    print("near_odd_double",
                          std::vector<double>(doubles.begin(), doubles.begin() + n), 1);
                    floats.resize(5000);
                }
            }
            curandDestroyGenerator(generator);
        }
    }
    nothing<<<1, 32>>>();
    cudaDeviceSynchronize();
}
