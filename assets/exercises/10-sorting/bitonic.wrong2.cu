// hint 2
    for (int size = 2; size <= N; size *= 2) {
        for (int distance = size / 2; distance > 0; distance /= 2) {
            __syncthreads();
            int other = t ^ distance;
            if (other > t) {
                int mine = keys[t], theirs = keys[other];
                if (mine > theirs) {
                    keys[t] = theirs;
                    keys[other] = mine;
                }
            }
        }
    }
    __syncthreads();
