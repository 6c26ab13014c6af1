// The generators Philox and MRG32k3a in kernels: words and equal distributions to the bit, normal
// ones to the last digits. What is printed is what CUDA's own header gives.
#ifndef BOTH
#define BOTH __device__
#endif
#include <curand_kernel.h>
#include <cstdio>

struct Drawn {
    unsigned words[16];
    float uniform[8];
    double doubles[8], normal[12];
};

template <typename State>
BOTH void draw(Drawn* to, unsigned long long seed, unsigned thread) {
    State state;
    curand_init(seed, thread * 3, thread * 7 + 1, &state);
    for (int i = 0; i < 7; ++i) to->words[i] = curand(&state);
    skipahead(1000003, &state);
    for (int i = 7; i < 12; ++i) to->words[i] = curand(&state);
    skipahead_sequence(thread + 5, &state);
    for (int i = 12; i < 16; ++i) to->words[i] = curand(&state);
    for (int i = 0; i < 5; ++i) to->uniform[i] = curand_uniform(&state);
    for (int i = 0; i < 5; ++i) to->doubles[i] = curand_uniform_double(&state);
    for (int i = 0; i < 3; ++i) to->normal[i] = curand_normal(&state);
    for (int i = 3; i < 6; ++i) to->normal[i] = curand_normal_double(&state);
    float2 two = curand_normal2(&state);
    to->normal[6] = two.x;
    to->normal[7] = two.y;
    to->normal[8] = curand_log_normal(&state, 0.5f, 0.25f);
}

BOTH void draw_four(Drawn* to, unsigned thread) {
    curandStatePhilox4_32_10_t state;
    curand_init(77, thread, thread, &state);
    uint4 words = curand4(&state);
    to->words[0] = words.x;
    to->words[1] = words.y;
    to->words[2] = words.z;
    to->words[3] = words.w;
    float4 four = curand_uniform4(&state);
    to->uniform[0] = four.x;
    to->uniform[1] = four.y;
    to->uniform[2] = four.z;
    to->uniform[3] = four.w;
    double2 two = curand_uniform2_double(&state);
    to->doubles[0] = two.x;
    to->doubles[1] = two.y;
    float4 normal = curand_normal4(&state);
    to->normal[0] = normal.x;
    to->normal[1] = normal.w;
}

#ifndef ON_HOST
__global__ void philox(Drawn* to) {
    draw<curandStatePhilox4_32_10_t>(to + threadIdx.x, 1234567890123ull, threadIdx.x);
}
__global__ void mrg(Drawn* to) {
    draw<curandStateMRG32k3a_t>(to + threadIdx.x, threadIdx.x == 0 ? 0 : 42, threadIdx.x);
}
__global__ void four(Drawn* to) {
    draw_four(to + threadIdx.x, threadIdx.x);
}
#define RUN(KERNEL) KERNEL<<<1, 4>>>(drawn)
#else
void philox(Drawn* to) {
    for (unsigned t = 0; t < 4; ++t) draw<curandStatePhilox4_32_10_t>(to + t, 1234567890123ull, t);
}
void mrg(Drawn* to) {
    for (unsigned t = 0; t < 4; ++t) draw<curandStateMRG32k3a_t>(to + t, t == 0 ? 0 : 42, t);
}
void four(Drawn* to) {
    for (unsigned t = 0; t < 4; ++t) draw_four(to + t, t);
}
#define RUN(KERNEL) KERNEL(drawn)
#endif

void print(const char* name, const Drawn* drawn, int words, int uniform, int doubles, int normal) {
    for (int t = 0; t < 4; ++t) {
        printf("%s %d:", name, t);
        for (int i = 0; i < words; ++i) printf(" %u", drawn[t].words[i]);
        printf("\nuniform:");
        for (int i = 0; i < uniform; ++i) printf(" %.9g", drawn[t].uniform[i]);
        printf("\ndoubles:");
        for (int i = 0; i < doubles; ++i) printf(" %.17g", drawn[t].doubles[i]);
        printf("\nnear_normal");
        for (int i = 0; i < normal; ++i) printf(" %.7g", drawn[t].normal[i]);
        printf("\n");
    }
}

int main() {
    Drawn* drawn;
#ifndef ON_HOST
    cudaMallocManaged(&drawn, 4 * sizeof(Drawn));
#else
    drawn = new Drawn[4];
#endif
    RUN(philox);
    cudaDeviceSynchronize();
    print("philox", drawn, 16, 5, 5, 9);
    RUN(mrg);
    cudaDeviceSynchronize();
    print("mrg", drawn, 16, 5, 5, 9);
    RUN(four);
    cudaDeviceSynchronize();
    print("four", drawn, 4, 4, 2, 2);
    return 0;
}
