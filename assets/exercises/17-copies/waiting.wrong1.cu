// hint 1
    cg::memcpy_async(block, tile, in + blockIdx.x * BLOCK, sizeof(int) * BLOCK);
    out[blockIdx.x * BLOCK + t] = tile[BLOCK - 1 - t];
