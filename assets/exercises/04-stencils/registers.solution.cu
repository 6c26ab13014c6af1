    int above = 0, middle = in[x];
    for (int y = 0; y < height; ++y) {
        int below = y + 1 < height ? in[(y + 1) * width + x] : 0;
        int left = x > 0 ? in[y * width + x - 1] : 0;
        int right = x + 1 < width ? in[y * width + x + 1] : 0;
        out[y * width + x] = middle + above + below + left + right;
        above = middle;
        middle = below;
    }
