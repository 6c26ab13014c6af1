// CUDA's groups of threads as C++, for a compiler that only reads.
#pragma once

namespace cooperative_groups {

struct thread_block {
    void sync() const;
    unsigned thread_rank() const;
};
thread_block this_thread_block();

template <unsigned N>
struct thread_block_tile {
    unsigned thread_rank() const;
    unsigned meta_group_rank() const;
    template <class T>
    T shfl_up(T, unsigned) const;
};
template <unsigned N>
thread_block_tile<N> tiled_partition(const thread_block&);

template <class Group, class T, class F>
T inclusive_scan(const Group&, T, F);

}  // namespace cooperative_groups
