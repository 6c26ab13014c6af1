// exercise: images 2
// title:    From colours to greys
// task:     A pixel has three numbers, red, green and blue, side by side. Write its grey, (2 * red
//           + 5 * green + blue) / 8.
// source:   Hwu, Kirk & El Hajj, 4th edition, chapter 3
// launch:   grey<<<dim3((W + 31) / 32, (H + 7) / 8), dim3(32, 8)>>>(rgb, out, W, H)
// rgb:      int[H][W][3] random(256, 6)
// out:      int[H][W] expect (2 * rgb[i][j][0] + 5 * rgb[i][j][1] + rgb[i][j][2]) / 8
// cases:    W=1 H=1, W=33 H=9, W=31 H=20, W=100 H=40
// limit:    global requests <= 4 * 8 * ((W + 31) / 32) * ((H + 7) / 8)
// hint:     right | Each pixel before this one took three numbers, not one.
// hint:     fault | Which threads have no pixel? Look at both directions.
// hint:     limit | Each thread needs three loads and one store for its one pixel.
#define W 100
#define H 40
__global__ void grey(const int *rgb, int *out, int width, int height) {
    // hole
    // Find the pixel, then its three numbers.
    // end
}
