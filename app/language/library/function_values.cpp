// What C and CUDA bring along as functions that the machine has itself, for who points to one
// without calling it: std::generate(first, last, rand).
#include <fmt/format.h>

#include <deque>
#include <string>
#include <vector>

#include "app/language/library/parts.h"

namespace stridescope::language {
namespace {

/// One part calls the function of the same name, so that it has a body to be pointed to.
struct Wrapped {
    std::string_view name{}, result{}, parameter{};
    int parameters = 1;
    bool on_device = true;
    std::vector<std::string_view> others{};  ///< further types that it is there for
};

std::string text_of(const Wrapped& s) {
    std::string parameters, arguments;
    for (int i = 0; i < s.parameters; ++i) {
        parameters += fmt::format("{}{} x{}", i > 0 ? ", " : "", s.parameter, i);
        arguments += fmt::format("{}x{}", i > 0 ? ", " : "", i);
    }
    std::string text = fmt::format(
        "{}{} {}{}({}) {{ {}{}({}); }}\n", s.on_device ? "__host__ __device__ " : "", s.result,
        value_prefix, s.name, parameters, s.result == "void" ? "" : "return ", s.name, arguments);
    for (const std::string_view other : s.others) {
        Wrapped same = s;
        same.result = same.parameter = other;
        same.others.clear();
        text += text_of(same);
    }
    return text;
}

}  // namespace

std::span<const LibraryPart> function_value_parts() {
    static const std::vector<LibraryPart> parts = [] {
        std::vector<Wrapped> all{{"rand", "int", "void", 0, false},
                                 {"random", "long", "void", 0, false},
                                 {"clock", "long", "void", 0, false},
                                 {"malloc", "void *", "size_t", 1, false},
                                 {"free", "void", "void *", 1, false},
                                 {"cudaFree", "cudaError_t", "void *", 1, false},
                                 {"cudaFreeHost", "cudaError_t", "void *", 1, false},
                                 {"cudaStreamDestroy", "cudaError_t", "cudaStream_t", 1, false},
                                 {"cudaEventDestroy", "cudaError_t", "cudaEvent_t", 1, false},
                                 {"abs", "int", "int"},
                                 {"labs", "long", "long"},
                                 {"llabs", "long long", "long long"}};
        static std::deque<std::string> names;
        for (const char* unary : {"sin",   "cos",   "tan",  "asin",  "acos", "atan",   "sinh",
                                  "cosh",  "tanh",  "exp",  "exp2",  "log",  "log2",   "log10",
                                  "sqrt",  "cbrt",  "fabs", "floor", "ceil", "round",  "trunc",
                                  "expm1", "log1p", "rint", "erf",   "erfc", "tgamma", "lgamma"}) {
            all.push_back({unary, "double", "double", 1, true, {"float"}});
            all.push_back({names.emplace_back(fmt::format("{}f", unary)), "float", "float"});
        }
        for (const char* binary : {"pow", "atan2", "fmod", "fmin", "fmax", "hypot"}) {
            all.push_back({binary, "double", "double", 2, true, {"float"}});
            all.push_back({names.emplace_back(fmt::format("{}f", binary)), "float", "float", 2});
        }
        for (const char* of_two : {"min", "max"}) {
            all.push_back({of_two,
                           "int",
                           "int",
                           2,
                           true,
                           {"float", "double", "unsigned", "long long", "unsigned long long"}});
        }
        std::vector<LibraryPart> made;
        for (const Wrapped& s : all) {
            const std::string& name = names.emplace_back(fmt::format("{}{}", value_prefix, s.name));
            made.push_back({name, names.emplace_back(text_of(s))});
        }
        return made;
    }();
    return parts;
}

}  // namespace stridescope::language
