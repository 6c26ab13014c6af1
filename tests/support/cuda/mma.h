// CUDA's products of a warp as C++, for a compiler that only reads.
#pragma once

namespace nvcuda::wmma {

struct matrix_a;
struct matrix_b;
struct accumulator;
struct row_major;
struct col_major;
enum layout_t { mem_row_major, mem_col_major };

template <class Use, int M, int N, int K, class T, class Layout = void>
struct fragment {
    T x[1];
};
template <class Fragment, class T>
void fill_fragment(Fragment&, T);
template <class Fragment, class T>
void load_matrix_sync(Fragment&, const T*, unsigned);
template <class D, class A, class B, class C>
void mma_sync(D&, const A&, const B&, const C&);
template <class T, class Fragment>
void store_matrix_sync(T*, const Fragment&, unsigned, layout_t);

}  // namespace nvcuda::wmma
