// hint 1
    int place = 0;
    for (int b = 0; b < 8; ++b) {
        int key = keys[place];
        place = places(key >> b & 1);
        keys[place] = key;
    }
