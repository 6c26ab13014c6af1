// hint 3
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int letter = text[i] - 'A';
    if (letter >= 0 && letter < 26) atomicAdd(&bins[letter], 1);
