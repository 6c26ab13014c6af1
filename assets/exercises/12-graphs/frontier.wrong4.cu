// hint 4
    if (t > 0) return;
    for (int k = 0; k < COUNT; ++k) {
        int v = frontier[k];
        for (int w = WIDE + v - 1; w <= WIDE + v + 1 && w < n; ++w) {
            if (level[w] == -1) {
                level[w] = 1;
                found[found_count[0]++] = w;
            }
        }
    }
