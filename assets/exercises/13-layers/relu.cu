// exercise: layers 1
// title:    Bias and ReLU
// task:     A layer's results stand in rows of N channels. To each add its channel's bias, and
//           write 0 where the sum is below 0: in place, in y.
// source:   Hwu, Kirk & El Hajj, 4th edition, chapter 16
// launch:   bias_relu<<<(ROWS * N + BLOCK - 1) / BLOCK, BLOCK>>>(y, bias, ROWS * N, N)
// y:        int[ROWS][N] random(20, 41) - 10 expect max(0, y + bias[j])
// bias:     int[N] random(7, 42) - 3
// cases:    ROWS=1 N=1, ROWS=3 N=33, ROWS=31 N=5, ROWS=20 N=50
// limit:    threads > 1     limit: sectors <= 1.6 * ideal
// hint:     right | The channel runs fastest: it is what is left of the number after whole rows.
// hint:     fault | There are more threads than numbers.
// hint:     limit | One thread for each number, and neighbours for neighbours.
#define ROWS 20
#define N 50
#define BLOCK 128
__global__ void bias_relu(int *y, const int *bias, int count, int n) {
    // hole
    // Which channel is it?
    // end
}
