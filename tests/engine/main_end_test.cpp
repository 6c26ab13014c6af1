// What becomes of a main that does not come to its end, or launches nothing.
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "app/engine/machine/text_engine.h"
#include "app/report/check_report.h"
#include "app/report/report.h"
#include "app/trace/trace_file.h"

namespace stridescope {
namespace main_end_test {

const std::string kernel =
    "__global__ void add(const float *a, float *b, int n) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) b[i] = a[i] + 1;\n}\n";
const std::string launch =
    "float *a, *b; cudaMalloc(&a, 256); cudaMalloc(&b, 256); cudaMemset(a, 0, 256);\n"
    "add<<<2, 32>>>(a, b, 64);\n";

std::shared_ptr<const Trace> recorded(const std::string& text, const std::string& arguments = "",
                                      double seconds = 0) {
    Experiment experiment;
    experiment.text = {.path = "t.cu", .text = text, .program_arguments = arguments};
    return record_text(experiment, {.progress = {}, .most_seconds = seconds});
}

std::string refusal(const std::string& text) {
    try {
        (void)recorded(text);
    } catch (const UsageError& error) {
        return error.what();
    }
    return {};
}

TEST(MainEnd, WhatIsLaunchedBeforeItStopsIsShown) {
    const auto trace =
        recorded(kernel + "int main() {\n" + launch + "not_to_be_had(b);\nreturn 0; }\n");
    EXPECT_EQ(trace->launches().size(), 1U);
    EXPECT_EQ(trace->data().stopped,
              "main stops at line 8: there is no function not_to_be_had: it must be declared "
              "before it is called");
    EXPECT_EQ(trace->data().guessed, "");
    EXPECT_FALSE(trace->data().exit_code);
    EXPECT_FALSE(verdict_of("t.cu", *trace).fine());
    EXPECT_NE(verdicts_text({verdict_of("t.cu", *trace)}, ReportFormat::text).find("main stops"),
              std::string::npos);
    // It is kept in the trace's file.
    const auto bytes = encode_trace(*trace);
    EXPECT_EQ(decode_trace(bytes, "t.npz")->data().stopped, trace->data().stopped);
}

TEST(MainEnd, OfOneThatLaunchesNothingKernelsRunByAGuess) {
    const auto trace =
        recorded(kernel +
                 "int main(int argc, char **argv) {\n"
                 "if (argc < 9) { printf(\"Usage: %s n\\n\", argv[0]); return 3; }\n" +
                 launch + "return 0; }\n");
    ASSERT_EQ(trace->launches().size(), 1U);
    EXPECT_EQ(trace->data().guessed.find("main launches nothing and returns 3; the launch is a "
                                         "guess: add<<<"),
              0U)
        << trace->data().guessed;
    EXPECT_EQ(trace->data().printed, "Usage: ./t n\n");
    EXPECT_TRUE(verdict_of("t.cu", *trace).fine());
    const std::string said = report(*trace, ReportFormat::text, ReportCut::step);
    EXPECT_LT(said.find("the launch is a guess"), said.find("recorded on"));
}

/// As a person would who only wants to see it run; what it returns then says nothing of the text.
TEST(MainEnd, OfOneThatWantsNumbersTheyAreGuessed) {
    const std::string begin = kernel + "int main(int argc, char **argv) {\n";
    const auto two = recorded(begin +
                              "if (argc != 3) return 3;\nint n = atoi(argv[2]);\n"
                              "printf(\"%d %d\", argc, n);\n" +
                              launch + "return 2; }\n");
    ASSERT_EQ(two->launches().size(), 1U);
    EXPECT_EQ(two->data().guessed, "main's arguments are a guess: --args \"32 32\"");
    EXPECT_EQ(two->data().printed, "3 32");
    EXPECT_FALSE(two->data().exit_code);
    const std::string said = report(*two, ReportFormat::text, ReportCut::step);
    EXPECT_LT(said.find("arguments are a guess"), said.find("recorded on"));
    EXPECT_EQ(verdicts_text({verdict_of("t.cu", *two)}, ReportFormat::text).find("returned"),
              std::string::npos);
    // Who reads what is not there has asked as well.
    const auto null = recorded(begin + "int n = atoi(argv[1]);\nif (n % 64 != 0) return 1;\n" +
                               launch + "return 0; }\n");
    EXPECT_EQ(null->data().guessed, "main's arguments are a guess: --args \"1024\"");
    EXPECT_TRUE(verdict_of("t.cu", *null).fine());
    // What is given is no guess, and who takes no arguments is given none.
    EXPECT_NE(recorded(begin + "if (argc != 3) return 3;\n" + launch + "return 0; }\n", "1")
                  ->data()
                  .guessed.find("the launch is a guess"),
              std::string::npos);
    EXPECT_NE(recorded(kernel + "int main() { return 3; }\n")->data().guessed.find("the launch"),
              std::string::npos);
}

/// Times are those of who records, which is said of them; a seed is none.
TEST(MainEnd, OfOneThatMeasuresTimeThatIsKept) {
    const auto measures = [](const std::string& body) {
        const auto trace = recorded("#include <ctime>\n#include <chrono>\n" + kernel +
                                    "int main() {\n" + body + launch + "return 0; }\n");
        EXPECT_EQ(trace->data().exit_code, 0) << body;
        EXPECT_EQ(decode_trace(encode_trace(*trace), "t.npz")->data().measures_time,
                  trace->data().measures_time);
        return trace->data().measures_time;
    };
    EXPECT_FALSE(measures(""));
    EXPECT_FALSE(measures("srand(time(0));"));
    EXPECT_TRUE(measures("clock_t begin = clock();\nprintf(\"%ld\", (long)(clock() - begin));"));
    EXPECT_TRUE(
        measures("cudaEvent_t a, b;\ncudaEventCreate(&a);\ncudaEventCreate(&b);\n"
                 "cudaEventRecord(a);\ncudaEventRecord(b);\nfloat ms;\n"
                 "cudaEventElapsedTime(&ms, a, b);"));
    EXPECT_TRUE(
        measures("auto t = std::chrono::steady_clock::now();\n"
                 "if (std::chrono::steady_clock::now() < t) return 1;"));
}

/// The same of one that reads what is typed, by C's functions or by C++'s.
TEST(MainEnd, OfOneThatReadsNumbersTheyAreGuessed) {
    for (const std::string read : {"std::cin >> n >> x;", "scanf(\"%d %f\", &n, &x);"}) {
        const std::string text = kernel + "int main() {\nint n = 0;\nfloat x = 0;\n" + read +
                                 "\nif (n <= 0) return 1;\nprintf(\"%d %g\", n, x);\n" + launch +
                                 "return 2; }\n";
        const auto trace = recorded(text);
        EXPECT_EQ(trace->data().guessed.find("what main reads is a guess: --stdin \"32 32 32 32 "),
                  0U)
            << trace->data().guessed;
        EXPECT_EQ(trace->data().printed, "32 32");
        EXPECT_FALSE(trace->data().exit_code);
        Experiment experiment;
        experiment.text = {.path = "t.cu", .text = text, .standard_input = "5 2.5"};
        const auto said = record_text(experiment, {});
        EXPECT_EQ(said->data().guessed, "");
        EXPECT_EQ(said->data().printed, "5 2.5");
        EXPECT_EQ(said->data().exit_code, 2);
        // It is kept in the trace's file.
        const auto read_back = decode_trace(encode_trace(*said), "t.npz");
        EXPECT_EQ(read_back->experiment().text.standard_input, "5 2.5");
        EXPECT_TRUE(read_back->data().reads_input);
    }
    // Who launches without it is told of nothing, and one that nobody helps is seen by its kernels.
    const auto launches = recorded(kernel + "int main() {\nint n = 7;\nscanf(\"%d\", &n);\n" +
                                   launch + "return n - 7; }\n");
    EXPECT_EQ(launches->data().guessed, "");
    EXPECT_EQ(launches->data().exit_code, 0);
    EXPECT_NE(recorded(kernel + "int main() { int n; return scanf(\"%d\", &n); }\n")
                  ->data()
                  .guessed.find("the launch is a guess"),
              std::string::npos);
}

/// Words are those with which main compares what it is given.
TEST(MainEnd, OfOneThatWantsAWordItIsGuessed) {
    for (const std::string chosen :
         {"strcmp(argv[3], \"add\") == 0", "strncasecmp(argv[3], \"add\", 3) == 0",
          "std::string(argv[3]) == \"add\""}) {
        const auto trace =
            recorded(kernel + "int main(int argc, char **argv) {\nif (argc != 4 || " + "!(" +
                     chosen + ")) return 1;\n" + launch + "return 0; }\n");
        EXPECT_EQ(trace->data().guessed, "main's arguments are a guess: --args \"32 32 add\"")
            << chosen;
    }
    const auto flag = recorded(kernel +
                               "int main(int argc, char **argv) {\nint n = 0;\n"
                               "for (int i = 1; i + 1 < argc; i++)\n"
                               "  if (!strcmp(argv[i], \"--size\")) n = atoi(argv[i + 1]);\n"
                               "if (n == 0) return 1;\n" +
                               launch + "return 0; }\n");
    EXPECT_EQ(flag->data().guessed, "main's arguments are a guess: --args \"--size 32\"");
}

/// One that goes wrong nowhere is rather taken than the first that launches something.
TEST(MainEnd, OfNumbersThoseThatFitAreGuessed) {
    const auto trace = recorded(kernel +
                                "int main(int argc, char **argv) {\nif (argc < 2) return 1;\n"
                                "int n = atoi(argv[1]);\nfloat *a, *b;\ncudaMalloc(&a, 128);\n"
                                "cudaMalloc(&b, 128);\ncudaMemset(a, 0, 128);\n"
                                "add<<<1, 64>>>(a, b, n == 1 ? 32 : 64);\nreturn 0; }\n");
    EXPECT_EQ(trace->data().guessed, "main's arguments are a guess: --args \"1\"");
    EXPECT_TRUE(verdict_of("t.cu", *trace).fine());
}

/// What stands in a file that is not there: numbers or a picture, as main reads it.
TEST(MainEnd, OfOneThatReadsAFileItIsGuessed) {
    const auto reading = [](const std::string& open, const std::string& read,
                            const std::string& parameters = "") {
        return recorded(kernel + "int main(" + parameters + ") {\nFILE *f = " + open +
                        ";\nif (!f) return 1;\nint n = 0; " + read +
                        "\nif (n != 32) return 2;\nprintf(\"%d\", n);\n" + launch +
                        "return 0; }\n");
    };
    const std::string in_letters = "fscanf(f, \"%d\", &n);";
    EXPECT_EQ(reading("fopen(\"in.txt\", \"r\")", in_letters)->data().guessed,
              "what main reads from in.txt is a guess: \"32 32 32 32 4 6 1 …\"");
    EXPECT_EQ(reading("fopen(\"in.bin\", \"rb\")", "fread(&n, 4, 1, f);")->data().guessed,
              "what main reads from in.bin is a guess: the bytes of 32, 32 and small numbers");
    EXPECT_EQ(reading("fopen(\"in.pgm\", \"rb\")",
                      "char magic[3]; fscanf(f, \"%2s %d\", magic, &n);\n"
                      "if (strcmp(magic, \"P5\")) return 3;")
                  ->data()
                  .guessed,
              "what main reads from in.pgm is a guess: a picture of 32 × 32, PGM");
    EXPECT_EQ(
        reading("fopen(argc > 1 ? argv[1] : \"\", \"r\")", in_letters, "int argc, char **argv")
            ->data()
            .guessed,
        "main's arguments are a guess: --args \"32\", and what stands in the file that it "
        "reads, too: \"32 32 32 32 4 6 1 …\"");
    // What goes wrong with such numbers says nothing of the text: its kernels are seen instead.
    EXPECT_NE(
        recorded(kernel + "int main() {\nFILE *f = fopen(\"in.txt\", \"r\");\nif (!f) return 1;\n"
                          "int n; fscanf(f, \"%d\", &n);\nfloat *a; cudaMalloc(&a, 64);\n"
                          "add<<<1, n>>>(a, a, n);\nreturn 0; }\n")
            ->data()
            .guessed.find("the launch is a guess"),
        std::string::npos);
}

/// The width of a mask is not that of an image.
TEST(MainEnd, GuessedNumbersFitTheArraysThatTheTextMeasures) {
    const auto trace = recorded(
        "__constant__ float mask[10];\n"
        "__global__ void blur(const float *a, float *b, int width, int n) {\n"
        "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  float sum = 0;\n"
        "  for (int k = 0; k < width; k++) if (i + k < n) sum += a[i + k] * mask[k];\n"
        "  if (i < n) b[i] = sum;\n}\n");
    EXPECT_EQ(trace->data().guessed,
              "the launch is a guess: blur<<<4, 256>>>(a[1024], b[1024], 8, 1024)");
    EXPECT_TRUE(verdict_of("t.cu", *trace).fine());
}

/// Main mostly goes on behind a copy that is too long, and what the array has is copied.
TEST(MainEnd, ACopyBeyondAnArrayOfTheHostIsToldAndGoneOnAfter) {
    const auto trace = recorded(
        "__constant__ int mask[8];\n"
        "__global__ void k(int *p) { *p = mask[2]; }\n"
        "int main() {\nint h[] = {4, 5, 6}, *d, r;\n"
        "cudaMemcpyToSymbol(mask, h, 20);\ncudaMalloc(&d, 4);\n"
        "k<<<1, 1>>>(d);\ncudaMemcpy(&r, d, 4, cudaMemcpyDefault);\n"
        "printf(\"%d\", r);\nreturn 0; }\n");
    EXPECT_EQ(trace->data().printed, "6");
    ASSERT_EQ(trace->diagnostics().size(), 1U);
    EXPECT_NE(trace->diagnostics()[0].message.find(
                  "cudaMemcpyToSymbol of 20 bytes goes beyond its array, which has 12"),
              std::string::npos);
    // Where it ends main, that is why it launches nothing.
    const auto ended = recorded(kernel + "int main() {\nfclose((FILE *)0); " + launch + "}\n");
    EXPECT_EQ(ended->data().guessed.find("main stops at line 6: "), 0U) << ended->data().guessed;
}

/// What one of both languages has read, the other does not read again.
TEST(MainEnd, ReadsOneInputByBothLanguages) {
    Experiment experiment;
    experiment.text = {
        .path = "t.cu",
        .text = kernel +
                "int main() {\nint n; float f; std::string w; char line[100];\n"
                "std::cin >> n; scanf(\"%f\", &f); std::cin >> w; fgets(line, 100, stdin);\n"
                "printf(\"%d %g %s [%s]\", n, f, w.c_str(), line);\n"
                "std::string next; std::getline(std::cin, next);\n"
                "const int z = getchar();\n"
                "printf(\"{%s} %c %d\", next.c_str(), z, getchar());\n" +
                launch + "return 0; }\n",
        .standard_input = "32 2.5 word rest\nnext line\nZ"};
    EXPECT_EQ(record_text(experiment, {})->data().printed, "32 2.5 word [ rest\n]{next line} Z -1");
}

TEST(MainEnd, ArgumentsMakeItRun) {
    const auto trace = recorded(kernel +
                                    "int main(int argc, char **argv) {\nif (argc < 3) return 3;\n"
                                    "printf(\"%d %s\", atoi(argv[1]), argv[2]);\n" +
                                    launch + "return 0; }\n",
                                "17 'two words'");
    EXPECT_EQ(trace->data().printed, "17 two words");
    EXPECT_EQ(trace->data().guessed, "");
    EXPECT_EQ(trace->data().exit_code, 0);
}

TEST(MainEnd, AnotherNumberThanZeroIsToldOfIt) {
    const auto trace = recorded(kernel + "int main() {\n" + launch + "return 2; }\n");
    EXPECT_EQ(trace->data().exit_code, 2);
    const TextVerdict verdict = verdict_of("t.cu", *trace);
    EXPECT_FALSE(verdict.fine());
    EXPECT_NE(verdicts_text({verdict}, ReportFormat::text).find("main returned 2"),
              std::string::npos);
}

/// A block for each multiprocessor fills so many elements; main returns 1 where one is missing.
std::string filled(int elements, const std::string& asks) {
    return "#include <cstdlib>\n__global__ void fill(int *out, int n) {\n"
           "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    if (i < n) out[i] = 1;\n}\n"
           "int main() {\n    const int n = " +
           std::to_string(elements) + ";\n    int m = 0, *d, *h = (int *)malloc(4 * n);\n    " +
           asks +
           "\n    cudaMalloc(&d, 4 * n);\n    cudaMemset(d, 0, 4 * n);\n"
           "    fill<<<m, 64>>>(d, n);\n    cudaMemcpy(h, d, 4 * n, cudaMemcpyDeviceToHost);\n"
           "    for (int i = 0; i < n; i++)\n        if (h[i] != 1) return 1;\n    return 0;\n}\n";
}

TEST(MainEnd, WhatGoesWrongWithFewMultiprocessorsIsRunWithAsManyAsALargeGpuHas) {
    const std::string properties =
        "cudaDeviceProp p; cudaGetDeviceProperties(&p, 0); m = p.multiProcessorCount;";
    for (const std::string& asks :
         {properties, std::string{"cudaDeviceGetAttribute(&m, cudaDevAttrMultiProcessorCount, 0);"},
          std::string{"int t; cudaOccupancyMaxPotentialBlockSize(&m, &t, fill, 0, 0);"}}) {
        const auto large = recorded(filled(64 * 64, asks));
        EXPECT_EQ(large->data().multiprocessors, 132) << asks;
        EXPECT_EQ(large->data().exit_code, 0) << asks;
        EXPECT_EQ(large->data().device, "warp machine, with 132 multiprocessors for main");
        // It stands in its file.
        const auto read_back = decode_trace(encode_trace(*large), "t.npz");
        EXPECT_EQ(read_back->data().multiprocessors, 132);
        // What four do for stays with four.
        const auto small = recorded(filled(4 * 64, asks));
        EXPECT_EQ(small->data().multiprocessors, 4) << asks;
        EXPECT_EQ(small->data().exit_code, 0);
        EXPECT_EQ(small->data().device, "warp machine");
        // There is no GPU with so many.
        EXPECT_EQ(recorded(filled(1 << 18, asks))->data().exit_code, 1) << asks;
    }
    // Who says how many there are is told of what these do.
    Experiment experiment;
    experiment.sms = 8;
    experiment.text = {.path = "t.cu", .text = filled(64 * 64, properties)};
    const auto given = record_text(experiment, {});
    EXPECT_EQ(given->data().multiprocessors, 8);
    EXPECT_EQ(given->data().exit_code, 1);
    // Nobody asked.
    EXPECT_EQ(recorded(filled(64 * 64, "m = 4;"))->data().multiprocessors, 0);
}

TEST(MainEnd, WhatALibraryComputesOnTheHostIsNotCaptured) {
    const auto trace = recorded(
        "#include <cublas_v2.h>\n__global__ void set(float *a) { a[threadIdx.x] = 1; }\n"
        "int main() {\n    float *x, *y, a = 5;\n    cudaMalloc(&x, 128);\n"
        "    cudaMalloc(&y, 128);\n    set<<<1, 32>>>(x);\n    set<<<1, 32>>>(y);\n"
        "    cudaStream_t s;\n    cudaStreamCreate(&s);\n    cublasHandle_t h;\n"
        "    cublasCreate(&h);\n    cublasSetStream(h, s);\n    cudaGraph_t g;\n"
        "    cublasSaxpy(h, 32, &a, x, 1, y, 1);\n"
        "    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);\n"
        "    cublasSaxpy(h, 32, &a, x, 1, y, 1);\n    cudaStreamEndCapture(s, &g);\n"
        "    return 0;\n}\n");
    EXPECT_EQ(trace->data().stopped,
              "main stops at line 17: what cuBLAS computes is computed on the host, and cannot be "
              "captured in a graph");
    EXPECT_TRUE(trace->diagnostics().empty());
}

TEST(MainEnd, WhatMainDidWrongBeforeTheFirstLaunchIsItsFirstCause) {
    const auto first_cause = [](const std::string& before, const std::string& behind) {
        return verdict_of("t.cu", *recorded("__global__ void set(int *a) { a[threadIdx.x] = 1; }\n"
                                            "int main() {\n    int *a = nullptr, *b;\n" +
                                            before + "    set<<<1, 32>>>(a);\n" + behind +
                                            "    return 0;\n}\n"))
            .first_cause;
    };
    EXPECT_EQ(first_cause("    cudaMalloc((void **)a, 128);\n", "").substr(0, 7), "Line 4:");
    EXPECT_EQ(first_cause("", "    cudaMalloc((void **)a, 128);\n").substr(0, 7), "Line 1:");
    EXPECT_EQ(
        first_cause("    cudaMalloc(&b, 4);\n", "    cudaMalloc((void **)a, 128);\n").substr(0, 7),
        "Line 1:");
}

TEST(MainEnd, TimeIsUpAtALineOfAFunction) {
    const auto trace =
        recorded(kernel +
                     "void verify() {\n  volatile int a = 0;\n"
                     "  while (a >= 0) { a = (a + 1) % 1000000007; }\n}\nint main() {\n" +
                     launch + "verify();\nreturn 0; }\n",
                 "", 0.3);
    EXPECT_EQ(trace->launches().size(), 1U);
    EXPECT_EQ(trace->data().stopped,
              "main was stopped after 0.3 seconds at line 7, in verify: give it more (--seconds)");
}

TEST(MainEnd, WhatTheGuessedKernelNeedsIsToldWhereMainStopsFirst) {
    EXPECT_NE(refusal("__global__ void k(int *a) { a[0] = odd(); }\n"
                      "int main() {\n  very_odd();\n  return 0; }\n")
                  .find("t.cu:3:3: there is no function very_odd"),
              std::string::npos);
}

// Another function outside of the namespace goes by the kernel's name.
TEST(MainEnd, AKernelOfANamespaceIsGuessedUnderItsName) {
    const auto trace =
        recorded("namespace a {\n" + kernel + "}\nint add(const int &x) { return 1; }\n");
    EXPECT_EQ(trace->data().guessed,
              "the launch is a guess: add<<<4, 256>>>(a[1024], b[1024], 1024)");
    EXPECT_TRUE(verdict_of("t.cu", *trace).fine());
}

// Each pointer of a struct leads to an array, its numbers are as parameters are.
TEST(MainEnd, StructsThatLeadToArraysAreGuessed) {
    const auto trace = recorded(
        "struct P { const float *from; float *to; int n, offset; float by; };\n"
        "__global__ void scale(P p) {\n"
        "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "    if (i < p.n) p.to[2 * i + p.offset] = p.from[i] * p.by;\n}\n");
    EXPECT_EQ(trace->data().guessed, "the launch is a guess: scale<<<4, 256>>>(P())");
    const auto& arrays = trace->data().facts.arrays;
    ASSERT_EQ(arrays.size(), 2U);
    EXPECT_EQ(arrays[0].name, "p.from");
    EXPECT_EQ(arrays[1].name, "p.to");
    EXPECT_EQ(arrays[1].extents, (std::vector<std::int64_t>{4096}));  // as long as it is reached
    EXPECT_TRUE(verdict_of("t.cu", *trace).fine());
    const auto& to = trace->data().contents[1];
    const auto& from = trace->data().contents[0];
    EXPECT_EQ(to.after.as<float>()[2 * 77], 2 * from.before.as<float>()[77]);
}

// A block's own shared memory is as large as the launch says, which is a guess as well.
TEST(MainEnd, BehindSharedMemoryOfAGuessedSizeNothingIsFound) {
    const auto trace = recorded(
        "__global__ void far(float *a) {\n    extern __shared__ float s[];\n"
        "    s[threadIdx.x * 64] = a[threadIdx.x];\n    __syncthreads();\n"
        "    a[threadIdx.x] = s[threadIdx.x * 64];\n}\n");
    EXPECT_TRUE(verdict_of("t.cu", *trace).fine());
    // Where the text launches the kernel itself, the size is the text's.
    const auto said = recorded(
        "__global__ void next(float *a) {\n    extern __shared__ float s[];\n"
        "    s[threadIdx.x + 1] = a[threadIdx.x];\n}\n"
        "void run(float *a) { next<<<1, 256, 256 * sizeof(float)>>>(a); }\n");
    EXPECT_FALSE(verdict_of("t.cu", *said).fine());
}

TEST(MainEnd, WithoutAMainTheGuessIsSaidUnlessTheCardSaysAll) {
    EXPECT_EQ(recorded(kernel)->data().guessed,
              "the launch is a guess: add<<<4, 256>>>(a[1024], b[1024], 1024)");
    EXPECT_EQ(
        recorded("// launch: add<<<2, 32>>>(a, b, 64)\n// a: float[64]   b: float[64]\n" + kernel)
            ->data()
            .guessed,
        "");
    EXPECT_EQ(recorded("// launch: add<<<2, 32>>>(a, b, 64)\n" + kernel)->data().guessed,
              "the arguments are a guess: add<<<2, 32>>>(a[1024], b[1024], 64)");
}

TEST(MainEnd, AKernelThatCanBeGuessedIsShownBeforeOthers) {
    const auto guessed = [](const std::string& text) { return recorded(text)->data().guessed; };
    const std::string wanted = "the launch is a guess: add<<<4, 256>>>(a[1024], b[1024], 1024)";
    // What points somewhere cannot be guessed, and of two that go by one name none is meant.
    EXPECT_EQ(guessed("struct S { S *p; };\n__global__ void k(S s) { s.p->p = 0; }\n" + kernel),
              wanted);
    EXPECT_EQ(guessed("__global__ void f(int *p) { p[0] = 1; }\n"
                      "__global__ void f(float *p) { p[0] = 1; }\n" +
                      kernel),
              wanted);
    // One that nobody launches is made for float.
    EXPECT_EQ(guessed("template <typename T, int N = 4>\n"
                      "__global__ void k(T *a) { a[threadIdx.x] = N; }\n"),
              "the launch is a guess: k<float, 4><<<1, 256>>>(a[1024])");
    // Where the card says something, its faults are told instead.
    EXPECT_NE(refusal("// s: float[3]\nstruct S { int *p; };\n"
                      "__global__ void k(S s) { s.p[0] = 1; }\n" +
                      kernel),
              "");
}

TEST(MainEnd, WhatAGuessCannotSetIsNoFaultOfTheText) {
    const auto faults = [](const std::string& text) {
        return recorded(text)->diagnostics().size();
    };
    const std::string line = "struct Line { float4 at; float *points; };\n";
    EXPECT_EQ(faults(line + "__global__ void k(Line *lines) { lines[1].points[threadIdx.x] = 1; }"),
              0U);
    EXPECT_EQ(faults("__device__ int *table;\n"
                     "__global__ void k(int *a) { a[threadIdx.x] = table[threadIdx.x]; }"),
              0U);
    // A pointer of the kernel's own is nobody else's.
    EXPECT_EQ(faults("__global__ void k(int *a) { int *p = 0; a[threadIdx.x] = *p; }"), 1U);
    // Bytes of shared memory are room for whatever the text makes of them.
    EXPECT_EQ(faults("__global__ void k(double *a) {\n"
                     "  extern __shared__ unsigned char room[];\n"
                     "  double *s = (double *)room;\n"
                     "  s[threadIdx.x] = a[threadIdx.x];\n"
                     "  a[threadIdx.x] = s[threadIdx.x];\n}"),
              0U);
}

TEST(MainEnd, AGuessedGridThatWaitsForItselfIsResident) {
    const auto trace = recorded(
        "#include <cooperative_groups.h>\n"
        "__global__ void k(int *a, int n) {\n"
        "  cooperative_groups::this_grid().sync();\n"
        "  if (threadIdx.x == 0) a[blockIdx.x] = 1;\n}\n"
        "void run(int *a, int n) { k<<<n, 256>>>(a, n); }\n");
    EXPECT_EQ(trace->data().guessed, "the launch is a guess: k<<<64, 256>>>(a[1024], 1024)");
    EXPECT_EQ(trace->diagnostics().size(), 0U);
}

TEST(MainEnd, WhatIsGuessedIsQuick) {
    const auto trace = recorded(kernel +
                                    "int main() {\nint n = 100000000;\n"
                                    "float *a, *b; cudaMalloc(&a, n * sizeof(float));\n"
                                    "cudaMalloc(&b, n * sizeof(float)); for (;;) n ^= 1;\n"
                                    "add<<<2, 32>>>(a, b, n);\n}\n",
                                "", 0.2);
    EXPECT_NE(trace->data().guessed.find("add<<<2, 32>>>(a[1024], b[1024], 1024)"),
              std::string::npos)
        << trace->data().guessed;
}

TEST(MainEnd, WhatIsReachedBehindAGuessedArrayIsNoFault) {
    const auto found = [](const std::string& index) {
        const auto trace = recorded("__global__ void k(float *a) { a[" + index + "] = 1; }\n");
        return !verdict_of("t.cu", *trace).fine();
    };
    EXPECT_FALSE(found("threadIdx.x * 50000"));
    EXPECT_FALSE(found("threadIdx.x * 5000000"));
    EXPECT_TRUE(found("(int)threadIdx.x - 1"));
}

TEST(MainEnd, ABlockIsGuessedNoLargerThanThereAre) {
    const auto of = [](const std::string& size) {
        const auto trace =
            recorded("__global__ void k(float *a, int n) {\n  __shared__ float s[" + size +
                     "];\n  int t = threadIdx.x;\n  s[t] = t < n ? a[t] : 0;\n"
                     "  __syncthreads();\n  a[t] = s[t];\n}\n");
        return trace->launches().at(0).block[0];
    };
    EXPECT_EQ(of("2048"), 1024U);
    EXPECT_EQ(of("128 + 2"), 128U);
    EXPECT_EQ(of("33"), 32U);
    EXPECT_EQ(of("96"), 96U);
}

TEST(MainEnd, OfMoreArraysThanThereIsRoomForTheFirstAreShown) {
    const auto trace = recorded(
        "__global__ void k(int *a, int n) { a[threadIdx.x] = n; if (n == 150) a[40] = 1; }\n"
        "int main() { for (int i = 0; i < 160; i++) {\n"
        "int *a; cudaMalloc(&a, 128); k<<<1, 32>>>(a, i); }\nreturn 0; }\n");
    EXPECT_EQ(trace->launches().size(), 160U);
    EXPECT_EQ(trace->data().shortened,
              "of 160 launches the accesses of the first 100 are shown: the next one reaches one "
              "array more than there is room for");
    // What goes wrong in the others is told all the same.
    ASSERT_EQ(trace->diagnostics().size(), 1U);
    EXPECT_NE(trace->diagnostics()[0].message.find("a[40]"), std::string::npos);
    const auto bytes = encode_trace(*trace);
    EXPECT_EQ(encode_trace(*decode_trace(bytes, "t.npz")), bytes);
}

TEST(MainEnd, LaunchesThatRepeatOneAreTold) {
    const auto trace = recorded(kernel + "int main() {\n" + launch +
                                "for (int i = 0; i < 9; i++) add<<<2, 32>>>(a, b, 64);\n"
                                "return 0; }\n");
    EXPECT_EQ(trace->launches().size(), 2U);
    EXPECT_EQ(trace->data().shortened,
              "8 launches did what an earlier one did, from the same memory, and are not shown "
              "again");
}

TEST(MainEnd, LoopsOfTheLibraryAreNoSteps) {
    const auto trace = recorded(
        "__global__ void k(const int *a, int *b) {\n"
        "  memcpy(b + 4 * threadIdx.x, a + 4 * threadIdx.x, 16);\n}\n"
        "int main() {\nint *a, *b; cudaMalloc(&a, 512); cudaMalloc(&b, 512);\n"
        "cudaMemset(a, 1, 512); k<<<1, 32>>>(a, b);\nreturn 0; }\n");
    ASSERT_EQ(trace->step_count(), 1);
    EXPECT_EQ(trace->data().steps[0].phase, "write b");
}

}  // namespace main_end_test
}  // namespace stridescope
