// hint 4
    int place = 0;
    for (int k = 0; k < threadIdx.x; ++k) place += in[k] % 3 == 0;
    if (value % 3 == 0) out[place] = value;
