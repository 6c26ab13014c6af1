// hint 4
    if (qx == qy && half > 1) {
        divide<<<1, dim3(2, 2)>>>(picture, qx, qy, half, depth + 1);
        return;
    }
    for (int b = 0; b < half; ++b)
        for (int a = 0; a < half; ++a) picture[(qy + b) * N + qx + a] = depth;
