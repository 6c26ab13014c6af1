// hint 2
    for (int tile = 0; tile < TILES; ++tile) {
        int x = tile * TILE + threadIdx.x, y = tile * TILE + threadIdx.y;
        a[threadIdx.y][threadIdx.x] = A[row * n + x];
        b[threadIdx.y][threadIdx.x] = B[y * n + column];
        __syncthreads();
        for (int k = 0; k < TILE; ++k) sum += a[threadIdx.y][k] * b[k][threadIdx.x];
        __syncthreads();
    }
