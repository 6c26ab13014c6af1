#if defined(X) && X > 2
#error no
#elif 1
#endif
typedef unsigned long long u64;
__global__ void copy(const float4* in, float4* out, u64 n) {
    __shared__ float tile[4][5];
    do {
        float4 v = reinterpret_cast<const float4*>(in)[threadIdx.x];
        v.x += __int_as_float(3) + (float)(n % 5u) - .5e-3;
        tile[threadIdx.y & 3][threadIdx.x & 3] = v.y;
        __syncwarp();
        out[threadIdx.x] = make_float4(v.x, tile[1][2], -v.z, n ? v.w : ~0u);
    } while (false);
    unsigned b = __ballot_sync(__activemask(), threadIdx.x & 1);
    assert(__popc(b) >= 0);
}
