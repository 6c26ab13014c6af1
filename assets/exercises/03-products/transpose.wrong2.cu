// hint 2
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8) {
        if (x < n && y + k < n) out[x * n + y + k] = in[(y + k) * n + x];
    }
