// What <cublas_v2.h> computes, of small whole numbers: every sum is exact, whatever its order.
#include <cublas_v2.h>
#include <cuda_fp16.h>
#include <cstdio>
#include <vector>

template <typename T>
struct Matrix {
    T* at;
    int n;
    explicit Matrix(int count, int seed) {
        n = count;
        std::vector<T> values(n);
        for (int i = 0; i < n; ++i) values[i] = (T)(float)((i * 7 + seed * 5) % 11 - 5);
        cudaMalloc((void**)&at, n * sizeof(T));
        cudaMemcpy(at, values.data(), n * sizeof(T), cudaMemcpyHostToDevice);
    }
    void print(const char* what) {
        std::vector<T> values(n);
        cudaMemcpy(values.data(), at, n * sizeof(T), cudaMemcpyDeviceToHost);
        printf("%s:", what);
        for (int i = 0; i < n; ++i) printf(" %g", (double)(float)values[i]);
        printf("\n");
        cudaFree(at);
    }
};

void products(cublasHandle_t handle) {
    const int m = 5, n = 4, k = 3, lda = 6, ldb = 7, ldc = 8;
    cublasOperation_t all[] = {CUBLAS_OP_N, CUBLAS_OP_T};
    for (cublasOperation_t ta : all) {
        for (cublasOperation_t tb : all) {
            float alpha = 2, beta = -1;
            Matrix<float> a(lda * 6, 1), b(ldb * 7, 2), c(ldc * n, 3);
            int status = cublasSgemm(handle, ta, tb, m, n, k, &alpha, a.at, lda, b.at, ldb, &beta,
                                     c.at, ldc);
            printf("sgemm %d %d %d\n", ta, tb, status);
            c.print("c");
            double p = 1, q = 0;
            Matrix<double> x(lda * 6, 4), y(ldb * 7, 5), z(ldc * n, 6);
            cublasDgemm(handle, ta, tb, m, n, k, &p, x.at, lda, y.at, ldb, &q, z.at, ldc);
            z.print("dgemm");
            Matrix<__half> u(lda * 6, 7), v(ldb * 7, 8), w(ldc * n, 9);
            __half one = __float2half(1.0f), zero = __float2half(0.0f);
            cublasHgemm(handle, ta, tb, m, n, k, &one, u.at, lda, v.at, ldb, &zero, w.at, ldc);
            w.print("hgemm");
            Matrix<__half> f(lda * 6, 1), g(ldb * 7, 2);
            Matrix<float> h(ldc * n, 3);
            cublasGemmEx(handle, ta, tb, m, n, k, &alpha, f.at, CUDA_R_16F, lda, g.at, CUDA_R_16F,
                         ldb, &beta, h.at, CUDA_R_32F, ldc, CUBLAS_COMPUTE_32F,
                         CUBLAS_GEMM_DEFAULT);
            h.print("gemmex");
        }
    }
    float alpha = 1, beta = 0;
    Matrix<float> a(24, 1), b(24, 2), c(12, 3);
    cublasSgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 3, &alpha, a.at, 2, 8, b.at,
                              3, 7, &beta, c.at, 2, 4, 3);
    c.print("strided");
    Matrix<float> d(12, 4);
    float *of_a[] = {a.at + 6, a.at}, *of_b[] = {b.at, b.at + 6}, *of_d[] = {d.at + 4, d.at};
    float** pointers;
    cudaMalloc((void**)&pointers, 6 * sizeof(float*));
    cudaMemcpy(pointers, of_a, sizeof of_a, cudaMemcpyHostToDevice);
    cudaMemcpy(pointers + 2, of_b, sizeof of_b, cudaMemcpyHostToDevice);
    cudaMemcpy(pointers + 4, of_d, sizeof of_d, cudaMemcpyHostToDevice);
    cublasSgemmBatched(handle, CUBLAS_OP_N, CUBLAS_OP_T, 2, 2, 3, &alpha, pointers, 2, pointers + 2,
                       2, &beta, pointers + 4, 2, 2);
    d.print("batched");
    Matrix<float> e(20, 5), x(20, 6), y(20, 7);
    alpha = 3, beta = 2;
    cublasSgeam(handle, CUBLAS_OP_T, CUBLAS_OP_N, 4, 5, &alpha, e.at, 5, &beta, x.at, 4, y.at, 4);
    y.print("geam");
    int negative = cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, -1, 4, 4, &alpha, e.at, 4, x.at, 4,
                               &beta, y.at, 4);
    int narrow = cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, &alpha, e.at, 3, x.at, 4,
                             &beta, y.at, 4);
    printf("%d %d\n", narrow, negative);
}

void vectors(cublasHandle_t handle) {
    for (int inc = 1; inc < 4; ++inc) {
        const int n = 7;
        float alpha = 3, beta = -2;
        Matrix<float> x(n * inc, 1), y(n * inc, 2), z(n * 3, 3);
        cublasSaxpy(handle, n, &alpha, x.at, inc, y.at, inc);
        y.print("axpy");
        float dot, length, sum;
        int most, least;
        cublasSdot(handle, n, x.at, inc, z.at, 3, &dot);
        cublasSnrm2(handle, 4, x.at, inc, &length);
        cublasSasum(handle, n, x.at, inc, &sum);
        cublasIsamax(handle, n, x.at, inc, &most);
        cublasIsamin(handle, n, x.at, inc, &least);
        printf("%g %.6g %g %d %d\n", dot, length, sum, most, least);
        cublasSscal(handle, n, &beta, x.at, inc);
        x.print("scal");
        Matrix<double> u(n * inc, 4), v(n * inc, 5);
        cublasDswap(handle, n, u.at, inc, v.at, inc);
        v.print("swap");
        cublasDcopy(handle, n, u.at, inc, u.at, inc);
        u.print("copy");
        Matrix<float> p(n, 6), q(n, 7);
        cublasSaxpy(handle, n, &alpha, p.at, -1, q.at, 1);
        q.print("back");
        Matrix<float> a(8 * 7, 8), b(7 * inc, 9), c(7 * inc, 10);
        cublasSgemv(handle, CUBLAS_OP_N, 5, 7, &alpha, a.at, 8, b.at, inc, &beta, c.at, inc);
        c.print("gemv");
        Matrix<float> d(7 * inc, 1), e(7 * inc, 2);
        cublasSgemv(handle, CUBLAS_OP_T, 5, 7, &alpha, a.at, 8, d.at, inc, &beta, e.at, inc);
        e.print("gemvt");
        cublasSger(handle, 5, 7, &alpha, d.at, inc, b.at, inc, a.at, 8);
        a.print("ger");
    }
    // Scalars in the device's memory.
    cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
    Matrix<float> alpha(1, 3), x(9, 1), y(9, 2), dot(1, 0);
    cublasSaxpy(handle, 9, alpha.at, x.at, 1, y.at, 1);
    cublasSdot(handle, 9, x.at, 1, y.at, 1, dot.at);
    dot.print("dot");
    y.print("y");
    cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST);
}

int main() {
    cublasHandle_t handle;
    printf("%s\n", cublasGetStatusString(cublasCreate(&handle)));
    products(handle);
    vectors(handle);
    std::vector<float> rows(12), back(12, 0.0f);
    for (int i = 0; i < 12; ++i) rows[i] = (float)i;
    Matrix<float> d(20, 0);
    cublasSetMatrix(3, 4, sizeof(float), rows.data(), 3, d.at, 5);
    cublasGetMatrix(2, 4, sizeof(float), d.at, 5, back.data(), 3);
    for (float v : back) printf("%g ", v);
    cublasSetVector(4, sizeof(float), rows.data(), 3, d.at, 2);
    cublasGetVector(5, sizeof(float), d.at, 1, back.data(), 2);
    for (float v : back) printf("%g ", v);
    printf("\n");
    d.print("d");
    cublasDestroy(handle);
}
