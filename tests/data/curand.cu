// What <curand.h> gives the host, over several calls of several lengths.
#include <curand.h>
#include <cstdio>
#include <vector>

template <typename T>
std::vector<T> taken(const T* from, int n) {
    std::vector<T> values(n);
    cudaMemcpy(values.data(), from, n * sizeof(T), cudaMemcpyDeviceToHost);
    return values;
}

template <typename T>
void print(const char* what, const std::vector<T>& values, int step) {
    printf("%s", what);
    for (size_t i = 0; i < values.size(); i += step) printf(" %.9g", (double)values[i]);
    printf("\n");
}

int main() {
    const int most = 20000;
    unsigned* words;
    float* floats;
    double* doubles;
    cudaMalloc((void**)&words, most * sizeof(unsigned));
    cudaMalloc((void**)&floats, most * sizeof(float));
    cudaMalloc((void**)&doubles, most * sizeof(double));
    for (unsigned long long seed : {0ull, 1234ull, 123456789012345ull}) {
        curandGenerator_t generator;
        curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT);
        curandSetPseudoRandomGeneratorSeed(generator, seed);
        for (int n : {5, 4096, 1, 12295}) {
            curandGenerate(generator, words, n);
            print("words", taken(words, n), 997);
        }
        curandGenerateUniform(generator, floats, 7);
        print("uniform", taken(floats, 7), 1);
        curandSetGeneratorOffset(generator, 10);
        curandGenerateUniform(generator, floats, 7);
        print("uniform", taken(floats, 7), 1);
        curandDestroyGenerator(generator);
        curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_XORWOW);
        curandSetPseudoRandomGeneratorSeed(generator, seed);
        for (int n : {6, 2, 9000}) {
            curandGenerateNormal(generator, floats, n, 1.0f, 2.0f);
            print("near_normal", taken(floats, n), 499);
        }
        printf("%d\n", curandGenerateNormal(generator, floats, 5, 0.0f, 1.0f));
        curandDestroyGenerator(generator);
        curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT);
        curandSetPseudoRandomGeneratorSeed(generator, seed);
        for (int n : {3, 4, 10000}) {
            curandGenerateUniformDouble(generator, doubles, n);
            print("double", taken(doubles, n), 499);
        }
        curandDestroyGenerator(generator);
        curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT);
        curandSetPseudoRandomGeneratorSeed(generator, seed);
        curandGenerateLogNormal(generator, floats, 8, 0.5f, 0.25f);
        print("near_log", taken(floats, 8), 1);
        curandDestroyGenerator(generator);
        curandCreateGeneratorHost(&generator, CURAND_RNG_PSEUDO_DEFAULT);
        curandSetPseudoRandomGeneratorSeed(generator, seed);
        std::vector<unsigned> own(6);
        curandGenerate(generator, own.data(), 6);
        print("host", own, 1);
        curandDestroyGenerator(generator);
    }
}
