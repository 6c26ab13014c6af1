// hint 3
    int first = (blockIdx.y * gridDim.x + blockIdx.x) * 128 + threadIdx.y * 32 + threadIdx.x;
    for (int i = first; i < width * height; i += 128 * gridDim.x * gridDim.y) {
        int x = i / height, y = i % height;
        int sum = 0;
        for (int b = 0; b < 3; ++b) {
            for (int a = 0; a < 3; ++a) {
                int row = y + b - 1, column = x + a - 1;
                if (row >= 0 && row < height && column >= 0 && column < width) {
                    sum += F[b][a] * in[row * width + column];
                }
            }
        }
        out[y * width + x] = sum;
    }
