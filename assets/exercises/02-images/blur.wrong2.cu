// hint 2
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    int sum = 0;
    for (int row = max(0, y - 1); row <= min(height - 1, y + 1); ++row) {
        for (int column = max(0, x - 1); column <= min(width - 1, x + 1); ++column) {
            sum += in[row * width + column];
        }
    }
    out[y * width + x] = sum / 9;
