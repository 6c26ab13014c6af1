// The catalogue, in the order people see it: the ONE place to add a kernel.
// No include guard, on purpose: each including file first says what CATALOGUE_ENTRY shall mean.
// The order is ours, from the simplest on; kernels that are broken on purpose are listed behind all
// right ones, wherever they stand here.
// clang-format off

#ifndef __CUDACC__  // The emulator's alone: some of them would hang a GPU.
#include "kernels/broken/kogge_stone_one_barrier.h"
#include "kernels/broken/brent_kung_offset_macro.h"
#include "kernels/broken/brent_kung_pad_unused.h"
#include "kernels/broken/brent_kung_pad_one_side.h"
#include "kernels/broken/brent_kung_16_banks.h"
#include "kernels/broken/kogge_stone_strides_123.h"
#include "kernels/broken/block_scan_as_grid_scan.h"
#include "kernels/broken/kogge_stone_barrier_in_branch.h"
#include "kernels/broken/brent_kung_short_index.h"
#include "kernels/broken/kogge_stone_off_by_one.h"
#include "kernels/broken/chained_by_block_index.h"
#endif

#include "kernels/sequential.h"
#include "kernels/naive.h"
#include "kernels/kogge_stone_global.h"
#include "kernels/kogge_stone.h"
#include "kernels/kogge_stone_double.h"
#include "kernels/sklansky.h"
#include "kernels/brent_kung.h"
#include "kernels/blelloch.h"
#include "kernels/raking.h"
#include "kernels/warp_shuffle.h"
#include "kernels/three_kernel.h"
#include "kernels/spin_barrier.h"
#include "kernels/chained.h"
#include "kernels/decoupled_lookback.h"
