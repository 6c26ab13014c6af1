// hint 3
    int blocks = gridDim.x * gridDim.y * blockDim.x * blockDim.y;
    int first = (blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x * blockDim.y + threadIdx.x * blockDim.y + threadIdx.y;
    for (int i = first; i < width * height; i += blocks) {
        out[i] = 255 - in[i];
    }
