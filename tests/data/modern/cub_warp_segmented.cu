// cub's sums of segments within a warp, by their first and by their last elements, and reductions
// and scans of structs by operators of one's own, held to what the host finds one element after the
// other.
#include <cstdio>
#include <cub/cub.cuh>

struct Pair {
    int key;
    long long sum;
};
// Neither commutes: a function x -> a x + b after another one, modulo a prime.
struct Line {
    unsigned short a, b;
    unsigned char steps;
};
struct Compose {
    __host__ __device__ Line operator()(const Line& f, const Line& g) const {
        return {(unsigned short)(f.a * g.a % 251), (unsigned short)((g.a * f.b + g.b) % 251),
                (unsigned char)(f.steps + g.steps)};
    }
};
struct Larger {
    __host__ __device__ int operator()(int a, int b) const { return a > b ? a : b; }
};

__host__ __device__ int item(int i) {
    return (i * 37 + 11) % 101 - 40;
}
__host__ __device__ bool head(int i) {
    return i * 7 % 5 == 0 || i % 11 == 3;
}
__host__ __device__ bool tail(int i) {
    return i * 13 % 7 == 2;
}
__host__ __device__ Line line(int i) {
    return {(unsigned short)(i * 31 % 250 + 1), (unsigned short)(i * 17 % 251), 1};
}

template <int LANES>
__global__ void segments(int* out) {
    using Warp = cub::WarpReduce<int, LANES>;
    __shared__ typename Warp::TempStorage temp[64 / LANES];
    int t = threadIdx.x, part = t / LANES;
    int heads = Warp(temp[part]).HeadSegmentedSum(item(t), (int)head(t));
    __syncwarp();
    int tails = Warp(temp[part]).TailSegmentedSum(item(t), tail(t));
    __syncwarp();
    int most = Warp(temp[part]).HeadSegmentedReduce(item(t), head(t), Larger());
    __syncwarp();
    int tails_most = Warp(temp[part]).TailSegmentedReduce(item(t), (int)tail(t), Larger());
    out[t * 4] = heads;
    out[t * 4 + 1] = tails;
    out[t * 4 + 2] = most;
    out[t * 4 + 3] = tails_most;
}

// What the first lane of a segment has; LANES of them are a warp of their own.
template <int LANES>
int check_segments() {
    int* out;
    cudaMallocManaged(&out, 64 * 4 * sizeof(int));
    segments<LANES><<<1, 64>>>(out);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1000;
    int wrong = 0;
    for (int i = 0; i < 64; i++) {
        bool heads_begin = i % LANES == 0 || head(i), tails_begin = i % LANES == 0 || tail(i - 1);
        int sum = item(i), most = item(i);
        for (int j = i + 1; j % LANES != 0 && !head(j); j++)
            sum += item(j), most = Larger()(most, item(j));
        if (heads_begin) wrong += out[i * 4] != sum, wrong += out[i * 4 + 2] != most;
        sum = most = item(i);
        for (int j = i + 1; j % LANES != 0 && !tail(j - 1); j++)
            sum += item(j), most = Larger()(most, item(j));
        if (tails_begin) wrong += out[i * 4 + 1] != sum, wrong += out[i * 4 + 3] != most;
    }
    cudaFree(out);
    return wrong;
}

__global__ void structs(Line* warps, Line* halves, Line* blocks, Line* all, Pair* pairs) {
    using Scan = cub::WarpScan<Line>;
    using Half = cub::WarpReduce<Line, 16>;
    using Block = cub::BlockScan<Line, 96>;
    using Whole = cub::BlockReduce<Pair, 96>;
    __shared__ union {
        typename Scan::TempStorage scan[3];
        typename Half::TempStorage half[6];
        typename Block::TempStorage block;
        typename Whole::TempStorage whole;
    } temp;
    int t = threadIdx.x;
    Line mine = line(t), got;
    Scan(temp.scan[t / 32]).InclusiveScan(mine, got, Compose());
    warps[t] = got;
    __syncthreads();
    got = Half(temp.half[t / 16]).Reduce(mine, Compose());
    if (t % 16 == 0) halves[t / 16] = got;
    __syncthreads();
    Line total;
    Block(temp.block).ExclusiveScan(mine, got, Line{1, 0, 0}, Compose(), total);
    blocks[t] = got;
    if (t == 0) all[0] = total;
    __syncthreads();
    Block(temp.block).InclusiveScan(mine, got, Compose(), total);
    blocks[96 + t] = got;
    if (t == 95) all[1] = total;
    __syncthreads();
    Pair pair = Whole(temp.whole).Reduce(Pair{item(t), t}, [](const Pair& a, const Pair& b) {
        return Pair{a.key < b.key ? a.key : b.key, a.sum + b.sum};
    });
    if (t == 0) pairs[0] = pair;
    __syncthreads();
    pair = Whole(temp.whole)
               .Reduce(
                   Pair{item(t), t},
                   [](const Pair& a, const Pair& b) {
                       return Pair{a.key < b.key ? b.key : a.key, a.sum + b.sum};
                   },
                   50);
    if (t == 0) pairs[1] = pair;
}

bool differ(const Line& x, const Line& y) {
    return x.a != y.a || x.b != y.b || x.steps != y.steps;
}

int check_structs() {
    Line *warps, *halves, *blocks, *all;
    Pair* pairs;
    cudaMallocManaged(&warps, 96 * sizeof(Line));
    cudaMallocManaged(&halves, 6 * sizeof(Line));
    cudaMallocManaged(&blocks, 192 * sizeof(Line));
    cudaMallocManaged(&all, 2 * sizeof(Line));
    cudaMallocManaged(&pairs, 2 * sizeof(Pair));
    structs<<<1, 96>>>(warps, halves, blocks, all, pairs);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1000;
    int wrong = 0;
    Line warp, half, block = {1, 0, 0};
    int least = 1000, most = -1000;
    long long sum = 0, some = 0;
    for (int i = 0; i < 96; i++) {
        warp = i % 32 == 0 ? line(i) : Compose()(warp, line(i));
        half = i % 16 == 0 ? line(i) : Compose()(half, line(i));
        wrong += differ(warps[i], warp) + differ(blocks[i], block);
        block = Compose()(block, line(i));
        wrong += differ(blocks[96 + i], block);
        if (i % 16 == 15) wrong += differ(halves[i / 16], half);
        least = item(i) < least ? item(i) : least;
        sum += i;
        if (i < 50) most = item(i) > most ? item(i) : most, some += i;
    }
    wrong += differ(all[0], block) + differ(all[1], block);
    wrong += pairs[0].key != least || pairs[0].sum != sum || pairs[1].key != most ||
             pairs[1].sum != some;
    return wrong;
}

int main() {
    printf("segments of 32: %s\n", check_segments<32>() ? "wrong" : "ok");
    printf("segments of 8: %s\n", check_segments<8>() ? "wrong" : "ok");
    printf("structs: %s\n", check_structs() ? "wrong" : "ok");
    return 0;
}
