"""Every kind of finding with a text that has it and what to write instead: for findings_test.py, which writes
docs/findings.md from them, and for scripts/gpu_check, which asks compute-sanitizer what it says of them."""

import re
import textwrap

# Group: [(what is wrong, why, text, [(piece, what to write instead)])].
KINDS = {
    "Races": [
        ("Within a warp", "Lanes of a warp are not in lockstep, and shuffles and votes order no memory: "
         "only `__syncwarp()` or a barrier does.", """
         // launch: k<<<1, 32>>>(in, out)
         // in: int[32] iota    out: int[32]
         __global__ void k(const int *in, int *out) {
             __shared__ int s[32];
             int t = threadIdx.x;
             s[t] = in[t];
             out[t] = s[31 - t];
         }
         """, [("    s[t] = in[t];\n", "    s[t] = in[t];\n    __syncwarp();\n")]),
        ("Between the warps of a block", "Between a write and a read by another warp belongs "
         "`__syncthreads()`.", """
         // launch: k<<<1, 64>>>(in, out)
         // in: int[64] iota    out: int[64]
         __global__ void k(const int *in, int *out) {
             __shared__ int s[64];
             int t = threadIdx.x;
             s[t] = in[t];
             out[t] = s[63 - t];
         }
         """, [("    s[t] = in[t];\n", "    s[t] = in[t];\n    __syncthreads();\n")]),
        ("From one round to the next", "The barrier after the write is there; the one that keeps the next "
         "round's write behind this round's reads is not.", """
         // launch: k<<<1, 64>>>(in, out)
         // in: int[256] iota    out: int[256]
         __global__ void k(const int *in, int *out) {
             __shared__ int s[64];
             int t = threadIdx.x;
             for (int r = 0; r < 4; ++r) {
                 s[t] = in[64 * r + t];
                 __syncthreads();
                 out[64 * r + t] = s[63 - t];
             }
         }
         """, [("s[63 - t];\n", "s[63 - t];\n        __syncthreads();\n")]),
        ("Between blocks", "`__syncthreads()` orders the threads of one block. Nothing but the end of the "
         "launch orders blocks that do not speak to each other.", """
         // launch: k<<<4, 64>>>(in, total)
         // in: int[256] ones    total: int[1]
         __global__ void k(const int *in, int *total) {
             int i = blockIdx.x * blockDim.x + threadIdx.x;
             if (threadIdx.x == 0) total[0] += in[i];
         }
         """, [("total[0] += in[i]", "atomicAdd(&total[0], in[i])")]),
        ("A flag without a fence", "The flag may be seen before what it stands for: a fence belongs between "
         "the two, on both sides.", """
         // launch: k<<<2, 32>>>(in, out, ready)
         // in: int[1] ones    out: int[1]    ready: int[1] zeros
         __global__ void k(const int *in, int *out, int *ready) {
             __shared__ int total;
             if (threadIdx.x != 0) return;
             total = in[0] + 1;
             if (blockIdx.x == 0) {
                 out[0] = total;
                 atomicExch(ready, 1);
             } else {
                 while (atomicAdd(ready, 0) == 0) {}
                 out[0] = out[0] + total;
             }
         }
         """, [("        atomicExch", "        __threadfence();\n        atomicExch"),
               ("== 0) {}\n", "== 0) {}\n        __threadfence();\n")]),
        ("A plain read in a waiting loop", "A compiler may read it once and keep it: the loop then never "
         "ends. Read it as `volatile`, or by an atomic.", """
         // launch: k<<<2, 1>>>(ready, out)
         // ready: int[1]    out: int[1]
         __global__ void k(int *ready, int *out) {
             if (blockIdx.x == 0) {
                 atomicExch(ready, 1);
             } else {
                 while (*ready == 0) {}
                 out[0] = 1;
             }
         }
         """, [("*ready == 0", "*(volatile int *)ready == 0")]),
        ("A value beside its flag", "Both are volatile, and yet the value may come later than the flag: a fence "
         "belongs between. Only where both are one word there is nothing to order.", """
         // launch: k<<<4, 32>>>(state, sums, out)
         // state: int[4] zeros    sums: int[4]    out: int[4]
         __global__ void k(volatile int *state, volatile int *sums, int *out) {
             if (threadIdx.x != 0) return;
             int b = blockIdx.x, before = 0;
             while (b > 0) {
                 if (state[b - 1] == 0) continue;
                 before = sums[b - 1];
                 break;
             }
             sums[b] = before + b;
             state[b] = 1;
             out[b] = before;
         }
         """, [("        before =", "        __threadfence();\n        before ="),
               ("    state[b] = 1", "    __threadfence();\n    state[b] = 1")]),
        ("A flag with too weak an order", "`memory_order_relaxed` orders nothing but the flag itself: what it "
         "stands for is released by who sets it, and acquired by who reads it.", """
         #include <cuda/atomic>
         __device__ cuda::atomic<int, cuda::thread_scope_device> ready;
         __device__ int value, seen;
         __global__ void k() {
             if (blockIdx.x == 0) {
                 value = 42;
                 ready.store(1, cuda::memory_order_relaxed);
             } else {
                 while (ready.load(cuda::memory_order_acquire) == 0) {}
                 seen = value;
             }
         }
         int main() {
             k<<<2, 1>>>();
             return cudaDeviceSynchronize();
         }
         """, [("store(1, cuda::memory_order_relaxed)", "store(1, cuda::memory_order_release)")]),
        ("An atomic of one block only", "What is atomic for the threads of a block is not for other blocks.", """
         // launch: k<<<4, 64>>>(in, total)
         // in: int[256] ones    total: int[1] zeros
         __global__ void k(const int *in, int *total) {
             atomicAdd_block(total, in[blockIdx.x * blockDim.x + threadIdx.x]);
         }
         """, [("atomicAdd_block", "atomicAdd")]),
    ],
    "Races that do no harm": [
        ("Equal values", "Several threads write the same: formally a race, harmless as long as they do.", """
         // launch: k<<<1, 64>>>(in, found)
         // in: int[64] iota    found: int[1]
         __global__ void k(const int *in, int *found) {
             if (in[threadIdx.x] > 7) found[0] = 1;
         }
         """, [("found[0] = 1", "atomicExch(&found[0], 1)")]),
        ("A read before a compare-and-swap", "What was read too early is found out by the compare-and-swap, "
         "which then is made again.", """
         // launch: k<<<1, 64>>>(in, most)
         // in: int[64] iota    most: int[1]
         __global__ void k(const int *in, int *most) {
             int v = in[threadIdx.x], old = *most, seen;
             while (old < v) {
                 seen = atomicCAS(most, old, v);
                 if (seen == old) break;
                 old = seen;
             }
         }
         """, [("old = *most", "old = atomicAdd(most, 0)")]),
    ],
    "Barriers and warps": [
        ("A barrier that some threads never reach", "All threads of a block must reach it, each time.", """
         // launch: k<<<1, 64>>>(in, out)
         // in: int[64] iota    out: int[64]
         __global__ void k(const int *in, int *out) {
             __shared__ int s[64];
             int t = threadIdx.x;
             s[t] = in[t];
             if (t < 32) {
                 __syncthreads();
                 out[t] = s[63 - t];
             }
         }
         """, [("    if (t < 32) {\n        __syncthreads();\n", "    __syncthreads();\n    if (t < 32) {\n")]),
        ("Threads that return before a barrier", "Let them pass it, and do nothing.", """
         // launch: k<<<1, 64>>>(in, out, 40)
         // in: int[64] iota    out: int[64]
         __global__ void k(const int *in, int *out, int n) {
             __shared__ int s[64];
             int t = threadIdx.x;
             if (t >= n) return;
             s[t] = in[t];
             __syncthreads();
             out[t] = s[n - 1 - t];
         }
         """, [("    if (t >= n) return;\n    s[t]", "    if (t < n) s[t]"),
               ("    out[t] =", "    if (t < n) out[t] =")]),
        ("A mask that names who is not there", "Whoever is named must call.", """
         // launch: k<<<1, 32>>>(in, out)
         // in: int[32] iota    out: int[1]
         __global__ void k(const int *in, int *out) {
             int t = threadIdx.x, v = in[t];
             if (t < 16) {
                 for (int d = 8; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);
                 if (t == 0) out[0] = v;
             }
         }
         """, [("0xffffffff", "0x0000ffff")]),
        ("A lane that does not exist", "The last warp of a block may have fewer lanes than 32.", """
         // launch: k<<<1, 20>>>(in, out)
         // in: int[20] iota    out: int[20]
         __global__ void k(const int *in, int *out) {
             int t = threadIdx.x;
             out[t] = __shfl_down_sync(0xffffffff, in[t], 1);
         }
         """, [("    out[t] = __shfl_down_sync(0xffffffff, in[t], 1);\n",
                "    int next = __shfl_down_sync(0xffffffff, in[t], 1);\n"
                "    out[t] = t + 1 < blockDim.x ? next : 0;\n")]),
        ("A shuffle of a width that there is not", "Groups of lanes are powers of two.", """
         // launch: k<<<1, 32>>>(in, out)
         // in: int[32] iota    out: int[32]
         __global__ void k(const int *in, int *out) {
             int v = in[threadIdx.x];
             for (int d = 8; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d, 24);
             out[threadIdx.x] = v;
         }
         """, [(", 24)", ", 16)")]),
        ("Lanes of a warp that spin for one lock", "One lane has the lock, its warp spins for it: chips "
         "before Volta hang, later ones are slow.", """
         // launch: k<<<1, 32>>>(total)
         // total: int[1]
         __device__ int lock;
         __global__ void k(int *total) {
             while (atomicExch(&lock, 1) != 0) {}
             __threadfence();
             *(volatile int *)total += 1;
             __threadfence();
             atomicExch(&lock, 0);
         }
         """, [("__global__ void k(int *total) {\n", "__global__ void k(int *total) {\n"
                "    if (threadIdx.x != 0) return;\n"), ("+= 1", "+= blockDim.x")]),
        ("A deadlock", "All wait for what nobody writes.", """
         // launch: k<<<2, 32>>>(ready)
         // ready: int[2] zeros
         __global__ void k(volatile int *ready) {
             if (threadIdx.x != 0) return;
             while (ready[1 - blockIdx.x] == 0) {}
             ready[blockIdx.x] = 1;
         }
         """, [("    while (ready[1 - blockIdx.x] == 0) {}\n    ready[blockIdx.x] = 1;\n",
                "    ready[blockIdx.x] = 1;\n    while (ready[1 - blockIdx.x] == 0) {}\n")]),
    ],
    "Memory": [
        ("An index beyond an array", "The last block has threads too many.", """
         // launch: k<<<2, 64>>>(in, out, 100)
         // in: int[100] iota    out: int[100]
         __global__ void k(const int *in, int *out, int n) {
             int i = blockIdx.x * blockDim.x + threadIdx.x;
             out[i] = in[i] * 2;
         }
         """, [("    out[i]", "    if (i < n) out[i]")]),
        ("An index that wrapped around", "A product of two ints wraps around at 2147483648.", """
         // launch: k<<<1, 64>>>(in, out)
         // in: int[64] iota    out: int[64]
         __global__ void k(const int *in, int *out) {
             int t = threadIdx.x;
             out[t] = in[t * 100000000 / 100000000];
         }
         """, [("t * 100000000", "t * 100000000LL")]),
        ("Shared memory that nobody wrote", "Shared memory is not zeroed.", """
         // launch: k<<<1, 64>>>(in, bins)
         // in: int[64] iota    bins: int[8]
         __global__ void k(const int *in, int *bins) {
             __shared__ int s[8];
             int t = threadIdx.x;
             atomicAdd(&s[in[t] % 8], 1);
             __syncthreads();
             if (t < 8) bins[t] = s[t];
         }
         """, [("    atomicAdd", "    if (t < 8) s[t] = 0;\n    __syncthreads();\n    atomicAdd")]),
        ("Global memory that nobody wrote", "`cudaMalloc` zeroes nothing.", """
         __global__ void k(int *bins) { atomicAdd(&bins[threadIdx.x % 8], 1); }
         int main() {
             int *bins, h[8];
             cudaMalloc(&bins, sizeof h);
             k<<<1, 64>>>(bins);
             cudaMemcpy(h, bins, sizeof h, cudaMemcpyDeviceToHost);
             cudaFree(bins);
             return h[0] == 8 ? 0 : 1;
         }
         """, [("    k<<<", "    cudaMemset(bins, 0, sizeof h);\n    k<<<")]),
        ("A variable without a value", "A variable of a function begins with whatever its register held. To hand it on, as a "
         "warp's other lanes do at a shuffle, is no use of it.", """
         // launch: k<<<1, 32>>>(in, out)
         // in: int[128] iota    out: int[32]
         __global__ void k(const int *in, int *out) {
             int t = threadIdx.x, sum;
             for (int i = t; i < 128; i += 32) sum += in[i];
             out[t] = sum;
         }
         """, [(", sum;", ", sum = 0;")]),
        ("A copy that is still on its way", "A barrier does not wait for asynchronous copies: each thread waits for its "
         "own, then all meet. Here the last two groups may still be on their way.", """
         // launch: k<<<1, 32>>>(in, out)
         // in: int[128] iota    out: int[32]
         #include <cuda_pipeline.h>
         __global__ void k(const int *in, int *out) {
             __shared__ int s[2][32];
             int t = threadIdx.x, sum = 0;
             __pipeline_memcpy_async(&s[0][t], &in[t], 4);
             __pipeline_commit();
             for (int r = 0; r < 4; ++r) {
                 if (r < 3) __pipeline_memcpy_async(&s[(r + 1) % 2][t], &in[32 * r + 32 + t], 4);
                 __pipeline_commit();
                 __pipeline_wait_prior(2);
                 __syncthreads();
                 sum += s[r % 2][31 - t];
                 __syncthreads();
             }
             out[t] = sum;
         }
         """, [("__pipeline_wait_prior(2);", "__pipeline_wait_prior(1);")]),
        ("A copy whose source is written too early", "A bulk copy to global memory reads shared memory after the "
         "thread that began it has gone on: the source may be written again when that thread has waited for "
         "the reads.", """
         // launch: k<<<1, 32>>>(in, out)
         // in: int[32] iota    out: int[32]
         __global__ void k(const int *in, int *out) {
             __shared__ alignas(16) int s[32];
             int t = threadIdx.x;
             s[t] = 2 * in[t];
             asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
             __syncthreads();
             if (t == 0) {
                 unsigned from = (unsigned)__cvta_generic_to_shared(s);
                 asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 128;"
                              ::"l"(out), "r"(from) : "memory");
                 asm volatile("cp.async.bulk.commit_group;" ::: "memory");
             }
             __syncthreads();
             s[t] = 0;
             if (t == 0) asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
         }
         """, [("commit_group;\" ::: \"memory\");\n", "commit_group;\" ::: \"memory\");\n"
                "        asm volatile(\"cp.async.bulk.wait_group.read 0;\" ::: \"memory\");\n")]),
        ("Two types in one place", "Each `extern __shared__` array begins at the same address.", """
         // launch: k<<<1, 32, 256>>>(in, out)
         // in: int[32] iota    out: float[32]
         __global__ void k(const int *in, float *out) {
             extern __shared__ int a[];
             extern __shared__ float b[];
             int t = threadIdx.x;
             a[t] = in[t];
             b[t] = 0.5f;
             __syncthreads();
             out[t] = a[31 - t] + b[t];
         }
         """, [("    extern __shared__ float b[];\n", "    float *b = (float *)&a[32];\n")]),
        ("A pointer of the host's", "A kernel reaches memory of the device.", """
         __global__ void k(int *x) { x[threadIdx.x] = 1; }
         int main() {
             int *x = (int *)malloc(128);
             k<<<1, 32>>>(x);
             cudaDeviceSynchronize();
             free(x);
         }
         """, [("int *x = (int *)malloc(128);", "int *x;\n    cudaMalloc(&x, 128);"),
               ("free(x)", "cudaFree(x)")]),
        ("A kernel's own allocation", "Behind what `malloc` or `new` gives a thread lies another thread's.", """
         // launch: k<<<1, 4>>>(out)
         // out: int[4]
         __global__ void k(int *out) {
             int *p = new int[3], sum = 0;
             for (int i = 0; i <= 3; ++i) p[i] = i;
             for (int i = 0; i < 3; ++i) sum += p[i];
             out[threadIdx.x] = sum;
             delete[] p;
         }
         """, [("i <= 3", "i < 3")]),
        ("What a kernel has freed", "What has been given back may be another thread's by now.", """
         // launch: k<<<1, 4>>>(out)
         // out: int[4]
         struct Node { int value; Node *next; };
         __global__ void k(int *out) {
             Node *list = nullptr;
             for (int i = 1; i <= 3; ++i) {
                 Node *node = new Node;
                 node->value = i;
                 node->next = list;
                 list = node;
             }
             int sum = 0;
             for (Node *node = list; node != nullptr; node = node->next) {
                 sum += node->value;
                 delete node;
             }
             out[threadIdx.x] = sum;
         }
         """, [("    for (Node *node = list; node != nullptr; node = node->next) {\n",
                "    for (Node *node = list, *next; node != nullptr; node = next) {\n"
                "        next = node->next;\n")]),
        ("A variable of a function that has ended", "What a function has for itself ends with it.", """
         // launch: k<<<1, 32>>>(out)
         // out: int[32]
         __device__ int *squares(int n) {
             int all[4];
             for (int i = 0; i < 4; ++i) all[i] = n * i * i;
             return all;
         }
         __global__ void k(int *out) {
             int *p = squares(threadIdx.x);
             out[threadIdx.x] = p[2];
         }
         """, [("squares(int n) {\n    int all[4];", "squares(int *all, int n) {"),
               ("    int *p = squares(", "    int all[4];\n    int *p = squares(all, ")]),
        ("A variable of another thread", "Each thread reaches its own variables only, whatever a pointer says.", """
         // launch: k<<<1, 32>>>(out)
         // out: int[32]
         __global__ void k(int *out) {
             __shared__ int *first;
             int own[2] = {(int)threadIdx.x, 1};
             if (threadIdx.x == 0) first = own;
             __syncwarp();
             out[threadIdx.x] = first[0] + own[1];
         }
         """, [("int *first", "int first"), ("first = own", "first = own[0]"), ("first[0]", "first")]),
        ("A pointer to nothing", "Somebody has to give it memory.", """
         __global__ void k(int *x) { x[threadIdx.x] = 1; }
         int main() {
             int *x = nullptr;
             k<<<1, 32>>>(x);
             cudaDeviceSynchronize();
             cudaFree(x);
         }
         """, [("int *x = nullptr;", "int *x;\n    cudaMalloc(&x, 128);")]),
        ("An address that is no multiple of the width", "16 bytes at once begin at a multiple of 16.", """
         // launch: k<<<1, 8>>>(in, out)
         // in: float[64] iota    out: float[32]
         __global__ void k(const float *in, float *out) {
             int t = threadIdx.x;
             float4 v = *(const float4 *)(in + 4 * t + 1);
             out[4 * t] = v.x + v.w;
         }
         """, [("4 * t + 1)", "4 * t)")]),
    ],
    "What ends a kernel": [
        ("A loop without end", "An unsigned number is never less than 0.", """
         // launch: k<<<1, 1>>>(in, out, 32)
         // in: int[32] iota    out: int[32]
         __global__ void k(const int *in, int *out, unsigned n) {
             for (unsigned i = n - 1; i >= 0; --i) out[n - 1 - i] = in[i];
         }
         """, [("unsigned i = n - 1; i >= 0; --i) out[n - 1 - i] = in[i]",
                "unsigned i = n; i > 0; --i) out[n - i] = in[i - 1]")]),
        ("An assertion", "It does not hold.", """
         // launch: k<<<1, 32>>>(in, out)
         // in: int[32] iota    out: int[32]
         __global__ void k(const int *in, int *out) {
             assert(in[threadIdx.x] < 31);
             out[threadIdx.x] = in[threadIdx.x];
         }
         """, [("< 31", "< 32")]),
        ("A division by zero", "Of integers; a GPU gives whatever it gives.", """
         // launch: k<<<1, 32>>>(in, out)
         // in: int[32] iota    out: int[32]
         __global__ void k(const int *in, int *out) {
             out[threadIdx.x] = 100 / in[threadIdx.x];
         }
         """, [("100 / in[threadIdx.x]", "in[threadIdx.x] != 0 ? 100 / in[threadIdx.x] : 0")]),
    ],
    "What the host does": [
        ("A launch that cannot be", "A block has 1024 threads at most. Nobody asked whether it was launched.", """
         __global__ void k(int *x) { x[threadIdx.x] = 1; }
         int main() {
             int *x;
             cudaMalloc(&x, 2048 * sizeof(int));
             k<<<1, 2048>>>(x);
             cudaDeviceSynchronize();
             cudaFree(x);
         }
         """, [("<<<1, 2048>>>", "<<<2, 1024>>>"),
               ("x[threadIdx.x]", "x[blockIdx.x * blockDim.x + threadIdx.x]")]),
        ("Too much shared memory", "More than 48 KB of dynamic shared memory has to be asked for.", """
         __global__ void k(int *x) {
             extern __shared__ int s[];
             s[threadIdx.x] = 1;
             x[threadIdx.x] = s[threadIdx.x];
         }
         int main() {
             int *x;
             cudaMalloc(&x, 128);
             k<<<1, 32, 65536>>>(x);
             cudaDeviceSynchronize();
             cudaFree(x);
         }
         """, [("    k<<<", "    cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);\n"
                "    k<<<")]),
        ("A direction that contradicts its pointers", "The copy's last argument says where from and where to.", """
         int main() {
             int *d, h[8] = {1, 2};
             cudaMalloc(&d, sizeof h);
             cudaMemcpy(d, h, sizeof h, cudaMemcpyDeviceToHost);
             cudaFree(d);
         }
         __global__ void k(int *x) { x[threadIdx.x] = 1; }
         """, [("cudaMemcpyDeviceToHost", "cudaMemcpyHostToDevice")]),
        ("A main that does not wait", "A launch returns at once; the kernel still runs.", """
         __global__ void k(int *x) { x[threadIdx.x] = threadIdx.x; }
         int main() {
             int *x;
             cudaMallocManaged(&x, 64 * sizeof(int));
             k<<<1, 64>>>(x);
             int last = x[63];
             cudaFree(x);
             return last == 63 ? 0 : 1;
         }
         """, [("    int last", "    cudaDeviceSynchronize();\n    int last")]),
        ("Two streams", "What runs in one stream is in order, what runs in two is not.", """
         __global__ void fill(int *x) { x[threadIdx.x] = threadIdx.x; }
         __global__ void twice(const int *x, int *y) { y[threadIdx.x] = 2 * x[threadIdx.x]; }
         int main() {
             int *x, *y;
             cudaStream_t a, b;
             cudaEvent_t filled;
             cudaMalloc(&x, 64 * sizeof(int));
             cudaMalloc(&y, 64 * sizeof(int));
             cudaStreamCreate(&a);
             cudaStreamCreate(&b);
             cudaEventCreate(&filled);
             fill<<<1, 64, 0, a>>>(x);
             twice<<<1, 64, 0, b>>>(x, y);
             return cudaDeviceSynchronize();
         }
         """, [("    twice<<<", "    cudaEventRecord(filled, a);\n    cudaStreamWaitEvent(b, filled, 0);\n"
                "    twice<<<")]),
        ("Memory that was freed", "It may be another's by now.", """
         __global__ void k(int *x) { x[threadIdx.x] = threadIdx.x; }
         int main() {
             int *x;
             cudaMalloc(&x, 64 * sizeof(int));
             cudaFree(x);
             k<<<1, 64>>>(x);
             return cudaDeviceSynchronize();
         }
         """, [("    cudaFree(x);\n    k<<<1, 64>>>(x);\n    return cudaDeviceSynchronize();\n",
                "    k<<<1, 64>>>(x);\n    return cudaFree(x);\n")]),
    ],
    "Results": [
        ("A result that is wrong", "Its card says what is expected.", """
         // launch: k<<<1, 64>>>(in, out)
         // in: int[64] iota    out: int[64] expect scan(in)
         __global__ void k(const int *in, int *out) {
             int t = threadIdx.x, sum = 0;
             for (int i = 0; i < t; ++i) sum += in[i];
             out[t] = sum;
         }
         """, [("i < t", "i <= t")]),
        ("A result that happens to be right", "Another schedule, another result.", """
         // launch: k<<<1, 64>>>(in, out)
         // in: int[64] iota    out: int[64] expect scan(in)
         __global__ void k(const int *in, int *out) {
             __shared__ int s[64];
             int t = threadIdx.x, sum = 0;
             s[t] = in[t];
             for (int i = 0; i <= t; ++i) sum += s[i];
             out[t] = sum;
         }
         """, [("= in[t];\n", "= in[t];\n    __syncthreads();\n")]),
    ],
}


def text_of(text):
    return textwrap.dedent(text).lstrip("\n")


def slug(what):
    return re.sub("[^a-z0-9]+", "-", what.lower()).strip("-")


def corrected(text, changes):
    for piece, instead in changes:
        assert text.count(piece) == 1, (piece, text)
        text = text.replace(piece, instead)
    return text
