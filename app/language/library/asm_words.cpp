// What instructions do that CUDA has no function for, or has one only of a part of it: asm is read
// as a call of these (parser_asm.cpp). PTX ISA 8.x says what each is.
#include "app/language/library/parts.h"

namespace stridescope::language {

std::span<const LibraryPart> asm_parts() {
    static constexpr LibraryPart parts[] = {
        // lop3: bit a·4 + b·2 + c of the table is the result for these three bits.
        {"__ss_lop3", R"(
__device__ unsigned __ss_lop3(unsigned a, unsigned b, unsigned c, unsigned table) {
    unsigned result = 0;
    for (unsigned k = 0; k < 8; ++k) {
        if ((table >> k & 1) != 0)
            result |= ((k & 4) != 0 ? a : ~a) & ((k & 2) != 0 ? b : ~b) & ((k & 1) != 0 ? c : ~c);
    }
    return result;
}
)"},
        // cvt.rn.f16.f32 and cvt.rn.bf16.f32, which need no header.
        {"__ss_f16_bits", R"(
__device__ unsigned short __ss_f16_bits(float v) {
    auto half = __ushort_as_half((unsigned short)0);
    half = v;
    return __half_as_ushort(half);
}
)"},
        {"__ss_bf16_bits", R"(
__device__ unsigned short __ss_bf16_bits(float v) {
    auto half = __ushort_as_bfloat16((unsigned short)0);
    half = v;
    return __bfloat16_as_ushort(half);
}
)"},
        // prmt: four of eight bytes, or of one its sign in all eight bits.
        {"__ss_prmt", R"(
__device__ unsigned __ss_prmt(unsigned a, unsigned b, unsigned selector) {
    const unsigned long long all = (unsigned long long)b << 32 | a;
    unsigned result = 0;
    for (unsigned k = 0; k < 4; ++k) {
        const unsigned which = selector >> 4 * k & 15;
        unsigned byte = (unsigned)(all >> 8 * (which & 7)) & 255;
        if ((which & 8) != 0) byte = (byte & 128) != 0 ? 255 : 0;
        result |= byte << 8 * k;
    }
    return result;
}
)"},
        {"__ss_prmt_f4e", R"(
__device__ unsigned __ss_prmt_f4e(unsigned a, unsigned b, unsigned c) {
    return __ss_prmt(a, b, 0x3210 + (c & 3) * 0x1111);
}
)"},
        {"__ss_prmt_b4e", R"(
__device__ unsigned __ss_prmt_b4e(unsigned a, unsigned b, unsigned c) {
    unsigned selector = 0;
    for (unsigned k = 0; k < 4; ++k) selector |= ((c & 3) - k & 7) << 4 * k;
    return __ss_prmt(a, b, selector);
}
)"},
        {"__ss_prmt_rc8", R"(
__device__ unsigned __ss_prmt_rc8(unsigned a, unsigned b, unsigned c) {
    return __ss_prmt(a, b, (c & 3) * 0x1111);
}
)"},
        {"__ss_prmt_ecl", R"(
__device__ unsigned __ss_prmt_ecl(unsigned a, unsigned b, unsigned c) {
    unsigned selector = 0;
    for (unsigned k = 0; k < 4; ++k) selector |= (k > (c & 3) ? k : c & 3) << 4 * k;
    return __ss_prmt(a, b, selector);
}
)"},
        {"__ss_prmt_ecr", R"(
__device__ unsigned __ss_prmt_ecr(unsigned a, unsigned b, unsigned c) {
    unsigned selector = 0;
    for (unsigned k = 0; k < 4; ++k) selector |= (k < (c & 3) ? k : c & 3) << 4 * k;
    return __ss_prmt(a, b, selector);
}
)"},
        {"__ss_prmt_rc16", R"(
__device__ unsigned __ss_prmt_rc16(unsigned a, unsigned b, unsigned c) {
    return __ss_prmt(a, b, (c & 1) != 0 ? 0x3232 : 0x1010);
}
)"},
        // bfi: so many bits of a, put into b from there on.
        {"__ss_bfi", R"(
__device__ unsigned __ss_bfi(unsigned a, unsigned b, unsigned from, unsigned count) {
    from &= 255;
    count &= 255;
    if (from > 31) return b;
    const unsigned bits = (count > 31 ? ~0u : (1u << count) - 1) << from;
    return (b & ~bits) | ((a << from) & bits);
}
)"},
        // shfl.sync: c has the lane beyond which nothing is taken, and from its ninth bit on those
        // bits of a lane's number that both have in common.
        {"__ss_shfl_lane", R"(
__device__ int __ss_shfl_lane() {
    return (int)((threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) % 32);
}
)"},
        {"__ss_shfl_end", R"(
__device__ int __ss_shfl_end(unsigned c) {
    const unsigned common = c >> 8 & 31;
    return (int)((__ss_shfl_lane() & common) | (c & 31 & ~common));
}
)"},
        {"__ss_shfl_up_from", R"(
__device__ int __ss_shfl_up_from(unsigned b, unsigned c) {
    const int from = __ss_shfl_lane() - (int)(b & 31);
    return from >= __ss_shfl_end(c) ? from : -1;
}
)"},
        {"__ss_shfl_down_from", R"(
__device__ int __ss_shfl_down_from(unsigned b, unsigned c) {
    const int from = __ss_shfl_lane() + (int)(b & 31);
    return from <= __ss_shfl_end(c) ? from : -1;
}
)"},
        {"__ss_shfl_bfly_from", R"(
__device__ int __ss_shfl_bfly_from(unsigned b, unsigned c) {
    const int from = __ss_shfl_lane() ^ (int)(b & 31);
    return from <= __ss_shfl_end(c) ? from : -1;
}
)"},
        {"__ss_shfl_idx_from", R"(
__device__ int __ss_shfl_idx_from(unsigned b, unsigned c) {
    const unsigned common = c >> 8 & 31;
    const int from = (int)((__ss_shfl_lane() & common) | (b & 31 & ~common));
    return from <= __ss_shfl_end(c) ? from : -1;
}
)"},
        {"__ss_shfl", R"(
__device__ unsigned __ss_shfl(unsigned mask, unsigned value, int from) {
    return __shfl_sync(mask, value, from < 0 ? __ss_shfl_lane() : from);
}
)"},
        // cvt.rna.tf32.f32: ten bits of the fraction are left, rounded, halves away from zero.
        {"__ss_tf32", R"(
__device__ unsigned __ss_tf32(float value) {
    const unsigned bits = __float_as_uint(value);
    if ((bits & 0x7f800000) == 0x7f800000) return (bits & 0x7fffff) != 0 ? 0x7fffffff : bits;
    return (bits + 0x1000) & ~0x1fffu;
}
)"},
    };
    return parts;
}

}  // namespace stridescope::language
