// hint 1
    if (qx == qy && half > 1)
        divide<<<1, dim3(2, 2)>>>(picture, qx, qy, half, depth);
    else
        fill<<<1, dim3(half, half)>>>(picture, qx, qy, depth);
