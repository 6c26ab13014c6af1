// What public texts include and use beside CUDA's own runtime: GLUT and OpenGL, libwb, cuBLAS as it
// was, functions that take any number of arguments.
#include <gtest/gtest.h>

#include <cstdio>
#include <string>

#include "tests/machine/run_main.h"

namespace stridescope::machine {
namespace public_headers_test {

HostRecord record_of(const std::string& text) {
    const language::Parsed parsed = language::parse("text.cu", text);
    for (const language::Fault& fault : parsed.faults)
        EXPECT_TRUE(fault.put_aside) << fault.place.line << ": " << fault.message;
    GlobalMemory memory;
    allocate_globals(*parsed.unit, memory);
    HostRecord record = run_main(*parsed.unit, memory);
    EXPECT_FALSE(record.stopped) << record.stopped->message;
    return record;
}

const std::string paint = R"(
#include <GL/glut.h>
#include <stdio.h>
__global__ void paint(unsigned char *p) { p[threadIdx.x] = threadIdx.x; }
unsigned char image[64];
int shown, frames;
void display() {
    glClear(GL_COLOR_BUFFER_BIT);
    glDrawPixels(4, 4, GL_RGBA, GL_UNSIGNED_BYTE, image);
    glutSwapBuffers();
    printf("display %d\n", ++shown);
}
void frame() {
    unsigned char *p;
    cudaMalloc(&p, 64);
    paint<<<1, 64>>>(p);
    cudaMemcpy(image, p, 64, cudaMemcpyDeviceToHost);
    printf("frame %d %d\n", ++frames, image[63]);
    glutPostRedisplay();
}
)";

TEST(Windows, LoopGoesRoundOnceAndEndsTheProgram) {
    const HostRecord record = record_of(paint + R"(
int main(int argc, char **argv) {
    glutInit(&argc, argv);
    glutInitDisplayMode(GLUT_DOUBLE | GLUT_RGBA);
    glutInitWindowSize(4, 4);
    glutCreateWindow("ripple");
    glutDisplayFunc(display);
    glutIdleFunc(frame);
    glutMainLoop();
    printf("never\n");
    return 3;
})");
    EXPECT_EQ(record.output, "display 1\nframe 1 63\ndisplay 2\n");
    EXPECT_EQ(record.result, 0);
    EXPECT_EQ(record.launches.size(), 1U);
    EXPECT_EQ(record.windows, std::vector<std::string>{"ripple"});
}

TEST(Windows, LoopReturnsWhereItIsToldTo) {
    const HostRecord record = record_of(paint + R"(
void closed() { printf("closed\n"); }
int main(int argc, char **argv) {
    glutInit(&argc, argv);
    glutInitWindowSize(40, 20);
    glutCreateWindow("w");
    glutSetOption(GLUT_ACTION_ON_WINDOW_CLOSE, GLUT_ACTION_GLUTMAINLOOP_RETURNS);
    glutCloseFunc(closed);
    glutMainLoop();
    printf("%d x %d\n", glutGet(GLUT_WINDOW_WIDTH), glutGet(GLUT_WINDOW_HEIGHT));
    return 3;
})");
    EXPECT_EQ(record.output, "closed\n40 x 20\n");
    EXPECT_EQ(record.result, 3);
}

/// A buffer of OpenGL is memory of the device while CUDA has it mapped; functions that a program
/// asks for by their names are the same ones.
TEST(Windows, BuffersAreMappedIntoCuda) {
    const HostRecord record = record_of(paint + R"cuda(
#include <GL/glext.h>
#include <GL/glx.h>
#include <cuda_gl_interop.h>
PFNGLBINDBUFFERARBPROC glBindBuffer = NULL;
PFNGLGENBUFFERSARBPROC glGenBuffers = NULL;
PFNGLBUFFERDATAARBPROC glBufferData = NULL;
int main(int argc, char **argv) {
    glBindBuffer = (PFNGLBINDBUFFERARBPROC)glXGetProcAddress((const GLubyte *)"glBindBuffer");
    glGenBuffers = (PFNGLGENBUFFERSARBPROC)glXGetProcAddress((const GLubyte *)"glGenBuffers");
    glBufferData = (PFNGLBUFFERDATAARBPROC)glXGetProcAddress((const GLubyte *)"glBufferData");
    GLuint buffer;
    cudaGraphicsResource *resource;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER_ARB, buffer);
    glBufferData(GL_PIXEL_UNPACK_BUFFER_ARB, 64, NULL, GL_DYNAMIC_DRAW_ARB);
    int error = cudaGraphicsGLRegisterBuffer(&resource, buffer, cudaGraphicsMapFlagsNone);
    unsigned char *p;
    size_t size;
    cudaGraphicsMapResources(1, &resource, NULL);
    cudaGraphicsResourceGetMappedPointer((void **)&p, &size, resource);
    paint<<<1, 64>>>(p);
    cudaMemcpy(image, p, 64, cudaMemcpyDeviceToHost);
    cudaGraphicsUnmapResources(1, &resource, NULL);
    cudaGraphicsUnregisterResource(resource);
    int other = cudaGraphicsGLRegisterBuffer(&resource, buffer + 1, 0);
    printf("%d %d %d %d\n", error, (int)size, image[63], other);
    return 0;
})cuda");
    EXPECT_EQ(record.output, "0 64 63 1\n");
    EXPECT_TRUE(record.diagnostics.empty());
    EXPECT_TRUE(record.windows.empty());
}

/// The book's headers, where they do not lie beside the text; its functions take what void * points
/// to as what it is, and are cast.
/// As NVIDIA's simpleGL binds one to 1 before it deletes it.
TEST(Windows, WhatIsNoTargetOfABufferIsAnErrorOfOpenGl) {
    const HostRecord record = record_of(R"(
#include <stdio.h>
#include <helper_gl.h>
#include <GL/freeglut.h>
int main() {
    printf("%d ", isGLVersionSupported(2, 0));
    GLuint vbo;
    glGenBuffers(1, &vbo);
    glBindBuffer(GL_ARRAY_BUFFER, vbo);
    glBufferData(GL_ARRAY_BUFFER, 64, 0, GL_DYNAMIC_DRAW);
    printf("%x ", glGetError());
    glBindBuffer(1, vbo);
    SDK_CHECK_ERROR_GL();
    printf("%x ", glGetError());
    printf("%x", glGetError());
    glDeleteBuffers(1, &vbo);
})");
    EXPECT_EQ(record.output, "1 0 500 0");
}

TEST(Windows, OfCudaByExample) {
    const HostRecord record = record_of(R"(
#include "../common/book.h"
#include "../common/cpu_bitmap.h"
#include "..\common\gpu_anim.h"
#include <c:\book\common\cpu_anim.h>
struct Data { int n; unsigned char *on_device; CPUAnimBitmap *bitmap; };
__global__ void kernel(unsigned char *p, int ticks) { p[threadIdx.x] = threadIdx.x + ticks; }
void generate(Data *d, int ticks) {
    kernel<<<1, 64>>>(d->on_device, ticks);
    HANDLE_ERROR(cudaMemcpy(d->bitmap->get_ptr(), d->on_device, d->bitmap->image_size(), cudaMemcpyDeviceToHost));
    printf("%d %d\n", d->n, d->bitmap->get_ptr()[63]);
}
void cleanup(Data *d) { printf("cleanup %d\n", (int)cudaFree(d->on_device)); }
int main(void) {
    Data data;
    CPUAnimBitmap bitmap(4, 4, &data);
    data.n = 7;
    data.bitmap = &bitmap;
    HANDLE_ERROR(cudaMalloc((void **)&data.on_device, bitmap.image_size()));
    bitmap.anim_and_exit((void (*)(void *, int))generate, (void (*)(void *))cleanup);
})");
    EXPECT_EQ(record.output, "7 64\ncleanup 0\n");
    EXPECT_EQ(record.launches.size(), 1U);
    EXPECT_EQ(record.windows, std::vector<std::string>{"bitmap"});
}

const std::string reduce = R"(
#include <wb.h>
__global__ void sum(const float *in, float *out, int n) {
    float s = 0;
    for (int i = 0; i < n; i++) s += in[i];
    out[0] = s;
}
int main(int argc, char **argv) {
    wbArg_t args = wbArg_read(argc, argv);
    int n;
    wbTime_start(Generic, "Importing data");
    float *in = (float *)wbImport(wbArg_getInputFile(args, 0), &n), *d_in, *d_out, out;
    wbTime_stop(Generic, "Importing data");
    wbLog(TRACE, "The number of input elements is ", n);
    cudaMalloc((void **)&d_in, n * sizeof(float));
    cudaMalloc((void **)&d_out, sizeof(float));
    cudaMemcpy(d_in, in, n * sizeof(float), cudaMemcpyHostToDevice);
    sum<<<1, 1>>>(d_in, d_out, n);
    cudaMemcpy(&out, d_out, sizeof(float), cudaMemcpyDeviceToHost);
    float all = 0;
    for (int i = 0; i < n; i++) all += in[i];
    printf("%d\n", out == all && all > 0);
    wbSolution(args, &out, 1);
    free(in);
    return 0;
})";

/// Nobody has said what is to be read.
/// As samples before CUDA 5 have it.
TEST(OldSamples, AreReadByTheHeadersThatTheyHad) {
    const HostRecord record = record_of(R"(
#include <cutil.h>
#include <stdio.h>
__global__ void k(float *a) {
    __shared__ float s[32];
    CUT_BANK_CHECKER(s, threadIdx.x) = a[threadIdx.x];
    a[threadIdx.x] = 2 * CUT_BANK_CHECKER(s, threadIdx.x);
}
int main(int argc, char **argv) {
    CUT_DEVICE_INIT(argc, argv);
    unsigned timer = 0;
    CUT_SAFE_CALL(cutCreateTimer(&timer));
    float h[32], wanted[32], *d;
    for (int i = 0; i < 32; i++) wanted[i] = 2 * (h[i] = i);
    CUDA_SAFE_CALL(cudaMalloc((void **)&d, sizeof(h)));
    CUDA_SAFE_CALL(cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice));
    cutStartTimer(timer);
    k<<<1, 32>>>(d);
    CUT_CHECK_ERROR("k failed");
    cutStopTimer(timer);
    CUDA_SAFE_CALL(cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost));
    CUTBoolean same = cutComparef(wanted, h, 32);
    printf("%s %d ", same == CUTTrue ? "PASSED" : "FAILED", cutGetTimerValue(timer) > 0);
    h[3] = 7;
    printf("%d%d%d ", cutComparef(wanted, h, 32), cutComparefe(wanted, h, 32, 2.0f),
           cutCompareL2fe(wanted, h, 32, 1e-6f));
    cutWriteFilef("kept.txt", h, 32, 0.001f);
    float *back = 0;
    unsigned count = 0;
    cutReadFilef("kept.txt", &back, &count);
    printf("%u %g\n", count, back[3]);
    CUT_SAFE_CALL(CUTFalse);
    printf("never\n");
})");
    EXPECT_EQ(record.output.substr(0, record.output.find('\n')), "PASSED 1 010 32 7");
    EXPECT_NE(record.output.find("Cut error in file 'text.cu'"), std::string::npos);
    EXPECT_EQ(record.output.find("never"), std::string::npos);
    EXPECT_EQ(record.result, 1);
}

TEST(OldSamples, TimersOfCoursesTellMilliseconds) {
    const HostRecord record = record_of(R"(
#include <stdio.h>
#include "timer.h"
int main() {
    StartTimer();
    int n = 0;
    for (int i = 0; i < 1000; i++) n += i;
    const double ms = GetTimer();
    printf("%d %d", n, ms > 0 && ms < 60000);
})");
    EXPECT_EQ(record.output, "499500 1");
}

TEST(Libwb, SaysThatItsNumbersAreAGuess) {
    const HostRecord record = record_of(reduce);
    EXPECT_NE(record.output.find("TRACE The number of input elements is 1024\n1\n"),
              std::string::npos)
        << record.output;
    EXPECT_EQ(record.guessed, "the numbers that wbImport gives it are a guess");
    EXPECT_EQ(record.launches.size(), 1U);
}

/// As a program of courses prints what went wrong. `wanted` is what g++'s own printf makes of it.
TEST(AnyNumberOfArguments, ArePrinted) {
    char wanted[128];
    std::snprintf(wanted, sizeof wanted, "[%s] %d %.3f %s|[note] plain %05u|%s=%ld|3", "warn", 3,
                  2.5, "five", 42U, "n", 1234567890123L);
    EXPECT_EQ(output_of_main(R"(
#include <stdio.h>
#include <stdarg.h>
int printf(const char *format, ...);
static int note(const char *kind, const char *format, ...);
void plain(const char *format, ...) {
    va_list args, more;
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
}
int into(char *to, size_t room, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    int n = vsnprintf(to, room, format, ap);
    va_end(ap);
    return n;
}
int main() {
    note("warn", "%d %.3f %s|", 3, 2.5f, "five");
    note("note", "plain %05u|", 42u);
    char text[32];
    into(text, 32, "%s=%ld", "n", 1234567890123L);
    plain("%s|", text);
    plain("3");
}
static int note(const char *kind, const char *format, ...) {
    fprintf(stdout, "[%s] ", kind);
    va_list list;
    va_start(list, format);
    int n = vfprintf(stdout, format, list);
    va_end(list);
    return n;
}
)"),
              wanted);
}

/// With one handle for all, scalars by value, results returned: what its successor computes.
TEST(LegacyCublas, ComputesWhatItsSuccessorDoes) {
    EXPECT_EQ(output_of_main(R"(
#include <stdio.h>
#include <cublas.h>
int main() {
    float a[6] = {1, 2, 3, 4, 5, 6}, b[6] = {1, 0, 2, 1, 0, 3}, c[4] = {1, 1, 1, 1};
    float *da, *db, *dc;
    cublasInit();
    cublasStatus s = cublasAlloc(6, sizeof(float), (void **)&da);
    cublasAlloc(6, sizeof(float), (void **)&db);
    cublasAlloc(4, sizeof(float), (void **)&dc);
    cublasSetMatrix(2, 3, sizeof(float), a, 2, da, 2);
    cublasSetMatrix(3, 2, sizeof(float), b, 3, db, 3);
    cublasSetVector(4, sizeof(float), c, 1, dc, 1);
    cublasSgemm('n', 'n', 2, 2, 3, 2.0f, da, 2, db, 3, 1.0f, dc, 2);
    cublasGetMatrix(2, 2, sizeof(float), dc, 2, c, 2);
    printf("%d %g %g %g %g %g %g %d %d", s, c[0], c[1], c[2], c[3], cublasSdot(6, da, 1, db, 1),
           cublasSasum(6, da, 1), cublasIsamax(6, da, 1), cublasGetError());
    cublasFree(da);
    cublasShutdown();
}
)"),
              "0 23 29 33 41 29 21 6 0");
}

/// The kernel whose attribute is set may stand in a variable.
TEST(Attributes, AreSetByPointers) {
    EXPECT_EQ(output_of_main(R"(
#include <stdio.h>
__global__ void k(int *out) {
    extern __shared__ int s[];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = s[31 - threadIdx.x];
}
__global__ void other(int *out) { out[0] = 1; }
template <typename F> int allow(F kernel) {
    return cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
}
int main() {
    int *d, first;
    cudaMalloc(&d, 128);
    void (*all[2])(int *) = {other, k};
    printf("%d ", allow(all[1]));
    const void *address = (const void *)all[0];
    printf("%d ", cudaFuncSetAttribute(address, cudaFuncAttributeMaxDynamicSharedMemorySize, 1024));
    printf("%d ", cudaFuncSetCacheConfig(all[0], cudaFuncCachePreferShared));
    all[1]<<<1, 32, 65536>>>(d);
    cudaMemcpy(&first, d, 4, cudaMemcpyDeviceToHost);
    printf("%d", first);
}
)"),
              "0 0 0 31");
}

/// Small things of C++ and C that samples drawn by lot had.
TEST(SmallThings, OfPublicTexts) {
    EXPECT_EQ(output_of_main(R"(
#include <stdio.h>
#include <chrono>
#include <vector>
namespace chr = std::chrono;
struct Lock {
    int *mutex;
    Lock(void) { cudaMalloc((void **)&mutex, sizeof(int)); }
    ~Lock(void) { printf("freed %d", (int)cudaFree(mutex)); }
};
int main() {
    chr::time_point<chr::steady_clock> start = chr::steady_clock::now();
    const auto took{chr::duration<double, std::milli>(chr::steady_clock::now() - start).count()};
    auto n(7u);
    Lock lock;
    int m = 5, *d;
    cudaError_t error = cudaMalloc(&d, 4);
    cudaMemcpy(d, &m, 4, cudaMemcpyKind::cudaMemcpyHostToDevice);
    if (error != cudaError::cudaSuccess || cudaFree(d) != cudaError_t::cudaSuccess) return 1;
    printf("%d %u ", took >= 0 && took < 60000, n);
}
)"),
              "1 7 freed 0");
}

/// What is not written is deduced as C++17 does.
TEST(SmallThings, ContainersWhoseArgumentsAreDeduced) {
    EXPECT_EQ(output_of_main(R"(
#include <stdio.h>
#include <array>
#include <tuple>
#include <utility>
#include <vector>
int main() {
    std::vector v{1, 2, 3};
    std::vector halves(3, 0.5);
    std::vector part(v.begin(), v.begin() + 2);
    std::vector copy = v;
    copy[0] = 9;
    std::array a{1.5f, 2.5f, 3.0f, 4.0f};
    std::pair p(7, 2.5);
    auto q = std::pair{v[2], "three"};
    std::tuple t{1u, 'x'};
    printf("%d %d %g %d %d %d %d %g %d %g %d %s %u %c", (int)v.size(), (int)halves.size(), halves[2],
           (int)part.size(), part[1], v[0], copy[0], a[3], (int)a.size(), p.first + p.second, q.first,
           q.second, std::get<0>(t), std::get<1>(t));
}
)"),
              "3 3 0.5 2 2 1 9 4 4 9.5 3 three 1 x");
}

/// The function of a name that is not understood does not hide the kernel.
TEST(SmallThings, LaunchesAreOfKernels) {
    EXPECT_EQ(output_of_main(R"(
#include <stdio.h>
__global__ void scale(int *x) { x[threadIdx.x] *= 2; }
other::Tensor scale(other::Tensor x);
int main() {
    int *x;
    cudaMallocManaged(&x, 128);
    x[5] = 21;
    scale<<<1, 32>>>(x);
    cudaDeviceSynchronize();
    printf("%d", x[5]);
}
)"),
              "42");
}

/// As g++ prints it, which has arrays of such extents as an extension.
TEST(SmallThings, RowsOfOpenExtentsHaveASizeAndAreHandedOn) {
    EXPECT_EQ(output_of_main(R"(
#include <stdio.h>
#include <string.h>
float sum(int n, const float *a) {
    float s = 0;
    for (int i = 0; i < n; i++) s += a[i];
    return s;
}
int main() {
    int n = 3, m = 5;
    float a[n][m];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) a[i][j] = i * 10 + j;
    printf("%d %d %g %g ", (int)sizeof a, (int)sizeof a[0], *(a[1] + 2), *(*(a + 2) + 1));
    float(*rows)[5] = (float(*)[5])a;
    printf("%g %g ", rows[2][3], sum(n * m, (float *)a));
    memset(a[0], 0, sizeof(a[0]) * 2);
    printf("%g\n", sum(n * m, *a));
    int c[n][m][2] = {};
    c[1][2][1] = 7;
    int *last = c[1][2];
    printf("%d %d %d %d ", (int)sizeof c, (int)sizeof c[0], (int)sizeof c[0][0], (int)sizeof *c);
    printf("%d %d %d\n", last[1], c[2][4][1], (*c)[0][0]);
    char names[n][16] = {{0}};
    strcpy(names[1], "hello");
    printf("%s %d", names[1], (int)strlen(names[2]));
}
)"),
              "60 20 12 21 23 180 110\n120 40 8 40 7 0 0\nhello 0");
}

/// What is wrong with one array has no say in the next.
TEST(SmallThings, ValuesOfArraysOfSeveralOpenExtentsAreRefused) {
    const std::string told = output_of_main(R"(
int main() {
    int n = 4;
    int square[n][n] = {{1}};
    int next = 3;
    float other;
    return next;
}
)");
    EXPECT_NE(told.find("4: values of an array whose extents are known when it runs"),
              std::string::npos)
        << told;
}

}  // namespace public_headers_test
}  // namespace stridescope::machine
