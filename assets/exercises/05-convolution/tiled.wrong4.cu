// hint 4
    if (x >= width || y >= height) return;
    int sum = 0;
    for (int b = 0; b < 3; ++b) {
        for (int a = 0; a < 3; ++a) {
            int row = y + b - 1, column = x + a - 1;
            bool inside = row >= 0 && row < height && column >= 0 && column < width;
            if (inside) sum += F[b][a] * in[row * width + column];
        }
    }
    out[y * width + x] = sum;
