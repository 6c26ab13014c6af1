// Blocks of CUB that exchange, compare, count and merge, and its selections and counts on the
// device: each result is held against a loop. It compiles with CUB itself.
#include <cstdio>
#include <cub/block/block_shuffle.cuh>
#include <cub/cub.cuh>
struct Less {
    template <typename T>
    __device__ bool operator()(const T& a, const T& b) const {
        return a < b;
    }
};
struct Diff {
    template <typename T>
    __device__ T operator()(const T& a, const T& b) const {
        return a - b;
    }
};
struct Differ {
    template <typename T>
    __device__ bool operator()(const T& a, const T& b) const {
        return a != b;
    }
};
struct Least {
    template <typename T>
    __host__ __device__ T operator()(const T& a, const T& b) const {
        return b < a ? b : a;
    }
};
struct IsEven {
    __host__ __device__ bool operator()(int v) const { return v % 2 == 0; }
};
const int T = 128, N = 3;
__global__ void k(const int* in, int* out) {
    typedef cub::BlockHistogram<unsigned char, T, N, 64, cub::BLOCK_HISTO_ATOMIC> Histogram;
    typedef cub::BlockShuffle<int, T> Shuffle;
    typedef cub::BlockDiscontinuity<int, T> Runs;
    typedef cub::BlockAdjacentDifference<int, T> Differences;
    typedef cub::BlockExchange<int, T, N> Exchange;
    typedef cub::BlockMergeSort<int, T, N, int> Sort;
    typedef cub::WarpMergeSort<int, N> WarpSort;
    __shared__ union {
        typename Histogram::TempStorage histogram;
        typename Shuffle::TempStorage shuffle;
        typename Runs::TempStorage runs;
        typename Differences::TempStorage differences;
        typename Exchange::TempStorage exchange;
        typename Sort::TempStorage sort;
        typename WarpSort::TempStorage warps[T / 32];
    } temp;
    __shared__ unsigned bins[64];
    int t = threadIdx.x, items[N], other[N], flags[N], tails[N], ranks[N];
    unsigned char bytes[N];
    for (int i = 0; i < N; ++i) {
        items[i] = in[t * N + i];
        bytes[i] = items[i] % 64;
        ranks[i] = T * N - 1 - (t * N + i);
    }
    Histogram(temp.histogram).Histogram(bytes, bins);
    __syncthreads();
    if (t < 64) out[t] = bins[t];
    out += 64;
    int near = -1, round = 0, last = 0, first = 0;
    Shuffle(temp.shuffle).Offset(items[0], near, -2);
    __syncthreads();
    Shuffle(temp.shuffle).Rotate(items[0], round, 5);
    __syncthreads();
    out[t] = near;
    out[T + t] = round;
    out += 2 * T;
    for (int i = 0; i < N; ++i) other[i] = -7;
    Shuffle(temp.shuffle).Up(items, other, last);
    __syncthreads();
    for (int i = 0; i < N; ++i) out[t * N + i] = other[i];
    out += T * N;
    for (int i = 0; i < N; ++i) other[i] = -7;
    Shuffle(temp.shuffle).Down(items, other, first);
    __syncthreads();
    for (int i = 0; i < N; ++i) out[t * N + i] = other[i];
    out += T * N;
    if (t == 0) {
        out[0] = last;
        out[1] = first;
    }
    out += 2;
    int coarse[N];
    for (int i = 0; i < N; ++i) coarse[i] = (t * N + i) / 4;
    Runs(temp.runs).FlagHeadsAndTails(flags, tails, coarse, Differ());
    __syncthreads();
    for (int i = 0; i < N; ++i) {
        out[t * N + i] = flags[i];
        out[T * N + t * N + i] = tails[i];
    }
    out += 2 * T * N;
    Runs(temp.runs).FlagHeads(flags, coarse, Differ(), 0);
    __syncthreads();
    if (t == 0) out[0] = flags[0];
    out += 1;
    Differences(temp.differences).SubtractLeft(items, other, Diff());
    __syncthreads();
    for (int i = 0; i < N; ++i) out[t * N + i] = other[i];
    out += T * N;
    Differences(temp.differences).SubtractRightPartialTile(items, other, Diff(), 100);
    __syncthreads();
    for (int i = 0; i < N; ++i) out[t * N + i] = other[i];
    out += T * N;
    Exchange(temp.exchange).BlockedToStriped(items, other);
    __syncthreads();
    for (int i = 0; i < N; ++i) out[t * N + i] = other[i];
    out += T * N;
    Exchange(temp.exchange).StripedToBlocked(other);
    __syncthreads();
    for (int i = 0; i < N; ++i) out[t * N + i] = other[i];
    out += T * N;
    Exchange(temp.exchange).BlockedToWarpStriped(items, other);
    __syncthreads();
    for (int i = 0; i < N; ++i) out[t * N + i] = other[i];
    out += T * N;
    Exchange(temp.exchange).ScatterToBlocked(items, other, ranks);
    __syncthreads();
    for (int i = 0; i < N; ++i) out[t * N + i] = other[i];
    out += T * N;
    int keys[N], values[N];
    for (int i = 0; i < N; ++i) {
        keys[i] = items[i] % 10;
        values[i] = t * N + i;
    }
    Sort(temp.sort).StableSort(keys, values, Less());
    __syncthreads();
    for (int i = 0; i < N; ++i) {
        out[t * N + i] = keys[i];
        out[T * N + t * N + i] = values[i];
    }
    out += 2 * T * N;
    for (int i = 0; i < N; ++i) keys[i] = items[i];
    WarpSort(temp.warps[t / 32]).Sort(keys, Less());
    for (int i = 0; i < N; ++i) out[t * N + i] = keys[i];
}
int h[T * N], o[20000], at;
int bad;
void want(int v) {
    if (o[at] != v) {
        if (bad++ < 5) printf("at %d: %d for %d\n", at, o[at], v);
    }
    ++at;
}
int main() {
    for (int i = 0; i < T * N; i++) h[i] = i * 37 % 1001;
    int *in, *out;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof o);
    cudaMemset(out, 0, sizeof o);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    k<<<1, T>>>(in, out);
    cudaMemcpy(o, out, sizeof o, cudaMemcpyDeviceToHost);
    const int M = T * N;
    for (int b = 0; b < 64; ++b) {
        int c = 0;
        for (int i = 0; i < M; ++i) c += h[i] % 64 == b;
        want(c);
    }
    for (int t = 0; t < T; ++t) want(t < 2 ? -1 : h[(t - 2) * N]);
    for (int t = 0; t < T; ++t) want(h[(t + 5) % T * N]);
    for (int i = 0; i < M; ++i) want(i == 0 ? -7 : h[i - 1]);
    for (int i = 0; i < M; ++i) want(i == M - 1 ? -7 : h[i + 1]);
    want(h[M - 1]);
    want(h[0]);
    for (int i = 0; i < M; ++i) want(i % 4 == 0);
    for (int i = 0; i < M; ++i) want(i % 4 == 3 || i == M - 1);
    want(0);
    for (int i = 0; i < M; ++i) want(i == 0 ? h[0] : h[i] - h[i - 1]);
    for (int i = 0; i < M; ++i) want(i < 99 ? h[i] - h[i + 1] : h[i]);
    for (int t = 0; t < T; ++t)
        for (int i = 0; i < N; ++i) want(h[i * T + t]);
    for (int i = 0; i < M; ++i) want(h[i]);
    for (int t = 0; t < T; ++t)
        for (int i = 0; i < N; ++i) want(h[t / 32 * 32 * N + i * 32 + t % 32]);
    for (int i = 0; i < M; ++i) want(h[M - 1 - i]);
    static int values[T * N];
    int n = 0;
    for (int key = 0; key < 10; ++key)
        for (int i = 0; i < M; ++i)
            if (h[i] % 10 == key) {
                values[n++] = i;
                want(key);
            }
    for (int i = 0; i < M; ++i) want(values[i]);
    for (int w = 0; w < T / 32; ++w) {
        int part[32 * N];
        for (int i = 0; i < 32 * N; ++i) part[i] = h[w * 32 * N + i];
        for (int i = 0; i < 32 * N; ++i)
            for (int k = i + 1; k < 32 * N; ++k)
                if (part[k] < part[i]) {
                    int x = part[i];
                    part[i] = part[k];
                    part[k] = x;
                }
        for (int i = 0; i < 32 * N; ++i) want(part[i]);
    }
    // On the device.
    int *d, *d2, *num;
    unsigned char *flag, hf[T * N];
    void* temp = nullptr;
    size_t bytes = 0;
    cudaMalloc(&d, sizeof o);
    cudaMalloc(&d2, sizeof o);
    cudaMalloc(&num, 4);
    cudaMalloc(&flag, sizeof hf);
    for (int i = 0; i < M; ++i) hf[i] = i % 3 == 1;
    cudaMemcpy(flag, hf, sizeof hf, cudaMemcpyHostToDevice);
    cub::DeviceSelect::Flagged(temp, bytes, in, flag, d, num, M);
    cudaMalloc(&temp, bytes);
    int count;
    auto take = [&](int* from, int cnt) {
        cudaMemcpy(o, from, cnt * 4, cudaMemcpyDeviceToHost);
        cudaMemcpy(&count, num, 4, cudaMemcpyDeviceToHost);
        at = 0;
    };
    cub::DeviceSelect::Flagged(temp, bytes, in, flag, d, num, M);
    take(d, M / 3);
    for (int i = 0; i < M; ++i)
        if (i % 3 == 1) want(h[i]);
    if (count != M / 3) ++bad;
    cub::DeviceSelect::If(temp, bytes, in, d, num, M, IsEven());
    take(d, M / 2);
    for (int i = 0; i < M; ++i)
        if (h[i] % 2 == 0 && at < M / 2) want(h[i]);
    int runs[] = {5, 5, 1, 1, 1, 2, 5, 5, 5, 5};
    cudaMemcpy(in, runs, sizeof runs, cudaMemcpyHostToDevice);
    cub::DeviceSelect::Unique(temp, bytes, in, d, num, 10);
    take(d, 4);
    want(5);
    want(1);
    want(2);
    want(5);
    bad += count != 4;
    cub::DeviceRunLengthEncode::Encode(temp, bytes, in, d, d2, num, 10);
    take(d, 4);
    want(5);
    want(1);
    want(2);
    want(5);
    take(d2, 4);
    want(2);
    want(3);
    want(1);
    want(4);
    bad += count != 4;
    cub::DeviceRunLengthEncode::NonTrivialRuns(temp, bytes, in, d, d2, num, 10);
    take(d, 3);
    want(0);
    want(2);
    want(6);
    take(d2, 3);
    want(2);
    want(3);
    want(4);
    bad += count != 3;
    cub::DeviceHistogram::HistogramEven(temp, bytes, in, d, 4, 0, 6, 10);
    take(d, 3);
    want(3);
    want(1);
    want(6);
    int levels[] = {0, 2, 5, 6}, *dl;
    cudaMalloc(&dl, 16);
    cudaMemcpy(dl, levels, 16, cudaMemcpyHostToDevice);
    cub::DeviceHistogram::HistogramRange(temp, bytes, in, d, 4, dl, 10);
    take(d, 3);
    want(3);
    want(1);
    want(6);
    int offs[] = {0, 3, 3, 10}, *off;
    cudaMalloc(&off, 16);
    cudaMemcpy(off, offs, 16, cudaMemcpyHostToDevice);
    cub::DeviceSegmentedReduce::Sum(temp, bytes, in, d, 3, off, off + 1);
    take(d, 3);
    want(11);
    want(0);
    want(24);
    cub::DeviceSegmentedReduce::Max(temp, bytes, in, d, 3, off, off + 1);
    take(d, 3);
    want(5);
    want(-2147483647 - 1);
    want(5);
    cub::DeviceSegmentedReduce::Reduce(temp, bytes, in, d, 3, off, off + 1, Least(), 3);
    take(d, 3);
    want(1);
    want(3);
    want(1);
    float fs[] = {0.1f, 0.35f, 0.99f, 1.0f, -0.1f, 0.5f}, *df;
    cudaMalloc(&df, 24);
    cudaMemcpy(df, fs, 24, cudaMemcpyHostToDevice);
    cub::DeviceHistogram::HistogramEven(temp, bytes, df, d, 5, 0.0f, 1.0f, 6);
    take(d, 4);
    want(1);
    want(1);
    want(1);
    want(1);
    printf("%d wrong\n", bad);
    return bad != 0;
}
// told: nothing
