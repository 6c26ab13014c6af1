#include <cstdio>
#include <utility>
struct V {
    int* p;
    V() : p(new int(3)) {}
    V(V&& o) : p(o.p) { o.p = nullptr; }
    V(const V& o) : p(new int(*o.p + 100)) {}
    ~V() { delete p; }
};
struct Base {
    int a = 1;
    int b = 2;
};
struct Other {
    int z = 9;
};
struct D : Other, Base {
    int c = 3;
};
template <class T>
V take(T&& t) {
    return V(static_cast<T&&>(t));
}
__global__ void k(float* a) {
    reinterpret_cast<float4&>(a[0]) = make_float4(1, 2, 3, 4);
    float4 v = reinterpret_cast<const float4&>(a[0]);
    a[4] = v.z;
    int i = 0x3f800000;
    a[5] = reinterpret_cast<float&>(i);
    a[6] = (float&)i;
    ((int&)a[7]) = 0x40000000;
}
int main() {
    V a;
    V b(static_cast<V&&>(a));
    printf("%d %d\n", *b.p, a.p == nullptr);
    V c = take(b);
    printf("%d\n", *c.p);
    int x = 5;
    int&& r = static_cast<int&&>(x);
    r = 7;
    printf("%d\n", x);
    const int y = 3;
    printf("%d %d\n", static_cast<const int&>(x), y);
    D e;
    static_cast<Base&>(e).b = 20;
    Base& f = e;
    printf("%d %d %d\n", e.b, static_cast<D&>(f).c, ((D&)f).z);
    double g = static_cast<const double&>(3);
    printf("%g\n", g);
    float* m;
    cudaMallocManaged(&m, 32);
    k<<<1, 1>>>(m);
    cudaDeviceSynchronize();
    for (int i = 0; i < 8; i++) printf("%g ", m[i]);
    printf("\n");
    return 0;
}
