// hint 1
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    int sum = 0;
    for (int b = 0; b < 3; ++b) {
        for (int a = 0; a < 3; ++a) {
            int row = y + b - 1, column = x + a - 1;
            if (column >= 0 && column < width) sum += F[b][a] * in[row * width + column];
        }
    }
    out[y * width + x] = sum;
