// hint 1
    __shared__ float tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8) {
        if (x < n && y + k < n) tile[threadIdx.y + k][threadIdx.x] = in[(y + k) * n + x];
    }
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8) {
        if (x < n && y + k < n) out[(y + k) * n + x] = tile[threadIdx.x][threadIdx.y + k];
    }
