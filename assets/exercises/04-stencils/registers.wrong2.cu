// hint 2
    int above = 0, middle = in[x];
    for (int y = 0; y < height; ++y) {
        int below = in[(y + 1) * width + x];
        int left = x > 0 ? in[y * width + x - 1] : 0;
        int right = x + 1 < width ? in[y * width + x + 1] : 0;
        out[y * width + x] = middle + above + below + left + right;
        above = middle;
        middle = below;
    }
