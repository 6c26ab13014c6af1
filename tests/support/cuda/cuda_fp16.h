// CUDA's half numbers as C++, for a compiler that only reads.
#pragma once

struct __half {
    unsigned short bits;
};
