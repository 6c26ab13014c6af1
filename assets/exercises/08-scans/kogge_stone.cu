// exercise: scans 1
// title:    Everybody adds the left neighbour
// task:     One block: out[i] is the sum of in[0] to in[i]. In each round thread t adds what stood
//           s places left of it, for s = 1, 2, 4 …; between reading and writing a round everybody
//           waits.
// source:   Kogge & Stone, 1973; Hwu, Kirk & El Hajj, 4th edition, chapter 11
// launch:   scan<<<1, N>>>(in, out)
// in:       int[N] random(9, 18) + 1          out: int[N] expect scan(in)
// cases:    N=1, N=31, N=33, N=200
// limit:    excess wavefronts <= 0     limit: threads > 1     limit: operations <= 10 * N
// hint:     race | Your right neighbour still wants your old value when you write the new one: read
//           all first, wait, then write.
// hint:     fault | Every thread comes to every barrier, also one that has nothing to add any more.
//           And t - s must not be below 0.
// hint:     right | Who has fewer than s elements on its left has its sum already. And the round
//           with the largest s below N is needed, too.
// hint:     limit | One thread that adds them one after the other is not a parallel scan, and
//           neither is one where each adds up all that come before its own.
#define N 200
__global__ void scan(const int *in, int *out) {
    __shared__ int X[N];
    int t = threadIdx.x;
    X[t] = in[t];
    // hole
    // Rounds with s = 1, 2, 4 …
    // end
    out[t] = X[t];
}
