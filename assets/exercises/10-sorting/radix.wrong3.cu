// hint 3
    for (int b = 0; b < 8; ++b) {
        __syncthreads();
        int key = keys[t];
        if (key > 1) {
            int place = places(key >> b & 1);
            keys[place] = key;
        }
    }
    __syncthreads();
