// <cublas_v2.h>: products and sums of vectors and matrices, done on the host, on copies of what
// lies in the device's memory. Every sum is made in double and rounded once.
#include "app/language/library/parts.h"

namespace stridescope::language {
namespace {

constexpr std::string_view cublas = R"(
#ifndef __SS_CUBLAS
#define __SS_CUBLAS
)"
                                    "#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n"
                                    R"(
#define CUBLAS_VER_MAJOR 13
#define CUBLAS_VER_MINOR 0
typedef int cublasStatus_t;
#define CUBLAS_STATUS_SUCCESS 0
#define CUBLAS_STATUS_NOT_INITIALIZED 1
#define CUBLAS_STATUS_ALLOC_FAILED 3
#define CUBLAS_STATUS_INVALID_VALUE 7
#define CUBLAS_STATUS_ARCH_MISMATCH 8
#define CUBLAS_STATUS_MAPPING_ERROR 11
#define CUBLAS_STATUS_EXECUTION_FAILED 13
#define CUBLAS_STATUS_INTERNAL_ERROR 14
#define CUBLAS_STATUS_NOT_SUPPORTED 15
#define CUBLAS_STATUS_LICENSE_ERROR 16
enum cublasOperation_t { CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C, CUBLAS_OP_CONJG };
enum cublasFillMode_t { CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER, CUBLAS_FILL_MODE_FULL };
enum cublasDiagType_t { CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT };
enum cublasSideMode_t { CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT };
enum cublasPointerMode_t { CUBLAS_POINTER_MODE_HOST, CUBLAS_POINTER_MODE_DEVICE };
enum cublasAtomicsMode_t { CUBLAS_ATOMICS_NOT_ALLOWED, CUBLAS_ATOMICS_ALLOWED };
enum cublasMath_t {
    CUBLAS_DEFAULT_MATH, CUBLAS_TENSOR_OP_MATH, CUBLAS_PEDANTIC_MATH, CUBLAS_TF32_TENSOR_OP_MATH
};
enum cublasGemmAlgo_t {
    CUBLAS_GEMM_DFALT = -1, CUBLAS_GEMM_DEFAULT = -1, CUBLAS_GEMM_ALGO0, CUBLAS_GEMM_ALGO1,
    CUBLAS_GEMM_ALGO2, CUBLAS_GEMM_ALGO3, CUBLAS_GEMM_ALGO4, CUBLAS_GEMM_ALGO5, CUBLAS_GEMM_ALGO6,
    CUBLAS_GEMM_ALGO7, CUBLAS_GEMM_DFALT_TENSOR_OP = 99, CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99
};
enum cublasComputeType_t {
    CUBLAS_COMPUTE_16F = 64, CUBLAS_COMPUTE_16F_PEDANTIC, CUBLAS_COMPUTE_32F = 68,
    CUBLAS_COMPUTE_32F_PEDANTIC, CUBLAS_COMPUTE_64F, CUBLAS_COMPUTE_64F_PEDANTIC,
    CUBLAS_COMPUTE_32I, CUBLAS_COMPUTE_32I_PEDANTIC, CUBLAS_COMPUTE_32F_FAST_16F,
    CUBLAS_COMPUTE_32F_FAST_16BF, CUBLAS_COMPUTE_32F_FAST_TF32 = 77
};
#ifndef __SS_DATA_TYPES
#define __SS_DATA_TYPES
enum cudaDataType_t {
    CUDA_R_32F, CUDA_R_64F, CUDA_R_16F, CUDA_R_8I, CUDA_R_32I = 10, CUDA_R_16BF = 14
};
typedef cudaDataType_t cudaDataType;
#endif
typedef cudaDataType_t cublasDataType_t;

struct cublasContext {
    int pointers, math;
    cudaStream_t stream;
};
typedef struct cublasContext *cublasHandle_t;

cublasStatus_t cublasCreate(cublasHandle_t *handle) {
    *handle = new cublasContext;
    (*handle)->pointers = (*handle)->math = 0;
    (*handle)->stream = 0;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasDestroy(cublasHandle_t handle) {
    if (!handle) return CUBLAS_STATUS_NOT_INITIALIZED;
    delete handle;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream) {
    handle->stream = stream;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t *stream) {
    *stream = handle->stream;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode) {
    handle->pointers = mode;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasGetPointerMode(cublasHandle_t handle, cublasPointerMode_t *mode) {
    *mode = (cublasPointerMode_t)handle->pointers;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode) {
    handle->math = mode;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t mode) {
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasSetWorkspace(cublasHandle_t handle, void *memory, size_t bytes) {
    return CUBLAS_STATUS_SUCCESS;
}
const char *cublasGetStatusName(cublasStatus_t status) {
    switch (status) {
        case 0: return "CUBLAS_STATUS_SUCCESS";
        case 1: return "CUBLAS_STATUS_NOT_INITIALIZED";
        case 3: return "CUBLAS_STATUS_ALLOC_FAILED";
        case 7: return "CUBLAS_STATUS_INVALID_VALUE";
        case 8: return "CUBLAS_STATUS_ARCH_MISMATCH";
        case 11: return "CUBLAS_STATUS_MAPPING_ERROR";
        case 13: return "CUBLAS_STATUS_EXECUTION_FAILED";
        case 14: return "CUBLAS_STATUS_INTERNAL_ERROR";
        case 15: return "CUBLAS_STATUS_NOT_SUPPORTED";
        case 16: return "CUBLAS_STATUS_LICENSE_ERROR";
    }
    return "<unknown>";
}
const char *cublasGetStatusString(cublasStatus_t status) {
    switch (status) {
        case 0: return "success";
        case 1: return "the library was not initialized";
        case 3: return "the resource allocation failed";
        case 7: return "an invalid value was used as an argument";
        case 8: return "an absent device architectural feature is required";
        case 11: return "an access to GPU memory space failed";
        case 13: return "the GPU program failed to execute";
        case 14: return "an internal operation failed";
        case 15: return "the requested functionality is not supported";
        case 16: return "the functionality requested requires some license and an error was detected when checking the current licensing";
    }
    return "<unknown>";
}

cublasStatus_t cublasSetVector(int n, int bytes, const void *x, int incx, void *y, int incy) {
    if (n < 0 || bytes <= 0 || incx <= 0 || incy <= 0) return CUBLAS_STATUS_INVALID_VALUE;
    if (n > 0) cudaMemcpy2D(y, (size_t)incy * bytes, x, (size_t)incx * bytes, bytes, n, cudaMemcpyHostToDevice);
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasGetVector(int n, int bytes, const void *x, int incx, void *y, int incy) {
    if (n < 0 || bytes <= 0 || incx <= 0 || incy <= 0) return CUBLAS_STATUS_INVALID_VALUE;
    if (n > 0) cudaMemcpy2D(y, (size_t)incy * bytes, x, (size_t)incx * bytes, bytes, n, cudaMemcpyDeviceToHost);
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasSetMatrix(int rows, int columns, int bytes, const void *a, int lda, void *b, int ldb) {
    if (rows < 0 || columns < 0 || bytes <= 0 || lda < rows || ldb < rows) return CUBLAS_STATUS_INVALID_VALUE;
    if (rows > 0 && columns > 0)
        cudaMemcpy2D(b, (size_t)ldb * bytes, a, (size_t)lda * bytes, (size_t)rows * bytes, columns, cudaMemcpyHostToDevice);
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasGetMatrix(int rows, int columns, int bytes, const void *a, int lda, void *b, int ldb) {
    if (rows < 0 || columns < 0 || bytes <= 0 || lda < rows || ldb < rows) return CUBLAS_STATUS_INVALID_VALUE;
    if (rows > 0 && columns > 0)
        cudaMemcpy2D(b, (size_t)ldb * bytes, a, (size_t)lda * bytes, (size_t)rows * bytes, columns, cudaMemcpyDeviceToHost);
    return CUBLAS_STATUS_SUCCESS;
}

template <typename T> T __scalar(cublasHandle_t handle, const T *p) {
    if (!handle->pointers) return *p;
    T value;
    cudaMemcpy(&value, p, sizeof(T), cudaMemcpyDeviceToHost);
    return value;
}
template <typename T> void __put_scalar(cublasHandle_t handle, T *p, T value) {
    if (!handle->pointers) *p = value;
    else cudaMemcpy(p, &value, sizeof(T), cudaMemcpyHostToDevice);
}
int __bytes_of(int kind) {
    switch (kind) {
        case CUDA_R_64F: return 8;
        case CUDA_R_32F: return 4;
        case CUDA_R_32I: return 4;
        case CUDA_R_16F: return 2;
        case CUDA_R_16BF: return 2;
        case CUDA_R_8I: return 1;
    }
    return 0;
}
// count parts of some bytes each, which lie so far apart on the device: side by side.
char *__taken_parts(const void *p, size_t apart, size_t bytes, size_t count) {
    __not_captured("what cuBLAS computes is computed on the host, and cannot be captured in a graph");
    char *items = (char *)malloc(bytes * count + 8);
    if (bytes && count)
        cudaMemcpy2D(items, bytes, p, apart, bytes, count, cudaMemcpyDeviceToHost);
    return items;
}
// An element that is `across` rows and `along` columns away from the first lies so many elements
// behind it.
struct __cublas_operand {
    const void *at;
    int kind;
    size_t across, along;
};
// C = alpha A B + beta C, where C's elements lie as `c` says.
cublasStatus_t __multiply(int m, int n, int k, double alpha, __cublas_operand a, __cublas_operand b,
                          double beta, void *c, int kind, size_t across, size_t along) {
    int bytes = __bytes_of(kind), bytes_a = __bytes_of(a.kind), bytes_b = __bytes_of(b.kind);
    if (!bytes || !bytes_a || !bytes_b) return CUBLAS_STATUS_NOT_SUPPORTED;
    if (m <= 0 || n <= 0) return CUBLAS_STATUS_SUCCESS;
    if (k == 0 || alpha == 0) k = 0;
    size_t of_a = k ? (m - 1) * a.across + (k - 1) * a.along + 1 : 0;
    size_t of_b = k ? (k - 1) * b.across + (n - 1) * b.along + 1 : 0;
    char *x = __taken_parts(a.at, of_a * bytes_a, of_a * bytes_a, of_a ? 1 : 0);
    char *y = __taken_parts(b.at, of_b * bytes_b, of_b * bytes_b, of_b ? 1 : 0);
    // Rows of C lie side by side, or its columns consist of single elements.
    size_t parts = across == 1 ? n : m * (size_t)n;
    size_t part = across == 1 ? (size_t)m * bytes : bytes;
    size_t apart = (across == 1 ? along : across) * bytes;
    char *z = beta == 0 ? (char *)malloc(parts * part + 8) : __taken_parts(c, apart, part, parts);
    int columns = 1 + (int)((1 << 26) / ((size_t)m * (k + 1)));
    for (int first = 0; first < n; first += columns) {
        long long sizes[8] = {m, first + columns < n ? columns : n - first, k, (long long)a.across, (long long)a.along,
                              (long long)b.across, (long long)b.along, m};
        __matrix_product(z + (size_t)first * m * bytes, x, k ? y + first * b.along * bytes_b : y, sizes, alpha, beta,
                         a.kind | b.kind << 8 | kind << 16);
    }
    cudaMemcpy2D(c, apart, z, part, part, parts, cudaMemcpyHostToDevice);
    free(x);
    free(y);
    free(z);
    return CUBLAS_STATUS_SUCCESS;
}
// As the library says it: which argument behind the handle.
cublasStatus_t __illegal(const char *name, int number) {
    printf(" ** On entry to %-6s parameter number %d had an illegal value\n", name, number);
    return CUBLAS_STATUS_INVALID_VALUE;
}
cublasStatus_t __gemm(const char *name, cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k,
                      double alpha, const void *a, int kind_a, int lda, const void *b, int kind_b, int ldb,
                      double beta, void *c, int kind, int ldc) {
    if (!handle) return CUBLAS_STATUS_NOT_INITIALIZED;
    bool plain_a = ta == CUBLAS_OP_N, plain_b = tb == CUBLAS_OP_N;
    int rows_a = plain_a ? m : k, rows_b = plain_b ? k : n;
    if (m < 0) return __illegal(name, 3);
    if (n < 0) return __illegal(name, 4);
    if (k < 0) return __illegal(name, 5);
    if (lda < (rows_a > 1 ? rows_a : 1)) return __illegal(name, 8);
    if (ldb < (rows_b > 1 ? rows_b : 1)) return __illegal(name, 10);
    if (ldc < (m > 1 ? m : 1)) return __illegal(name, 13);
    __cublas_operand of_a = {a, kind_a, plain_a ? (size_t)1 : (size_t)lda, plain_a ? (size_t)lda : (size_t)1};
    __cublas_operand of_b = {b, kind_b, plain_b ? (size_t)1 : (size_t)ldb, plain_b ? (size_t)ldb : (size_t)1};
    return __multiply(m, n, k, alpha, of_a, of_b, beta, c, kind, 1, ldc);
}
template <typename T>
cublasStatus_t __gemv(cublasHandle_t handle, cublasOperation_t t, int m, int n, const T *alpha, const T *a, int lda,
                      const T *x, int incx, const T *beta, T *y, int incy, int kind) {
    if (!handle) return CUBLAS_STATUS_NOT_INITIALIZED;
    if (m < 0 || n < 0 || lda < (m > 1 ? m : 1) || !incx || !incy) return CUBLAS_STATUS_INVALID_VALUE;
    if (incx < 0 || incy < 0) return CUBLAS_STATUS_NOT_SUPPORTED;
    bool plain = t == CUBLAS_OP_N;
    __cublas_operand of_a = {a, kind, plain ? (size_t)1 : (size_t)lda, plain ? (size_t)lda : (size_t)1};
    __cublas_operand of_x = {x, kind, (size_t)incx, 1};
    return __multiply(plain ? m : n, 1, plain ? n : m, __scalar(handle, alpha), of_a, of_x, __scalar(handle, beta), y,
                      kind, incy, 1);
}
template <typename T>
cublasStatus_t __ger(cublasHandle_t handle, int m, int n, const T *alpha, const T *x, int incx, const T *y, int incy,
                     T *a, int lda, int kind) {
    if (!handle) return CUBLAS_STATUS_NOT_INITIALIZED;
    if (m < 0 || n < 0 || lda < (m > 1 ? m : 1) || !incx || !incy) return CUBLAS_STATUS_INVALID_VALUE;
    if (incx < 0 || incy < 0) return CUBLAS_STATUS_NOT_SUPPORTED;
    __cublas_operand of_x = {x, kind, (size_t)incx, 1}, of_y = {y, kind, 1, (size_t)incy};
    return __multiply(m, n, 1, __scalar(handle, alpha), of_x, of_y, 1.0, a, kind, 1, lda);
}
template <typename T>
cublasStatus_t __geam(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m, int n, const T *alpha,
                      const T *a, int lda, const T *beta, const T *b, int ldb, T *c, int ldc) {
    if (!handle) return CUBLAS_STATUS_NOT_INITIALIZED;
    int rows_a = ta == CUBLAS_OP_N ? m : n, rows_b = tb == CUBLAS_OP_N ? m : n;
    if (m < 0 || n < 0 || lda < (rows_a > 1 ? rows_a : 1) || ldb < (rows_b > 1 ? rows_b : 1) || ldc < (m > 1 ? m : 1))
        return CUBLAS_STATUS_INVALID_VALUE;
    if (!m || !n) return CUBLAS_STATUS_SUCCESS;
    T p = __scalar(handle, alpha), q = __scalar(handle, beta);
    int columns_a = m + n - rows_a, columns_b = m + n - rows_b;
    T *x = p == 0 ? (T *)nullptr : (T *)__taken_parts(a, lda * sizeof(T), rows_a * sizeof(T), columns_a);
    T *y = q == 0 ? (T *)nullptr : (T *)__taken_parts(b, ldb * sizeof(T), rows_b * sizeof(T), columns_b);
    T *z = (T *)malloc((size_t)m * n * sizeof(T));
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < m; ++i) {
            T sum = 0;
            if (x) sum += p * x[ta == CUBLAS_OP_N ? (size_t)j * m + i : (size_t)i * n + j];
            if (y) sum += q * y[tb == CUBLAS_OP_N ? (size_t)j * m + i : (size_t)i * n + j];
            z[(size_t)j * m + i] = sum;
        }
    cudaMemcpy2D(c, ldc * sizeof(T), z, m * sizeof(T), m * sizeof(T), n, cudaMemcpyHostToDevice);
    if (x) free(x);
    if (y) free(y);
    free(z);
    return CUBLAS_STATUS_SUCCESS;
}
// n elements, the first one first whichever way they lie.
template <typename T> T *__taken_vector(const T *x, int n, int inc) {
    size_t apart = inc < 0 ? -inc : inc;
    T *items = (T *)__taken_parts(x, apart * sizeof(T), sizeof(T), n > 0 ? n : 0);
    for (int i = 0; inc < 0 && i < n / 2; ++i) {
        T other = items[i];
        items[i] = items[n - 1 - i];
        items[n - 1 - i] = other;
    }
    return items;
}
template <typename T> void __give_vector(T *to, T *items, int n, int inc) {
    size_t apart = inc < 0 ? -inc : inc;
    for (int i = 0; inc < 0 && i < n / 2; ++i) {
        T other = items[i];
        items[i] = items[n - 1 - i];
        items[n - 1 - i] = other;
    }
    if (n > 0) cudaMemcpy2D(to, apart * sizeof(T), items, sizeof(T), sizeof(T), n, cudaMemcpyHostToDevice);
    free(items);
}
#define __SS_CUBLAS_FOR(L, T, KIND)                                                                                  \
    cublasStatus_t cublas##L##gemm(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m, int n,   \
                                   int k, const T *alpha, const T *a, int lda, const T *b, int ldb, const T *beta,   \
                                   T *c, int ldc) {                                                                  \
        return __gemm(#L "GEMM", handle, ta, tb, m, n, k, __scalar(handle, alpha), a, KIND, lda, b, KIND, ldb,        \
                      __scalar(handle, beta), c, KIND, ldc);                                                         \
    }                                                                                                                \
    cublasStatus_t cublas##L##gemmStridedBatched(                                                                    \
        cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const T *alpha,      \
        const T *a, int lda, long long next_a, const T *b, int ldb, long long next_b, const T *beta, T *c, int ldc,  \
        long long next_c, int count) {                                                                               \
        cublasStatus_t status = CUBLAS_STATUS_SUCCESS;                                                               \
        for (int i = 0; i < count && status == CUBLAS_STATUS_SUCCESS; ++i)                                           \
            status = cublas##L##gemm(handle, ta, tb, m, n, k, alpha, a + i * next_a, lda, b + i * next_b, ldb, beta, \
                                     c + i * next_c, ldc);                                                           \
        return status;                                                                                               \
    }                                                                                                                \
    cublasStatus_t cublas##L##gemmBatched(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m,  \
                                          int n, int k, const T *alpha, const T *const *a, int lda,                  \
                                          const T *const *b, int ldb, const T *beta, T *const *c, int ldc,           \
                                          int count) {                                                               \
        cublasStatus_t status = CUBLAS_STATUS_SUCCESS;                                                               \
        for (int i = 0; i < count && status == CUBLAS_STATUS_SUCCESS; ++i) {                                         \
            T *of_a, *of_b, *of_c;                                                                                   \
            cudaMemcpy(&of_a, a + i, sizeof(T *), cudaMemcpyDeviceToHost);                                           \
            cudaMemcpy(&of_b, b + i, sizeof(T *), cudaMemcpyDeviceToHost);                                           \
            cudaMemcpy(&of_c, c + i, sizeof(T *), cudaMemcpyDeviceToHost);                                           \
            status = cublas##L##gemm(handle, ta, tb, m, n, k, alpha, of_a, lda, of_b, ldb, beta, of_c, ldc);         \
        }                                                                                                            \
        return status;                                                                                               \
    }
#define __SS_CUBLAS_REAL(L, T, KIND)                                                                                  \
    __SS_CUBLAS_FOR(L, T, KIND)                                                                                      \
    cublasStatus_t cublas##L##gemv(cublasHandle_t handle, cublasOperation_t t, int m, int n, const T *alpha,         \
                                   const T *a, int lda, const T *x, int incx, const T *beta, T *y, int incy) {       \
        return __gemv<T>(handle, t, m, n, alpha, a, lda, x, incx, beta, y, incy, KIND);                              \
    }                                                                                                                \
    cublasStatus_t cublas##L##ger(cublasHandle_t handle, int m, int n, const T *alpha, const T *x, int incx,         \
                                  const T *y, int incy, T *a, int lda) {                                             \
        return __ger<T>(handle, m, n, alpha, x, incx, y, incy, a, lda, KIND);                                        \
    }                                                                                                                \
    cublasStatus_t cublas##L##geam(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m, int n,  \
                                   const T *alpha, const T *a, int lda, const T *beta, const T *b, int ldb, T *c,    \
                                   int ldc) {                                                                        \
        return __geam<T>(handle, ta, tb, m, n, alpha, a, lda, beta, b, ldb, c, ldc);                                 \
    }                                                                                                                \
    cublasStatus_t cublas##L##axpy(cublasHandle_t handle, int n, const T *alpha, const T *x, int incx, T *y,         \
                                   int incy) {                                                                       \
        T by = __scalar(handle, alpha);                                                                              \
        T *from = __taken_vector(x, n, incx), *to = __taken_vector(y, n, incy);                                      \
        for (int i = 0; i < n; ++i) to[i] = fma(by, from[i], to[i]);                                                 \
        __give_vector(y, to, n, incy);                                                                               \
        free(from);                                                                                                  \
        return CUBLAS_STATUS_SUCCESS;                                                                                \
    }                                                                                                                \
    cublasStatus_t cublas##L##scal(cublasHandle_t handle, int n, const T *alpha, T *x, int incx) {                   \
        T by = __scalar(handle, alpha);                                                                              \
        T *items = __taken_vector(x, n, incx);                                                                       \
        for (int i = 0; i < n; ++i) items[i] = by * items[i];                                                        \
        __give_vector(x, items, n, incx);                                                                            \
        return CUBLAS_STATUS_SUCCESS;                                                                                \
    }                                                                                                                \
    cublasStatus_t cublas##L##copy(cublasHandle_t handle, int n, const T *x, int incx, T *y, int incy) {             \
        T *items = __taken_vector(x, n, incx);                                                                       \
        __give_vector(y, items, n, incy);                                                                            \
        return CUBLAS_STATUS_SUCCESS;                                                                                \
    }                                                                                                                \
    cublasStatus_t cublas##L##swap(cublasHandle_t handle, int n, T *x, int incx, T *y, int incy) {                   \
        T *from = __taken_vector(x, n, incx), *to = __taken_vector(y, n, incy);                                      \
        __give_vector(x, to, n, incx);                                                                               \
        __give_vector(y, from, n, incy);                                                                             \
        return CUBLAS_STATUS_SUCCESS;                                                                                \
    }                                                                                                                \
    cublasStatus_t cublas##L##dot(cublasHandle_t handle, int n, const T *x, int incx, const T *y, int incy,          \
                                  T *result) {                                                                       \
        T *one = __taken_vector(x, n, incx), *other = __taken_vector(y, n, incy);                                    \
        double sum = 0;                                                                                              \
        for (int i = 0; i < n; ++i) sum += (double)one[i] * other[i];                                                \
        __put_scalar(handle, result, (T)sum);                                                                        \
        free(one);                                                                                                   \
        free(other);                                                                                                 \
        return CUBLAS_STATUS_SUCCESS;                                                                                \
    }                                                                                                                \
    cublasStatus_t cublas##L##nrm2(cublasHandle_t handle, int n, const T *x, int incx, T *result) {                  \
        T *items = __taken_vector(x, n, incx);                                                                       \
        double sum = 0;                                                                                              \
        for (int i = 0; i < n; ++i) sum += (double)items[i] * items[i];                                              \
        __put_scalar(handle, result, (T)sqrt(sum));                                                                  \
        free(items);                                                                                                 \
        return CUBLAS_STATUS_SUCCESS;                                                                                \
    }                                                                                                                \
    cublasStatus_t cublas##L##asum(cublasHandle_t handle, int n, const T *x, int incx, T *result) {                  \
        T *items = __taken_vector(x, n, incx);                                                                       \
        double sum = 0;                                                                                              \
        for (int i = 0; i < n; ++i) sum += fabs((double)items[i]);                                                   \
        __put_scalar(handle, result, (T)sum);                                                                        \
        free(items);                                                                                                 \
        return CUBLAS_STATUS_SUCCESS;                                                                                \
    }                                                                                                                \
    cublasStatus_t cublasI##L##amax(cublasHandle_t handle, int n, const T *x, int incx, int *result) {               \
        T *items = __taken_vector(x, n, incx);                                                                       \
        int best = 0;                                                                                                \
        for (int i = 1; i < n; ++i)                                                                                  \
            if (fabs((double)items[i]) > fabs((double)items[best])) best = i;                                        \
        __put_scalar(handle, result, n > 0 ? best + 1 : 0);                                                          \
        free(items);                                                                                                 \
        return CUBLAS_STATUS_SUCCESS;                                                                                \
    }                                                                                                                \
    cublasStatus_t cublasI##L##amin(cublasHandle_t handle, int n, const T *x, int incx, int *result) {               \
        T *items = __taken_vector(x, n, incx);                                                                       \
        int best = 0;                                                                                                \
        for (int i = 1; i < n; ++i)                                                                                  \
            if (fabs((double)items[i]) < fabs((double)items[best])) best = i;                                        \
        __put_scalar(handle, result, n > 0 ? best + 1 : 0);                                                          \
        free(items);                                                                                                 \
        return CUBLAS_STATUS_SUCCESS;                                                                                \
    }
__SS_CUBLAS_REAL(S, float, CUDA_R_32F)
__SS_CUBLAS_REAL(D, double, CUDA_R_64F)
__SS_CUBLAS_FOR(H, __half, CUDA_R_16F)
#define cublasIsamax cublasISamax
#define cublasIdamax cublasIDamax
#define cublasIsamin cublasISamin
#define cublasIdamin cublasIDamin
double __scalar_of(cublasHandle_t handle, const void *p, int compute) {
    switch (compute) {
        case CUBLAS_COMPUTE_16F: return __scalar(handle, (const __half *)p);
        case CUBLAS_COMPUTE_16F_PEDANTIC: return __scalar(handle, (const __half *)p);
        case CUBLAS_COMPUTE_64F: return __scalar(handle, (const double *)p);
        case CUBLAS_COMPUTE_64F_PEDANTIC: return __scalar(handle, (const double *)p);
        case CUBLAS_COMPUTE_32I: return __scalar(handle, (const int *)p);
        case CUBLAS_COMPUTE_32I_PEDANTIC: return __scalar(handle, (const int *)p);
    }
    return __scalar(handle, (const float *)p);
}
cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k,
                            const void *alpha, const void *a, int kind_a, int lda, const void *b, int kind_b, int ldb,
                            const void *beta, void *c, int kind, int ldc, int compute, int algorithm) {
    // Before there were compute types, that of the sum stood there.
    if (compute == CUDA_R_16F) compute = CUBLAS_COMPUTE_16F;
    if (compute == CUDA_R_64F) compute = CUBLAS_COMPUTE_64F;
    if (compute == CUDA_R_32I) compute = CUBLAS_COMPUTE_32I;
    return __gemm("GEMMEX", handle, ta, tb, m, n, k, __scalar_of(handle, alpha, compute), a, kind_a, lda, b, kind_b, ldb,
                  __scalar_of(handle, beta, compute), c, kind, ldc);
}
cublasStatus_t cublasSgemmEx(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k,
                             const float *alpha, const void *a, int kind_a, int lda, const void *b, int kind_b, int ldb,
                             const float *beta, void *c, int kind, int ldc) {
    return __gemm("GEMMEX", handle, ta, tb, m, n, k, __scalar(handle, alpha), a, kind_a, lda, b, kind_b, ldb,
                  __scalar(handle, beta), c, kind, ldc);
}
cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m,
                                          int n, int k, const void *alpha, const void *a, int kind_a, int lda,
                                          long long next_a, const void *b, int kind_b, int ldb, long long next_b,
                                          const void *beta, void *c, int kind, int ldc, long long next_c, int count,
                                          int compute, int algorithm) {
    cublasStatus_t status = CUBLAS_STATUS_SUCCESS;
    for (int i = 0; i < count && status == CUBLAS_STATUS_SUCCESS; ++i)
        status = cublasGemmEx(handle, ta, tb, m, n, k, alpha, (const char *)a + i * next_a * __bytes_of(kind_a), kind_a,
                              lda, (const char *)b + i * next_b * __bytes_of(kind_b), kind_b, ldb, beta,
                              (char *)c + i * next_c * __bytes_of(kind), kind, ldc, compute, algorithm);
    return status;
}
#undef __SS_CUBLAS_REAL
#undef __SS_CUBLAS_FOR
#define cublasCreate_v2 cublasCreate
#define cublasDestroy_v2 cublasDestroy
#define cublasSetStream_v2 cublasSetStream
#define cublasSgemm_v2 cublasSgemm
#define cublasDgemm_v2 cublasDgemm
#endif
)";

}  // namespace

std::string_view cublas_header() {
    return cublas;
}

}  // namespace stridescope::language
