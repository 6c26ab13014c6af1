// hint 1
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (column < width && row < height) {
        out[row * height + column] = 255 - in[row * height + column];
    }
