// hint 1
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    int pixel = y * width + x;
    out[pixel] = (2 * rgb[pixel] + 5 * rgb[pixel + 1] + rgb[pixel + 2]) / 8;
