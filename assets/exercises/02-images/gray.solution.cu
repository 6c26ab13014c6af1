    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    int pixel = y * width + x;
    int red = rgb[3 * pixel], green = rgb[3 * pixel + 1], blue = rgb[3 * pixel + 2];
    out[pixel] = (2 * red + 5 * green + blue) / 8;
