// hint 3
    for (int y = 0; y < height; ++y) {
        int sum = in[y * width + x];
        if (y > 0) sum += in[(y - 1) * width + x];
        if (y + 1 < height) sum += in[(y + 1) * width + x];
        if (x > 0) sum += in[y * width + x - 1];
        if (x + 1 < width) sum += in[y * width + x + 1];
        out[y * width + x] = sum;
    }
