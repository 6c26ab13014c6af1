// What libraries and headers of CUDA do is what an H200 does: cuBLAS, curand, tensor cores, groups,
// barriers, halves. Texts of tests/data are run, and what they print is held to what an H200
// printed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>

#include "tests/machine/run_main.h"

namespace stridescope::machine {
namespace host_libraries_test {

/// Lines that begin with near_ may differ in their numbers' last digits.
void expect_same(const std::string& name) {
    std::istringstream measured{file("tests/data/" + name + ".out")};
    std::istringstream ours{output_of_main(file("tests/data/" + name + ".cu"))};
    int lines = 0;
    for (std::string want, got; std::getline(measured, want); ++lines) {
        ASSERT_TRUE(std::getline(ours, got)) << want;
        if (!want.starts_with("near_")) {
            ASSERT_EQ(got, want) << name << ", line " << lines + 1;
            continue;
        }
        std::istringstream w{want.substr(want.find(' '))}, g{got.substr(got.find(' '))};
        for (double a = 0, b = 0; w >> a;) {
            ASSERT_TRUE(g >> b) << want;
            EXPECT_NEAR(b, a, std::max(std::abs(a), 1.0) * 2e-6) << want;
        }
    }
    EXPECT_GT(lines, 1);
    std::string more;
    EXPECT_FALSE(std::getline(ours, more)) << more;
}

TEST(HostLibraries, ProductsAreThoseOfCublas) {
    expect_same("cublas");
}
TEST(HostLibraries, TransformsAreThoseOfCufft) {
    expect_same("fourier");
}
TEST(HostLibraries, RandomNumbersAreThoseOfThrust) {
    expect_same("thrust_random");
    expect_same("vector_types");
}
TEST(HostLibraries, AlgorithmsAreThoseOfThrust) {
    expect_same("thrust_algorithms");
}
TEST(HostLibraries, ViewsOfSeveralDimensionsAreThoseOfCuda) {
    expect_same("mdspan");
}
TEST(HostLibraries, RandomNumbersAreThoseOfCurand) {
    expect_same("curand");
    expect_same("curand_generators");
}
TEST(HostLibraries, DatesAreThoseOfC) {
    expect_same("dates");
}
TEST(HostLibraries, PointersAreOfTheMemoryThatAGpuSays) {
    expect_same("pointers");
}
TEST(TensorCores, TilesOfAssemblyAreThoseOfAGpu) {
    expect_same("tiles");
}

TEST(TensorCores, TilesOfTf32AreThoseOfAGpu) {
    expect_same("tf32");
}
/// The last digit too: products are added one after the other.
TEST(TensorCores, TilesOfDoublesAreThoseOfAGpu) {
    expect_same("double_tiles");
}
/// Of 32 by 8 and 8 by 32; their sums are whole numbers.
TEST(TensorCores, TallAndWideTiles) {
    expect_same("wmma_shapes");
}
TEST(HostLibraries, GeneratorsInKernelsAreThoseOfCurand) {
    expect_same("curand_states");
}
TEST(TensorCores, NumbersOfEightBits) {
    expect_same("fp8");
}
TEST(Groups, MeetAtBarriersOfAssembly) {
    expect_same("mbarriers");
}
TEST(Groups, ShuffleStructs) {
    expect_same("group_shuffles");
    expect_same("wide_tiles");
}
/// Tiles of tiles, partitions by label, what rank 0 does for all.
TEST(Groups, KnowTheirPlaceAmongOthers) {
    expect_same("group_partitions");
}
TEST(Groups, CountWithAtomicsOfCudaStd) {
    expect_same("device_atomics");
}
/// Blocks of 1 to 8 that count in each other's shared memory, and where each is.
TEST(Groups, ReachAcrossTheirCluster) {
    expect_same("clusters");
}
/// With more blocks from launch to launch.
TEST(Groups, MeetAcrossTheGrid) {
    expect_same("grid_barriers");
}
TEST(Casts, ToReferencesAreOtherViews) {
    expect_same("reference_casts");
}
/// Which of several functions a pointer points to is said by the pointer's type.
TEST(Functions, AreChosenByThePointersType) {
    expect_same("chosen_functions");
}
/// Lanes that part at them meet again where they lead.
TEST(Gotos, GoBackAndOn) {
    expect_same("gotos");
}
TEST(BitFields, LieWhereTheCompilerPutsThem) {
    expect_same("bit_fields");
}
/// cuda::barrier, and pipelines that a block shares: nothing is told of them.
TEST(Groups, WaitAtBarriers) {
    expect_same("barriers");
}
/// Arrays whose extent is known when the host runs, with their size, and thrust's pointers.
TEST(OpenArrays, AreThoseOfAGpusHost) {
    expect_same("open_arrays");
}
TEST(HalfNumbers, AreAddedByAtomics) {
    expect_same("half_atomics");
}

/// Nobody types: who reads is told that there is nothing, and that is said.
TEST(StandardInput, IsAtItsEnd) {
    const auto asked = [](const std::string& use, const std::string& printed) {
        const std::string text =
            "#include <cstdio>\n#include <iostream>\nint main() { int n = 7; " + use + " }\n";
        const language::Parsed parsed = language::parse("text.cu", text);
        EXPECT_TRUE(parsed.faults.empty());
        GlobalMemory memory;
        allocate_globals(*parsed.unit, memory);
        const HostRecord record = run_main(*parsed.unit, memory);
        EXPECT_EQ(record.output, printed);
        return record.asked_input;
    };
    EXPECT_TRUE(asked("int k = scanf(\"%d\", &n); printf(\"%d %d\", k, n);", "-1 7"));
    EXPECT_TRUE(asked("printf(\"%d\", getchar());", "-1"));
    EXPECT_TRUE(asked("if (!(std::cin >> n)) printf(\"none\");", "none"));
    EXPECT_FALSE(asked("fflush(stdin); std::cout << n;", "7"));
}

/// Whole numbers are summed exactly, beyond what single precision holds too.
TEST(TensorCores, TilesOfBytes) {
    EXPECT_EQ(output_of_main(R"(
#include <cstdio>
#include <mma.h>
using namespace nvcuda;
__global__ void k(const unsigned char *a, const unsigned char *b, int *c) {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, unsigned char, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, unsigned char, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, int> fc;
    wmma::fill_fragment(fc, 7 + (1 << 25));
    wmma::load_matrix_sync(fa, a, 16);
    wmma::load_matrix_sync(fb, b, 16);
    wmma::mma_sync(fc, fa, fb, fc);
    wmma::mma_sync(fc, fa, fb, fc);
    for (int i = 0; i < fc.num_elements; i++) fc.x[i] *= 2;
    wmma::store_matrix_sync(c, fc, 16, wmma::mem_row_major);
}
int main() {
    unsigned char h[256], g[256], *a, *b;
    int r[256], *c, bad = 0;
    for (int i = 0; i < 256; i++) h[i] = 255 - i % 7, g[i] = 250 + i % 5;
    cudaMalloc(&a, 256);
    cudaMalloc(&b, 256);
    cudaMalloc(&c, sizeof r);
    cudaMemcpy(a, h, 256, cudaMemcpyHostToDevice);
    cudaMemcpy(b, g, 256, cudaMemcpyHostToDevice);
    k<<<1, 32>>>(a, b, c);
    cudaMemcpy(r, c, sizeof r, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 16; i++)
        for (int j = 0; j < 16; j++) {
            int sum = 0;
            for (int n = 0; n < 16; n++) sum += h[i * 16 + n] * g[j * 16 + n];
            bad += r[i * 16 + j] != 2 * (7 + (1 << 25) + 2 * sum);
        }
    printf("%d\n", bad);
}
)"),
              "0\n");
}

/// Constructors of pairs of halves, kernels that a variable holds, and GCC's own atomics.
TEST(HostLibraries, OddsOfNvidiasSamples) {
    EXPECT_EQ(output_of_main(R"(
#include <cstdio>
#include <cuda_fp16.h>
#include <helper_cuda.h>
#include <sys/utsname.h>
__global__ void k(half2 *o, float *f) {
    half2 v(0.5f, 2.f), w = half2(__float2half(1.0f), __float2half(3.0f));
    o[0] = v + w;
    v = half2(1, 2.5);
    f[0] = __low2float(v) * __high2float(v);
}
int blocks(void *kernel, int threads) {
    int n = 0;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, kernel, threads, 0);
    return n;
}
int main(int argc, char **argv) {
    half2 *d, h;
    float *f, g;
    int devID = findCudaDevice(argc, (const char **)argv);
    cudaMalloc(&d, 4);
    cudaMalloc(&f, 4);
    k<<<1, 1>>>(d, f);
    cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
    cudaMemcpy(&g, f, 4, cudaMemcpyDeviceToHost);
    int sum = 5, old = __sync_fetch_and_add(&sum, 3);
    bool swapped = __sync_bool_compare_and_swap(&sum, 8, 1);
    struct utsname name;
    uname(&name);
    printf("%g %g %g %d %d %d %d %d %s\n", __low2float(h), __high2float(h), g, old, sum, (int)swapped,
           blocks((void *)k, 256) > 0, devID, name.sysname);
}
)"),
              "1.5 5 2.5 5 1 1 1 0 Linux\n");
}

/// OpenMP's functions are those of one thread.
TEST(HostLibraries, OpenMpHasOneThread) {
    EXPECT_EQ(output_of_main(R"(
#include <cstdio>
#include <omp.h>
int main() {
    omp_set_num_threads(4);
    double begin = omp_get_wtime();
    int sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 10; i++) sum += i + omp_get_thread_num();
    printf("%d %d %d %d\n", sum, omp_get_num_threads(), omp_get_max_threads(), omp_get_wtime() >= begin);
}
)"),
              "45 1 1 1\n");
}

}  // namespace host_libraries_test
}  // namespace stridescope::machine
