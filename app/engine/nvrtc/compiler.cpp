#include "app/engine/nvrtc/compiler.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "app/engine/nvrtc/code_cache.h"
#include "app/engine/nvrtc/shared_library.h"
#include "app/io/errors.h"
#include "app/io/printable.h"

namespace stridescope::nvrtc {
namespace {

using Program = struct ProgramTag*;

/// What we use of NVRTC, as its header declares it; results are 0 where all is well.
struct Compiler {
    SharedLibrary library;
    int major = 0, minor = 0;
    int (*version)(int*, int*) = nullptr;
    int (*create)(Program*, const char*, const char*, int, const char* const*,
                  const char* const*) = nullptr;
    int (*compile)(Program, int, const char* const*) = nullptr;
    int (*log_size)(Program, std::size_t*) = nullptr;
    int (*log)(Program, char*) = nullptr;
    int (*binary_size)(Program, std::size_t*) = nullptr;
    int (*binary)(Program, char*) = nullptr;
    int (*ptx_size)(Program, std::size_t*) = nullptr;
    int (*ptx)(Program, char*) = nullptr;
    int (*destroy)(Program*) = nullptr;
    int (*count_architectures)(int*) = nullptr;
    int (*architectures)(int*) = nullptr;
    const char* (*error_text)(int) = nullptr;
    bool complete = false;

    Compiler() : library{names()} {
        complete =
            library.find("nvrtcVersion", version) && library.find("nvrtcCreateProgram", create) &&
            library.find("nvrtcCompileProgram", compile) &&
            library.find("nvrtcGetProgramLogSize", log_size) &&
            library.find("nvrtcGetProgramLog", log) &&
            library.find("nvrtcGetCUBINSize", binary_size) &&
            library.find("nvrtcGetCUBIN", binary) && library.find("nvrtcGetPTXSize", ptx_size) &&
            library.find("nvrtcGetPTX", ptx) && library.find("nvrtcDestroyProgram", destroy) &&
            library.find("nvrtcGetNumSupportedArchs", count_architectures) &&
            library.find("nvrtcGetSupportedArchs", architectures) &&
            library.find("nvrtcGetErrorString", error_text) && version(&major, &minor) == 0;
    }

    static std::vector<std::string> names() {
        const std::vector<std::string> files{"libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12",
                                             "libnvrtc.so.11.2"};
        std::vector<std::string> all;
        if (const char* path = std::getenv("STRIDESCOPE_NVRTC"); path != nullptr)
            all.emplace_back(path);
        all.insert(all.end(), files.begin(), files.end());
        std::vector<std::string> folders{"/usr/local/cuda", "/opt/cuda"};
        for (const char* variable : {"CUDA_PATH", "CUDA_HOME"}) {
            if (const char* folder = std::getenv(variable); folder != nullptr)
                folders.insert(folders.begin(), folder);
        }
        for (const std::string& folder : folders) {
            for (const std::string& file : files) all.push_back(folder + "/lib64/" + file);
        }
        return all;
    }

    /// The newest architecture that it knows and the GPU runs; 0: none.
    int best_architecture(int capability) const {
        int count = 0;
        if (count_architectures(&count) != 0 || count <= 0) return 0;
        std::vector<int> all(static_cast<std::size_t>(count));
        if (architectures(all.data()) != 0) return 0;
        int best = 0;
        for (const int one : all) {
            if (one <= capability) best = std::max(best, one);
        }
        return best;
    }
};

const Compiler& compiler() {
    static const Compiler loaded;
    return loaded;
}

std::vector<std::string> all_options(const CompileJob& job) {
    const int architecture = compiler().best_architecture(job.capability);
    if (architecture == 0) {
        throw RunError(fmt::format(
            "NVRTC {} does not know GPUs of compute capability {}.{}: install a CUDA Toolkit that "
            "does, or use --engine cpu.",
            compiler_version(), job.capability / 10, job.capability % 10));
    }
    std::vector<std::string> options{
        fmt::format("-arch={}_{}", architecture == job.capability ? "sm" : "compute", architecture),
        "-std=c++17", "-default-device", "-w"};
    options.insert(options.end(), job.options.begin(), job.options.end());
    return options;
}

/// The compiler's first few faults, on one line.
std::string shown_log(Program program) {
    constexpr std::size_t most = 400;
    std::size_t size = 0;
    if (compiler().log_size(program, &size) != 0 || size <= 1) return {};
    std::string log(size, '\0');
    if (compiler().log(program, log.data()) != 0) return {};
    log.resize(size - 1);
    return printable(log, most);
}

}  // namespace

std::string why_no_compiler() {
    if (!compiler().library.is_loaded()) {
        return "There is no NVRTC, NVIDIA's run-time compiler, on this machine: install the CUDA "
               "Toolkit (or set STRIDESCOPE_NVRTC to the path of libnvrtc.so), or use --engine "
               "cpu.";
    }
    if (!compiler().complete) {
        return "The NVRTC of this machine is too old: install CUDA 11.2 or later, or use --engine "
               "cpu.";
    }
    return {};
}

std::string compiler_version() {
    const Compiler& c = compiler();
    return c.complete ? fmt::format("{}.{}", c.major, c.minor) : std::string{};
}

std::vector<std::byte> compile(const CompileJob& job) {
    if (const std::string why = why_no_compiler(); !why.empty()) throw RunError(why);
    const Compiler& c = compiler();
    const std::vector<std::string> options = all_options(job);
    std::vector<const char*> words;
    for (const std::string& option : options) words.push_back(option.c_str());
    Program program = nullptr;
    const auto check = [&](int result, std::string_view doing) {
        if (result == 0) return;
        const std::string log = program != nullptr ? shown_log(program) : std::string{};
        const std::string said = log.empty() ? c.error_text(result) : log;
        if (program != nullptr) c.destroy(&program);
        throw RunError(fmt::format("NVRTC {} could not {} {}: {}", compiler_version(), doing,
                                   printable(job.name), said));
    };
    check(c.create(&program, job.text.c_str(), job.name.c_str(), 0, nullptr, nullptr), "read");
    check(c.compile(program, static_cast<int>(words.size()), words.data()), "compile");
    const bool binary = options.front().starts_with("-arch=sm");
    std::size_t size = 0;
    check(binary ? c.binary_size(program, &size) : c.ptx_size(program, &size), "finish");
    std::vector<std::byte> code(size);
    auto* to = reinterpret_cast<char*>(code.data());
    check(binary ? c.binary(program, to) : c.ptx(program, to), "finish");
    c.destroy(&program);
    return code;
}

std::vector<std::byte> compile_or_recall(const CompileJob& job) {
    if (const std::string why = why_no_compiler(); !why.empty()) throw RunError(why);
    std::string key = compiler_version();
    for (const std::string& option : all_options(job)) key += "\n" + option;
    key += "\n" + job.text;
    const CodeCache cache;
    if (auto code = cache.find(key)) return std::move(*code);
    std::vector<std::byte> code = compile(job);
    cache.keep(key, code);
    return code;
}

}  // namespace stridescope::nvrtc
