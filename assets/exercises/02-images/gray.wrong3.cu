// hint 3
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (blockIdx.x > 0 || threadIdx.x > 0 || y >= height) return;
    for (int x = 0; x < width; ++x) {
        int pixel = y * width + x;
        out[pixel] = (2 * rgb[3 * pixel] + 5 * rgb[3 * pixel + 1] + rgb[3 * pixel + 2]) / 8;
    }
