// What dates the C library makes of seconds.
#include <time.h>
#include <cstdio>
#include <ctime>
__global__ void k() {}
int main() {
    long long ts[] = {0,          86399,      951782400, 951868799, 951868800,    1709164800,
                      1709251200, 1732752000, -1,        -86400,    4102444800LL, 1735689599};
    for (long long x : ts) {
        time_t t = (time_t)x;
        struct tm* m = gmtime(&t);
        char b[200];
        size_t n =
            strftime(b, 200, "%Y-%m-%d %H:%M:%S %j %a %A %b %B %y %I %p %F %T %R %D %e %% %c", m);
        printf("%zu %s | %s", n, b, asctime(m));
    }
    time_t z = 1732752000;
    struct tm q;
    gmtime_r(&z, &q);
    printf("%d %d %d %s", q.tm_yday, q.tm_wday, q.tm_mon, asctime(&q));
    k<<<1, 1>>>();
    cudaDeviceSynchronize();
}
