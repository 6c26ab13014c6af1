// exercise: groups 3
// title:    The first of its kind
// task:     Each thread has a key below 4. Within a warp those of one key form a group: write to
//           first[i] the smallest i of the group that thread i is in.
// source:   NVIDIA, CUDA C++ Programming Guide, warp match functions; Adinetz, CUDA Pro Tip:
//           Warp-Aggregated Atomics, 2014
// launch:   find<<<BLOCKS, 64>>>(keys, first)
// keys:     int[64 * BLOCKS] i % 32 * 5 / 8 % 4
// first:    int[64 * BLOCKS] -1 expect i / 32 * 32 + (keys == 0 ? 0 : (keys == 1 ? 2 : (keys == 2 ? 4 : 5)))
// cases:    BLOCKS=1, BLOCKS=2, BLOCKS=5
// limit:    requests <= 0     limit: barriers <= 0     limit: threads > 1     limit: global requests <= 4 * BLOCKS
// hint:     right | __match_any_sync gives a bit for each lane of your group: __ffs of it is the
//           first one, counted from 1. And the warp does not begin at 0.
// hint:     fault | All 32 lanes of the mask come to the match, whatever their key.
// hint:     limit | No lane has to look at another one's key in memory: one load, one store.
// hint:     right | A ballot waits for all lanes that its mask names, also where they come to it in
//           other rounds: with all 32 in the mask its bits are those of the whole warp.
#define BLOCKS 5
__global__ void find(const int *keys, int *first) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int key = keys[i];
    // hole
    // Who else has this key?
    // end
}
