// Graphs of the runtime: captured from streams, or made node by node. A node may wait only for
// nodes that were added before it, so that a graph's nodes are done in the order of their adding.
// cudaGraphNode_t is the graph's number and, in its lower 20 bits, the node's.
#include "app/language/library/parts.h"

namespace stridescope::language {

std::span<const LibraryPart> graph_parts() {
    static constexpr LibraryPart parts[] = {
        {"cudaStreamBeginCapture", R"(
int cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode = 0) {
    __graph_begin();
    return 0;
}
)"},
        {"cudaStreamEndCapture", R"(
int cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph) {
    *graph = __graph_end();
    return 0;
}
)"},
        {"cudaStreamIsCapturing", R"(
int cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus *status) {
    *status = __graph_is_capturing() ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusNone;
    return 0;
}
)"},
        {"cudaGraphCreate", R"(
int cudaGraphCreate(cudaGraph_t *graph, unsigned flags = 0) {
    *graph = __graph_new();
    return 0;
}
)"},
        {"cudaGraphClone", R"(
int cudaGraphClone(cudaGraph_t *to, cudaGraph_t from) {
    *to = __graph_copy(from);
    return *to == 0 ? cudaErrorInvalidValue : cudaSuccess;
}
)"},
        {"cudaGraphGetNodes", R"(
int cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count) {
    long long all = __graph_size(graph);
    if (all < 0) return cudaErrorInvalidValue;
    if (nodes)
        for (size_t i = 0; i < *count; ++i) nodes[i] = i < all ? graph << 20 | (i + 1) : 0;
    if (!nodes || *count > all) *count = all;
    return cudaSuccess;
}
)"},
        {"cudaGraphInstantiate", R"(
int cudaGraphInstantiate(cudaGraphExec_t *runs, cudaGraph_t graph, unsigned long long flags = 0) {
    return cudaGraphClone(runs, graph);
}
int cudaGraphInstantiate(cudaGraphExec_t *runs, cudaGraph_t graph, cudaGraphNode_t *wrong,
                         char *log, size_t bytes) {
    return cudaGraphClone(runs, graph);
}
)"},
        {"cudaGraphInstantiateWithFlags", R"(
int cudaGraphInstantiateWithFlags(cudaGraphExec_t *runs, cudaGraph_t graph,
                                  unsigned long long flags) {
    return cudaGraphClone(runs, graph);
}
)"},
        {"cudaGraphLaunch", R"(
int cudaGraphLaunch(cudaGraphExec_t runs, cudaStream_t stream) {
    long long all = __graph_size(runs);
    if (all < 0) return __graph_run(runs, 0);
    for (long long k = 0; k < all; ++k) {
        void (*call)(void *) = (void (*)(void *))(unsigned long long)__graph_call(runs, k);
        if (call)
            call(__graph_data(runs, k));
        else
            __graph_run(runs, k);
    }
    return cudaSuccess;
}
)"},
        {"__graph_added", R"(
int __graph_added(cudaGraphNode_t *node, cudaGraph_t graph, int error, const cudaGraphNode_t *before,
                  size_t count) {
    long long at = __graph_close(graph, -1);
    if (at < 0) return cudaErrorInvalidValue;
    for (size_t i = 0; i < count; ++i) __graph_after(graph, at, (before[i] & 0xfffff) - 1);
    *node = graph << 20 | (at + 1);
    return error;
}
)"},

        // --- Nodes that launch ---
        {"cudaKernelNodeParams", R"(
struct cudaKernelNodeParams {
    void *func;
    dim3 gridDim, blockDim;
    unsigned sharedMemBytes;
    void **kernelParams;
    void **extra;
};
)",
         true},
        {"__graph_kernel", R"(
int __graph_kernel(const cudaKernelNodeParams *p) {
    __graph_open();
    return cudaLaunchKernel(p->func, p->gridDim, p->blockDim, p->kernelParams, p->sharedMemBytes,
                            0);
}
)"},
        {"cudaGraphAddKernelNode", R"(
int cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before,
                           size_t count, const cudaKernelNodeParams *p) {
    int error = __graph_kernel(p);
    return __graph_added(node, graph, error, before, count);
}
)"},
        {"cudaGraphExecKernelNodeSetParams", R"(
int cudaGraphExecKernelNodeSetParams(cudaGraphExec_t runs, cudaGraphNode_t node,
                                     const cudaKernelNodeParams *p) {
    int error = __graph_kernel(p);
    return __graph_close(runs, (node & 0xfffff) - 1) < 0 ? cudaErrorInvalidValue : error;
}
)"},
        {"cudaGraphKernelNodeSetParams", R"(
int cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams *p) {
    return cudaGraphExecKernelNodeSetParams(node >> 20, node, p);
}
)"},

        // --- Nodes that copy and fill ---
        {"cudaGraphAddMemcpyNode", R"(
int cudaGraphAddMemcpyNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before,
                           size_t count, const cudaMemcpy3DParms *p) {
    __graph_open();
    int error = cudaMemcpy3D(p);
    return __graph_added(node, graph, error, before, count);
}
)"},
        {"cudaGraphAddMemcpyNode1D", R"(
int cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t graph,
                             const cudaGraphNode_t *before, size_t count, void *to,
                             const void *from, size_t bytes, cudaMemcpyKind kind) {
    __graph_open();
    int error = cudaMemcpy(to, from, bytes, kind);
    return __graph_added(node, graph, error, before, count);
}
)"},
        {"cudaMemsetParams", R"(
struct cudaMemsetParams {
    void *dst;
    size_t pitch;
    unsigned value, elementSize;
    size_t width, height;
};
)",
         true},
        {"cudaGraphAddMemsetNode", R"(
int cudaGraphAddMemsetNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before,
                           size_t count, const cudaMemsetParams *p) {
    unsigned byte = p->value & 0xff;
    if (p->elementSize == 2 && p->value != byte * 0x101 ||
        p->elementSize == 4 && p->value != byte * 0x1010101)
        __stuck("a node of a graph fills elements whose bytes differ: let a kernel do that");
    __graph_open();
    int error = 0;
    for (size_t y = 0; y < p->height && error == 0; ++y)
        error = cudaMemset((char *)p->dst + y * p->pitch, byte, p->width * p->elementSize);
    return __graph_added(node, graph, error, before, count);
}
)"},

        // --- Nodes of the host, of other graphs, of memory ---
        {"cudaHostFn_t", "typedef void (*cudaHostFn_t)(void *);", true},
        {"cudaHostNodeParams", R"(
struct cudaHostNodeParams {
    cudaHostFn_t fn;
    void *userData;
};
)",
         true},
        {"cudaGraphAddHostNode", R"(
int cudaGraphAddHostNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before,
                         size_t count, const cudaHostNodeParams *p) {
    __graph_open();
    __graph_keep_call((unsigned long long)p->fn, p->userData);
    return __graph_added(node, graph, cudaSuccess, before, count);
}
)"},
        {"cudaLaunchHostFunc", R"(
int cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t call, void *data) {
    if (__graph_is_capturing())
        __graph_keep_call((unsigned long long)call, data);
    else {
        __host_function_begin(stream);
        call(data);
        __host_function_end();
    }
    return cudaSuccess;
}
)"},
        {"cudaGraphAddEmptyNode", R"(
int cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before,
                          size_t count) {
    __graph_open();
    return __graph_added(node, graph, cudaSuccess, before, count);
}
)"},
        {"cudaGraphAddChildGraphNode", R"(
int cudaGraphAddChildGraphNode(cudaGraphNode_t *node, cudaGraph_t graph,
                               const cudaGraphNode_t *before, size_t count, cudaGraph_t child) {
    __graph_open();
    for (long long k = 0; k < __graph_size(child); ++k) {
        if (__graph_call(child, k))
            __stuck("a graph within a graph calls a function of the host: add that to the outer one");
        __graph_run(child, k);
    }
    return __graph_added(node, graph, cudaSuccess, before, count);
}
)"},
        {"cudaMemLocation", "struct cudaMemLocation { int type, id; };", true},
        {"cudaMemPoolProps", R"(
struct cudaMemPoolProps { int allocType, handleTypes; cudaMemLocation location; };
)",
         true},
        {"cudaMemAccessDesc", R"(
struct cudaMemAccessDesc { cudaMemLocation location; int flags; };
)",
         true},
        {"cudaMemAllocNodeParams", R"(
struct cudaMemAllocNodeParams {
    cudaMemPoolProps poolProps;
    const cudaMemAccessDesc *accessDescs;
    size_t accessDescCount, bytesize;
    void *dptr;
};
)",
         true},
        // Its memory is there from now on, not only while the graph runs.
        {"cudaGraphAddMemAllocNode", R"(
int cudaGraphAddMemAllocNode(cudaGraphNode_t *node, cudaGraph_t graph,
                             const cudaGraphNode_t *before, size_t count,
                             cudaMemAllocNodeParams *p) {
    int error = cudaMalloc(&p->dptr, p->bytesize);
    __graph_own(p->dptr);
    __graph_open();
    return __graph_added(node, graph, error, before, count);
}
)"},
        {"cudaGraphAddMemFreeNode", R"(
int cudaGraphAddMemFreeNode(cudaGraphNode_t *node, cudaGraph_t graph,
                            const cudaGraphNode_t *before, size_t count, void *pointer) {
    __graph_open();
    return __graph_added(node, graph, cudaSuccess, before, count);
}
)"},
        {"cudaGraphAddDependencies", R"(
int cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                             const cudaGraphNode_t *to, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        if (from[i] > to[i])
            __stuck("a node of a graph waits for one that is added behind it: add that one first");
        __graph_after(graph, (to[i] & 0xfffff) - 1, (from[i] & 0xfffff) - 1);
    }
    return cudaSuccess;
}
// Since CUDA 13.
int cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                             const cudaGraphNode_t *to, const void *edges, size_t count) {
    if (edges) __stuck("edges of a graph with data of their own are not in the subset: give nullptr");
    return cudaGraphAddDependencies(graph, from, to, count);
}
)"},
    };
    return parts;
}

}  // namespace stridescope::language
