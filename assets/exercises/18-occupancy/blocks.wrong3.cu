// hint 1
    if (c >= n) return;
    int whole = (threads[c] + 31) / 32 * 32;
    int blocks = min(32, 2048 / whole);
    if (bytes[c] > 0) blocks = min(blocks, 102400 / bytes[c]);
    fits[c] = blocks;
