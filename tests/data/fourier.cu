// What <cufft.h> computes: one to three dimensions, batches, real and complex, rows that lie apart.
#include <cufft.h>
#include <cstdio>
#include <cstdlib>
#include <vector>

float number(int i) {
    return (float)((i * 7 + i / 5) % 13 - 6);
}

template <typename T>
T* given(int n) {
    std::vector<T> values(n);
    for (int i = 0; i < n; ++i) values[i] = (T)number(i);
    T* at = nullptr;
    cudaMalloc(&at, n * sizeof(T));
    cudaMemcpy(at, values.data(), n * sizeof(T), cudaMemcpyHostToDevice);
    return at;
}

template <typename T>
void print(const char* what, T* at, int n, int status) {
    std::vector<T> values(n);
    cudaMemcpy(values.data(), at, n * sizeof(T), cudaMemcpyDeviceToHost);
    printf("%s %d\n", what, status);
    // Parts of the largest that there can be: rounding is as small beside all of them.
    for (int i = 0; i < n; ++i) printf("near_ %.9f\n", (double)values[i] / (6 * n));
    cudaFree(at);
}

int main() {
    cufftHandle plan;
    int sizes[] = {1, 2, 3, 8, 12, 15, 16, 31, 77, 128};
    for (int n : sizes) {
        int batch = n < 20 ? 2 : 1;
        int made = cufftPlan1d(&plan, n, CUFFT_C2C, batch);
        float* x = given<float>(2 * n * batch);
        made += cufftExecC2C(plan, (cufftComplex*)x, (cufftComplex*)x, CUFFT_FORWARD);
        print("c2c forward", x, 2 * n * batch, made);
        x = given<float>(2 * n * batch);
        made = cufftExecC2C(plan, (cufftComplex*)x, (cufftComplex*)x, CUFFT_INVERSE);
        print("c2c inverse", x, 2 * n * batch, made);
        cufftDestroy(plan);
        made = cufftPlan1d(&plan, n, CUFFT_D2Z, batch);
        double* real = given<double>(n * batch);
        double* half = given<double>(2 * (n / 2 + 1) * batch);
        made += cufftExecD2Z(plan, real, (cufftDoubleComplex*)half);
        cufftDestroy(plan);
        made += cufftPlan1d(&plan, n, CUFFT_Z2D, batch);
        double* back = given<double>(n * batch);
        made += cufftExecZ2D(plan, (cufftDoubleComplex*)half, back);
        print("there", half, 2 * (n / 2 + 1) * batch, made);
        print("and back", back, n * batch, made);
        cudaFree(real);
        cufftDestroy(plan);
    }
    {
        int made = cufftPlan2d(&plan, 4, 6, CUFFT_R2C);
        float* real = given<float>(24);
        float* half = given<float>(2 * 4 * 4);
        made += cufftExecR2C(plan, real, (cufftComplex*)half);
        print("r2c 4 x 6", half, 32, made);
        cudaFree(real);
        float* same = given<float>(2 * 4 * 4);
        made = cufftExecR2C(plan, same, (cufftComplex*)same);
        print("in place", same, 32, made);
        cufftDestroy(plan);
    }
    {
        int made = cufftPlan3d(&plan, 2, 3, 5, CUFFT_Z2Z);
        double* x = given<double>(60);
        made += cufftExecZ2Z(plan, (cufftDoubleComplex*)x, (cufftDoubleComplex*)x, CUFFT_FORWARD);
        print("z2z 2 x 3 x 5", x, 60, made);
        cufftDestroy(plan);
    }
    {
        // Columns of a matrix of 8 rows and 3 columns.
        int n[] = {8}, embed[] = {8};
        int made = cufftPlanMany(&plan, 1, n, embed, 3, 1, embed, 3, 1, CUFFT_C2C, 3);
        float* x = given<float>(48);
        float* y = given<float>(48);
        made += cufftExecC2C(plan, (cufftComplex*)x, (cufftComplex*)y, CUFFT_FORWARD);
        print("columns", y, 48, made);
        cudaFree(x);
        cufftDestroy(plan);
    }
    printf("%d\n", cufftPlan1d(&plan, 8, CUFFT_C2C, 1));
    float* x = given<float>(16);
    cufftDestroy(plan);
    printf("%d\n", cufftExecC2C(plan, (cufftComplex*)x, (cufftComplex*)x, -1) != CUFFT_SUCCESS);
}
