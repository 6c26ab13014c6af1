// hint 2
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int pixel = y * width + x;
    out[pixel] = (2 * rgb[3 * pixel] + 5 * rgb[3 * pixel + 1] + rgb[3 * pixel + 2]) / 8;
