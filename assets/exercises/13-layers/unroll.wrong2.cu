// hint 2
    int wide = width - 2, columns = wide * (height - 2);
    int y = column / wide, x = column % wide;
    for (int r = 0; r < 9; ++r) {
        X[r * columns + column] = in[(y + r / 3) * width + x + r % 3];
    }
