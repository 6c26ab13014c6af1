    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (column < width && row < height) {
        out[row * width + column] = 255 - in[row * width + column];
    }
