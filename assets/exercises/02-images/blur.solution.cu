    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    int sum = 0, count = 0;
    for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) {
            int row = y + dy, column = x + dx;
            if (row < 0 || row >= height || column < 0 || column >= width) continue;
            sum += in[row * width + column];
            ++count;
        }
    }
    out[y * width + x] = sum / count;
