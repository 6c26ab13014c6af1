// hint 1
    if (t >= COUNT) return;
    int v = frontier[t];
    for (int w = WIDE + v - 1; w <= WIDE + v + 1 && w < n; ++w) {
        if (level[w] == -1) {
            level[w] = 1;
            found[found_count[0]] = w;
            found_count[0] += 1;
        }
    }
