// The library's kogge_stone and brent_kung (kernels/scan), as OpenCL: for Oclgrind, which
// bench/performance.py runs on the same numbers as the program.
#define SECTION 1024

kernel void kogge_stone(global const float *A, global float *P, int n) {
    local float X[SECTION];
    int k = get_local_id(0), i = get_global_id(0);
    X[k] = i < n ? A[i] : 0;
    for (int stride = 1; stride < SECTION; stride *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        float sum = 0;
        if (k >= stride) {
            sum = X[k - stride] + X[k];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (k >= stride) {
            X[k] = sum;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < n) {
        P[i] = X[k];
    }
}

kernel void brent_kung(global const float *A, global float *P, int n) {
    local float X[SECTION];
    int t = get_local_id(0), i = get_global_id(0);
    X[t] = i < n ? A[i] : 0;
    int stride = 1;
    for (; 2 * stride <= SECTION; stride *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        int j = 2 * (t + 1) * stride - 1;
        if (j < SECTION) {
            X[j] = X[j - stride] + X[j];
        }
    }
    for (stride /= 2; stride > 0; stride /= 2) {
        if (3 * stride > SECTION) {
            continue;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        int j = 2 * (t + 1) * stride - 1;
        if (j < SECTION - stride) {
            X[j + stride] = X[j] + X[j + stride];
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < n) {
        P[i] = X[t];
    }
}
