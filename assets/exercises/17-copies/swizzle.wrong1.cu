// hint 1
    for (int y = threadIdx.y; y < 32; y += 8) {
        tile[y][x ^ y] = in[(blockIdx.y * 32 + y) * N + blockIdx.x * 32 + x];
    }
    __syncthreads();
    for (int y = threadIdx.y; y < 32; y += 8) {
        out[(blockIdx.x * 32 + y) * N + blockIdx.y * 32 + x] = tile[x][y];
    }
