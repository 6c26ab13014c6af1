// exercise: layers 2
// title:    Pooling
// task:     out[y][x] is the largest of the 2 × 2 numbers of in from [2 * y][2 * x] on. in has 2 *
//           H rows of 2 * W.
// source:   Hwu, Kirk & El Hajj, 4th edition, chapter 16
// launch:   pool<<<dim3((W + 15) / 16, (H + 15) / 16), dim3(16, 16)>>>(in, out, W, H)
// in:       int[2 * H][2 * W] random(100, 43)
// out:      int[H][W] -1
// expect:   out = max(max(in[2 * i][2 * j], in[2 * i][2 * j + 1]), max(in[2 * i + 1][2 * j], in[2 * i + 1][2 * j + 1]))
// cases:    W=1 H=1, W=17 H=3, W=31 H=33, W=40 H=20
// limit:    global requests <= 5 * 8 * ((W + 15) / 16) * ((H + 15) / 16)     limit: threads > 1
// hint:     right | A row of in has 2 * width numbers, and the next pixel begins two further.
// hint:     fault | Blocks reach beyond the picture on two sides.
// hint:     limit | Four loads and one store for each thread.
#define W 40
#define H 20
__global__ void pool(const int *in, int *out, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    // hole
    // Four numbers.
    // end
}
