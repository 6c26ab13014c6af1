// two blocks take turns, each with fences on both sides of its turn
// launch: k<<<2, 32>>>(turn, x)
// turn: int[1] zeros    x: int[1] zeros
__global__ void k(volatile int* turn, int* x) {
    if (threadIdx.x != 0) return;
    for (int r = 0; r < 4; ++r) {
        while (*turn != 2 * r + blockIdx.x) {
        }
        __threadfence();
        *x = *x * 2 + blockIdx.x;
        __threadfence();
        *turn = 2 * r + blockIdx.x + 1;
    }
}
// told: nothing
