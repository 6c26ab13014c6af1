// hint 3
    for (int tile = 0; tile < n / TILE; ++tile) {
        int x = tile * TILE + threadIdx.x, y = tile * TILE + threadIdx.y;
        a[threadIdx.y][threadIdx.x] = row < n && x < n ? A[row * n + x] : 0;
        b[threadIdx.y][threadIdx.x] = y < n && column < n ? B[y * n + column] : 0;
        __syncthreads();
        for (int k = 0; k < TILE; ++k) sum += a[threadIdx.y][k] * b[k][threadIdx.x];
        __syncthreads();
    }
