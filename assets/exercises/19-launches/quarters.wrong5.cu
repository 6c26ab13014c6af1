// hint 3
    if (qx == qy && half > 1)
        divide<<<1, dim3(2, 2)>>>(picture, qx, qy, half, depth + 1);
    else
        fill<<<1, dim3(size, size)>>>(picture, qx, qy, depth);
