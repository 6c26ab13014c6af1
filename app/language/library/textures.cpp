// Textures, surfaces and the arrays that they read: rows of global memory, and a table of what each
// handle stands for. Fetches were measured on an H200: coordinates are rounded to a 256th of an
// element, and so are the weights of the elements beside them.
#include "app/language/library/parts.h"

namespace stridescope::language {

std::span<const LibraryPart> texture_parts() {
    static constexpr LibraryPart parts[] = {
        // --- What an element is ---
        {"cudaChannelFormatDesc", R"(
struct cudaChannelFormatDesc {
    int x, y, z, w;
    cudaChannelFormatKind f;
};
)",
         true},
        {"__channels", R"(
cudaChannelFormatDesc __channels(int bits, int count, cudaChannelFormatKind kind) {
    cudaChannelFormatDesc d;
    d.x = bits;
    d.y = count > 1 ? bits : 0;
    d.z = d.w = count > 2 ? bits : 0;
    d.f = kind;
    return d;
}
)"},
        {"__channels_of", R"(
cudaChannelFormatDesc __channels_of(char v) { return __channels(8, 1, 0); }
cudaChannelFormatDesc __channels_of(unsigned char v) { return __channels(8, 1, 1); }
cudaChannelFormatDesc __channels_of(short v) { return __channels(16, 1, 0); }
cudaChannelFormatDesc __channels_of(unsigned short v) { return __channels(16, 1, 1); }
cudaChannelFormatDesc __channels_of(int v) { return __channels(32, 1, 0); }
cudaChannelFormatDesc __channels_of(unsigned v) { return __channels(32, 1, 1); }
cudaChannelFormatDesc __channels_of(float v) { return __channels(32, 1, 2); }
cudaChannelFormatDesc __channels_of(char1 v) { return __channels(8, 1, 0); }
cudaChannelFormatDesc __channels_of(char2 v) { return __channels(8, 2, 0); }
cudaChannelFormatDesc __channels_of(char4 v) { return __channels(8, 4, 0); }
cudaChannelFormatDesc __channels_of(uchar1 v) { return __channels(8, 1, 1); }
cudaChannelFormatDesc __channels_of(uchar2 v) { return __channels(8, 2, 1); }
cudaChannelFormatDesc __channels_of(uchar4 v) { return __channels(8, 4, 1); }
cudaChannelFormatDesc __channels_of(short1 v) { return __channels(16, 1, 0); }
cudaChannelFormatDesc __channels_of(short2 v) { return __channels(16, 2, 0); }
cudaChannelFormatDesc __channels_of(short4 v) { return __channels(16, 4, 0); }
cudaChannelFormatDesc __channels_of(ushort1 v) { return __channels(16, 1, 1); }
cudaChannelFormatDesc __channels_of(ushort2 v) { return __channels(16, 2, 1); }
cudaChannelFormatDesc __channels_of(ushort4 v) { return __channels(16, 4, 1); }
cudaChannelFormatDesc __channels_of(int1 v) { return __channels(32, 1, 0); }
cudaChannelFormatDesc __channels_of(int2 v) { return __channels(32, 2, 0); }
cudaChannelFormatDesc __channels_of(int4 v) { return __channels(32, 4, 0); }
cudaChannelFormatDesc __channels_of(uint1 v) { return __channels(32, 1, 1); }
cudaChannelFormatDesc __channels_of(uint2 v) { return __channels(32, 2, 1); }
cudaChannelFormatDesc __channels_of(uint4 v) { return __channels(32, 4, 1); }
cudaChannelFormatDesc __channels_of(float1 v) { return __channels(32, 1, 2); }
cudaChannelFormatDesc __channels_of(float2 v) { return __channels(32, 2, 2); }
cudaChannelFormatDesc __channels_of(float4 v) { return __channels(32, 4, 2); }
)"},
        {"cudaCreateChannelDesc", R"(
cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind f) {
    cudaChannelFormatDesc d;
    d.x = x;
    d.y = y;
    d.z = z;
    d.w = w;
    d.f = f;
    return d;
}
template <typename T> cudaChannelFormatDesc cudaCreateChannelDesc() {
    T v;
    memset(&v, 0, sizeof(T));
    return __channels_of(v);
}
)"},
        {"cudaCreateChannelDescHalf", R"(
cudaChannelFormatDesc cudaCreateChannelDescHalf() { return __channels(16, 1, 2); }
)"},

        // --- Extents, and places in them ---
        {"cudaExtent", "struct cudaExtent { size_t width, height, depth; };", true},
        {"cudaPos", "struct cudaPos { size_t x, y, z; };", true},
        {"cudaPitchedPtr", R"(
struct cudaPitchedPtr {
    void *ptr;
    size_t pitch, xsize, ysize;
};
)",
         true},
        {"make_cudaExtent", R"(
cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth) {
    cudaExtent e;
    e.width = width;
    e.height = height;
    e.depth = depth;
    return e;
}
)"},
        {"make_cudaPos", R"(
cudaPos make_cudaPos(size_t x, size_t y, size_t z) {
    cudaPos p;
    p.x = x;
    p.y = y;
    p.z = z;
    return p;
}
)"},
        {"make_cudaPitchedPtr", R"(
cudaPitchedPtr make_cudaPitchedPtr(void *ptr, size_t pitch, size_t xsize, size_t ysize) {
    cudaPitchedPtr p;
    p.ptr = ptr;
    p.pitch = pitch;
    p.xsize = xsize;
    p.ysize = ysize;
    return p;
}
)"},
        {"cudaMalloc3D", R"(
int cudaMalloc3D(cudaPitchedPtr *p, cudaExtent extent) {
    p->pitch = (extent.width + 511) / 512 * 512;
    p->xsize = extent.width;
    p->ysize = extent.height;
    return cudaMalloc(&p->ptr, p->pitch * extent.height * extent.depth);
}
)"},
        {"cudaMemset3D", R"(
int cudaMemset3D(cudaPitchedPtr p, int value, cudaExtent extent) {
    int error = 0;
    for (size_t z = 0; z < extent.depth && error == 0; ++z)
        error = cudaMemset2D((char *)p.ptr + z * p.ysize * p.pitch, p.pitch, value, extent.width,
                             extent.height);
    return error;
}
)"},

        // --- Arrays: rows one behind the other, and layers of rows ---
        {"cudaArray", R"(
struct cudaArray {
    cudaChannelFormatDesc desc;
    cudaExtent extent;
    size_t bytes, pitch, slice;
    unsigned flags;
    char *data;
};
)",
         true},
        {"cudaArray_t", "typedef cudaArray *cudaArray_t;", true},
        {"cudaArray_const_t", "typedef const cudaArray *cudaArray_const_t;", true},
        {"cudaMalloc3DArray", R"(
int cudaMalloc3DArray(cudaArray **array, const cudaChannelFormatDesc *desc, cudaExtent extent,
                      unsigned flags = 0) {
    cudaArray *a = (cudaArray *)malloc(sizeof(cudaArray));
    a->desc = *desc;
    a->extent = extent;
    a->bytes = (desc->x + desc->y + desc->z + desc->w) / 8;
    a->pitch = extent.width * a->bytes;
    a->slice = a->pitch * (extent.height > 0 ? extent.height : 1);
    a->flags = flags;
    *array = a;
    return cudaMalloc(&a->data, a->slice * (extent.depth > 0 ? extent.depth : 1));
}
)"},
        {"cudaMallocArray", R"(
int cudaMallocArray(cudaArray **array, const cudaChannelFormatDesc *desc, size_t width,
                    size_t height = 0, unsigned flags = 0) {
    return cudaMalloc3DArray(array, desc, make_cudaExtent(width, height, 0), flags);
}
)"},
        {"cudaFreeArray", R"(
int cudaFreeArray(cudaArray *array) {
    if (array == 0) return 0;
    int error = cudaFree(array->data);
    free(array);
    return error;
}
)"},
        {"cudaGetChannelDesc", R"(
int cudaGetChannelDesc(cudaChannelFormatDesc *desc, const cudaArray *array) {
    *desc = array->desc;
    return 0;
}
)"},
        {"cudaArrayGetInfo", R"(
int cudaArrayGetInfo(cudaChannelFormatDesc *desc, cudaExtent *extent, unsigned *flags,
                     cudaArray *array) {
    if (desc) *desc = array->desc;
    if (extent) *extent = array->extent;
    if (flags) *flags = array->flags;
    return 0;
}
)"},
        {"cudaMemcpy2DToArray", R"(
int cudaMemcpy2DToArray(cudaArray *to, size_t x, size_t y, const void *from, size_t pitch,
                        size_t width, size_t height, cudaMemcpyKind kind) {
    return cudaMemcpy2D(to->data + y * to->pitch + x, to->pitch, from, pitch, width, height, kind);
}
)"},
        {"cudaMemcpy2DToArrayAsync", R"(
int cudaMemcpy2DToArrayAsync(cudaArray *to, size_t x, size_t y, const void *from, size_t pitch,
                             size_t width, size_t height, cudaMemcpyKind kind,
                             cudaStream_t stream = 0) {
    return cudaMemcpy2DToArray(to, x, y, from, pitch, width, height, kind);
}
)"},
        {"cudaMemcpy2DFromArray", R"(
int cudaMemcpy2DFromArray(void *to, size_t pitch, const cudaArray *from, size_t x, size_t y,
                          size_t width, size_t height, cudaMemcpyKind kind) {
    return cudaMemcpy2D(to, pitch, from->data + y * from->pitch + x, from->pitch, width, height,
                        kind);
}
)"},
        {"cudaMemcpyToArray", R"(
int cudaMemcpyToArray(cudaArray *to, size_t x, size_t y, const void *from, size_t count,
                      cudaMemcpyKind kind) {
    return cudaMemcpy(to->data + y * to->pitch + x, from, count, kind);
}
)"},
        {"cudaMemcpyFromArray", R"(
int cudaMemcpyFromArray(void *to, const cudaArray *from, size_t x, size_t y, size_t count,
                        cudaMemcpyKind kind) {
    return cudaMemcpy(to, from->data + y * from->pitch + x, count, kind);
}
)"},
        {"cudaMemcpy3DParms", R"(
struct cudaMemcpy3DParms {
    cudaArray *srcArray;
    cudaPos srcPos;
    cudaPitchedPtr srcPtr;
    cudaArray *dstArray;
    cudaPos dstPos;
    cudaPitchedPtr dstPtr;
    cudaExtent extent;
    cudaMemcpyKind kind;
};
)",
         true},
        // Extents and places count the elements of the arrays that take part, and else bytes.
        {"cudaMemcpy3D", R"(
int cudaMemcpy3D(const cudaMemcpy3DParms *p) {
    size_t each = p->srcArray ? p->srcArray->bytes : p->dstArray ? p->dstArray->bytes : 1;
    char *from = p->srcArray ? p->srcArray->data : (char *)p->srcPtr.ptr;
    char *to = p->dstArray ? p->dstArray->data : (char *)p->dstPtr.ptr;
    size_t from_row = p->srcArray ? p->srcArray->pitch : p->srcPtr.pitch;
    size_t to_row = p->dstArray ? p->dstArray->pitch : p->dstPtr.pitch;
    size_t from_slice = p->srcArray ? p->srcArray->slice : p->srcPtr.ysize * from_row;
    size_t to_slice = p->dstArray ? p->dstArray->slice : p->dstPtr.ysize * to_row;
    from = from + p->srcPos.z * from_slice + p->srcPos.y * from_row +
           p->srcPos.x * (p->srcArray ? each : 1);
    to = to + p->dstPos.z * to_slice + p->dstPos.y * to_row + p->dstPos.x * (p->dstArray ? each : 1);
    int error = 0;
    for (size_t z = 0; z < p->extent.depth && error == 0; ++z)
        error = cudaMemcpy2D(to + z * to_slice, to_row, from + z * from_slice, from_row,
                             p->extent.width * each, p->extent.height, p->kind);
    return error;
}
)"},
        {"cudaMemcpy3DAsync", R"(
int cudaMemcpy3DAsync(const cudaMemcpy3DParms *p, cudaStream_t stream = 0) {
    return cudaMemcpy3D(p);
}
)"},

        // --- Handles ---
        {"__resource_array", "struct __resource_array { cudaArray *array; };", true},
        {"__resource_linear", R"(
struct __resource_linear {
    void *devPtr;
    cudaChannelFormatDesc desc;
    size_t sizeInBytes;
};
)",
         true},
        {"__resource_pitched", R"(
struct __resource_pitched {
    void *devPtr;
    cudaChannelFormatDesc desc;
    size_t width, height, pitchInBytes;
};
)",
         true},
        {"__resource", R"(
struct __resource {
    __resource_array array;
    __resource_linear linear;
    __resource_pitched pitch2D;
};
)",
         true},
        {"cudaResourceDesc", R"(
struct cudaResourceDesc {
    cudaResourceType resType;
    __resource res;
};
)",
         true},
        {"cudaTextureDesc", R"(
struct cudaTextureDesc {
    cudaTextureAddressMode addressMode[3];
    cudaTextureFilterMode filterMode;
    cudaTextureReadMode readMode;
    int sRGB;
    float borderColor[4];
    int normalizedCoords;
    unsigned maxAnisotropy;
    cudaTextureFilterMode mipmapFilterMode;
    float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
    int disableTrilinearOptimization, seamlessCubemap;
};
)",
         true},
        {"cudaResourceViewDesc", R"(
struct cudaResourceViewDesc {
    cudaResourceViewFormat format;
    size_t width, height, depth;
    unsigned firstMipmapLevel, lastMipmapLevel, firstLayer, lastLayer;
};
)",
         true},
        {"__texture", R"(
struct __texture {
    const char *data;
    size_t pitch, slice;
    int bytes, width, height, depth;
    cudaTextureAddressMode mode[3];
    int is_linear, is_normalized, has_unit_range;
    cudaChannelFormatKind kind;
    int bits;
    float border[4];
};
)",
         true},
        // What each handle stands for, which counts from 1.
        {"__textures", "__constant__ __texture __textures[256];"},
        {"__textures_used", "bool __textures_used[256];"},
        {"__new_texture", R"(
int __new_texture(unsigned long long *handle, const cudaResourceDesc *resource, __texture t) {
    cudaChannelFormatDesc desc;
    if (resource->resType == cudaResourceTypeArray) {
        const cudaArray *a = resource->res.array.array;
        if (a == 0) return cudaErrorInvalidValue;
        desc = a->desc;
        t.data = a->data;
        t.pitch = a->pitch;
        t.slice = a->slice;
        t.width = a->extent.width;
        t.height = a->extent.height > 0 ? a->extent.height : 1;
        t.depth = a->extent.depth > 0 ? a->extent.depth : 1;
    } else if (resource->resType == cudaResourceTypeLinear) {
        desc = resource->res.linear.desc;
        t.data = (const char *)resource->res.linear.devPtr;
        t.height = t.depth = 1;
        t.pitch = t.slice = resource->res.linear.sizeInBytes;
    } else if (resource->resType == cudaResourceTypePitch2D) {
        desc = resource->res.pitch2D.desc;
        t.data = (const char *)resource->res.pitch2D.devPtr;
        t.pitch = resource->res.pitch2D.pitchInBytes;
        t.width = resource->res.pitch2D.width;
        t.height = resource->res.pitch2D.height;
        t.depth = 1;
        t.slice = t.pitch * t.height;
    } else {
        return cudaErrorInvalidValue;
    }
    t.bytes = (desc.x + desc.y + desc.z + desc.w) / 8;
    t.bits = desc.x;
    t.kind = desc.f;
    if (t.bytes == 0 || t.data == 0) return cudaErrorInvalidValue;
    if (resource->resType == cudaResourceTypeLinear) t.width = t.pitch / t.bytes;
    if (t.is_linear && t.kind != cudaChannelFormatKindFloat && !t.has_unit_range)
        return cudaErrorInvalidFilterSetting;
    for (int i = 0; i < 256; ++i) {
        if (__textures_used[i]) continue;
        __textures_used[i] = true;
        *handle = i + 1;
        return cudaMemcpyToSymbol(__textures, &t, sizeof(__texture), i * sizeof(__texture));
    }
    return cudaErrorMemoryAllocation;
}
)"},
        {"cudaCreateTextureObject", R"(
int cudaCreateTextureObject(cudaTextureObject_t *texture, const cudaResourceDesc *resource,
                            const cudaTextureDesc *how, const cudaResourceViewDesc *view) {
    __texture t;
    memset(&t, 0, sizeof(__texture));
    for (int i = 0; i < 3; ++i) {
        t.mode[i] = how->addressMode[i];
        // What repeats needs coordinates from 0 to 1.
        if (!how->normalizedCoords && t.mode[i] != cudaAddressModeBorder)
            t.mode[i] = cudaAddressModeClamp;
    }
    t.is_linear = how->filterMode == cudaFilterModeLinear;
    t.is_normalized = how->normalizedCoords;
    t.has_unit_range = how->readMode == cudaReadModeNormalizedFloat;
    for (int i = 0; i < 4; ++i) t.border[i] = how->borderColor[i];
    // On the faces of a cube coordinates are from 0 to 1 in any case.
    if (resource->resType == cudaResourceTypeArray && resource->res.array.array != 0 &&
        (resource->res.array.array->flags & cudaArrayCubemap))
        for (int i = 0; i < 3; ++i) t.mode[i] = how->addressMode[i];
    return __new_texture(texture, resource, t);
}
)"},
        {"cudaDestroyTextureObject", R"(
int cudaDestroyTextureObject(cudaTextureObject_t texture) {
    if (texture > 0) __textures_used[(texture - 1) % 256] = false;
    return 0;
}
)"},
        {"cudaCreateSurfaceObject", R"(
int cudaCreateSurfaceObject(cudaSurfaceObject_t *surface, const cudaResourceDesc *resource) {
    __texture t;
    memset(&t, 0, sizeof(__texture));
    return __new_texture(surface, resource, t);
}
)"},
        {"cudaDestroySurfaceObject", R"(
int cudaDestroySurfaceObject(cudaSurfaceObject_t surface) {
    return cudaDestroyTextureObject(surface);
}
)"},

        // --- Fetches ---
        {"__texel_half", R"(
__device__ float __texel_half(unsigned h) {
    unsigned sign = (h & 0x8000u) << 16, exponent = h >> 10 & 31, fraction = h & 1023;
    if (exponent == 0)
        return __uint_as_float(sign | __float_as_uint(fraction * 5.9604644775390625e-08f));
    return __uint_as_float(sign | (exponent == 31 ? 255 : exponent + 112) << 23 | fraction << 13);
}
)"},
        {"__texel_number", R"(
__device__ float __texel_number(int t, const char *at, int i) {
    if (__textures[t].kind == cudaChannelFormatKindFloat)
        return __textures[t].bits == 32 ? ((const float *)at)[i]
                                        : __texel_half(((const unsigned short *)at)[i]);
    if (__textures[t].kind == cudaChannelFormatKindUnsigned)
        return __textures[t].bits == 8 ? ((const unsigned char *)at)[i] / 255.0f
                                       : ((const unsigned short *)at)[i] / 65535.0f;
    float v = __textures[t].bits == 8 ? ((const signed char *)at)[i] / 127.0f
                                      : ((const short *)at)[i] / 32767.0f;
    return v < -1.0f ? -1.0f : v;
}
)"},
        {"__texel_read", R"(
template <typename T> __device__ void __texel_read(T *to, int t, const char *at) {
    *to = *(const T *)at;
}
__device__ void __texel_read(float *to, int t, const char *at) { *to = __texel_number(t, at, 0); }
__device__ void __texel_read(float2 *to, int t, const char *at) {
    to->x = __texel_number(t, at, 0);
    to->y = __texel_number(t, at, 1);
}
__device__ void __texel_read(float4 *to, int t, const char *at) {
    to->x = __texel_number(t, at, 0);
    to->y = __texel_number(t, at, 1);
    to->z = __texel_number(t, at, 2);
    to->w = __texel_number(t, at, 3);
}
)"},
        {"__texel_border", R"(
template <typename T> __device__ void __texel_border(T *to, int t) { *to = T(); }
__device__ float __texel_border_number(int t, int i) {
    float v = __textures[t].border[i];
    if (!__textures[t].has_unit_range) return v;
    float least = __textures[t].kind == cudaChannelFormatKindSigned ? -1.0f : 0.0f;
    return v < least ? least : v > 1.0f ? 1.0f : v;
}
__device__ void __texel_border(float *to, int t) { *to = __texel_border_number(t, 0); }
__device__ void __texel_border(float2 *to, int t) {
    to->x = __texel_border_number(t, 0);
    to->y = __texel_border_number(t, 1);
}
__device__ void __texel_border(float4 *to, int t) {
    to->x = __texel_border_number(t, 0);
    to->y = __texel_border_number(t, 1);
    to->z = __texel_border_number(t, 2);
    to->w = __texel_border_number(t, 3);
}
)"},
        // The number of the element; -1: there is none, and the border's colour is read.
        {"__texel_index", R"(
__device__ int __texel_index(int i, int size, cudaTextureAddressMode mode) {
    if (i >= 0 && i < size) return i;
    if (mode == cudaAddressModeBorder || size == 0) return -1;
    if (mode == cudaAddressModeClamp) return i < 0 ? 0 : size - 1;
    int period = mode == cudaAddressModeMirror ? 2 * size : size;
    int at = i % period;
    if (at < 0) at = at + period;
    return at < size ? at : period - 1 - at;
}
)"},
        {"__texel", R"(
template <typename T> __device__ T __texel(int t, int x, int y, int z) {
    T value;
    if (x < 0 || y < 0 || z < 0)
        __texel_border(&value, t);
    else
        __texel_read(&value, t,
                     __textures[t].data + z * __textures[t].slice + y * __textures[t].pitch +
                         x * __textures[t].bytes);
    return value;
}
)"},
        // Only floating values are made of several elements; those that are made of whole numbers
        // in
        // whole numbers of so many steps (0: of floating ones).
        {"__texel_sum", "struct __texel_sum { double x, y, z, w; };", true},
        {"__texel_part", R"(
__device__ double __texel_part(float v, int weight, double steps) {
    return (steps == 0 ? v : rint(v * steps)) * weight;
}
)"},
        {"__texel_add", R"(
template <typename T>
__device__ void __texel_add(__texel_sum *sum, T v, int weight, double steps) {}
__device__ void __texel_add(__texel_sum *sum, float v, int weight, double steps) {
    sum->x += __texel_part(v, weight, steps);
}
__device__ void __texel_add(__texel_sum *sum, float2 v, int weight, double steps) {
    sum->x += __texel_part(v.x, weight, steps);
    sum->y += __texel_part(v.y, weight, steps);
}
__device__ void __texel_add(__texel_sum *sum, float4 v, int weight, double steps) {
    sum->x += __texel_part(v.x, weight, steps);
    sum->y += __texel_part(v.y, weight, steps);
    sum->z += __texel_part(v.z, weight, steps);
    sum->w += __texel_part(v.w, weight, steps);
}
)"},
        {"__texel_whole", R"(
__device__ float __texel_whole(double sum, double steps) {
    return (float)(steps == 0 ? sum / 256 : floor((sum + 128) / 256) / steps);
}
)"},
        {"__texel_of", R"(
template <typename T> __device__ void __texel_of(T *to, __texel_sum sum, double steps) {
    *to = T();
}
__device__ void __texel_of(float *to, __texel_sum sum, double steps) {
    *to = __texel_whole(sum.x, steps);
}
__device__ void __texel_of(float2 *to, __texel_sum sum, double steps) {
    to->x = __texel_whole(sum.x, steps);
    to->y = __texel_whole(sum.y, steps);
}
__device__ void __texel_of(float4 *to, __texel_sum sum, double steps) {
    to->x = __texel_whole(sum.x, steps);
    to->y = __texel_whole(sum.y, steps);
    to->z = __texel_whole(sum.z, steps);
    to->w = __texel_whole(sum.w, steps);
}
)"},
        // At coordinates in elements; the layer, where it is no coordinate, as it stands.
        {"__fetch", R"(
template <typename T> __device__ T __fetch(int t, double u, double v, double w, bool is_layer) {
    int width = __textures[t].width, height = __textures[t].height, depth = __textures[t].depth;
    cudaTextureAddressMode along = __textures[t].mode[0], down = __textures[t].mode[1];
    cudaTextureAddressMode inward = is_layer ? cudaAddressModeClamp : __textures[t].mode[2];
    if (!__textures[t].is_linear)
        return __texel<T>(t, __texel_index((int)floor(u), width, along),
                          __texel_index((int)floor(v), height, down),
                          __texel_index((int)floor(w), depth, inward));
    int i = (int)floor((u - 0.5) * 256 + 0.5), j = (int)floor((v - 0.5) * 256 + 0.5);
    int k = is_layer ? (int)w * 256 : (int)floor((w - 0.5) * 256 + 0.5);
    int a = i & 255, b = j & 255, c = k & 255;
    i = i >> 8;
    j = j >> 8;
    k = k >> 8;
    // Beyond the last element there is nothing to mix it with.
    if (along == cudaAddressModeClamp && (i < 0 || i >= width - 1)) a = 0;
    if (down == cudaAddressModeClamp && (j < 0 || j >= height - 1)) b = 0;
    if (inward == cudaAddressModeClamp && (k < 0 || k >= depth - 1)) c = 0;
    double steps = __textures[t].kind == cudaChannelFormatKindFloat ? 0
                   : __textures[t].kind == cudaChannelFormatKindSigned ? 32767
                                                                       : 65535;
    // Along and inward first, then down, each part rounded to a 256th.
    int both = a * c + 128 >> 8;
    __texel_sum sum = {0, 0, 0, 0};
    for (int n = 0; n < 8; ++n) {
        int x = n & 1, z = n >> 1 & 1, y = n >> 2;
        int weight = x && z ? both : x ? a - both : z ? c - both : 256 - a - c + both;
        int lower = weight * b + (x ? 128 : 127) >> 8;
        weight = y ? lower : weight - lower;
        if (weight == 0) continue;
        __texel_add(&sum,
                    __texel<T>(t, __texel_index(i + x, width, along),
                               __texel_index(j + y, height, down),
                               __texel_index(k + z, depth, inward)),
                    weight, steps);
    }
    T value;
    __texel_of(&value, sum, steps);
    return value;
}
)"},
        {"tex1Dfetch", R"(
template <typename T> __device__ T tex1Dfetch(cudaTextureObject_t texture, int x) {
    int t = (int)(texture - 1) & 255;
    return x < 0 || x >= __textures[t].width ? T() : __texel<T>(t, x, 0, 0);
}
template <typename T> __device__ void tex1Dfetch(T *to, cudaTextureObject_t texture, int x) {
    *to = tex1Dfetch<T>(texture, x);
}
)"},
        // One row, at the upper edge of its elements: beside it is what the mode says.
        {"tex1D", R"(
template <typename T> __device__ T tex1D(cudaTextureObject_t texture, float x) {
    int t = (int)(texture - 1) & 255;
    return __fetch<T>(t, __textures[t].is_normalized ? (double)x * __textures[t].width : x, 0, 0,
                      true);
}
template <typename T> __device__ void tex1D(T *to, cudaTextureObject_t texture, float x) {
    *to = tex1D<T>(texture, x);
}
)"},
        {"__tex2D", R"(
template <typename T> __device__ T __tex2D(int t, float x, float y, int layer) {
    bool all = __textures[t].is_normalized;
    return __fetch<T>(t, all ? (double)x * __textures[t].width : x,
                      all ? (double)y * __textures[t].height : y, layer, true);
}
)"},
        {"tex2D", R"(
template <typename T> __device__ T tex2D(cudaTextureObject_t texture, float x, float y) {
    return __tex2D<T>((int)(texture - 1) & 255, x, y, 0);
}
template <typename T>
__device__ void tex2D(T *to, cudaTextureObject_t texture, float x, float y) {
    *to = tex2D<T>(texture, x, y);
}
)"},
        // There are no smaller pictures of one.
        {"tex2DLod", R"(
template <typename T>
__device__ T tex2DLod(cudaTextureObject_t texture, float x, float y, float level) {
    return tex2D<T>(texture, x, y);
}
)"},
        {"tex1DLod", R"(
template <typename T> __device__ T tex1DLod(cudaTextureObject_t texture, float x, float level) {
    return tex1D<T>(texture, x);
}
)"},
        {"tex2DLayered", R"(
template <typename T>
__device__ T tex2DLayered(cudaTextureObject_t texture, float x, float y, int layer) {
    int t = (int)(texture - 1) & 255;
    return __tex2D<T>(t, x, y, layer < 0 ? __textures[t].depth - 1 : layer);
}
template <typename T>
__device__ void tex2DLayered(T *to, cudaTextureObject_t texture, float x, float y, int layer) {
    *to = tex2DLayered<T>(texture, x, y, layer);
}
)"},
        {"tex1DLayered", R"(
template <typename T>
__device__ T tex1DLayered(cudaTextureObject_t texture, float x, int layer) {
    int t = (int)(texture - 1) & 255;
    return __fetch<T>(t, __textures[t].is_normalized ? (double)x * __textures[t].width : x, 0,
                      layer < 0 ? __textures[t].depth - 1 : layer, true);
}
)"},
        {"tex3D", R"(
template <typename T> __device__ T tex3D(cudaTextureObject_t texture, float x, float y, float z) {
    int t = (int)(texture - 1) & 255;
    bool all = __textures[t].is_normalized;
    return __fetch<T>(t, all ? (double)x * __textures[t].width : x,
                      all ? (double)y * __textures[t].height : y,
                      all ? (double)z * __textures[t].depth : z, false);
}
template <typename T>
__device__ void tex3D(T *to, cudaTextureObject_t texture, float x, float y, float z) {
    *to = tex3D<T>(texture, x, y, z);
}
)"},
        // The face is the axis along which the direction is longest.
        {"__cubemap", R"(
template <typename T> __device__ T __cubemap(int t, double x, double y, double z, int first) {
    double ax = fabs(x), ay = fabs(y), az = fabs(z), u, v, m;
    int face;
    if (ax >= ay && ax >= az) {
        face = x < 0 ? 1 : 0;
        m = ax;
        u = x < 0 ? z : -z;
        v = -y;
    } else if (ay >= az) {
        face = y < 0 ? 3 : 2;
        m = ay;
        u = x;
        v = y < 0 ? -z : z;
    } else {
        face = z < 0 ? 5 : 4;
        m = az;
        u = z < 0 ? -x : x;
        v = -y;
    }
    return __fetch<T>(t, (u / m + 1) / 2 * __textures[t].width,
                      (v / m + 1) / 2 * __textures[t].height, first + face, true);
}
)"},
        {"texCubemap", R"(
template <typename T>
__device__ T texCubemap(cudaTextureObject_t texture, float x, float y, float z) {
    return __cubemap<T>((int)(texture - 1) & 255, x, y, z, 0);
}
template <typename T>
__device__ void texCubemap(T *to, cudaTextureObject_t texture, float x, float y, float z) {
    *to = texCubemap<T>(texture, x, y, z);
}
)"},
        {"texCubemapLayered", R"(
template <typename T>
__device__ T texCubemapLayered(cudaTextureObject_t texture, float x, float y, float z, int layer) {
    return __cubemap<T>((int)(texture - 1) & 255, x, y, z, 6 * layer);
}
)"},

        // --- Surfaces, whose x counts bytes ---
        // Where it is; behind the array for what lies outside and may not.
        {"__surface_at", R"(
__device__ char *__surface_at(int t, int bytes, int x, int y, int z,
                              cudaSurfaceBoundaryMode mode) {
    int width = __textures[t].width * __textures[t].bytes, height = __textures[t].height;
    int depth = __textures[t].depth;
    char *data = (char *)__textures[t].data;
    bool is_inside = x >= 0 && x + bytes <= width && y >= 0 && y < height && z >= 0 && z < depth;
    if (!is_inside && mode == cudaBoundaryModeZero) return (char *)0;
    if (!is_inside && mode == cudaBoundaryModeTrap) return data + depth * __textures[t].slice;
    x = x < 0 ? 0 : x + bytes > width ? width - bytes : x;
    y = y < 0 ? 0 : y >= height ? height - 1 : y;
    z = z < 0 ? 0 : z >= depth ? depth - 1 : z;
    return data + z * __textures[t].slice + y * __textures[t].pitch + x;
}
)"},
        {"__surface_read", R"(
template <typename T>
__device__ T __surface_read(cudaSurfaceObject_t surface, int x, int y, int z,
                            cudaSurfaceBoundaryMode mode) {
    const char *at = __surface_at((int)(surface - 1) & 255, sizeof(T), x, y, z, mode);
    return at == 0 ? T() : *(const T *)at;
}
)"},
        {"__surface_write", R"(
template <typename T>
__device__ void __surface_write(T v, cudaSurfaceObject_t surface, int x, int y, int z,
                                cudaSurfaceBoundaryMode mode) {
    int t = (int)(surface - 1) & 255;
    bool is_inside = x >= 0 && x + (int)sizeof(T) <= __textures[t].width * __textures[t].bytes &&
                     y >= 0 && y < __textures[t].height && z >= 0 && z < __textures[t].depth;
    // Only what traps is not left out.
    if (!is_inside && mode != cudaBoundaryModeTrap) return;
    *(T *)__surface_at(t, sizeof(T), x, y, z, mode) = v;
}
)"},
        {"surf1Dread", R"(
template <typename T>
__device__ T surf1Dread(cudaSurfaceObject_t surface, int x,
                        cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
    return __surface_read<T>(surface, x, 0, 0, mode);
}
template <typename T>
__device__ void surf1Dread(T *to, cudaSurfaceObject_t surface, int x,
                           cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
    *to = __surface_read<T>(surface, x, 0, 0, mode);
}
)"},
        {"surf2Dread", R"(
template <typename T>
__device__ T surf2Dread(cudaSurfaceObject_t surface, int x, int y,
                        cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
    return __surface_read<T>(surface, x, y, 0, mode);
}
template <typename T>
__device__ void surf2Dread(T *to, cudaSurfaceObject_t surface, int x, int y,
                           cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
    *to = __surface_read<T>(surface, x, y, 0, mode);
}
)"},
        {"surf3Dread", R"(
template <typename T>
__device__ T surf3Dread(cudaSurfaceObject_t surface, int x, int y, int z,
                        cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
    return __surface_read<T>(surface, x, y, z, mode);
}
template <typename T>
__device__ void surf3Dread(T *to, cudaSurfaceObject_t surface, int x, int y, int z,
                           cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
    *to = __surface_read<T>(surface, x, y, z, mode);
}
)"},
        {"surf2DLayeredread", R"(
template <typename T>
__device__ T surf2DLayeredread(cudaSurfaceObject_t surface, int x, int y, int layer,
                               cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
    return __surface_read<T>(surface, x, y, layer, mode);
}
)"},
        {"surf1Dwrite", R"(
template <typename T>
__device__ void surf1Dwrite(T v, cudaSurfaceObject_t surface, int x,
                            cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
    __surface_write<T>(v, surface, x, 0, 0, mode);
}
)"},
        {"surf2Dwrite", R"(
template <typename T>
__device__ void surf2Dwrite(T v, cudaSurfaceObject_t surface, int x, int y,
                            cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
    __surface_write<T>(v, surface, x, y, 0, mode);
}
)"},
        {"surf3Dwrite", R"(
template <typename T>
__device__ void surf3Dwrite(T v, cudaSurfaceObject_t surface, int x, int y, int z,
                            cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
    __surface_write<T>(v, surface, x, y, z, mode);
}
)"},
        {"surf2DLayeredwrite", R"(
template <typename T>
__device__ void surf2DLayeredwrite(T v, cudaSurfaceObject_t surface, int x, int y, int layer,
                                   cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
    __surface_write<T>(v, surface, x, y, layer, mode);
}
)"},
    };
    return parts;
}

}  // namespace stridescope::language
