// Fetches from textures of every kind, and what surfaces hold behind a kernel. What an H200 prints
// of this, compiled by nvcc 13, stands in textures.out.
#include <cmath>
#include <cstdio>
#include <cstring>

constexpr int samples = 24;

__global__ void fetch_1d(cudaTextureObject_t t, const float* at, float* out) {
    int i = threadIdx.x;
    out[i] = tex1D<float>(t, at[3 * i]);
}
__global__ void fetch_2d(cudaTextureObject_t t, const float* at, float* out) {
    int i = threadIdx.x;
    out[i] = tex2D<float>(t, at[3 * i], at[3 * i + 1]);
}
__global__ void fetch_3d(cudaTextureObject_t t, const float* at, float* out) {
    int i = threadIdx.x;
    out[i] = tex3D<float>(t, at[3 * i], at[3 * i + 1], at[3 * i + 2]);
}
__global__ void fetch_layer(cudaTextureObject_t t, const float* at, float* out) {
    int i = threadIdx.x;
    out[i] = tex2DLayered<float>(t, at[3 * i], at[3 * i + 1], (int)floorf(at[3 * i + 2]));
}
__global__ void fetch_cube(cudaTextureObject_t t, const float* at, float* out) {
    int i = threadIdx.x;
    out[i] = texCubemap<float>(t, at[3 * i], at[3 * i + 1], at[3 * i + 2]);
}
__global__ void fetch_bytes(cudaTextureObject_t t, const float* at, float* out) {
    int i = threadIdx.x;
    uchar4 v = tex2D<uchar4>(t, at[3 * i], at[3 * i + 1]);
    out[i] = v.x + 256.0f * v.y - v.z / 4.0f + v.w;
}
__global__ void fetch_pairs(cudaTextureObject_t t, const float* at, float* out) {
    int i = threadIdx.x;
    float2 v;
    tex2D(&v, t, at[3 * i], at[3 * i + 1]);
    out[i] = v.x - 2 * v.y;
}
__global__ void fetch_linear(cudaTextureObject_t t, const float* at, float* out) {
    int i = threadIdx.x;
    out[i] = tex1Dfetch<int>(t, i - 4);
}
__global__ void turn(cudaSurfaceObject_t from, cudaSurfaceObject_t to, int width, int height) {
    int x = threadIdx.x, y = threadIdx.y;
    float v = surf2Dread<float>(from, (width - 1 - x) * 4, height - 1 - y);
    surf2Dwrite(2 * v + surf2Dread<float>(from, x * 4 - 8, y, cudaBoundaryModeZero), to, x * 4, y);
    surf2Dwrite(99.0f, to, x * 4, y + height, cudaBoundaryModeZero);
}

unsigned state;
float number() {
    state = state * 1664525u + 1013904223u;
    return (state >> 8) / 16777216.0f;
}

typedef void (*Kernel)(cudaTextureObject_t, const float*, float*);

template <typename E>
void fill(E* to, int count) {
    for (int i = 0; i < count; i++) to[i] = (E)(number() * 65536);
}
void fill(float* to, int count) {
    for (int i = 0; i < count; i++) to[i] = number() * 2 - 1;
}

template <typename E>
void show(const char* name, Kernel kernel, cudaChannelFormatDesc desc, cudaExtent extent,
          unsigned flags, cudaTextureDesc how, float least, float most, bool is_cube = false) {
    state = 1;
    int h = extent.height > 0 ? extent.height : 1, d = extent.depth > 0 ? extent.depth : 1;
    int parts = (desc.x + desc.y + desc.z + desc.w) / 8 / sizeof(E);
    static E data[2048];
    fill(data, extent.width * h * d * parts);
    cudaArray_t array;
    cudaMalloc3DArray(&array, &desc, extent, flags);
    cudaMemcpy3DParms copy = {0};
    copy.srcPtr = make_cudaPitchedPtr(data, extent.width * parts * sizeof(E), extent.width, h);
    copy.dstArray = array;
    copy.extent = make_cudaExtent(extent.width, h, d);
    copy.kind = cudaMemcpyHostToDevice;
    cudaMemcpy3D(&copy);
    cudaResourceDesc resource;
    memset(&resource, 0, sizeof(resource));
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureObject_t texture;
    cudaError_t error = cudaCreateTextureObject(&texture, &resource, &how, NULL);
    printf("%s %d%d%d", name, how.addressMode[0], how.filterMode, how.normalizedCoords);
    if (error != cudaSuccess) {
        printf(" %s\n", cudaGetErrorString(error));
        return;
    }
    float at[3 * samples], got[samples];
    for (int i = 0; i < samples; i++) {
        bool unit = how.normalizedCoords || is_cube;
        at[3 * i] = (least + number() * (most - least)) * (unit ? 1 : extent.width);
        at[3 * i + 1] = (least + number() * (most - least)) * (unit ? 1 : h);
        bool is_layer = (flags & cudaArrayLayered) != 0;
        at[3 * i + 2] = (least + number() * (most - least)) * (unit && !is_layer ? 1 : d);
    }
    float *places, *out;
    cudaMalloc(&places, sizeof(at));
    cudaMalloc(&out, sizeof(got));
    cudaMemcpy(places, at, sizeof(at), cudaMemcpyHostToDevice);
    kernel<<<1, samples>>>(texture, places, out);
    cudaMemcpy(got, out, sizeof(got), cudaMemcpyDeviceToHost);
    for (int i = 0; i < samples; i++) printf(" %.9g", got[i]);
    printf("\n");
    cudaDestroyTextureObject(texture);
    cudaFreeArray(array);
    cudaFree(places);
    cudaFree(out);
}

void show_surface() {
    const int width = 9, height = 5;
    float data[width * height], got[width * height];
    state = 1;
    fill(data, width * height);
    cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
    cudaArray_t from, to;
    cudaMallocArray(&from, &desc, width, height, cudaArraySurfaceLoadStore);
    cudaMallocArray(&to, &desc, width, height, cudaArraySurfaceLoadStore);
    cudaMemcpy2DToArray(from, 0, 0, data, width * 4, width * 4, height, cudaMemcpyHostToDevice);
    cudaResourceDesc resource;
    memset(&resource, 0, sizeof(resource));
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = from;
    cudaSurfaceObject_t a, b;
    cudaCreateSurfaceObject(&a, &resource);
    resource.res.array.array = to;
    cudaCreateSurfaceObject(&b, &resource);
    turn<<<1, dim3(width, height)>>>(a, b, width, height);
    cudaMemcpy2DFromArray(got, width * 4, to, 0, 0, width * 4, height, cudaMemcpyDeviceToHost);
    printf("surface -");
    for (int i = 0; i < width * height; i++) printf(" %.9g", got[i]);
    printf("\n");
    cudaDestroySurfaceObject(a);
    cudaDestroySurfaceObject(b);
}

void show_memory() {
    int data[16], *numbers;
    for (int i = 0; i < 16; i++) data[i] = i * i - 20;
    cudaMalloc(&numbers, sizeof(data));
    cudaMemcpy(numbers, data, sizeof(data), cudaMemcpyHostToDevice);
    cudaResourceDesc resource;
    memset(&resource, 0, sizeof(resource));
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = numbers;
    resource.res.linear.desc = cudaCreateChannelDesc<int>();
    resource.res.linear.sizeInBytes = sizeof(data);
    cudaTextureDesc how;
    memset(&how, 0, sizeof(how));
    cudaTextureObject_t texture;
    cudaCreateTextureObject(&texture, &resource, &how, NULL);
    float *out, got[samples];
    cudaMalloc(&out, sizeof(got));
    fetch_linear<<<1, samples>>>(texture, NULL, out);
    cudaMemcpy(got, out, sizeof(got), cudaMemcpyDeviceToHost);
    printf("memory -");
    for (int i = 0; i < samples; i++) printf(" %.9g", got[i]);
    printf("\n");
    cudaDestroyTextureObject(texture);

    float rows[7 * 12], *pitched;
    state = 1;
    fill(rows, 7 * 12);
    size_t pitch;
    cudaMallocPitch(&pitched, &pitch, 12 * 4, 7);
    cudaMemcpy2D(pitched, pitch, rows, 12 * 4, 12 * 4, 7, cudaMemcpyHostToDevice);
    memset(&resource, 0, sizeof(resource));
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.devPtr = pitched;
    resource.res.pitch2D.desc = cudaCreateChannelDesc<float>();
    resource.res.pitch2D.width = 12;
    resource.res.pitch2D.height = 7;
    resource.res.pitch2D.pitchInBytes = pitch;
    how.filterMode = cudaFilterModeLinear;
    how.normalizedCoords = 1;
    cudaCreateTextureObject(&texture, &resource, &how, NULL);
    float at[3 * samples], *places;
    for (int i = 0; i < 3 * samples; i++) at[i] = number() * 3 - 1;
    cudaMalloc(&places, sizeof(at));
    cudaMemcpy(places, at, sizeof(at), cudaMemcpyHostToDevice);
    fetch_2d<<<1, samples>>>(texture, places, out);
    cudaMemcpy(got, out, sizeof(got), cudaMemcpyDeviceToHost);
    printf("pitched -");
    for (int i = 0; i < samples; i++) printf(" %.9g", got[i]);
    printf("\n");
}

int main() {
    for (int mode = 0; mode < 4; mode++) {
        for (int filter = 0; filter < 2; filter++) {
            for (int unit = 0; unit < 2; unit++) {
                cudaTextureDesc how;
                memset(&how, 0, sizeof(how));
                for (int i = 0; i < 3; i++) how.addressMode[i] = (cudaTextureAddressMode)mode;
                how.filterMode = (cudaTextureFilterMode)filter;
                how.normalizedCoords = unit;
                how.borderColor[0] = 7.5f;
                show<float>("row", fetch_1d, cudaCreateChannelDesc<float>(),
                            make_cudaExtent(13, 0, 0), 0, how, -1.5f, 2.5f);
                show<float>("plane", fetch_2d, cudaCreateChannelDesc<float>(),
                            make_cudaExtent(16, 7, 0), 0, how, -0.7f, 1.7f);
                show<float>("pairs", fetch_pairs, cudaCreateChannelDesc<float2>(),
                            make_cudaExtent(6, 7, 0), 0, how, -0.7f, 1.7f);
                show<float>("space", fetch_3d, cudaCreateChannelDesc<float>(),
                            make_cudaExtent(8, 5, 6), 0, how, -0.7f, 1.7f);
                show<float>("layer", fetch_layer, cudaCreateChannelDesc<float>(),
                            make_cudaExtent(9, 6, 4), cudaArrayLayered, how, -0.7f, 1.7f);
                show<float>("cube", fetch_cube, cudaCreateChannelDesc<float>(),
                            make_cudaExtent(8, 8, 6), cudaArrayCubemap, how, -1.0f, 1.0f, true);
                show<unsigned char>("bytes", fetch_bytes, cudaCreateChannelDesc<uchar4>(),
                                    make_cudaExtent(5, 6, 0), 0, how, -0.7f, 1.7f);
                how.readMode = cudaReadModeNormalizedFloat;
                show<unsigned char>("u8", fetch_2d, cudaCreateChannelDesc<unsigned char>(),
                                    make_cudaExtent(16, 7, 0), 0, how, -0.7f, 1.7f);
                show<unsigned short>("u16", fetch_2d, cudaCreateChannelDesc<unsigned short>(),
                                     make_cudaExtent(16, 7, 0), 0, how, -0.7f, 1.7f);
                show<short>("i16", fetch_2d, cudaCreateChannelDesc<short>(),
                            make_cudaExtent(16, 7, 0), 0, how, -0.7f, 1.7f);
            }
        }
    }
    show_surface();
    show_memory();
}
