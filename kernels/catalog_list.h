// The catalogue, in the order people see it: the ONE place to add a kernel.
// No include guard, on purpose: each including file first says what CATALOGUE_ENTRY shall mean.
// The order is ours, from the simplest on:
// clang-format off
#include "kernels/sequential.h"
#include "kernels/kogge_stone.h"
#include "kernels/brent_kung.h"
