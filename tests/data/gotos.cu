#include <cstdio>
__global__ void k(int* o, int n) {
    int i = 0, s = 0, t = threadIdx.x;
again:
    s += i * i;
    if (++i < 5 + t % 3) goto again;
    for (int a = 0; a < 9; a++)
        for (int b = 0; b < 9; b++) {
            if (a * b == 35 + t) {
                s += 1000 * a + b;
                goto out;
            }
            if (a == 7 && t == 5) goto skip;
        }
    s += 100000;
skip:
    s += 7;
out:
    if (t % 2) goto done;
    s = -s;
    {
        int x;
        if (t == 4) goto inner;
        x = 3;
        s += x;
    inner:
        s *= 2;
    }
done:
    __syncthreads();
    o[t] = s;
}
__device__ int collatz(int x) {
    int c = 0;
next:
    if (x == 1) return c;
    ++c;
    if (x & 1) {
        x = 3 * x + 1;
        goto next;
    }
    x /= 2;
    goto next;
}
__global__ void c(int* o) {
    o[threadIdx.x] = collatz(threadIdx.x + 1);
}
int fails(int a) {
    int r = 0;
    int* p = nullptr;
    if (a == 1) goto bad;
    p = new int(4);
    if (a == 2) goto late;
    r = *p;
    goto ok;
late:
    r = -2;
    goto ok;
bad:
    r = -1;
ok:
    delete p;
    return r;
}
__global__ void k5(int* o) {
    int t = threadIdx.x, n = 0;
more:
    int x = t + n;
    float y = x * 0.5f;
    if (++n < t % 4) goto more;
    __syncthreads();
    o[t] = x * 100 + (int)y;
}
int main() {
    int *d, h[64];
    cudaMalloc(&d, sizeof h);
    k<<<1, 64>>>(d, 3);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int v : h) printf("%d ", v);
    printf("\n");
    c<<<1, 64>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int v : h) printf("%d ", v);
    printf("\n");
    k5<<<1, 64>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int v : h) printf("%d ", v);
    printf("\n");
    int n = 0;
retry:
    if (n++ < 3) {
        for (int q = 0; q < 5; q++) {
            if (q == n) goto retry;
            printf("%d%d ", n, q);
        }
    }
    printf("\n%d %d %d\n", fails(0), fails(1), fails(2));
    int x = 0;
top:
    while (true) {
        switch (x) {
            case 0: x = 5; goto top;
            case 5: x = 7; break;
            case 7: goto end;
        }
    }
end:
    printf("%d\n", x);
    return 0;
}
