// exercise: votes 3
// title:    Compaction of a block
// task:     One block of BLOCK threads, up to eight warps: elements that 3 divides go to the front
//           of out, in their order. Each warp votes, hands its count to shared memory, and adds
//           what the warps before it have.
// source:   Hwu, Kirk & El Hajj, 4th edition, chapters 11 and 15
// launch:   compact<<<1, BLOCK>>>(in, out)
// in:       int[BLOCK] 4 * i          out: int[BLOCK] -1 expect 3 * i < BLOCK ? 12 * i : -1
// cases:    BLOCK=1, BLOCK=32, BLOCK=96, BLOCK=250
// limit:    threads > 1     limit: excess wavefronts <= 0     limit: atomics <= 0     limit: global requests <= 2 * (BLOCK + 31) / 32
// hint:     race | A warp's count is read by the other warps: the block has to wait in between.
// hint:     right | Three numbers add up to the place: the warps before, and in the own warp the
//           lanes before.
// hint:     fault | The last warp may have fewer than 32 threads: ask for the mask of those that
//           there are with __activemask(). And read only counts that some warp has written.
// hint:     limit | Neither one thread that copies for all, nor each that counts all before it, nor
//           an atomic keeps the order and the speed.
#define BLOCK 250
__global__ void compact(const int *in, int *out) {
    __shared__ int counts[8];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int value = in[threadIdx.x];
    // hole
    // Vote, hand on, add up.
    // end
}
