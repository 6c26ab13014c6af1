// <mma.h>: products of tiles of 16 by 16 that a warp computes together. Lane and place of an
// element are those of mma.sync's m16n8k16, twice.
#include "app/language/library/parts.h"

namespace stridescope::language {
namespace {

constexpr std::string_view wmma = R"(
#ifndef __SS_WMMA
#define __SS_WMMA
)"
                                  "#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n"
                                  R"(
namespace nvcuda {
namespace wmma {

struct matrix_a {};
struct matrix_b {};
struct accumulator {};
namespace precision { struct tf32 {}; }
struct row_major {};
struct col_major {};
enum layout_t { mem_row_major, mem_col_major };

template <typename Use, int M, int N, int K, typename T, typename Layout = void> struct fragment {
    static const int num_elements = 8;
    T x[8];
};

// Tall and wide tiles: twice sixteen rows by eight columns, and eight rows by twice sixteen.
template <typename T, typename Layout> struct fragment<matrix_a, 32, 8, 16, T, Layout> {
    static const int num_elements = 16;
    T x[16];
};
template <typename T, typename Layout> struct fragment<matrix_b, 32, 8, 16, T, Layout> {
    static const int num_elements = 4;
    T x[4];
};
template <typename T, typename Layout> struct fragment<matrix_a, 8, 32, 16, T, Layout> {
    static const int num_elements = 4;
    T x[4];
};
template <typename T, typename Layout> struct fragment<matrix_b, 8, 32, 16, T, Layout> {
    static const int num_elements = 16;
    T x[16];
};
template <typename Layout> struct fragment<matrix_a, 16, 16, 8, precision::tf32, Layout> {
    static const int num_elements = 4;
    float x[4];
};
template <typename Layout> struct fragment<matrix_b, 16, 16, 8, precision::tf32, Layout> {
    static const int num_elements = 4;
    float x[4];
};
template <typename Layout> struct fragment<matrix_a, 8, 8, 4, double, Layout> {
    static const int num_elements = 1;
    double x[1];
};
template <typename Layout> struct fragment<matrix_b, 8, 8, 4, double, Layout> {
    static const int num_elements = 1;
    double x[1];
};
template <> struct fragment<accumulator, 8, 8, 4, double, void> {
    static const int num_elements = 2;
    double x[2];
};

__device__ int __lane() {
    return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) % 32;
}
// Two elements side by side, in one access.
__device__ void __get(const __half *p, __half &x, __half &y) {
    __half2 v = *(const __half2 *)p;
    x = v.x;
    y = v.y;
}
__device__ void __get(const __nv_bfloat16 *p, __nv_bfloat16 &x, __nv_bfloat16 &y) {
    __nv_bfloat162 v = *(const __nv_bfloat162 *)p;
    x = v.x;
    y = v.y;
}
__device__ void __get(const float *p, float &x, float &y) {
    float2 v = *(const float2 *)p;
    x = v.x;
    y = v.y;
}
__device__ void __get(const signed char *p, signed char &x, signed char &y) {
    char2 v = *(const char2 *)p;
    x = v.x;
    y = v.y;
}
__device__ void __get(const unsigned char *p, unsigned char &x, unsigned char &y) {
    uchar2 v = *(const uchar2 *)p;
    x = v.x;
    y = v.y;
}
__device__ void __get(const int *p, int &x, int &y) {
    int2 v = *(const int2 *)p;
    x = v.x;
    y = v.y;
}
__device__ void __put(int *p, int x, int y) { *(int2 *)p = make_int2(x, y); }
__device__ void __put(__half *p, __half x, __half y) { *(__half2 *)p = __half2{x, y}; }
__device__ void __put(float *p, float x, float y) { *(float2 *)p = make_float2(x, y); }

// Those of a lane: rows r and r + 8, in each two elements side by side from c and from c + 8 on.
template <typename T> __device__ void __load_along(T (&x)[8], const T *p, unsigned ld) {
    int r = __lane() / 4, c = __lane() % 4 * 2;
    __get(p + r * ld + c, x[0], x[1]);
    __get(p + (r + 8) * ld + c, x[2], x[3]);
    __get(p + r * ld + c + 8, x[4], x[5]);
    __get(p + (r + 8) * ld + c + 8, x[6], x[7]);
}
template <typename T> __device__ void __load_across(T (&x)[8], const T *p, unsigned ld) {
    int r = __lane() / 4, c = __lane() % 4 * 2;
    x[0] = p[c * ld + r];
    x[1] = p[(c + 1) * ld + r];
    x[2] = p[c * ld + r + 8];
    x[3] = p[(c + 1) * ld + r + 8];
    x[4] = p[(c + 8) * ld + r];
    x[5] = p[(c + 9) * ld + r];
    x[6] = p[(c + 8) * ld + r + 8];
    x[7] = p[(c + 9) * ld + r + 8];
}
// Of b first what lies eight places further in, then what lies eight columns on.
template <typename T> __device__ void __turn_b(T (&x)[8]) {
    for (int i = 2; i < 4; ++i) {
        T other = x[i];
        x[i] = x[i + 2];
        x[i + 2] = other;
    }
}
template <typename T> __device__ void load_matrix_sync(fragment<matrix_a, 16, 16, 16, T, row_major> &f, const T *p, unsigned ld) {
    __load_along(f.x, p, ld);
}
template <typename T> __device__ void load_matrix_sync(fragment<matrix_a, 16, 16, 16, T, col_major> &f, const T *p, unsigned ld) {
    __load_across(f.x, p, ld);
}
template <typename T> __device__ void load_matrix_sync(fragment<matrix_b, 16, 16, 16, T, row_major> &f, const T *p, unsigned ld) {
    __load_across(f.x, p, ld);
    __turn_b(f.x);
}
template <typename T> __device__ void load_matrix_sync(fragment<matrix_b, 16, 16, 16, T, col_major> &f, const T *p, unsigned ld) {
    __load_along(f.x, p, ld);
    __turn_b(f.x);
}
// Of tf32 a lane has rows r and r + 8, in each the elements c and c + 4.
__device__ void __load_tf32(float (&x)[4], const float *p, unsigned row, unsigned column) {
    int r = __lane() / 4, c = __lane() % 4;
    x[0] = p[r * row + c * column];
    x[1] = p[(r + 8) * row + c * column];
    x[2] = p[r * row + (c + 4) * column];
    x[3] = p[(r + 8) * row + (c + 4) * column];
}
__device__ void load_matrix_sync(fragment<matrix_a, 16, 16, 8, precision::tf32, row_major> &f, const float *p, unsigned ld) {
    __load_tf32(f.x, p, ld, 1);
}
__device__ void load_matrix_sync(fragment<matrix_a, 16, 16, 8, precision::tf32, col_major> &f, const float *p, unsigned ld) {
    __load_tf32(f.x, p, 1, ld);
}
__device__ void load_matrix_sync(fragment<matrix_b, 16, 16, 8, precision::tf32, row_major> &f, const float *p, unsigned ld) {
    __load_tf32(f.x, p, 1, ld);
}
__device__ void load_matrix_sync(fragment<matrix_b, 16, 16, 8, precision::tf32, col_major> &f, const float *p, unsigned ld) {
    __load_tf32(f.x, p, ld, 1);
}
__device__ float __float_to_tf32(float v) {
    return __uint_as_float((__float_as_uint(v) + 0x1000u) & 0xffffe000u);
}
__device__ float __cut_to_tf32(float v) { return __uint_as_float(__float_as_uint(v) & 0xffffe000u); }
template <int K, typename T> __device__ void load_matrix_sync(fragment<accumulator, 16, 16, K, T> &f, const T *p, unsigned ld, layout_t layout) {
    if (layout == mem_row_major) __load_along(f.x, p, ld);
    else __load_across(f.x, p, ld);
}
template <int K, typename T> __device__ void store_matrix_sync(T *p, const fragment<accumulator, 16, 16, K, T> &f, unsigned ld, layout_t layout) {
    int r = __lane() / 4, c = __lane() % 4 * 2;
    if (layout == mem_row_major) {
        __put(p + r * ld + c, f.x[0], f.x[1]);
        __put(p + (r + 8) * ld + c, f.x[2], f.x[3]);
        __put(p + r * ld + c + 8, f.x[4], f.x[5]);
        __put(p + (r + 8) * ld + c + 8, f.x[6], f.x[7]);
    } else {
        p[c * ld + r] = f.x[0];
        p[(c + 1) * ld + r] = f.x[1];
        p[c * ld + r + 8] = f.x[2];
        p[(c + 1) * ld + r + 8] = f.x[3];
        p[(c + 8) * ld + r] = f.x[4];
        p[(c + 9) * ld + r] = f.x[5];
        p[(c + 8) * ld + r + 8] = f.x[6];
        p[(c + 9) * ld + r + 8] = f.x[7];
    }
}
template <typename Use, int M, int N, int K, typename T, typename Layout, typename V>
__device__ void fill_fragment(fragment<Use, M, N, K, T, Layout> &f, V value) {
    for (int i = 0; i < f.num_elements; ++i) f.x[i] = (T)value;
}
template <typename Use, typename Layout>
__device__ void fill_fragment(fragment<Use, 16, 16, 8, precision::tf32, Layout> &f, float value) {
    for (int i = 0; i < 4; ++i) f.x[i] = value;
}
template <int I> __device__ float __sum(float c) { return __ss_mma(I, c); }
template <int I> __device__ float __sum(__half c) { return __ss_mma(I, (float)c); }
// Products of whole numbers of 8 bits are summed exactly in single precision.
template <int I> __device__ int __sum(int c) { return c + (int)__ss_mma(I, 0.0f); }
template <typename T, typename A, typename B>
__device__ void __put_tiles(const fragment<matrix_a, 16, 16, 16, T, A> &a, const fragment<matrix_b, 16, 16, 16, T, B> &b) {
    __syncwarp();
    __ss_mma_put(0, (float)a.x[0]); __ss_mma_put(1, (float)a.x[1]); __ss_mma_put(2, (float)a.x[2]); __ss_mma_put(3, (float)a.x[3]);
    __ss_mma_put(4, (float)a.x[4]); __ss_mma_put(5, (float)a.x[5]); __ss_mma_put(6, (float)a.x[6]); __ss_mma_put(7, (float)a.x[7]);
    __ss_mma_put(8, (float)b.x[0]); __ss_mma_put(9, (float)b.x[1]); __ss_mma_put(10, (float)b.x[4]); __ss_mma_put(11, (float)b.x[5]);
    __ss_mma_put(12, (float)b.x[2]); __ss_mma_put(13, (float)b.x[3]); __ss_mma_put(14, (float)b.x[6]); __ss_mma_put(15, (float)b.x[7]);
}
template <typename T, typename A, typename B, typename C, typename D>
__device__ void mma_sync(fragment<accumulator, 16, 16, 16, D> &d, const fragment<matrix_a, 16, 16, 16, T, A> &a,
                         const fragment<matrix_b, 16, 16, 16, T, B> &b, const fragment<accumulator, 16, 16, 16, C> &c) {
    __put_tiles(a, b);
    __ss_tile_note(67);  // see tile_note.h
    d.x[0] = __sum<0>(c.x[0]); d.x[1] = __sum<1>(c.x[1]); d.x[2] = __sum<2>(c.x[2]); d.x[3] = __sum<3>(c.x[3]);
    d.x[4] = __sum<4>(c.x[4]); d.x[5] = __sum<5>(c.x[5]); d.x[6] = __sum<6>(c.x[6]); d.x[7] = __sum<7>(c.x[7]);
    __ss_tile_note(0);
}
// The eight inner places are the first two of each lane's four.
template <typename A, typename B>
__device__ void mma_sync(fragment<accumulator, 16, 16, 8, float> &d, const fragment<matrix_a, 16, 16, 8, precision::tf32, A> &a,
                         const fragment<matrix_b, 16, 16, 8, precision::tf32, B> &b, const fragment<accumulator, 16, 16, 8, float> &c) {
    __syncwarp();
    __ss_mma_put(0, __cut_to_tf32(a.x[0])); __ss_mma_put(1, __cut_to_tf32(a.x[2]));
    __ss_mma_put(2, __cut_to_tf32(a.x[1])); __ss_mma_put(3, __cut_to_tf32(a.x[3]));
    __ss_mma_put(4, 0.0f); __ss_mma_put(5, 0.0f); __ss_mma_put(6, 0.0f); __ss_mma_put(7, 0.0f);
    __ss_mma_put(8, __cut_to_tf32(b.x[0])); __ss_mma_put(9, __cut_to_tf32(b.x[2]));
    __ss_mma_put(10, __cut_to_tf32(b.x[1])); __ss_mma_put(11, __cut_to_tf32(b.x[3]));
    __ss_mma_put(12, 0.0f); __ss_mma_put(13, 0.0f); __ss_mma_put(14, 0.0f); __ss_mma_put(15, 0.0f);
    d.x[0] = __sum<0>(c.x[0]); d.x[1] = __sum<1>(c.x[1]); d.x[2] = __sum<2>(c.x[2]); d.x[3] = __sum<3>(c.x[3]);
    d.x[4] = __sum<4>(c.x[4]); d.x[5] = __sum<5>(c.x[5]); d.x[6] = __sum<6>(c.x[6]); d.x[7] = __sum<7>(c.x[7]);
}

// Sixteen rows or columns, those behind them, and those of eight alone.
template <typename T> __device__ void __load_two(T (&x)[16], const T *p, unsigned ld, size_t apart, bool along) {
    T half[8];
    for (int i = 0; i < 2; ++i) {
        if (along) __load_along(half, p + i * apart, ld);
        else __load_across(half, p + i * apart, ld);
        for (int j = 0; j < 8; ++j) x[i * 8 + j] = half[j];
    }
}
template <typename T> __device__ void __load_eight(T (&x)[4], const T *p, unsigned ld, bool along) {
    int r = __lane() / 4, c = __lane() % 4 * 2;
    if (along) {
        __get(p + r * ld + c, x[0], x[1]);
        __get(p + r * ld + c + 8, x[2], x[3]);
    } else {
        x[0] = p[c * ld + r];
        x[1] = p[(c + 1) * ld + r];
        x[2] = p[(c + 8) * ld + r];
        x[3] = p[(c + 9) * ld + r];
    }
}
template <typename T> __device__ void load_matrix_sync(fragment<matrix_a, 32, 8, 16, T, row_major> &f, const T *p, unsigned ld) {
    __load_two(f.x, p, ld, (size_t)16 * ld, true);
}
template <typename T> __device__ void load_matrix_sync(fragment<matrix_a, 32, 8, 16, T, col_major> &f, const T *p, unsigned ld) {
    __load_two(f.x, p, ld, (size_t)16, false);
}
template <typename T> __device__ void load_matrix_sync(fragment<matrix_b, 8, 32, 16, T, row_major> &f, const T *p, unsigned ld) {
    __load_two(f.x, p, ld, (size_t)16, false);
}
template <typename T> __device__ void load_matrix_sync(fragment<matrix_b, 8, 32, 16, T, col_major> &f, const T *p, unsigned ld) {
    __load_two(f.x, p, ld, (size_t)16 * ld, true);
}
template <typename T> __device__ void load_matrix_sync(fragment<matrix_b, 32, 8, 16, T, row_major> &f, const T *p, unsigned ld) {
    __load_eight(f.x, p, ld, false);
}
template <typename T> __device__ void load_matrix_sync(fragment<matrix_b, 32, 8, 16, T, col_major> &f, const T *p, unsigned ld) {
    __load_eight(f.x, p, ld, true);
}
template <typename T> __device__ void load_matrix_sync(fragment<matrix_a, 8, 32, 16, T, row_major> &f, const T *p, unsigned ld) {
    __load_eight(f.x, p, ld, true);
}
template <typename T> __device__ void load_matrix_sync(fragment<matrix_a, 8, 32, 16, T, col_major> &f, const T *p, unsigned ld) {
    __load_eight(f.x, p, ld, false);
}
// Two elements side by side of each eighth row, or in each eighth column of one row.
template <typename T> __device__ void __load_sum(T (&x)[8], const T *p, unsigned ld, layout_t layout, bool tall) {
    for (int i = 0; i < 4; ++i) {
        int r = __lane() / 4 + (tall ? 8 * i : 0), c = __lane() % 4 * 2 + (tall ? 0 : 8 * i);
        if (layout == mem_row_major) {
            __get(p + r * ld + c, x[2 * i], x[2 * i + 1]);
        } else {
            x[2 * i] = p[c * ld + r];
            x[2 * i + 1] = p[(c + 1) * ld + r];
        }
    }
}
template <typename T> __device__ void __store_sum(T *p, const T (&x)[8], unsigned ld, layout_t layout, bool tall) {
    for (int i = 0; i < 4; ++i) {
        int r = __lane() / 4 + (tall ? 8 * i : 0), c = __lane() % 4 * 2 + (tall ? 0 : 8 * i);
        if (layout == mem_row_major) {
            __put(p + r * ld + c, x[2 * i], x[2 * i + 1]);
        } else {
            p[c * ld + r] = x[2 * i];
            p[(c + 1) * ld + r] = x[2 * i + 1];
        }
    }
}
template <typename T> __device__ void load_matrix_sync(fragment<accumulator, 32, 8, 16, T> &f, const T *p, unsigned ld, layout_t layout) {
    __load_sum(f.x, p, ld, layout, true);
}
template <typename T> __device__ void load_matrix_sync(fragment<accumulator, 8, 32, 16, T> &f, const T *p, unsigned ld, layout_t layout) {
    __load_sum(f.x, p, ld, layout, false);
}
template <typename T> __device__ void store_matrix_sync(T *p, const fragment<accumulator, 32, 8, 16, T> &f, unsigned ld, layout_t layout) {
    __store_sum(p, f.x, ld, layout, true);
}
template <typename T> __device__ void store_matrix_sync(T *p, const fragment<accumulator, 8, 32, 16, T> &f, unsigned ld, layout_t layout) {
    __store_sum(p, f.x, ld, layout, false);
}
// What a tile of sixteen has more is zero.
template <typename T, typename A, typename B, typename C, typename D>
__device__ void mma_sync(fragment<accumulator, 32, 8, 16, D> &d, const fragment<matrix_a, 32, 8, 16, T, A> &a,
                         const fragment<matrix_b, 32, 8, 16, T, B> &b, const fragment<accumulator, 32, 8, 16, C> &c) {
    for (int i = 0; i < 2; ++i) {
        __syncwarp();
        __ss_mma_put(0, (float)a.x[8 * i]); __ss_mma_put(1, (float)a.x[8 * i + 1]); __ss_mma_put(2, (float)a.x[8 * i + 2]); __ss_mma_put(3, (float)a.x[8 * i + 3]);
        __ss_mma_put(4, (float)a.x[8 * i + 4]); __ss_mma_put(5, (float)a.x[8 * i + 5]); __ss_mma_put(6, (float)a.x[8 * i + 6]); __ss_mma_put(7, (float)a.x[8 * i + 7]);
        __ss_mma_put(8, (float)b.x[0]); __ss_mma_put(9, (float)b.x[1]); __ss_mma_put(10, 0.0f); __ss_mma_put(11, 0.0f);
        __ss_mma_put(12, (float)b.x[2]); __ss_mma_put(13, (float)b.x[3]); __ss_mma_put(14, 0.0f); __ss_mma_put(15, 0.0f);
        d.x[4 * i] = __sum<0>(c.x[4 * i]); d.x[4 * i + 1] = __sum<1>(c.x[4 * i + 1]);
        d.x[4 * i + 2] = __sum<2>(c.x[4 * i + 2]); d.x[4 * i + 3] = __sum<3>(c.x[4 * i + 3]);
    }
}
template <typename T, typename A, typename B, typename C, typename D>
__device__ void mma_sync(fragment<accumulator, 8, 32, 16, D> &d, const fragment<matrix_a, 8, 32, 16, T, A> &a,
                         const fragment<matrix_b, 8, 32, 16, T, B> &b, const fragment<accumulator, 8, 32, 16, C> &c) {
    for (int i = 0; i < 2; ++i) {
        __syncwarp();
        __ss_mma_put(0, (float)a.x[0]); __ss_mma_put(1, (float)a.x[1]); __ss_mma_put(2, 0.0f); __ss_mma_put(3, 0.0f);
        __ss_mma_put(4, (float)a.x[2]); __ss_mma_put(5, (float)a.x[3]); __ss_mma_put(6, 0.0f); __ss_mma_put(7, 0.0f);
        __ss_mma_put(8, (float)b.x[8 * i]); __ss_mma_put(9, (float)b.x[8 * i + 1]); __ss_mma_put(10, (float)b.x[8 * i + 2]); __ss_mma_put(11, (float)b.x[8 * i + 3]);
        __ss_mma_put(12, (float)b.x[8 * i + 4]); __ss_mma_put(13, (float)b.x[8 * i + 5]); __ss_mma_put(14, (float)b.x[8 * i + 6]); __ss_mma_put(15, (float)b.x[8 * i + 7]);
        d.x[4 * i] = __sum<0>(c.x[4 * i]); d.x[4 * i + 1] = __sum<1>(c.x[4 * i + 1]);
        d.x[4 * i + 2] = __sum<4>(c.x[4 * i + 2]); d.x[4 * i + 3] = __sum<5>(c.x[4 * i + 3]);
    }
}

// Of double precision a lane has one element of each factor, and two of the sum side by side.
__device__ void load_matrix_sync(fragment<matrix_a, 8, 8, 4, double, row_major> &f, const double *p, unsigned ld) {
    f.x[0] = p[__lane() / 4 * ld + __lane() % 4];
}
__device__ void load_matrix_sync(fragment<matrix_a, 8, 8, 4, double, col_major> &f, const double *p, unsigned ld) {
    f.x[0] = p[__lane() % 4 * ld + __lane() / 4];
}
__device__ void load_matrix_sync(fragment<matrix_b, 8, 8, 4, double, row_major> &f, const double *p, unsigned ld) {
    f.x[0] = p[__lane() % 4 * ld + __lane() / 4];
}
__device__ void load_matrix_sync(fragment<matrix_b, 8, 8, 4, double, col_major> &f, const double *p, unsigned ld) {
    f.x[0] = p[__lane() / 4 * ld + __lane() % 4];
}
__device__ void load_matrix_sync(fragment<accumulator, 8, 8, 4, double> &f, const double *p, unsigned ld, layout_t layout) {
    int r = __lane() / 4, c = __lane() % 4 * 2;
    if (layout == mem_row_major) {
        double2 v = *(const double2 *)(p + r * ld + c);
        f.x[0] = v.x;
        f.x[1] = v.y;
    } else {
        f.x[0] = p[c * ld + r];
        f.x[1] = p[(c + 1) * ld + r];
    }
}
__device__ void store_matrix_sync(double *p, const fragment<accumulator, 8, 8, 4, double> &f, unsigned ld, layout_t layout) {
    int r = __lane() / 4, c = __lane() % 4 * 2;
    if (layout == mem_row_major) {
        *(double2 *)(p + r * ld + c) = make_double2(f.x[0], f.x[1]);
    } else {
        p[c * ld + r] = f.x[0];
        p[(c + 1) * ld + r] = f.x[1];
    }
}
template <typename A, typename B>
__device__ void mma_sync(fragment<accumulator, 8, 8, 4, double> &d, const fragment<matrix_a, 8, 8, 4, double, A> &a,
                         const fragment<matrix_b, 8, 8, 4, double, B> &b, const fragment<accumulator, 8, 8, 4, double> &c) {
    __syncwarp();
    __ss_xorwow_put(0, (unsigned)__double2loint(a.x[0])); __ss_xorwow_put(1, (unsigned)__double2hiint(a.x[0]));
    __ss_xorwow_put(2, (unsigned)__double2loint(b.x[0])); __ss_xorwow_put(3, (unsigned)__double2hiint(b.x[0]));
    int r = __lane() / 4, column = __lane() % 4 * 2;
    double x = c.x[0], y = c.x[1];
    for (int k = 0; k < 4; ++k) {
        double of_a = __hiloint2double((int)__ss_lane_word(1, r * 4 + k), (int)__ss_lane_word(0, r * 4 + k));
        int lane = column * 4 + k;
        x = fma(of_a, __hiloint2double((int)__ss_lane_word(3, lane), (int)__ss_lane_word(2, lane)), x);
        lane += 4;
        y = fma(of_a, __hiloint2double((int)__ss_lane_word(3, lane), (int)__ss_lane_word(2, lane)), y);
    }
    d.x[0] = x;
    d.x[1] = y;
}

}  // namespace wmma
}  // namespace nvcuda
#endif
)";

}  // namespace

std::string_view wmma_header() {
    return wmma;
}

}  // namespace stridescope::language
