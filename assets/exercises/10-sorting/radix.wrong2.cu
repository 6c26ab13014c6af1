// hint 2
    for (int b = 7; b >= 0; --b) {
        __syncthreads();
        int key = keys[t];
        int place = places(key >> b & 1);
        keys[place] = key;
    }
    __syncthreads();
