// hint 1
    int wide = width - 2, columns = wide * (height - 2);
    if (column >= columns) return;
    int y = column / width, x = column % width;
    for (int r = 0; r < 9; ++r) {
        X[r * columns + column] = in[(y + r / 3) * width + x + r % 3];
    }
