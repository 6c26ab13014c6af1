// state 2 is set before the prefix: only who is behind others ever reads it
// launch: scan<<<8, 64>>>(in, out, state, sum, prefix)
// in: int[512] ones    out: int[512]    state: int[8] zeros    sum: int[8]    prefix: int[8]
__global__ void scan(const int* in, int* out, volatile int* state, volatile int* sum,
                     volatile int* prefix) {
    __shared__ int s[64], before;
    int t = threadIdx.x, b = blockIdx.x;
    s[t] = in[b * 64 + t];
    __syncthreads();
    for (int d = 1; d < 64; d *= 2) {
        int v = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += v;
        __syncthreads();
    }
    if (t == 0) {
        int total = s[63];
        if (b == 0) {
            prefix[0] = total;
            __threadfence();
            state[0] = 2;
            before = 0;
        } else {
            sum[b] = total;
            __threadfence();
            state[b] = 1;
            int acc = 0;
            for (int p = b - 1; p >= 0; --p) {
                int st;
                do {
                    st = state[p];
                } while (st == 0);
                __threadfence();
                if (st == 2) {
                    acc += prefix[p];
                    break;
                }
                acc += sum[p];
            }
            before = acc;
            state[b] = 2;
            __threadfence();
            prefix[b] = acc + total;
        }
    }
    __syncthreads();
    out[b * 64 + t] = s[t] + before;
}
// told: race on prefix
