#include <cstdio>
struct A {
    unsigned a : 3;
    unsigned b : 5;
    int c : 4;
    unsigned d : 20;
    unsigned e : 1;
};
struct B {
    unsigned short m : 10, e : 5, s : 1;
};
struct C {
    char x;
    int f : 8;
    short y;
};
struct D {
    int f : 8;
    char c;
};
struct E1 {
    unsigned long long lo : 40, hi : 24;
    bool flag : 1;
};
struct F {
    unsigned a : 4;
    unsigned : 0;
    unsigned b : 4;
};
struct G {
    unsigned a : 4;
    unsigned : 8;
    unsigned b : 4;
};
union U {
    float f;
    struct {
        unsigned mant : 23;
        unsigned exp : 8;
        unsigned sign : 1;
    };
    unsigned all;
};
union V {
    unsigned short x;
    struct {
        unsigned short m : 10;
        unsigned short e : 5;
        unsigned short s : 1;
    } p;
};
struct M {
    unsigned v : 7;
    int w : 9;
    M() : v(0), w(0) {}
    __host__ __device__ void set(int k) {
        v = k;
        w = -k;
    }
    __host__ __device__ int sum() const { return v + w; }
};
struct N {
    unsigned v : 7;
    int w : 9;
    __host__ __device__ void set(int k) {
        v = k;
        w = -k;
    }
    __host__ __device__ int sum() const { return v + w; }
};
__global__ void k(A* a, int* out) {
    int i = threadIdx.x;
    a[i].a = i;
    a[i].b = i * 3;
    a[i].c = -i;
    a[i].d += i;
    a[i].e = i & 1;
    out[i] = a[i].a + a[i].b * 10 + a[i].c * 1000 + a[i].d;
    __shared__ N n[32];
    n[i].set(i);
    out[i] += n[i].sum() + n[i].w * 7;
    U u;
    u.f = i * 1.5f;
    out[i] += u.exp * 100000 + (u.mant >> 20);
}
int main() {
    printf("%zu %zu %zu %zu %zu %zu %zu %zu\n", sizeof(A), sizeof(B), sizeof(C), sizeof(D),
           sizeof(E1), sizeof(F), sizeof(G), sizeof(V));
    A* a;
    int* o;
    cudaMallocManaged(&a, 32 * sizeof(A));
    cudaMallocManaged(&o, 128);
    cudaMemset(a, 0, 32 * sizeof(A));
    k<<<1, 32>>>(a, o);
    cudaDeviceSynchronize();
    for (int i = 0; i < 32; i++) printf("%d ", o[i]);
    printf("\n");
    A z = {5, 17, -3, 70000, 1};
    printf("%d %d %d %d %d\n", z.a, z.b, z.c, z.d, z.e);
    z.a++;
    z.a += 3;
    --z.c;
    z.c--;
    printf("%u %d\n", z.a, z.c);
    z.b = 99;
    printf("%d\n", z.b);
    if (z.a - 5 < 0) printf("promoted\n");
    z.e = z.b > 3;
    printf("%u\n", z.e);
    E1 q;
    q.lo = 0xABCDEF1234ULL;
    q.hi = 0x123456;
    q.flag = 7;
    printf("%llx %llx %d\n", (unsigned long long)q.lo, (unsigned long long)q.hi, (int)q.flag);
    V v;
    v.x = 0x3C01;
    printf("%d %d %d\n", v.p.m, v.p.e, v.p.s);
    v.p.e = 16;
    printf("%x\n", v.x);
    F f;
    unsigned w[2] = {0, 0};
    f.a = 9;
    f.b = 6;
    memcpy(w, &f, 8);
    printf("%x %x\n", w[0] & 15, w[1] & 15);
    C c;
    c.x = 1;
    c.f = -2;
    c.y = 3;
    unsigned char by[4];
    memcpy(by, &c, 4);
    printf("%d %d %d\n", by[0], by[1], by[2]);
    return 0;
}
