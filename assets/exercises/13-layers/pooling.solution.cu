    if (x >= width || y >= height) return;
    const int *from = in + 4 * y * width + 2 * x;
    int upper = max(from[0], from[1]);
    int lower = max(from[2 * width], from[2 * width + 1]);
    out[y * width + x] = max(upper, lower);
