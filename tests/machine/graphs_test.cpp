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

}  // namespace graphs_test
}  // namespace stridescope::machine
