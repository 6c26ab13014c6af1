// votes and sums of all the warp, taken in both arms
// launch: k<<<1, 32>>>(x, y)
// x: int[32] iota    y: int[32]
__global__ void k(const int* x, int* y) {
    int t = threadIdx.x, v = x[t];
    if (t < 10) {
        unsigned who = __ballot_sync(0xffffffff, v % 2);
        int sum = __reduce_add_sync(0xffffffff, v);
        y[t] = __popc(who) + sum + __any_sync(0xffffffff, v == 20);
    } else {
        unsigned who = __ballot_sync(0xffffffff, v % 3 == 0);
        int sum = __reduce_add_sync(0xffffffff, 2 * v);
        y[t] = __popc(who) + sum + __any_sync(0xffffffff, v == 40);
    }
}
// told: nothing
