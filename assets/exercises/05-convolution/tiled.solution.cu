    for (int k = threadIdx.y * 16 + threadIdx.x; k < 18 * 18; k += 256) {
        int row = blockIdx.y * 16 + k / 18 - 1, column = blockIdx.x * 16 + k % 18 - 1;
        bool inside = row >= 0 && row < height && column >= 0 && column < width;
        tile[k / 18][k % 18] = inside ? in[row * width + column] : 0;
    }
    __syncthreads();
    if (x >= width || y >= height) return;
    int sum = 0;
    for (int b = 0; b < 3; ++b) {
        for (int a = 0; a < 3; ++a) sum += F[b][a] * tile[threadIdx.y + b][threadIdx.x + a];
    }
    out[y * width + x] = sum;
