    for (int b = 0; b < 8; ++b) {
        __syncthreads();
        int key = keys[t];
        int place = places(key >> b & 1);
        keys[place] = key;
    }
    __syncthreads();
