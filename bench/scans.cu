// bench/scans.cl, word for word as CUDA: what the machine runs beside Oclgrind.
#define SECTION 1024

__global__ void kogge_stone(const float* A, float* P, int n) {
    __shared__ float X[SECTION];
    int k = threadIdx.x, i = blockIdx.x * blockDim.x + threadIdx.x;
    X[k] = i < n ? A[i] : 0;
    for (int stride = 1; stride < SECTION; stride *= 2) {
        __syncthreads();
        float sum = 0;
        if (k >= stride) {
            sum = X[k - stride] + X[k];
        }
        __syncthreads();
        if (k >= stride) {
            X[k] = sum;
        }
    }
    __syncthreads();
    if (i < n) {
        P[i] = X[k];
    }
}

__global__ void brent_kung(const float* A, float* P, int n) {
    __shared__ float X[SECTION];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + threadIdx.x;
    X[t] = i < n ? A[i] : 0;
    int stride = 1;
    for (; 2 * stride <= SECTION; stride *= 2) {
        __syncthreads();
        int j = 2 * (t + 1) * stride - 1;
        if (j < SECTION) {
            X[j] = X[j - stride] + X[j];
        }
    }
    for (stride /= 2; stride > 0; stride /= 2) {
        if (3 * stride > SECTION) {
            continue;
        }
        __syncthreads();
        int j = 2 * (t + 1) * stride - 1;
        if (j < SECTION - stride) {
            X[j + stride] = X[j] + X[j + stride];
        }
    }
    __syncthreads();
    if (i < n) {
        P[i] = X[t];
    }
}
