// hint 2
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    int sum = 0;
    if (x > 0 && y > 0 && x + 1 < width && y + 1 < height) {
        for (int b = 0; b < 3; ++b) {
            for (int a = 0; a < 3; ++a) sum += F[b][a] * in[(y + b - 1) * width + x + a - 1];
        }
    }
    out[y * width + x] = sum;
