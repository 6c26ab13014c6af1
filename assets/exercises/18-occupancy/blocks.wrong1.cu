// hint 1
    if (c >= n) return;
    int whole = threads[c];
    int blocks = min(32, 2048 / whole);
    blocks = min(blocks, 65536 / (whole * registers[c]));
    if (bytes[c] > 0) blocks = min(blocks, 102400 / bytes[c]);
    fits[c] = blocks;
