// hint 2
    cg::memcpy_async(block, tile, in, sizeof(int) * BLOCK);
    cg::wait(block);
    out[blockIdx.x * BLOCK + t] = tile[BLOCK - 1 - t];
