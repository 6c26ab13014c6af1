// exercise: images 3
// title:    Blur
// task:     Each pixel becomes the mean of itself and its eight neighbours, of those that are in
//           the picture; whole numbers, divided as C does.
// source:   Hwu, Kirk & El Hajj, 4th edition, chapter 3
// launch:   blur<<<dim3((W + 31) / 32, (H + 7) / 8), dim3(32, 8)>>>(in, out, W, H)
// in:       int[H][W] random(256, 7)
// out:      int[H][W]
// expect:   out = (in[i - 1][j - 1] + in[i - 1][j] + in[i - 1][j + 1] + in[i][j - 1] + in[i][j] + in[i][j + 1]
//             + in[i + 1][j - 1] + in[i + 1][j] + in[i + 1][j + 1])
//             / ((1 + (i > 0) + (i + 1 < H)) * (1 + (j > 0) + (j + 1 < W)))
// cases:    W=1 H=1, W=31 H=3, W=33 H=17, W=70 H=30
// limit:    sectors <= 2 * ideal     limit: threads > 32
// hint:     fault | A pixel at the edge has neighbours outside: they must not even be read.
// hint:     right | By how many is the sum to be divided at a corner? Count those that were added.
// hint:     limit | One thread for each pixel, and neighbours in a row for neighbours in a warp.
#define W 70
#define H 30
__global__ void blur(const int *in, int *out, int width, int height) {
    // hole
    // Add up the neighbours that there are, and count them.
    // end
}
