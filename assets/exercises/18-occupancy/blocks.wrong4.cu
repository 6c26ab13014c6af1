// hint 3
    if (c > 0) return;
    for (int k = 0; k < n; ++k) {
        int whole = (threads[k] + 31) / 32 * 32;
        int blocks = min(32, 2048 / whole);
        blocks = min(blocks, 65536 / (whole * registers[k]));
        if (bytes[k] > 0) blocks = min(blocks, 102400 / bytes[k]);
        fits[k] = blocks;
    }
