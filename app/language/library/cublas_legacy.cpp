// <cublas.h>, as it was before there were handles: the same functions, by one handle that they
// share, with scalars by value, and results that are returned.
#include "app/language/library/parts.h"

namespace stridescope::language {
namespace {

constexpr std::string_view legacy = R"(
#ifndef __SS_CUBLAS_LEGACY
#define __SS_CUBLAS_LEGACY
)"
                                    "#include <cublas_v2.h>\n"
                                    R"(
typedef cublasStatus_t cublasStatus;
cublasContext __cublas_shared;
cublasHandle_t __cublas_one() {
    __cublas_shared.pointers = __cublas_shared.math = 0;
    return &__cublas_shared;
}
cublasStatus_t __cublas_last;
cublasStatus_t cublasInit() { return CUBLAS_STATUS_SUCCESS; }
cublasStatus_t cublasShutdown() { return CUBLAS_STATUS_SUCCESS; }
cublasStatus_t cublasGetError() {
    cublasStatus_t last = __cublas_last;
    __cublas_last = CUBLAS_STATUS_SUCCESS;
    return last;
}
cublasStatus_t cublasSetKernelStream(cudaStream_t stream) {
    __cublas_shared.stream = stream;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasAlloc(int n, int bytes, void **pointer) {
    if (n <= 0 || bytes <= 0) return CUBLAS_STATUS_INVALID_VALUE;
    return cudaMalloc(pointer, (size_t)n * bytes) == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_ALLOC_FAILED;
}
cublasStatus_t cublasFree(void *pointer) {
    return cudaFree(pointer) == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INTERNAL_ERROR;
}
cublasOperation_t __cublas_operation(char letter) {
    return letter == 'n' || letter == 'N'   ? CUBLAS_OP_N
           : letter == 't' || letter == 'T' ? CUBLAS_OP_T
                                            : CUBLAS_OP_C;
}
#define __SS_LEGACY(L, T)                                                                                            \
    void cublas##L##gemm(char ta, char tb, int m, int n, int k, T alpha, const T *a, int lda, const T *b, int ldb,   \
                         T beta, T *c, int ldc) {                                                                    \
        __cublas_last = cublas##L##gemm(__cublas_one(), __cublas_operation(ta), __cublas_operation(tb), m, n, k,     \
                                        &alpha, a, lda, b, ldb, &beta, c, ldc);                                      \
    }                                                                                                                \
    void cublas##L##gemv(char t, int m, int n, T alpha, const T *a, int lda, const T *x, int incx, T beta, T *y,     \
                         int incy) {                                                                                 \
        __cublas_last = cublas##L##gemv(__cublas_one(), __cublas_operation(t), m, n, &alpha, a, lda, x, incx, &beta, \
                                        y, incy);                                                                    \
    }                                                                                                                \
    void cublas##L##ger(int m, int n, T alpha, const T *x, int incx, const T *y, int incy, T *a, int lda) {          \
        __cublas_last = cublas##L##ger(__cublas_one(), m, n, &alpha, x, incx, y, incy, a, lda);                      \
    }                                                                                                                \
    void cublas##L##axpy(int n, T alpha, const T *x, int incx, T *y, int incy) {                                     \
        __cublas_last = cublas##L##axpy(__cublas_one(), n, &alpha, x, incx, y, incy);                                \
    }                                                                                                                \
    void cublas##L##scal(int n, T alpha, T *x, int incx) {                                                           \
        __cublas_last = cublas##L##scal(__cublas_one(), n, &alpha, x, incx);                                         \
    }                                                                                                                \
    void cublas##L##copy(int n, const T *x, int incx, T *y, int incy) {                                              \
        __cublas_last = cublas##L##copy(__cublas_one(), n, x, incx, y, incy);                                        \
    }                                                                                                                \
    void cublas##L##swap(int n, T *x, int incx, T *y, int incy) {                                                    \
        __cublas_last = cublas##L##swap(__cublas_one(), n, x, incx, y, incy);                                        \
    }                                                                                                                \
    T cublas##L##dot(int n, const T *x, int incx, const T *y, int incy) {                                            \
        T result = 0;                                                                                                \
        __cublas_last = cublas##L##dot(__cublas_one(), n, x, incx, y, incy, &result);                                \
        return result;                                                                                               \
    }                                                                                                                \
    T cublas##L##nrm2(int n, const T *x, int incx) {                                                                 \
        T result = 0;                                                                                                \
        __cublas_last = cublas##L##nrm2(__cublas_one(), n, x, incx, &result);                                        \
        return result;                                                                                               \
    }                                                                                                                \
    T cublas##L##asum(int n, const T *x, int incx) {                                                                 \
        T result = 0;                                                                                                \
        __cublas_last = cublas##L##asum(__cublas_one(), n, x, incx, &result);                                        \
        return result;                                                                                               \
    }                                                                                                                \
    int cublasI##L##amax(int n, const T *x, int incx) {                                                              \
        int result = 0;                                                                                              \
        __cublas_last = cublasI##L##amax(__cublas_one(), n, x, incx, &result);                                       \
        return result;                                                                                               \
    }                                                                                                                \
    int cublasI##L##amin(int n, const T *x, int incx) {                                                              \
        int result = 0;                                                                                              \
        __cublas_last = cublasI##L##amin(__cublas_one(), n, x, incx, &result);                                       \
        return result;                                                                                               \
    }
__SS_LEGACY(S, float)
__SS_LEGACY(D, double)
#undef __SS_LEGACY
#endif
)";

}  // namespace

std::string_view legacy_cublas_header() {
    return legacy;
}

}  // namespace stridescope::language
