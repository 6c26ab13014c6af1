// Graphs do later what a captured stream was given; functions of the host that streams call.
#include <gtest/gtest.h>

#include "tests/machine/run_main.h"

namespace stridescope::machine {
namespace graphs_test {

TEST(Graphs, DoLaterWhatWasCaptured) {
    EXPECT_EQ(output_of_main(R"(
#include <cstdio>
__global__ void add(int *a, int by) { a[threadIdx.x] += by; }
int main() {
    int *a, h[8] = {0};
    cudaMalloc(&a, 32);
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaGraph_t graph;
    cudaGraphExec_t runs;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    cudaMemsetAsync(a, 0, 32, stream);
    for (int i = 1; i <= 3; i++) add<<<1, 8, 0, stream>>>(a, i);
    cudaMemcpyAsync(h, a, 32, cudaMemcpyDeviceToHost, stream);
    cudaStreamEndCapture(stream, &graph);
    printf("%d ", h[5]);
    cudaGraphInstantiate(&runs, graph, NULL, NULL, 0);
    cudaGraphLaunch(runs, stream);
    cudaStreamSynchronize(stream);
    printf("%d ", h[5]);
    h[5] = 0;
    for (int i = 0; i < 2; i++) cudaGraphLaunch(runs, stream);
    cudaStreamSynchronize(stream);
    printf("%d ", h[5]);
    cudaGraphExecDestroy(runs);
    cudaGraphDestroy(graph);
    printf("%s\n", cudaGetErrorName(cudaGraphLaunch(7, stream)));
}
)"),
              "0 6 6 cudaErrorInvalidValue\n"
              "27: this graph was not instantiated: cudaErrorInvalidValue (invalid argument)\n");
}

TEST(Graphs, StreamsCallFunctionsOfTheHost) {
    EXPECT_EQ(output_of_main(R"(
#include <cstdio>
void CUDART_CB done(cudaStream_t stream, cudaError_t status, void *data) {
    printf("done %d %d\n", (int)status, *(int *)data);
}
void more(void *data) { *(int *)data += 1; }
int main() {
    int x = 4;
    cudaStreamAddCallback(0, done, &x, 0);
    cudaLaunchHostFunc(0, more, &x);
    printf("%d\n", x);
}
)"),
              "done 0 4\n5\n");
}

TEST(Graphs, CallFunctionsOfTheHostWhenTheyAreLaunched) {
    EXPECT_EQ(output_of_main(R"(
#include <cstdio>
__global__ void add(int *a) { a[threadIdx.x] += 1; }
void tell(void *data) { printf("told %d\n", *(int *)data); }
int main() {
    int *a;
    cudaMallocManaged(&a, 32);
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaStreamCaptureStatus status;
    cudaGraph_t graph;
    cudaGraphExec_t runs;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    add<<<1, 8, 0, stream>>>(a);
    cudaLaunchHostFunc(stream, tell, a);
    cudaStreamIsCapturing(stream, &status);
    cudaStreamEndCapture(stream, &graph);
    printf("%d\n", status == cudaStreamCaptureStatusActive);
    size_t nodes = 0;
    cudaGraphGetNodes(graph, NULL, &nodes);
    printf("%d nodes\n", (int)nodes);
    cudaGraphInstantiate(&runs, graph, 0);
    for (int i = 0; i < 2; i++) cudaGraphLaunch(runs, stream);
}
)"),
              "1\n2 nodes\ntold 1\ntold 2\n");
}

// A node keeps what its parameters were when it was added; the array of pointers to them may be
// gone. An instantiated graph is one of its own.
TEST(Graphs, AreMadeNodeByNode) {
    EXPECT_EQ(output_of_main(R"(
#include <cstdio>
__global__ void add(int *a, int by) { a[threadIdx.x] += by; }
__global__ void twice(int *a) { a[threadIdx.x] *= 2; }
struct Told { const char *name; int *value; };
void tell(void *data) { printf("%s %d\n", ((Told *)data)->name, *((Told *)data)->value); }
cudaKernelNodeParams launch_of(void *kernel, void **arguments) {
    cudaKernelNodeParams p = {0};
    p.func = kernel;
    p.gridDim = dim3(1, 1, 1);
    p.blockDim = dim3(8, 1, 1);
    p.kernelParams = arguments;
    return p;
}
int main() {
    int *a, host[8], from[8] = {0, 10, 20, 30, 40, 50, 60, 70};
    cudaMalloc(&a, 32);
    cudaGraph_t graph, copy;
    cudaGraphNode_t fill, sum, product, back, call, first;
    cudaGraphCreate(&graph, 0);
    cudaMemcpy3DParms in = {0};
    in.srcPtr = make_cudaPitchedPtr(from, 32, 32, 1);
    in.dstPtr = make_cudaPitchedPtr(a, 32, 32, 1);
    in.extent = make_cudaExtent(32, 1, 1);
    in.kind = cudaMemcpyHostToDevice;
    cudaGraphAddMemcpyNode(&fill, graph, NULL, 0, &in);
    int by = 3;
    void *arguments[] = {&a, &by};
    cudaKernelNodeParams p = launch_of((void *)add, arguments);
    cudaGraphAddKernelNode(&sum, graph, &fill, 1, &p);
    by = 100;
    cudaKernelNodeParams q = launch_of((void *)twice, arguments);
    cudaGraphAddKernelNode(&product, graph, &sum, 1, &q);
    cudaGraphAddMemcpyNode1D(&back, graph, &product, 1, host, a, 32, cudaMemcpyDeviceToHost);
    Told told = {"host", host + 2};
    cudaHostNodeParams h = {tell, &told};
    cudaGraphAddHostNode(&call, graph, &back, 1, &h);
    size_t count = 1;
    cudaGraphGetNodes(graph, &first, &count);
    printf("%d %d\n", (int)count, first == fill);
    cudaGraphExec_t runs, others;
    cudaGraphInstantiate(&runs, graph, NULL, NULL, 0);
    cudaGraphClone(&copy, graph);
    cudaGraphInstantiate(&others, copy, 0);
    cudaGraphExecKernelNodeSetParams(runs, sum, &p);
    cudaGraphLaunch(runs, 0);
    cudaGraphLaunch(others, 0);
    cudaMemsetParams zeros = {a, 0, 0, 4, 8, 1};
    cudaGraph_t outer;
    cudaGraphCreate(&outer, 0);
    cudaGraphAddMemsetNode(&fill, outer, NULL, 0, &zeros);
    cudaGraphAddMemcpyNode1D(&back, outer, &fill, 1, host, a, 32, cudaMemcpyDeviceToHost);
    cudaGraphInstantiate(&runs, outer, 0);
    cudaGraphLaunch(runs, 0);
    printf("%d\n", host[5]);
}
)"),
              "1 1\nhost 240\nhost 46\n0\n");
}

// Which kernel it is only a variable says.
TEST(Graphs, KernelsAreLaunchedByTheirAddress) {
    EXPECT_EQ(output_of_main(R"(
#include <cstdio>
__global__ void add(int *a, int by) { a[threadIdx.x] += by; }
template <typename T> __global__ void scale(T *a, T by) { a[threadIdx.x] *= by; }
struct Step { const void *kernel; int by; };
int main() {
    int *a;
    cudaMallocManaged(&a, 32);
    Step steps[] = {{(void *)add, 3}, {(void *)scale<int>, 5}, {(const void *)&add, 1}};
    for (Step &s : steps) {
        void *arguments[] = {&a, &s.by};
        printf("%d ", (int)cudaLaunchKernel(s.kernel, dim3(1), dim3(8), arguments, 0, 0));
    }
    cudaDeviceSynchronize();
    printf("%d\n", a[7]);
    void *none = nullptr;
    cudaLaunchKernel(none, dim3(1), dim3(8), nullptr, 0, 0);
}
)"),
              "0 0 0 16\n17: a pointer to a function is called here that points to none of the "
              "host's functions\n");
}

}  // namespace graphs_test
}  // namespace stridescope::machine
