// hint 2
        for (int r = 0; r < 4; ++r) {
            int y = threadIdx.y + 8 * r;
            a[y][x] = A[(blockIdx.y * 32 + y) * N + tile * 32 + x];
            b[y][x] = B[(tile * 32 + y) * N + blockIdx.x * 32 + x];
        }
        __syncthreads();
        for (int k = 0; k < 32; ++k) {
            int other = b[k][x];
            for (int r = 0; r < 4; ++r) sums[r] += a[threadIdx.y + 8 * r][k] * other;
        }
        __syncthreads();
