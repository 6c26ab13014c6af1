// exercise: images 1
// title:    The negative of a picture
// task:     One thread for each pixel, in blocks of 16 × 16: out = 255 - in, of a picture with any
//           width and height.
// source:   Hwu, Kirk & El Hajj, 4th edition, chapter 3
// launch:   negative<<<dim3((W + 15) / 16, (H + 15) / 16), dim3(16, 16)>>>(in, out, W, H)
// in:       int[H][W] random(256, 5)          out: int[H][W] expect 255 - in
// cases:    W=1 H=1, W=17 H=5, W=31 H=33, W=100 H=60
// limit:    sectors <= 1.3 * ideal     limit: global requests <= 2 * 8 * ((W + 15) / 16) * ((H + 15) / 16)
// hint:     right | Rows lie one behind another: how many elements are in front of the row?
// hint:     fault | Blocks reach beyond the picture on two sides: below it, and right of it.
// hint:     limit | threadIdx.x runs fastest. Which of row and column should come from it?
#define W 100
#define H 60
__global__ void negative(const int *in, int *out, int width, int height) {
    // hole
    // Which column and which row is this thread's?
    // end
}
