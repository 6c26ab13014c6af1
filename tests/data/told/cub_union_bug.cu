// one place for two of CUB's, no barrier between
// launch: k<<<2, 64>>>(a, b)
// a: int[128] iota    b: int[128]
#include <cub/cub.cuh>
__global__ void k(const int* a, int* b) {
    using Scan = cub::BlockScan<int, 64>;
    using Reduce = cub::BlockReduce<int, 64>;
    __shared__ union {
        typename Scan::TempStorage scan;
        typename Reduce::TempStorage reduce;
    } temp;
    int i = blockIdx.x * 64 + threadIdx.x, v = a[i], s;
    Scan(temp.scan).InclusiveSum(v, s);

    int total = Reduce(temp.reduce).Sum(v);
    if (threadIdx.x == 0)
        b[i] = total;
    else
        b[i] = s;
}
// told:  race on
