// Inline assembly of single instructions does what CUDA's words for it do. The numbers are those
// that an H200 gives.
#include <gtest/gtest.h>

#include <string>

#include "tests/machine/run_main.h"
#include "tests/machine/run_text.h"

namespace stridescope::machine {
namespace asm_test {

// By PTX's definition: of each byte or half, computed by itself.
TEST(Asm, BytesAndHalvesOfAWord) {
    EXPECT_EQ(output_of_main(R"(
#include <cstdio>
#define IN "r"(a), "r"(b), "r"(c)
__global__ void k(unsigned *o, unsigned a, unsigned b, unsigned c) {
    asm("vabsdiff4.u32.u32.u32.add %0, %1, %2, %3;" : "=r"(o[0]) : IN);
    asm("vabsdiff4.u32.u32.u32 %0, %1, %2, %3;" : "=r"(o[1]) : IN);
    asm("vabsdiff2.u32.s32.s32.add %0, %1, %2, %3;" : "=r"(o[2]) : IN);
    asm("vmin4.s32.s32.s32 %0, %1, %2, %3;" : "=r"(o[3]) : IN);
    asm("vmax2.u32.u32.u32 %0, %1, %2, %3;" : "=r"(o[4]) : IN);
    asm("vadd4.u32.u32.u32 %0, %1, %2, %3;" : "=r"(o[5]) : IN);
    asm("vsub2.s32.s32.s32.sat %0, %1, %2, %3;" : "=r"(o[6]) : IN);
    asm("vavrg4.u32.u32.u32 %0, %1, %2, %3;" : "=r"(o[7]) : IN);
}
int main() {
    unsigned *o;
    cudaMallocManaged(&o, 64);
    k<<<1, 1>>>(o, 0x10f07f80, 0x20018001, 5);
    cudaDeviceSynchronize();
    for (int i = 0; i < 8; i++) printf("%08x ", o[i]);
}
)"),
              "00000184 10ef017f 00010e95 10f08080 20018001 30f1ff81 f0ef7fff 18798041 ");
}

// The tables of PTX's manual (9.7: prmt, shf, mul, sad, dp4a); by hand.
TEST(Asm, SaysThingsToPeople) {
    EXPECT_EQ(output_of_main(R"(
#include <cstdio>
__global__ void k(unsigned *o) {
    asm volatile("// begins here");
    asm("mov.u32 %0, 5; // five\n\t/* and ; three */ add.u32 %0, %0, 3;" : "=r"(o[0]));
    asm volatile("" ::: "memory");
}
int main() {
    unsigned *o;
    cudaMallocManaged(&o, 4);
    k<<<1, 1>>>(o);
    cudaDeviceSynchronize();
    printf("%u", o[0]);
}
)"),
              "8");
}

TEST(Asm, WordsPutTogether) {
    EXPECT_EQ(output_of_main(R"(
#include <cstdio>
#define IN "r"(a), "r"(b), "r"(c)
__global__ void k(unsigned *o, unsigned a, unsigned b, unsigned c) {
    asm("prmt.b32.f4e %0, %1, %2, %3;" : "=r"(o[0]) : IN);
    asm("prmt.b32.b4e %0, %1, %2, %3;" : "=r"(o[1]) : IN);
    asm("prmt.b32.rc8 %0, %1, %2, %3;" : "=r"(o[2]) : IN);
    asm("prmt.b32.ecl %0, %1, %2, %3;" : "=r"(o[3]) : IN);
    asm("prmt.b32.ecr %0, %1, %2, %3;" : "=r"(o[4]) : IN);
    asm("prmt.b32.rc16 %0, %1, %2, %3;" : "=r"(o[5]) : IN);
    asm("shf.l.wrap.b32 %0, %1, %2, %3;" : "=r"(o[6]) : "r"(0x80000000u), "r"(1), "r"(36));
    asm("shf.r.clamp.b32 %0, %1, %2, %3;" : "=r"(o[7]) : "r"(0x80000000u), "r"(1), "r"(40));
    asm("mul.hi.u32 %0, %1, %2;" : "=r"(o[8]) : "r"(0x80000000u), "r"(6));
    asm("mul.hi.s32 %0, %1, %2;" : "=r"(o[9]) : "r"(0x80000000u), "r"(6));
    asm("sad.u32 %0, %1, %2, %3;" : "=r"(o[10]) : "r"(3), "r"(10), "r"(5));
    asm("dp4a.u32.u32 %0, %1, %2, %3;" : "=r"(o[11]) : "r"(0x01020304), "r"(0x01010101), "r"(5));
}
int main() {
    unsigned *o;
    cudaMallocManaged(&o, 64);
    k<<<1, 1>>>(o, 0x33221100, 0x77665544, 1);
    cudaDeviceSynchronize();
    for (int i = 0; i < 12; i++) printf("%08x ", o[i]);
}
)"),
              "44332211 66770011 11111111 33221111 11111100 33223322 00000018 00000001 00000003 "
              "fffffffd 0000000c 0000000f ");
}

TEST(Asm, AcrossAWarp) {
    EXPECT_EQ(output_of_main(R"(
#include <cstdio>
__global__ void k(unsigned *o) {
    unsigned t = threadIdx.x, v, all = 0xffffffff, there;
    asm volatile("activemask.b32 %0;" : "=r"(v));
    if (t == 0) o[0] = v;
    asm volatile("redux.sync.add.u32 %0, %1, %2;" : "=r"(v) : "r"(t), "r"(all));
    if (t == 1) o[1] = v;
    asm volatile("match.any.sync.b32 %0, %1, %2;" : "=r"(v) : "r"(t % 2), "r"(all));
    if (t == 2) o[2] = v;
    asm volatile("{ .reg .pred p; setp.lt.u32 p, %1, 5; vote.sync.ballot.b32 %0, p, %2; }"
                 : "=r"(v) : "r"(t), "r"(all));
    if (t == 3) o[3] = v;
    asm volatile("shfl.sync.idx.b32 %0, %1, 3, 0x181f, %2;" : "=r"(v) : "r"(t), "r"(all));
    if (t == 20) o[4] = v;
    asm volatile("{ .reg .pred p; shfl.sync.down.b32 %0|p, %2, 2, 25, %3; selp.u32 %1, 1, 0, p; }"
                 : "=r"(v), "=r"(there) : "r"(t), "r"(all));
    if (t >= 23 && t < 25) o[t - 18] = v * 10 + there;
}
int main() {
    unsigned *o;
    cudaMallocManaged(&o, 64);
    k<<<1, 32>>>(o);
    cudaDeviceSynchronize();
    for (int i = 0; i < 7; i++) printf("%x ", o[i]);
}
)"),
              // Of lane 23 the one two on is 25, the last one; of lane 24 there is none.
              "ffffffff 1f0 55555555 1f 13 fb f0 ");
}

TEST(Asm, SingleInstructions) {
    EXPECT_EQ(output_of_main(R"(
#include <cstdio>
__device__ unsigned lane() {
    unsigned r;
    asm volatile("mov.u32 %0, %%laneid;" : "=r"(r));
    return r;
}
__device__ int load(const int *p) {
    int v;
    asm volatile("ld.global.nc.L1::no_allocate.s32 %0, [%1];" : "=r"(v) : "l"(p));
    return v;
}
__global__ void k(const int *in, int *out, float *f) {
    int i = threadIdx.x, x, sh;
    unsigned m, e;
    float z;
    asm("mov.u32 %0, %lanemask_lt;" : "=r"(m));
    asm("add.s32 %0, %1, %2;" : "=r"(x) : "r"(load(in + i)), "r"(3));
    asm("bfe.u32 %0, %1, %2, %3;" : "=r"(e) : "r"(0xabcdu), "r"(4), "r"(8));
    asm volatile("prefetch.global.L2 [%0];" ::"l"(in));
    asm volatile("" ::: "memory");
    asm volatile("membar.gl;" ::: "memory");
    asm("{ shr.s32 %0, %1, %2; }" : "=r"(sh) : "r"(-64), "r"(40));
    asm("fma.rn.f32 %0, %1, %2, %3;" : "=f"(z) : "f"(2.0f), "f"(1.5f), "f"(0.25f));
    f[i] = z;
    asm volatile("st.global.s32 [%0+4], %1;" ::"l"(out + i),
                 "r"(x + (int)lane() + __popc(m) + (int)e + sh)
                 : "memory");
}
int main() {
    int h[33], *a, *b;
    float *f, g;
    for (int i = 0; i < 33; i++) h[i] = i;
    cudaMalloc(&a, 132);
    cudaMalloc(&b, 132);
    cudaMalloc(&f, 128);
    cudaMemcpy(a, h, 132, cudaMemcpyHostToDevice);
    cudaMemset(b, 0, 132);
    k<<<1, 32>>>(a, b, f);
    cudaMemcpy(h, b, 132, cudaMemcpyDeviceToHost);
    cudaMemcpy(&g, f, 4, cudaMemcpyDeviceToHost);
    printf("%d %d %d %g\n", h[0], h[1], h[32], g);
}
)"),
              "0 190 283 3.25\n");
}

TEST(Asm, OthersAreRefusedByName) {
    const std::string refused = output_of_main(R"(
__global__ void k(int *a) {
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    a[0] = 1;
}
int main() { int *a; cudaMalloc(&a, 4); k<<<1, 1>>>(a); }
)");
    EXPECT_NE(refused.find("3: asm of \"wgmma.fence.sync.aligned\" is not in the subset"),
              std::string::npos)
        << refused;
    // Accesses to devices are no plain ones, which might be said to race.
    const std::string ordered = output_of_main(R"(
__global__ void k(int *a) {
    int v;
    asm volatile("ld.mmio.relaxed.sys.global.s32 %0, [%1];" : "=r"(v) : "l"(a));
    asm volatile("mov.u32 %0, %99999999999999999999999;" : "=r"(v));
}
int main() { int *a; cudaMalloc(&a, 4); k<<<1, 1>>>(a); }
)");
    EXPECT_NE(ordered.find("asm of \"ld.mmio"), std::string::npos) << ordered;
    const std::string missing = output_of_main(R"(
__global__ void k(int *a) {
    asm("add.s32 %0, %1, %2;" : "=r"(a[0]) : "r"(1));
}
int main() { int *a; cudaMalloc(&a, 4); k<<<1, 1>>>(a); }
)");
    EXPECT_NE(missing.find("this asm has no operand %2"), std::string::npos) << missing;
}

// Of what is not understood the sentence says what it is.
TEST(Asm, WhatIsNotDoneIsCalledByItsName) {
    const auto refused = [](const std::string& instruction) {
        return output_of_main(
            "__global__ void k(float *a, unsigned long long p, unsigned s, float x) {\n"
            "    unsigned r[4]; float d[4];\n    asm volatile(" +
            instruction +
            ");\n    a[0] = d[0] + r[0];\n}\n"
            "int main() { float *a; cudaMalloc(&a, 4); k<<<1, 1>>>(a, 0, 0, 1); }\n");
    };
    const std::string sums = R"(: "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : )";
    struct Row {
        std::string instruction, says;
    };
    const std::vector<Row> rows{
        {R"("wgmma.commit_group.sync.aligned;")", "a group of four warps"},
        {R"("mma.sp.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%4}, "
            "{%5,%5}, {%0,%1,%2,%3}, %6, 0x0;")" +
             sums + R"("r"(s), "r"(s), "r"(s))",
         "sparse"},
        {R"("mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e5m2.f32 {%0,%1,%2,%3}, "
            "{%4,%4,%4,%4}, {%5,%5}, {%0,%1,%2,%3};")" +
             sums + R"("r"(s), "r"(s))",
         "fp8"},
        {R"("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes "
            "[%0], [%1, {%2, %3}], [%4];" :: "r"(s), "l"(p), "r"(0), "r"(0), "r"(s))",
         "a tensor map"},
        {R"("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(r[0]) : "r"(s), "r"(1))",
         "map_shared_rank"},
        {R"("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 "
            "[%0], %1, [%2];" :: "r"(s), "r"(7), "r"(s))",
         "map_shared_rank"},
        {R"("ex2.approx.ftz.f32 %0, %1;" : "=f"(d[0]) : "f"(x))", "the chip's own"},
        {R"("tanh.approx.f32 %0, %1;" : "=f"(d[0]) : "f"(x))", "the chip's own"},
        {R"("add.ftz.f32 %0, %1, %1;" : "=f"(d[0]) : "f"(x))", "leave out .ftz"},
        {R"("max.NaN.f32 %0, %1, %1;" : "=f"(d[0]) : "f"(x))", "is not in the subset"}};
    for (const Row& row : rows) {
        const std::string said = refused(row.instruction);
        EXPECT_NE(said.find("3: asm of "), std::string::npos) << said;
        EXPECT_NE(said.find(row.says), std::string::npos) << row.says << ": " << said;
    }
}

// Registers given away and launches that begin early change nothing that is computed.
TEST(Asm, WhatChangesNothing) {
    EXPECT_EQ(output_of_main(R"(
#include <cstdio>
__global__ void k(int *o) {
    if (threadIdx.x < 128)
        asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" :: "n"(40));
    else
        asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
    asm volatile("griddepcontrol.wait;" ::: "memory");
    o[threadIdx.x] = 3 * threadIdx.x;
    asm volatile("griddepcontrol.launch_dependents;");
}
int main() {
    int *o;
    cudaMallocManaged(&o, 1024);
    k<<<1, 256>>>(o);
    cudaDeviceSynchronize();
    printf("%d %d", o[1], o[255]);
}
)"),
              "3 765");
}

TEST(Asm, BarriersThatCount) {
    EXPECT_EQ(output_of_main(R"(
__global__ void k(int *out) {
    int t = threadIdx.x, n, any, all;
    asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; bar.red.popc.u32 %0, 0, p; }" : "=r"(n) : "r"(t & 1));
    asm volatile("{ .reg .pred p, q; setp.gt.s32 p, %1, 62; barrier.cta.red.or.aligned.pred q, 0, p; selp.u32 %0, 1, 0, q; }" : "=r"(any) : "r"(t));
    asm volatile("{ .reg .pred p, q; setp.gt.s32 p, %1, 62; bar.red.and.pred q, 0, !p; selp.u32 %0, 1, 0, q; }" : "=r"(all) : "r"(t));
    if (t == 5) { out[0] = n; out[1] = any; out[2] = all; }
}
int main() { int *a, h[3]; cudaMalloc(&a, 12); k<<<1, 64>>>(a);
    cudaMemcpy(h, a, 12, cudaMemcpyDeviceToHost); printf("%d %d %d\n", h[0], h[1], h[2]); }
)"),
              "32 1 0\n");
}

/// What is said of a text that cannot be read for this instruction.
std::string refusal_of(const std::string& instruction) {
    const language::Parsed parsed = language::parse(
        "test.cu",
        "__global__ void k(int *out) {\n    int n = 0;\n    asm volatile(\"{ .reg .pred p; "
        "setp.ne.u32 p, %1, 0; " +
            instruction + " }\" : \"=r\"(n) : \"r\"(1));\n    out[0] = n;\n}");
    return parsed.faults.empty() ? std::string{} : parsed.faults[0].message;
}

TEST(Asm, BarriersThatThereAreNot) {
    const auto said = [](const std::string& instruction) {
        RunText run("__global__ void k(int *out) {\n    asm volatile(\"" + instruction +
                    "\");\n    out[threadIdx.x] = 1;\n}");
        run.array("out", std::vector<int>(64));
        run.launch({1, 1, 1}, {64, 1, 1});
        return run.record.diagnostics.empty() ? std::string{} : run.record.diagnostics[0].message;
    };
    EXPECT_EQ(said("bar.sync 15, 64;"), "");
    EXPECT_EQ(said("bar.sync 16, 64;"),
              "thread 0 of block 0 comes to barrier 16: a block has barriers 0 to 15");
    EXPECT_EQ(said("bar.sync 1, 33;"),
              "thread 0 of block 0 comes to barrier 1 for 33 threads: whole warps are counted, so "
              "it has to be a multiple of 32");
    EXPECT_EQ(
        refusal_of("bar.red.popc.u32 %0, 1, 64, p;"),
        "asm of \"bar.red.popc.u32 %0, 1, 64, $0\" is not in the subset: of the barriers that "
        "count only barrier 0 of all threads is; count by atomicAdd on a shared variable "
        "between two bar.sync of this one");
    EXPECT_EQ(
        refusal_of("bar.arrive 1;"),
        "asm of \"bar.arrive 1\" is not in the subset: bar.arrive needs the number of threads "
        "as well, such as bar.arrive 1, 64");
    EXPECT_EQ(refusal_of("barrier.cluster.arrive.relaxed.aligned; barrier.cluster.wait;"), "");
    EXPECT_NE(refusal_of("barrier.cluster.wait.relaxed;"), "");
    EXPECT_EQ(refusal_of("barrier.cluster.arrive.release; barrier.cluster.wait.acquire;"), "");
}

}  // namespace asm_test
}  // namespace stridescope::machine
