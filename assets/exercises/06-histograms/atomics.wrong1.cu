// hint 1
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int letter = text[i] - 'a';
    if (letter >= 0 && letter < 26) bins[letter] += 1;
