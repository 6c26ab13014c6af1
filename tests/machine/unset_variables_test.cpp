// A variable that is used before it has a value is told, in whom and where; what only looks so is
// not.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/machine/run_text.h"

namespace stridescope::machine {
namespace unset_variables_test {

std::vector<Diagnostic> findings(const std::string& body) {
    RunText run("__device__ int given(int x) { return x; }\n__global__ void k(int *out) {\n" +
                body + "\n}");
    run.array("out", std::vector<int>(64));
    run.settings.budget = 1'000'000;
    run.launch({1, 1, 1}, {64, 1, 1});
    return run.record.diagnostics;
}

TEST(UnsetVariables, AreToldWhereTheyAreUsed) {
    const struct {
        const char* body;
        std::uint32_t line, thread;
        std::uint64_t count;
    } texts[] = {
        {"int s;\nfor (int i = 0; i < 4; ++i) s += i;\nout[threadIdx.x] = s;", 4, 0, 64},
        {"int s;\nout[threadIdx.x] = s;", 4, 0, 64},
        {"int t = threadIdx.x, s;\nif (t < 40) s = t;\nout[t] = s;", 5, 40, 24},
        {"int t = threadIdx.x;\nfor (int i = 0; i < 2; ++i) {\nint s;\nif (t != i) s = 1;\n"
         "out[t] = s + i;\n}",
         7, 0, 2},
        {"int t = threadIdx.x, s;\nif (t > 9 && s > 1) out[t] = 1;", 4, 10, 54},
        {"int t = threadIdx.x, s;\nswitch (t) {\ncase 3: s = 1; break;\ncase 5: break;\n"
         "default: s = 2;\n}\nout[t] = s * 2;",
         9, 5, 1},
        {"float x;\nint n;\nx = n / 2;\nout[threadIdx.x] = x;", 5, 0, 64},
        {"int s;\ns++;\nout[threadIdx.x] = s;", 4, 0, 64},
        {"int t = threadIdx.x, s;\ndo { if (t == 4) break; s = 1; } while (s < 1);\nout[t] = -s;",
         5, 4, 1},
    };
    for (const auto& text : texts) {
        SCOPED_TRACE(text.body);
        const auto found = findings(text.body);
        ASSERT_EQ(found.size(), 1U);
        EXPECT_EQ(found[0].kind, Diagnostic::Kind::uninitialized);
        EXPECT_EQ(found[0].place.line, text.line);
        EXPECT_EQ(found[0].thread, text.thread);
        EXPECT_EQ(found[0].count, text.count);
        EXPECT_NE(found[0].message.find(", which has no value yet"), std::string::npos)
            << found[0].message;
    }
}

TEST(UnsetVariables, AreNotToldWhereAllIsWell) {
    for (const char* body : {
             // As warps take places with one atomic for all.
             "int lane = threadIdx.x % 32, first;\nif (lane == 0) first = atomicAdd(&out[63], "
             "32);\n"
             "first = __shfl_sync(0xffffffff, first, 0);\nout[lane] = first;",
             "int t = threadIdx.x, s;\nif (t < 40) s = t;\nif (t < 40) out[t] = s;",
             "int t = threadIdx.x, s;\nif (t < 40) s = t; else s = 3;\nout[t] = s;",
             "int t = threadIdx.x, s;\nout[t] = t < 40 ? (s = t) : 5;\nif (t < 40) out[t] = s;",
             "int t = threadIdx.x, next, now = 0;\nfor (int i = 0; i < 3; ++i) {\n"
             "if (i < 2) next = i;\nout[t] = now;\nnow = next;\n}",
             "int t = threadIdx.x, s;\nfor (int i = 0; i < 3; ++i) { if (i > 0) out[t] = s; s = i; "
             "}",
             "int t = threadIdx.x, s;\nauto set = [&](int x) { s = x; };\nset(t);\nout[t] = s;",
             "int t = threadIdx.x, s;\nbool has = t > 5;\nif (has) s = 2;\nout[t] = has ? s : 0;",
             "int t = threadIdx.x, s;\nbool has = t > 5;\nif (has) s = 2;\nif (has && s > 1) "
             "out[t] = 1;",
             "int t = threadIdx.x, s;\n(void)s;\nint other = given(s);\nout[t] = 1;",
             "int t = threadIdx.x, s;\nint *p = &s;\n*p = 4;\nout[t] = s;",
             "int t = threadIdx.x, s;\nwhile (true) { s = t; if (s >= 0) break; }\nout[t] = s;",
         }) {
        SCOPED_TRACE(body);
        const auto found = findings(body);
        EXPECT_TRUE(found.empty()) << found[0].message;
    }
}

}  // namespace unset_variables_test
}  // namespace stridescope::machine
