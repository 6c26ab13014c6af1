// cub's WarpScan and WarpReduce in whole warps and in parts of them, of some lanes only, and by an
// operator of its own.
#include <cstdio>
#include <cub/cub.cuh>

struct Gcd {
    __device__ int operator()(int a, int b) const {
        while (b != 0) {
            int rest = a % b;
            a = b;
            b = rest;
        }
        return a;
    }
};

__global__ void warps(const int* in, int* out) {
    using Scan = cub::WarpScan<int>;
    using HalfScan = cub::WarpScan<int, 16>;
    using Reduce = cub::WarpReduce<int>;
    using GcdReduce = cub::WarpReduce<int, 8>;
    __shared__ typename Scan::TempStorage scan[2];
    __shared__ typename HalfScan::TempStorage half[4];
    __shared__ typename Reduce::TempStorage reduce[2];
    __shared__ typename GcdReduce::TempStorage parts[8];
    int t = threadIdx.x, warp = t / 32, v = in[t], *r = out + t * 7;
    int inclusive, exclusive, aggregate, largest;
    Scan(scan[warp]).InclusiveSum(v, inclusive, aggregate);
    __syncwarp();
    Scan(scan[warp]).ExclusiveScan(v, largest, -1, [](int a, int b) { return a > b ? a : b; });
    HalfScan(half[t / 16]).ExclusiveSum(v, exclusive);
    r[0] = inclusive;
    r[1] = aggregate;
    r[2] = largest;
    r[3] = exclusive;
    r[4] = r[5] = r[6] = 0;
    int sum = Reduce(reduce[warp]).Sum(v);
    if (t % 32 == 0) r[4] = sum;
    __syncwarp();
    int some = Reduce(reduce[warp])
                   .Reduce(
                       v, [](int a, int b) { return a > b ? a : b; }, 20);
    if (t % 32 == 0) r[5] = some;
    int divisor = GcdReduce(parts[t / 8]).Reduce(v * 6, Gcd());
    if (t % 8 == 0) r[6] = divisor;
}

int main() {
    int *in, *out;
    cudaMallocManaged(&in, 64 * sizeof(int));
    cudaMallocManaged(&out, 64 * 7 * sizeof(int));
    for (int i = 0; i < 64; i++) in[i] = (i * 19 + 3) % 47;
    warps<<<1, 64>>>(in, out);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    int wrong = 0, sum = 0, half = 0;
    for (int i = 0; i < 64; i++) {
        if (i % 32 == 0) sum = 0;
        if (i % 16 == 0) half = 0;
        sum += in[i];
        const int* r = out + i * 7;
        wrong += r[0] != sum || r[3] != half;
        half += in[i];
        printf("%d %d %d %d %d %d %d\n", r[0], r[1], r[2], r[3], r[4], r[5], r[6]);
    }
    printf("%s\n", wrong ? "wrong" : "ok");
    return 0;
}
