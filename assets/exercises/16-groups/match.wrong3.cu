// hint 3
    int at = i / 32 * 32;
    while (keys[at] != key) ++at;
    first[i] = at;
