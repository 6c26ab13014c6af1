// Which loads become one: what the rule says of small pieces of code and of the program's own
// texts, against the machine code that nvcc makes of the same (sm_90), where there is an nvcc.
#include "app/language/merged_loads.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

#include "app/language/parse.h"
#include "tests/support/left_out.h"

namespace stridescope::language {
namespace merged_loads_test {

namespace fs = std::filesystem;

/// Accesses of shared memory in the unrolled code, by the bytes that a lane moves: only those that
/// several loads of the text have become.
using Wide = std::map<int, int>;

std::string read(const fs::path& path) {
    std::ifstream file{path};
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

Parsed parsed(const std::string& text, const fs::path& folder = {}) {
    ParseOptions options;
    options.load = [folder](std::string_view name) -> std::optional<std::string> {
        const fs::path path = folder / name;
        return fs::exists(path) ? std::optional{read(path)} : std::nullopt;
    };
    Parsed result = parse("test.cu", text, options);
    for (const Fault& fault : result.faults)
        ADD_FAILURE() << fault.place.line << ": " << fault.message;
    return result;
}

Wide predicted(const Function& kernel) {
    std::map<int, std::set<int>> groups;
    for (const MergedLoad& load : merged_loads(kernel)) {
        if (load.bytes > 0) groups[load.bytes].insert(load.group);
    }
    Wide wide;
    for (const auto& [bytes, of_width] : groups) wide[bytes] = static_cast<int>(of_width.size());
    return wide;
}

// --- what nvcc makes of a text

std::string nvcc() {
    for (const char* path : {"nvcc", "/usr/local/cuda/bin/nvcc"}) {
        const std::string command = fmt::format("{} --version >/dev/null 2>&1", path);
        if (std::system(command.c_str()) == 0) return path;  // NOLINT(cert-env33-c): a test's
    }
    return {};
}

template <class T>
T number_at(const std::string& bytes, std::size_t at) {
    T n{};
    if (at + sizeof n > bytes.size()) throw std::runtime_error{"the cubin ends early"};
    std::memcpy(&n, bytes.data() + at, sizeof n);
    return n;
}

/// Of each kernel in a cubin how many LDS instructions of which width it has. An instruction has 16
/// bytes: its low 12 bits are the operation (LDS: 0x984), bits 73 … 75 the width.
std::map<std::string, Wide> loads_of(const std::string& cubin) {
    const auto sections = number_at<std::uint64_t>(cubin, 0x28);
    const auto each = number_at<std::uint16_t>(cubin, 0x3A);
    const auto count = number_at<std::uint16_t>(cubin, 0x3C);
    const auto name_section = number_at<std::uint16_t>(cubin, 0x3E);
    const auto section = [&](std::size_t k) { return sections + k * each; };
    const auto names = number_at<std::uint64_t>(cubin, section(name_section) + 0x18);
    std::map<std::string, Wide> loads;
    for (std::size_t k = 0; k < count; ++k) {
        const std::string name =
            cubin.c_str() + names + number_at<std::uint32_t>(cubin, section(k));
        std::smatch found;
        if (!std::regex_match(name, found, std::regex{R"(\.text\._Z(\d+)(.*))"})) continue;
        Wide& wide = loads[found[2].str().substr(0, std::stoul(found[1]))];
        const auto begin = number_at<std::uint64_t>(cubin, section(k) + 0x18);
        const auto size = number_at<std::uint64_t>(cubin, section(k) + 0x20);
        for (std::uint64_t at = begin; at < begin + size; at += 16) {
            if ((number_at<std::uint64_t>(cubin, at) & 0xFFF) != 0x984) continue;
            constexpr std::array<int, 8> widths{1, 1, 2, 2, 4, 8, 16, 0};
            ++wide[widths[number_at<std::uint64_t>(cubin, at + 8) >> 9 & 7]];
        }
    }
    return loads;
}

/// What nvcc was asked once, by all that its answer comes of: the text, what it may include, and
/// which nvcc it is. Kept in ~/.cache/stridescope/compiled, for to ask takes a second;
/// scripts/nightly asks again.
class Asked {
  public:
    Asked(const std::string& compiler, const std::string& text, const fs::path& folder) {
        const char* cache = std::getenv("XDG_CACHE_HOME");
        const char* home = std::getenv("HOME");
        if (std::getenv("STRIDESCOPE_EVERY_ROUND") != nullptr) return;
        if (cache != nullptr && *cache != '\0') {
            path_ = cache;
        } else if (home != nullptr && *home != '\0') {
            path_ = fs::path{home} / ".cache";
        } else {
            return;
        }
        static const std::string which = [&] {
            const fs::path said =
                fs::temp_directory_path() / fmt::format("nvcc_version_{}", ::getpid());
            const std::string command = fmt::format("{} --version > {}", compiler, said.string());
            std::string told;
            if (std::system(command.c_str()) == 0)  // NOLINT(cert-env33-c): a test's own file
                told = read(said);
            fs::remove(said);
            std::vector<fs::path> headers;
            for (const auto& entry : fs::recursive_directory_iterator{"kernels"})
                if (entry.path().extension() == ".cuh") headers.push_back(entry.path());
            std::ranges::sort(headers);
            for (const fs::path& header : headers) told += header.string() + "\n" + read(header);
            return told;
        }();
        key_ = fmt::format("{}\n{}\n{}\n\n", which, folder.string(), text);
        path_ /= fmt::format("stridescope/compiled/loads-{:016x}-{:016x}",
                             std::hash<std::string>{}(key_), std::hash<std::string>{}("x" + key_));
    }

    /// Nothing if it was not asked yet.
    std::optional<std::map<std::string, Wide>> answer() const {
        if (path_.empty() || !fs::exists(path_)) return std::nullopt;
        const std::string kept = read(path_);
        if (!kept.starts_with(key_) || !kept.ends_with("end\n")) return std::nullopt;
        std::map<std::string, Wide> loads;
        std::istringstream rows{kept.substr(key_.size())};
        std::string kernel;
        while (rows >> kernel && kernel != "end") {
            int bytes = 0, count = 0;
            Wide& wide = loads[kernel];
            rows >> bytes >> count;
            if (bytes != 0) wide[bytes] = count;
        }
        return loads;
    }
    void keep(const std::map<std::string, Wide>& loads) const {
        if (path_.empty()) return;
        std::error_code error;
        fs::create_directories(path_.parent_path(), error);
        const fs::path beside = path_.string() + fmt::format(".{}", ::getpid());
        {
            std::ofstream file{beside};
            file << key_;
            for (const auto& [kernel, wide] : loads) {
                file << kernel << " 0 0\n";
                for (const auto& [bytes, count] : wide)
                    file << kernel << ' ' << bytes << ' ' << count << '\n';
            }
            file << "end\n";
        }
        fs::rename(beside, path_, error);
    }

  private:
    std::string key_;
    fs::path path_;  ///< empty where nothing is kept
};

/// Nothing where nvcc refuses it.
std::map<std::string, Wide> compiled(const std::string& text, const fs::path& folder = {}) {
    static const std::string compiler = nvcc();
    const Asked asked{compiler, text, folder};
    if (const auto known = asked.answer()) return *known;
    fs::path made = fs::temp_directory_path() / "merged_loads_XXXXXX";
    std::string name = made.string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error{"no folder for nvcc"};
    made = name;
    std::ofstream{made / "text.cu"} << text;
    const std::string command =
        fmt::format("{} -arch=sm_90 -std=c++17 -w -cubin {} -o {} {} > {} 2>&1", compiler,
                    folder.empty() ? "" : "-I" + folder.string(), (made / "text.cubin").string(),
                    (made / "text.cu").string(), (made / "said.txt").string());
    std::map<std::string, Wide> loads;
    if (std::system(command.c_str()) == 0) {  // NOLINT(cert-env33-c): a test's own files
        loads = loads_of(read(made / "text.cubin"));
        asked.keep(loads);
    } else if (read(made / "said.txt").find("): error") != std::string::npos) {
        asked.keep({});  // refused, and not cut off
    }
    fs::remove_all(made);
    return loads;
}

// --- small pieces of code

struct Piece {
    const char* name;
    const char* code;
    Wide wide;
    const char* array = "__shared__ float s[4096];";
};

/// What nvcc 13 makes of each was looked up in its machine code, which a test does again.
const std::vector<Piece>& pieces() {
    constexpr const char* dynamic = "extern __shared__ float s[];";
    constexpr const char* wide = "__shared__ double s[4096];";
    static const std::vector<Piece> all{
        {"row_of_tile", "for (int k = 0; k < 32; k++) r += s[ty * 32 + k];", {{16, 8}}},
        {"padded_row", "for (int k = 0; k < 32; k++) r += s[ty * 33 + k];", {}},
        {"column_of_tile", "for (int k = 0; k < 32; k++) r += s[k * 32 + t];", {}},
        {"backwards", "for (int k = 31; k >= 0; k--) r += s[ty * 32 + k];", {{16, 8}}},
        {"by_while", "int k = 32; while (k-- > 0) r += s[ty * 32 + k];", {{16, 8}}},
        {"two_rounds", "for (int k = 0; k < 2; k++) r += s[ty * 32 + k];", {{8, 1}}},
        {"three_rounds", "for (int k = 0; k < 3; k++) r += s[ty * 32 + k];", {{16, 1}}},
        {"five_rounds", "for (int k = 0; k < 5; k++) r += s[ty * 32 + k];", {{16, 1}}},
        {"seven_rounds", "for (int k = 0; k < 7; k++) r += s[ty * 32 + k];", {{16, 2}}},
        {"thirty_three_rounds", "for (int k = 0; k < 33; k++) r += s[ty * 64 + k];", {{16, 8}}},
        {"unknown_rounds", "for (int k = 0; k < n; k++) { r += s[k * m]; __syncwarp(); }", {}},
        {"one_off", "for (int k = 0; k < 4; k++) r += s[t * 4 + k + 1];", {{16, 1}}},
        {"pairs", "for (int k = 0; k < 4; k++) r += s[t * 2 + k];", {{8, 2}}},
        {"neighbours", "for (int k = 0; k < 4; k++) r += s[t + k];", {}},
        {"by_block_size", "for (int k = 0; k < 4; k++) r += s[t * blockDim.x + k];", {}},
        {"by_argument", "for (int k = 0; k < 4; k++) r += s[n * 4 + k];", {{16, 1}}},
        {"masked", "for (int k = 0; k < 4; k++) r += s[(n & ~3) + k];", {{16, 1}}},
        {"divided", "for (int k = 0; k < 4; k++) r += s[t / 4 * 4 + k];", {{16, 1}}},
        {"without_the_rest", "for (int k = 0; k < 4; k++) r += s[t - t % 4 + k];", {{16, 1}}},
        {"shifted", "for (int k = 0; k < 4; k++) r += s[(t << 2) + k];", {{16, 1}}},
        {"ored", "for (int k = 0; k < 4; k++) r += s[(t * 4) | k];", {{16, 1}}},
        {"xored", "for (int k = 0; k < 4; k++) r += s[(t * 4) ^ k];", {{16, 1}}},
        {"times_two", "for (int k = 0; k < 4; k++) r += s[t * n * 4 + k];", {{16, 1}}},
        {"either_row",
         "int b = n > 3 ? t * 4 : t * 8; for (int k = 0; k < 4; k++) r += s[b + k];",
         {}},
        {"swizzled",
         "for (int k = 0; k < 4; k++) { int i = t * 4 + k; r += s[i ^ (i / 32 % 32)]; }",
         {}},
        {"padded_by_32",
         "for (int k = 0; k < 4; k++) { int i = t * 4 + k; r += s[i + i / 32]; }",
         {}},
        {"words_0_1_3", "r = s[t * 4] + s[t * 4 + 1] + s[t * 4 + 3];", {{16, 1}}},
        {"words_1_2_3", "r = s[t * 4 + 1] + s[t * 4 + 2] + s[t * 4 + 3];", {{16, 1}}},
        {"words_1_2", "r = s[t * 4 + 1] + s[t * 4 + 2];", {}},
        {"words_0_2", "r = s[t * 4] + s[t * 4 + 2];", {}},
        {"words_0_3", "r = s[t * 4] + s[t * 4 + 3];", {}},
        {"words_2_3", "r = s[t * 4 + 2] + s[t * 4 + 3];", {{8, 1}}},
        {"constant_words", "r = s[0] + s[1] + s[2] + s[3];", {{16, 1}}},
        {"twice_the_same", "r = s[t * 4] + 3 * s[t * 4];", {}},
        {"global_store_between",
         "for (int k = 0; k < 4; k++) out[t + 32 * k] = 2 * s[t * 4 + k];",
         {{16, 1}}},
        {"global_atomic_between",
         "for (int k = 0; k < 4; k++) atomicAdd(&out[t + k], s[t * 4 + k]);",
         {{16, 1}}},
        {"store_between",
         "r = s[t * 4]; s[t * 4 + 2] = m; r += s[t * 4 + 1]; __syncthreads(); "
         "r += s[n];",
         {}},
        {"store_elsewhere_between",
         "__shared__ float q[64]; r = s[t * 4]; q[t] = m; r += s[t * 4 + 1]; __syncthreads(); "
         "r += q[n];",
         {}},
        {"shared_atomic_between",
         "__shared__ int q[64]; for (int k = 0; k < 4; k++) { atomicAdd(&q[t], 1); "
         "r += s[t * 4 + k]; } __syncthreads(); r += q[n];",
         {}},
        {"fence_between",
         "for (int k = 0; k < 4; k++) { __threadfence_block(); r += s[t * 4 + k]; }",
         {}},
        {"warp_barrier_between",
         "for (int k = 0; k < 4; k++) { __syncwarp(); r += s[t * 4 + k]; }",
         {}},
        {"shuffle_between",
         "for (int k = 0; k < 4; k++) { r = __shfl_up_sync(~0u, r, 1); r += s[t * 4 + k]; }",
         {{16, 1}}},
        {"small_branch_between", "r = s[t * 4]; if (n > 3) r += m; r += s[t * 4 + 1];", {{8, 1}}},
        {"two_branches", "if (n > t) r += s[t * 4]; if (m > t) r += s[t * 4 + 1];", {}},
        {"guarded_each", "for (int k = 0; k < 4; k++) if (k + t < n) r += s[t * 4 + k];", {}},
        {"selected_each", "for (int k = 0; k < 4; k++) r += k + t < n ? s[t * 4 + k] : 0;", {}},
        {"of_volatile",
         "volatile float* v = s; for (int k = 0; k < 4; k++) r += v[t * 4 + k];",
         {}},
        {"two_tiles",
         "for (int k = 0; k < 4; k++) for (int j = 0; j < 4; j++) "
         "r += s[t * 4 + k] * s[ty * 64 + j * 4 + k];",
         {{16, 5}}},
        {"told_to_stay", "\n#pragma unroll 1\nfor (int k = 0; k < 4; k++) r += s[t * 4 + k];", {}},
        {"told_to_unroll",
         "\n#pragma unroll\nfor (int k = 0; k < 64; k++) { r += s[ty * 64 + k]; out[k] = r; }",
         {{16, 16}}},
        {"told_more_than_there_are",
         "\n#pragma unroll 16\nfor (int k = 0; k < 4; k++) r += s[t * 4 + k];",
         {{16, 1}}},
        {"doubles", "r = s[2 * t] + s[2 * t + 1];", {{16, 1}}, wide},
        {"dynamic_store_between",
         "float a = s[t * 4]; s[t * 4] = a + 1; a += s[t * 4 + 1]; s[t * 4 + 1] = a; "
         "__syncthreads(); r += s[n];",
         {{8, 1}},
         dynamic},
        {"dynamic_raking",
         "float a = s[t * 4]; a += s[t * 4 + 1]; s[t * 4 + 1] = a; a += s[t * 4 + 2]; "
         "s[t * 4 + 2] = a; a += s[t * 4 + 3]; s[t * 4 + 3] = a; __syncthreads(); r += s[n];",
         {{16, 1}},
         dynamic},
        {"dynamic_constant_words",
         "s[1] += s[0]; s[2] += s[1]; s[3] += s[2]; s[4] += s[3]; __syncthreads(); r += s[n];",
         {{16, 1}},
         dynamic},
        {"dynamic_store_anywhere",
         "r = s[t * 4]; s[n] = m; r += s[t * 4 + 1]; __syncthreads(); "
         "r += s[n];",
         {},
         dynamic},
        {"dynamic_store_elsewhere",
         "__shared__ float q[64]; r = s[t * 4]; q[n] = m; r += s[t * 4 + 1]; __syncthreads(); "
         "r += q[n];",
         {{8, 1}},
         dynamic},
    };
    return all;
}

std::string kernel_of(const Piece& piece) {
    return fmt::format(
        "__global__ void {0}(const float* in, float* out, int n, int m) {{\n  {1}\n"
        "  int t = threadIdx.x, ty = threadIdx.y;\n"
        "  for (int i = threadIdx.x; i < 4096; i += blockDim.x) s[i] = in[i];\n"
        "  __syncthreads();\n  float r = 0;\n  {2}\n  out[t + ty * 32] = r;\n}}\n",
        piece.name, piece.array, piece.code);
}

/// Two declarations of one extern array in a text have to be of one name.
std::string all_pieces() {
    std::string text;
    for (const Piece& piece : pieces()) text += kernel_of(piece);
    return text;
}

TEST(MergedLoads, OfSmallPiecesOfCode) {
    for (const Piece& piece : pieces()) {
        const Parsed text = parsed(kernel_of(piece));
        ASSERT_EQ(text.unit->kernels.size(), 1U);
        EXPECT_EQ(predicted(*text.unit->kernels.front()), piece.wide) << piece.name;
    }
}

TEST(MergedLoads, OfSmallPiecesAreThoseOfTheMachineCode) {
    if (nvcc().empty()) GTEST_SKIP() << "there is no nvcc here";
    const auto code = compiled(all_pieces());
    ASSERT_EQ(code.size(), pieces().size());
    for (const Piece& piece : pieces()) {
        Wide wide = code.at(piece.name);
        wide.erase(4);
        if (std::string{piece.array}.find("double") != std::string::npos) wide.erase(8);
        EXPECT_EQ(wide, piece.wide) << piece.name;
    }
}

struct Again {
    const char* name;
    const char* code;
    int left_out;  ///< loads that are written and not made
    int made;      ///< LDS instructions
};

const std::vector<Again>& loads_again() {
    static const std::vector<Again> all{
        {"squared", "r = s[t * 4] * s[t * 4];", 1, 1},
        {"in_a_branch", "if (s[t] > 0) r = 2 * s[t];", 1, 1},
        {"after_a_store", "s[t] = m; r = s[t];", 1, 0},
        {"after_a_store_elsewhere", "r = s[t]; s[t + 1] = m; r += s[t];", 1, 1},
        {"after_a_store_anywhere", "r = s[t]; s[n] = m; r += s[t];", 0, 2},
        {"after_a_barrier", "r = s[t]; __syncthreads(); r += s[t];", 0, 2},
        {"of_one_branch", "if (n > t) out[n] = s[t] * m; __threadfence_block(); r += s[t];", 0, 2},
    };
    return all;
}

TEST(MergedLoads, WhatARegisterHasIsNotLoadedAgain) {
    std::string all;
    for (const Again& again : loads_again()) {
        const std::string code =
            kernel_of({again.name, again.code, {}, "__shared__ float s[4096];"});
        all += code;
        const Parsed text = parsed(code);
        int left_out = 0;
        for (const MergedLoad& load : merged_loads(*text.unit->kernels.front()))
            left_out += load.bytes == 0 ? 1 : 0;
        EXPECT_EQ(left_out, again.left_out) << again.name;
    }
    if (nvcc().empty()) GTEST_SKIP() << "there is no nvcc here";
    const auto code = compiled(all);
    ASSERT_EQ(code.size(), loads_again().size());
    for (const Again& again : loads_again()) {
        int made = 0;
        for (const auto& [bytes, count] : code.at(again.name)) made += count;
        EXPECT_EQ(made, again.made) << again.name;
    }
}

// A loop that stays one is every round of it; functions are where they are called.
TEST(MergedLoads, AreFoundThroughLoopsAndCalls) {
    const Parsed text = parsed(
        "__device__ float four(const float* p) { return p[0] + p[1] + p[2] + p[3]; }\n"
        "__global__ void k(float* out, int n) {\n"
        "  __shared__ float s[64];\n"
        "  s[threadIdx.x] = n; __syncthreads();\n"
        "  float r = 0;\n"
        "  for (int i = 0; i < n; i++) { r += four(s + 4 * i) + four(s + 8 * i + 1); "
        "__syncthreads(); }\n"
        "  out[threadIdx.x] = r;\n}\n");
    const std::vector<MergedLoad> loads = merged_loads(*text.unit->kernels.front());
    // 4 i … 4 i + 3, and of 8 i + 1 … 8 i + 4 the first three.
    EXPECT_EQ(loads.size(), 7U);
    for (const MergedLoad& load : loads) {
        ASSERT_EQ(load.path.size(), 2U);
        EXPECT_EQ(load.path[0].round, CodePlace::any);
        EXPECT_TRUE(load.path[1].is_call);
        EXPECT_EQ(load.bytes, 16);
    }
}

TEST(MergedLoads, OfATextThatIsTooMuchAreNone) {
    const Parsed text = parsed(
        "__global__ void k(float* out) {\n"
        "  __shared__ float s[1024];\n  float r = 0;\n"
        "  for (int i = 0; i < 2000; i++) for (int j = 0; j < 2000; j++) r += s[i + j & 1023];\n"
        "  out[threadIdx.x] = r;\n}\n");
    EXPECT_TRUE(merged_loads(*text.unit->kernels.front()).empty());
}

// --- the program's own texts

struct Knob {
    std::string name, value;
};

std::string with(const std::string& text, const Knob& knob) {
    return std::regex_replace(text, std::regex{"(^|\n)(#define " + knob.name + " )[^ \n]+"},
                              "$1$2" + knob.value);
}

/// The knobs that a card names, each value of each; not N, which only an argument tells.
std::vector<Knob> knobs_of(const std::string& text) {
    std::vector<Knob> knobs;
    std::istringstream lines{text};
    for (std::string line; std::getline(lines, line) && line.starts_with("//");) {
        for (std::size_t at = line.find("knob:"); at != std::string::npos;
             at = line.find("knob:", at + 1)) {
            std::istringstream words{line.substr(at + 5, line.find("knob:", at + 1) - at - 5)};
            std::string name;
            words >> name;
            for (std::string value; words >> value;) {
                if (name != "N" && value != "…") knobs.push_back({name, value});
            }
        }
    }
    return knobs;
}

class MergedLoadsOfText : public ::testing::TestWithParam<const char*> {};

/// Every kernel of the text has loads of the widths that are predicted and of no other, and as
/// many, or so many times as many: loops whose rounds nobody knows are laid out several times.
void compare(const std::string& text, const fs::path& folder, const std::string& what) {
    const auto code = compiled(text, folder);
    if (code.empty()) return;  // these knobs don't go together
    const Parsed read_text = parsed(text, folder);
    const bool wide_elements = text.find("#define T double") != std::string::npos ||
                               text.find("#define T long") != std::string::npos;
    for (const Function* kernel : read_text.unit->kernels) {
        const auto found = code.find(kernel->name);
        if (found == code.end()) continue;
        Wide made = found->second;
        made.erase(4);
        if (wide_elements) made.erase(8);
        const Wide said = predicted(*kernel);
        ASSERT_EQ(made.size(), said.size()) << what << ", " << kernel->name;
        for (const auto& [bytes, count] : said) {
            ASSERT_TRUE(made.contains(bytes)) << what << ", " << kernel->name;
            EXPECT_EQ(made.at(bytes) % count, 0)
                << what << ", " << kernel->name << ": " << made.at(bytes) << " of " << bytes
                << " bytes, predicted " << count;
        }
    }
}

// STRIDESCOPE_ALL_KNOBS=1: every value of every knob.
TEST_P(MergedLoadsOfText, AreThoseOfTheMachineCode) {
    if (stridescope::testing::left_out(1)) GTEST_SKIP() << "no sanitizer sees anything of nvcc";
    if (nvcc().empty()) GTEST_SKIP() << "there is no nvcc here";
    const fs::path path = fs::path{"kernels"} / GetParam();
    const std::string text = read(path);
    ASSERT_FALSE(text.empty()) << path;
    compare(text, path.parent_path(), "as written");
    const bool all = std::getenv("STRIDESCOPE_ALL_KNOBS") != nullptr;
    for (const Knob& knob : knobs_of(text)) {
        if (all || knob.name == "TILE" || (knob.name == "COARSEN" && knob.value == "8"))
            compare(with(text, knob), path.parent_path(), knob.name + " " + knob.value);
    }
}

// Not scan/sequential.cu: of 64 loads with stores between them nvcc joins the first two.
INSTANTIATE_TEST_SUITE_P(
    Texts, MergedLoadsOfText,
    ::testing::Values("matrix/matmul_tiled.cu", "matrix/matmul_tiled_transposed.cu",
                      "matrix/matmul_tiled_transposed_padded.cu", "matrix/matmul_coarsened.cu",
                      "matrix/transpose_tiled.cu", "matrix/transpose_padded.cu",
                      "convolution/convolution_tiled.cu", "convolution/convolution_cached.cu",
                      "reduce/reduce_modulo.cu", "reduce/reduce_consecutive.cu",
                      "reduce/reduce_coarsened.cu", "reduce/reduce_shuffle.cu",
                      "histogram/histogram_private.cu", "histogram/histogram_coarsened.cu",
                      "scan/kogge_stone.cu", "scan/kogge_stone_double.cu", "scan/sklansky.cu",
                      "scan/brent_kung.cu", "scan/blelloch.cu", "scan/raking.cu",
                      "scan/warp_shuffle.cu", "grid/chained.cu", "grid/decoupled_lookback.cu",
                      "grid/decoupled_lookback_warp.cu", "grid/spin_barrier.cu",
                      "grid/three_kernel.cu", "broken/histogram_race.cu",
                      "broken/brent_kung_pad_one_side.cu", "broken/brent_kung_pad_unused.cu"),
    [](const auto& text) {
        std::string name = fs::path{text.param}.stem().string();
        return name;
    });

}  // namespace merged_loads_test
}  // namespace stridescope::language
