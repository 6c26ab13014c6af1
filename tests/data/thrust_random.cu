// Numbers by chance of <thrust/random.h>, on the host and in kernels.
#include <thrust/random.h>
#include <cstdio>

template <typename E>
__host__ __device__ void draw(unsigned seed, int skip, unsigned* words, double* reals) {
    E engine(seed);
    engine.discard(skip);
    for (int i = 0; i < 4; ++i) words[i] = engine();
    thrust::uniform_int_distribution<int> dice(-3, 6);
    thrust::random::uniform_int_distribution<unsigned> large(0, 4000000000u);
    thrust::uniform_real_distribution<float> part;
    thrust::uniform_real_distribution<double> wide(-2.0, 5.0);
    for (int i = 0; i < 4; ++i) {
        reals[4 * i] = dice(engine);
        reals[4 * i + 1] = large(engine);
        reals[4 * i + 2] = part(engine);
        reals[4 * i + 3] = wide(engine);
    }
}

__global__ void kernel(unsigned* words, double* reals, double* normals) {
    const int t = threadIdx.x;
    draw<thrust::default_random_engine>(t * 977, t, words + 4 * t, reals + 16 * t);
    thrust::minstd_rand engine(t);
    thrust::normal_distribution<double> bell(1.0, 2.0);
    for (int i = 0; i < 4; ++i) normals[4 * t + i] = bell(engine);
}

int main() {
    unsigned seeds[] = {0, 1, 2147483647u, 4294967295u, 12345};
    for (unsigned seed : seeds) {
        unsigned words[4];
        double reals[16];
        draw<thrust::minstd_rand>(seed, 1000, words, reals);
        for (unsigned word : words) printf("%u ", word);
        for (double real : reals) printf("%.17g ", real);
        draw<thrust::minstd_rand0>(seed, 0, words, reals);
        for (unsigned word : words) printf("%u ", word);
        for (double real : reals) printf("%.17g ", real);
        printf("\n");
    }
    unsigned* words;
    double *reals, *normals;
    cudaMallocManaged(&words, 32 * 4 * sizeof(unsigned));
    cudaMallocManaged(&reals, 32 * 16 * sizeof(double));
    cudaMallocManaged(&normals, 32 * 4 * sizeof(double));
    kernel<<<1, 32>>>(words, reals, normals);
    cudaDeviceSynchronize();
    for (int i = 0; i < 128; ++i) printf("%u ", words[i]);
    printf("\n");
    for (int i = 0; i < 512; ++i) printf("%.17g ", reals[i]);
    printf("\n");
    for (int i = 0; i < 128; ++i) printf("near_normal %.12g\n", normals[i]);
}
