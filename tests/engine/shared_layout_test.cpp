// Where shared variables lie: the machine's offsets are those in NVIDIA's code. Banks depend on
// them.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>
#include <ostream>
#include <random>
#include <string>
#include <vector>

#include "app/engine/nvrtc/compiler.h"
#include "app/language/compile.h"
#include "app/language/parse.h"
#include "app/machine/memory.h"
#include "tests/support/left_out.h"

namespace stridescope {
namespace shared_layout_test {

struct Layout {
    std::string name;
    /// Uses each of its variables once by USE(number, variable, an element).
    std::string text;

    friend std::ostream& operator<<(std::ostream& out, const Layout& l) { return out << l.name; }
};

using Offsets = std::map<int, std::uint64_t>;

constexpr std::uint32_t mark = 0x5A00'0000;
constexpr std::uint64_t dynamic_bytes = 64;

/// A GPU before clusters has offsets of shared memory as numbers in its code: marked, one finds
/// them.
Offsets nvidias(const Layout& layout) {
    const std::string text = fmt::format(
        "#define USE(i, v, e) out[i] = {}u + (i << 16) + "
        "(unsigned)__cvta_generic_to_shared(&v)\n{}",
        mark, layout.text);
    const std::vector<std::byte> code =
        nvrtc::compile({.name = layout.name, .text = text, .capability = 80});
    Offsets found;
    constexpr std::size_t instruction = 16, number_at = 4;
    for (std::size_t at = number_at; at + 4 <= code.size(); at += instruction) {
        std::uint32_t word = 0;
        std::memcpy(&word, code.data() + at, sizeof word);
        if ((word & 0xff00'0000) == mark)
            found[static_cast<int>(word >> 16 & 0xff)] = word & 0xffff;
    }
    return found;
}

Offsets machines(const Layout& layout) {
    // The variables by their numbers: each name occurs once.
    std::map<std::string, int> numbers;
    for (std::size_t at = layout.text.find("USE("); at != std::string::npos;
         at = layout.text.find("USE(", at + 1)) {
        const std::size_t comma = layout.text.find(", ", at),
                          end = layout.text.find(',', comma + 1);
        numbers[layout.text.substr(comma + 2, end - comma - 2)] =
            std::stoi(layout.text.substr(at + 4));
    }
    const auto parsed = language::parse(
        "layout.cu", "#define USE(i, v, e) out[i] = (unsigned)(e)\n" + layout.text, {});
    for (const language::Fault& fault : parsed.faults) ADD_FAILURE() << fault.message;
    if (!parsed.faults.empty() || parsed.unit->kernels.empty()) return {};
    language::Launch launch;
    launch.block = {32, 1, 1};
    launch.dynamic_shared = dynamic_bytes;
    machine::GlobalMemory memory;
    const std::size_t out = memory.allocate("out", 4096);
    launch.arguments.push_back({{memory[out].address}});
    launch.memory = memory.layout();
    const auto program = language::compile(*parsed.unit, *parsed.unit->kernels.back(), launch);
    Offsets found;
    for (const language::Object& object : program->objects) {
        if (object.space == language::Space::shared) found[numbers.at(object.name)] = object.offset;
    }
    return found;
}

/// Several variables of one kernel: of any type, size and order, used in any order.
Layout random_layout(unsigned seed) {
    std::mt19937 random{seed};
    const auto below = [&](unsigned n) { return static_cast<int>(random() % n); };
    struct Kind {
        const char* type;
        const char* part;
    };
    const std::vector<Kind> kinds{
        {"char", ""},     {"short", ""},    {"int", ""},  {"float", ""},     {"double", ""},
        {"float2", ".x"}, {"float4", ".x"}, {"bool", ""}, {"long long", ""}, {"unsigned char", ""}};
    const std::vector<int> extents{0, 0, 1, 3, 5, 16, 31, 32, 33};
    std::string declarations;
    std::vector<std::string> uses;
    const int count = 1 + below(7);
    for (int k = 0; k < count; ++k) {
        const Kind& kind = kinds[static_cast<std::size_t>(below(10))];
        const int extent = extents[static_cast<std::size_t>(below(9))];
        const std::string name = fmt::format("{}{}", "zyxabcdefg"[below(10)], k);
        declarations += fmt::format("    __shared__ {} {}{};\n", kind.type, name,
                                    extent > 0 ? fmt::format("[{}]", extent) : "");
        uses.push_back(fmt::format("    USE({}, {}, {}{}{});\n", k, name, name,
                                   extent > 0 ? "[0]" : "", kind.part));
    }
    if (below(2) == 0) {
        declarations.insert(0, "    extern __shared__ float X[];\n");
        uses.push_back("    USE(9, X, X[0]);\n");
    }
    std::ranges::shuffle(uses, random);
    std::string text = "__global__ void k(unsigned *out) {\n" + declarations;
    for (const std::string& use : uses) text += use;
    return {fmt::format("random_{}", seed), text + "}\n"};
}

std::vector<Layout> layouts() {
    std::vector<Layout> all{
        {"scalars_before_extern",
         "__global__ void k(unsigned *out) { extern __shared__ float X[]; __shared__ int a; "
         "__shared__ float b; USE(2, X, X[0]); USE(0, a, a); USE(1, b, b); }"},
        {"alignments",
         "struct S { char c; int i; };\nstruct __align__(16) W { int i; };\n"
         "__global__ void k(unsigned *out) { __shared__ bool a; __shared__ S s[2]; __shared__ bool "
         "b; __shared__ W w; __shared__ char c; __shared__ __align__(64) int z; USE(0, a, a); "
         "USE(1, s, s[0].i); USE(2, b, b); USE(3, w, w.i); USE(4, c, c); USE(5, z, z); }"},
        {"extern_aligned",
         "__global__ void k(unsigned *out) { extern __shared__ __align__(32) double X[]; "
         "__shared__ int a; USE(0, X, X[0]); USE(1, a, a); }"},
        {"device_function",
         "__device__ void d(unsigned *out) { __shared__ int t[33]; USE(0, t, t[0]); }\n"
         "__global__ void k(unsigned *out) { __shared__ int a; USE(1, a, a); d(out); }"},
        {"device_function_defined_later",
         "__device__ void d(unsigned *out);\n"
         "__global__ void k(unsigned *out) { __shared__ int a; d(out); USE(1, a, a); }\n"
         "__device__ void d(unsigned *out) { __shared__ int t[33]; USE(0, t, t[0]); }"},
        {"device_functions_called_in_reverse",
         "__device__ void d(unsigned *out) { __shared__ int t[3]; USE(0, t, t[0]); }\n"
         "__device__ void e(unsigned *out) { __shared__ int u[5]; USE(1, u, u[0]); }\n"
         "__global__ void k(unsigned *out) { e(out); __shared__ char a; USE(2, a, a); d(out); }"},
        {"inline_function",
         "__device__ inline void d(unsigned *out) { __shared__ int t[33]; USE(0, t, t[0]); }\n"
         "__global__ void k(unsigned *out) { d(out); __shared__ int a; USE(1, a, a); }"},
        {"template_function",
         "template <int N> __device__ void d(unsigned *out) { __shared__ int t[N]; USE(0, t, "
         "t[0]); "
         "}\n__global__ void k(unsigned *out) { d<32>(out); __shared__ int a; USE(1, a, a); }"},
    };
    constexpr unsigned seeds = 40;
    for (unsigned seed = 0; seed < seeds; ++seed) all.push_back(random_layout(seed));
    return all;
}

class SharedLayout : public ::testing::TestWithParam<Layout> {};

TEST_P(SharedLayout, IsThatOfNvidiasCompiler) {
    if (testing::left_out(1)) GTEST_SKIP() << "no sanitizer sees anything of NVRTC";
    if (const std::string why = nvrtc::why_no_compiler(); !why.empty()) GTEST_SKIP() << why;
    const Offsets expected = nvidias(GetParam());
    EXPECT_FALSE(expected.empty());
    EXPECT_EQ(machines(GetParam()), expected) << GetParam().text;
}

INSTANTIATE_TEST_SUITE_P(Texts, SharedLayout, ::testing::ValuesIn(layouts()),
                         [](const auto& layout) { return layout.param.name; });

}  // namespace shared_layout_test
}  // namespace stridescope
