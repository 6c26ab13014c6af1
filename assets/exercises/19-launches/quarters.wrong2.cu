// hint 2
    if (qx == qy)
        divide<<<1, dim3(2, 2)>>>(picture, qx, qy, half, depth + 1);
    else
        fill<<<1, dim3(half, half)>>>(picture, qx, qy, depth);
