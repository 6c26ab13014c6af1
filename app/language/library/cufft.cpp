// <cufft.h>: Fourier transforms of up to three dimensions, done on the host, on copies of what lies
// in the device's memory. They are computed in double and rounded once.
#include "app/language/library/parts.h"

namespace stridescope::language {
namespace {

constexpr std::string_view cufft = R"(
#ifndef __SS_CUFFT
#define __SS_CUFFT
#define CUFFT_FORWARD -1
#define CUFFT_INVERSE 1
enum cufftResult_t {
    CUFFT_SUCCESS, CUFFT_INVALID_PLAN, CUFFT_ALLOC_FAILED, CUFFT_INVALID_TYPE, CUFFT_INVALID_VALUE,
    CUFFT_INTERNAL_ERROR, CUFFT_EXEC_FAILED, CUFFT_SETUP_FAILED, CUFFT_INVALID_SIZE,
    CUFFT_UNALIGNED_DATA, CUFFT_INVALID_DEVICE = 11, CUFFT_NO_WORKSPACE = 13,
    CUFFT_NOT_IMPLEMENTED = 14, CUFFT_NOT_SUPPORTED = 16
};
typedef cufftResult_t cufftResult;
enum cufftType_t {
    CUFFT_C2C = 0x29, CUFFT_R2C = 0x2a, CUFFT_C2R = 0x2c, CUFFT_Z2Z = 0x69, CUFFT_D2Z = 0x6a,
    CUFFT_Z2D = 0x6c
};
typedef cufftType_t cufftType;
typedef int cufftHandle;
typedef float cufftReal;
typedef double cufftDoubleReal;
typedef float2 cufftComplex;
typedef double2 cufftDoubleComplex;

// Along each axis, the slowest first; `outer` are the extents that the elements lie in.
struct __cufft_side {
    long long outer[3], stride, distance;
};
struct __cufft_plan {
    bool is_alive;
    int rank, kind, batch;
    long long n[3];
    __cufft_side in, out;
};
#define __SS_MOST_PLANS 1024
__cufft_plan __cufft_plans[__SS_MOST_PLANS];
int __cufft_count;

// How many there are along the last axis on the side of the complex ones.
long long __cufft_half(long long n) { return n / 2 + 1; }

cufftResult __cufft_make(cufftHandle handle, int rank, const int *n, const int *inembed, int istride, int idist,
                         const int *onembed, int ostride, int odist, int kind, int batch) {
    if (handle < 1 || handle > __cufft_count || !__cufft_plans[handle - 1].is_alive) return CUFFT_INVALID_PLAN;
    if (kind != CUFFT_C2C && kind != CUFFT_R2C && kind != CUFFT_C2R && kind != CUFFT_Z2Z && kind != CUFFT_D2Z && kind != CUFFT_Z2D)
        return CUFFT_INVALID_TYPE;
    if (rank < 1 || rank > 3 || batch < 1) return CUFFT_INVALID_SIZE;
    __cufft_plan *p = &__cufft_plans[handle - 1];
    p->rank = rank;
    p->kind = kind;
    p->batch = batch;
    bool halves_in = kind == CUFFT_C2R || kind == CUFFT_Z2D, halves_out = kind == CUFFT_R2C || kind == CUFFT_D2Z;
    long long all_in = 1, all_out = 1;
    for (int i = 0; i < 3; ++i) {
        int from = i - (3 - rank);
        p->n[i] = from < 0 ? 1 : n[from];
        if (p->n[i] < 1) return CUFFT_INVALID_SIZE;
        bool last = i == 2;
        p->in.outer[i] = last && halves_in ? __cufft_half(p->n[i]) : p->n[i];
        p->out.outer[i] = last && halves_out ? __cufft_half(p->n[i]) : p->n[i];
        all_in *= p->in.outer[i];
        all_out *= p->out.outer[i];
    }
    p->in.stride = p->out.stride = 1;
    p->in.distance = all_in;
    p->out.distance = all_out;
    if (inembed && onembed) {
        for (int i = 3 - rank + 1; i < 3; ++i) {
            p->in.outer[i] = inembed[i - (3 - rank)];
            p->out.outer[i] = onembed[i - (3 - rank)];
        }
        p->in.stride = istride;
        p->in.distance = idist;
        p->out.stride = ostride;
        p->out.distance = odist;
    }
    return CUFFT_SUCCESS;
}
cufftResult cufftCreate(cufftHandle *handle) {
    if (__cufft_count == __SS_MOST_PLANS) return CUFFT_ALLOC_FAILED;
    __cufft_plans[__cufft_count].is_alive = true;
    __cufft_plans[__cufft_count].rank = 0;
    *handle = ++__cufft_count;
    return CUFFT_SUCCESS;
}
cufftResult cufftDestroy(cufftHandle handle) {
    if (handle < 1 || handle > __cufft_count || !__cufft_plans[handle - 1].is_alive) return CUFFT_INVALID_PLAN;
    __cufft_plans[handle - 1].is_alive = false;
    return CUFFT_SUCCESS;
}
cufftResult cufftMakePlanMany(cufftHandle plan, int rank, int *n, int *inembed, int istride, int idist, int *onembed,
                              int ostride, int odist, cufftType kind, int batch, size_t *bytes) {
    if (bytes) *bytes = 0;
    return __cufft_make(plan, rank, n, inembed, istride, idist, onembed, ostride, odist, kind, batch);
}
cufftResult cufftMakePlan1d(cufftHandle plan, int nx, cufftType kind, int batch, size_t *bytes) {
    int n[1] = {nx};
    return cufftMakePlanMany(plan, 1, n, NULL, 1, 0, NULL, 1, 0, kind, batch, bytes);
}
cufftResult cufftMakePlan2d(cufftHandle plan, int nx, int ny, cufftType kind, size_t *bytes) {
    int n[2] = {nx, ny};
    return cufftMakePlanMany(plan, 2, n, NULL, 1, 0, NULL, 1, 0, kind, 1, bytes);
}
cufftResult cufftMakePlan3d(cufftHandle plan, int nx, int ny, int nz, cufftType kind, size_t *bytes) {
    int n[3] = {nx, ny, nz};
    return cufftMakePlanMany(plan, 3, n, NULL, 1, 0, NULL, 1, 0, kind, 1, bytes);
}
cufftResult cufftPlanMany(cufftHandle *plan, int rank, int *n, int *inembed, int istride, int idist, int *onembed,
                          int ostride, int odist, cufftType kind, int batch) {
    cufftResult made = cufftCreate(plan);
    if (made) return made;
    return __cufft_make(*plan, rank, n, inembed, istride, idist, onembed, ostride, odist, kind, batch);
}
cufftResult cufftPlan1d(cufftHandle *plan, int nx, cufftType kind, int batch) {
    int n[1] = {nx};
    return cufftPlanMany(plan, 1, n, NULL, 1, 0, NULL, 1, 0, kind, batch);
}
cufftResult cufftPlan2d(cufftHandle *plan, int nx, int ny, cufftType kind) {
    int n[2] = {nx, ny};
    return cufftPlanMany(plan, 2, n, NULL, 1, 0, NULL, 1, 0, kind, 1);
}
cufftResult cufftPlan3d(cufftHandle *plan, int nx, int ny, int nz, cufftType kind) {
    int n[3] = {nx, ny, nz};
    return cufftPlanMany(plan, 3, n, NULL, 1, 0, NULL, 1, 0, kind, 1);
}
cufftResult cufftSetStream(cufftHandle plan, cudaStream_t stream) { return CUFFT_SUCCESS; }
cufftResult cufftSetAutoAllocation(cufftHandle plan, int allocates) { return CUFFT_SUCCESS; }
cufftResult cufftSetWorkArea(cufftHandle plan, void *area) { return CUFFT_SUCCESS; }
cufftResult cufftGetSize(cufftHandle plan, size_t *bytes) {
    *bytes = 0;
    return CUFFT_SUCCESS;
}
cufftResult cufftEstimate1d(int nx, cufftType kind, int batch, size_t *bytes) {
    *bytes = 0;
    return CUFFT_SUCCESS;
}
cufftResult cufftGetVersion(int *version) {
    *version = 12000;
    return CUFFT_SUCCESS;
}

// So many elements from the first to behind the last.
long long __cufft_span(const __cufft_side &side, const long long *extents, int batch) {
    long long last = ((extents[0] - 1) * side.outer[1] + extents[1] - 1) * side.outer[2] + extents[2] - 1;
    return last * side.stride + (batch - 1) * side.distance + 1;
}
long long __cufft_place(const __cufft_side &side, long long i, long long j, long long k, int batch) {
    return ((i * side.outer[1] + j) * side.outer[2] + k) * side.stride + batch * side.distance;
}
__cufft_plan *__cufft_known(cufftHandle handle, int kind) {
    if (handle < 1 || handle > __cufft_count || !__cufft_plans[handle - 1].is_alive || !__cufft_plans[handle - 1].rank)
        return NULL;
    return __cufft_plans[handle - 1].kind == kind ? &__cufft_plans[handle - 1] : NULL;
}
// C: float2 or double2, each with its parts.
template <typename C>
cufftResult __cufft_complex(__cufft_plan *p, const C *in, C *out, int direction) {
    if (!p) return CUFFT_INVALID_PLAN;
    if (!in || !out || (direction != -1 && direction != 1)) return CUFFT_INVALID_VALUE;
    long long size = p->n[0] * p->n[1] * p->n[2];
    long long taken = __cufft_span(p->in, p->n, p->batch), made = __cufft_span(p->out, p->n, p->batch);
    C *from = (C *)malloc(taken * sizeof(C)), *to = (C *)malloc(made * sizeof(C));
    double2 *x = (double2 *)malloc(size * sizeof(double2));
    cudaMemcpy(from, in, taken * sizeof(C), cudaMemcpyDeviceToHost);
    if (made != size * p->batch) cudaMemcpy(to, out, made * sizeof(C), cudaMemcpyDeviceToHost);
    for (int b = 0; b < p->batch; ++b) {
        long long at = 0;
        for (long long i = 0; i < p->n[0]; ++i)
            for (long long j = 0; j < p->n[1]; ++j)
                for (long long k = 0; k < p->n[2]; ++k, ++at) {
                    C z = from[__cufft_place(p->in, i, j, k, b)];
                    x[at].x = z.x;
                    x[at].y = z.y;
                }
        __fourier(x, p->n, direction);
        at = 0;
        for (long long i = 0; i < p->n[0]; ++i)
            for (long long j = 0; j < p->n[1]; ++j)
                for (long long k = 0; k < p->n[2]; ++k, ++at) {
                    long long place = __cufft_place(p->out, i, j, k, b);
                    to[place].x = x[at].x;
                    to[place].y = x[at].y;
                }
    }
    cudaMemcpy(out, to, made * sizeof(C), cudaMemcpyHostToDevice);
    free(from);
    free(to);
    free(x);
    return CUFFT_SUCCESS;
}
// Where both are the same memory a row of numbers has room for its complex ones.
__cufft_side __cufft_rows(const __cufft_plan *p, const __cufft_side &side, bool in_place) {
    __cufft_side rows = side;
    bool is_packed = side.stride == 1 && side.outer[2] == p->n[2];
    if (in_place && is_packed) {
        rows.outer[2] = 2 * __cufft_half(p->n[2]);
        rows.distance = p->n[0] * p->n[1] * rows.outer[2];
    }
    return rows;
}
template <typename R, typename C>
cufftResult __cufft_from_real(__cufft_plan *p, const R *in, C *out) {
    if (!p) return CUFFT_INVALID_PLAN;
    if (!in || !out) return CUFFT_INVALID_VALUE;
    long long size = p->n[0] * p->n[1] * p->n[2], half = __cufft_half(p->n[2]);
    long long halves[3] = {p->n[0], p->n[1], half};
    __cufft_side rows = __cufft_rows(p, p->in, (const void *)in == (const void *)out);
    long long taken = __cufft_span(rows, p->n, p->batch), made = __cufft_span(p->out, halves, p->batch);
    R *from = (R *)malloc(taken * sizeof(R));
    C *to = (C *)malloc(made * sizeof(C));
    double2 *x = (double2 *)malloc(size * sizeof(double2));
    cudaMemcpy(from, in, taken * sizeof(R), cudaMemcpyDeviceToHost);
    if (made != p->n[0] * p->n[1] * half * p->batch) cudaMemcpy(to, out, made * sizeof(C), cudaMemcpyDeviceToHost);
    for (int b = 0; b < p->batch; ++b) {
        long long at = 0;
        for (long long i = 0; i < p->n[0]; ++i)
            for (long long j = 0; j < p->n[1]; ++j)
                for (long long k = 0; k < p->n[2]; ++k, ++at) {
                    x[at].x = from[__cufft_place(rows, i, j, k, b)];
                    x[at].y = 0;
                }
        __fourier(x, p->n, -1);
        for (long long i = 0; i < p->n[0]; ++i)
            for (long long j = 0; j < p->n[1]; ++j)
                for (long long k = 0; k < half; ++k) {
                    at = (i * p->n[1] + j) * p->n[2] + k;
                    long long place = __cufft_place(p->out, i, j, k, b);
                    to[place].x = x[at].x;
                    to[place].y = x[at].y;
                }
    }
    cudaMemcpy(out, to, made * sizeof(C), cudaMemcpyHostToDevice);
    free(from);
    free(to);
    free(x);
    return CUFFT_SUCCESS;
}
template <typename C, typename R>
cufftResult __cufft_to_real(__cufft_plan *p, const C *in, R *out) {
    if (!p) return CUFFT_INVALID_PLAN;
    if (!in || !out) return CUFFT_INVALID_VALUE;
    long long size = p->n[0] * p->n[1] * p->n[2], half = __cufft_half(p->n[2]);
    long long halves[3] = {p->n[0], p->n[1], half};
    __cufft_side rows = __cufft_rows(p, p->out, (const void *)in == (const void *)out);
    long long taken = __cufft_span(p->in, halves, p->batch), made = __cufft_span(rows, p->n, p->batch);
    C *from = (C *)malloc(taken * sizeof(C));
    R *to = (R *)malloc(made * sizeof(R));
    double2 *x = (double2 *)malloc(size * sizeof(double2));
    cudaMemcpy(from, in, taken * sizeof(C), cudaMemcpyDeviceToHost);
    if (made != size * p->batch) cudaMemcpy(to, out, made * sizeof(R), cudaMemcpyDeviceToHost);
    for (int b = 0; b < p->batch; ++b) {
        long long at = 0;
        for (long long i = 0; i < p->n[0]; ++i)
            for (long long j = 0; j < p->n[1]; ++j)
                for (long long k = 0; k < p->n[2]; ++k, ++at) {
                    bool mirrored = k >= half;
                    C z = from[mirrored ? __cufft_place(p->in, (p->n[0] - i) % p->n[0], (p->n[1] - j) % p->n[1], p->n[2] - k, b)
                                        : __cufft_place(p->in, i, j, k, b)];
                    x[at].x = z.x;
                    x[at].y = mirrored ? -z.y : z.y;
                }
        __fourier(x, p->n, 1);
        at = 0;
        for (long long i = 0; i < p->n[0]; ++i)
            for (long long j = 0; j < p->n[1]; ++j)
                for (long long k = 0; k < p->n[2]; ++k, ++at) to[__cufft_place(rows, i, j, k, b)] = x[at].x;
    }
    cudaMemcpy(out, to, made * sizeof(R), cudaMemcpyHostToDevice);
    free(from);
    free(to);
    free(x);
    return CUFFT_SUCCESS;
}
cufftResult cufftExecC2C(cufftHandle plan, cufftComplex *in, cufftComplex *out, int direction) {
    return __cufft_complex(__cufft_known(plan, CUFFT_C2C), in, out, direction);
}
cufftResult cufftExecZ2Z(cufftHandle plan, cufftDoubleComplex *in, cufftDoubleComplex *out, int direction) {
    return __cufft_complex(__cufft_known(plan, CUFFT_Z2Z), in, out, direction);
}
cufftResult cufftExecR2C(cufftHandle plan, cufftReal *in, cufftComplex *out) {
    return __cufft_from_real(__cufft_known(plan, CUFFT_R2C), in, out);
}
cufftResult cufftExecD2Z(cufftHandle plan, cufftDoubleReal *in, cufftDoubleComplex *out) {
    return __cufft_from_real(__cufft_known(plan, CUFFT_D2Z), in, out);
}
cufftResult cufftExecC2R(cufftHandle plan, cufftComplex *in, cufftReal *out) {
    return __cufft_to_real(__cufft_known(plan, CUFFT_C2R), in, out);
}
cufftResult cufftExecZ2D(cufftHandle plan, cufftDoubleComplex *in, cufftDoubleReal *out) {
    return __cufft_to_real(__cufft_known(plan, CUFFT_Z2D), in, out);
}
#endif
)";

}  // namespace

std::string_view cufft_header() {
    return cufft;
}

}  // namespace stridescope::language
