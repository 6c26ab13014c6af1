#include <algorithm>
#include <limits>
#include <utility>

#include "app/language/parse.h"
#include "app/language/parser.h"

namespace stridescope::language {

namespace {

/// As nvcc 13 for a chip of compute capability 9.0 on Linux. Code of the host is read with the
/// device's __CUDA_ARCH__.
constexpr std::pair<const char*, const char*> predefined[] = {
    {"__CUDACC__", "1"},
    {"CUDART_CB", " "},
    // What nvcc includes before a text; headers look whether it is there.
    {"__CUDA_RUNTIME_H__", "1"},
    // A header for images that many courses use asks whether it may do without vector instructions.
    {"STBI_NO_SIMD", "1"},
    {"__CUDA_RUNTIME_API_H__", "1"},
    {"__DRIVER_TYPES_H__", "1"},
    {"__NVCC__", "1"},
    {"__CUDA_ARCH__", "900"},
    {"__CUDACC_VER_MAJOR__", "13"},
    {"__CUDACC_VER_MINOR__", "0"},
    {"__CUDACC_VER_BUILD__", "88"},
    {"CUDART_VERSION", "13000"},
    {"CUDA_VERSION", "13000"},
    {"__cplusplus", "201703L"},
    {"__linux__", "1"},
    {"__linux", "1"},
    {"__unix__", "1"},
    {"__x86_64__", "1"},
    {"__LP64__", "1"},
    {"__GNUC__", "12"},
};

constexpr std::uint16_t no_file = std::numeric_limits<std::uint16_t>::max() - 1;

Preprocessor preprocessor_of(Names& names, std::vector<SourceFile>& files,
                             const ParseOptions& options) {
    Preprocessor made(names, files, options.load, options.load_further, options.each_once);
    for (const auto& [name, value] : predefined) made.define({name, value}, true);
    for (const Definition& definition : options.definitions) made.define(definition);
    return made;
}

}  // namespace

Unit::Unit() = default;

void* Arena::take(std::size_t bytes, std::size_t align) {
    used_ = (used_ + align - 1) / align * align;
    if (blocks_.empty() || used_ + bytes > size_) {
        size_ = std::max<std::size_t>(bytes, std::size_t{64} << 10);
        blocks_.push_back(std::make_unique_for_overwrite<std::byte[]>(size_));
        used_ = 0;
    }
    void* at = blocks_.back().get() + used_;
    used_ += bytes;
    return at;
}

Parsed parse(std::string name, std::string text, const ParseOptions& options) {
    Parsed parsed;
    parsed.unit = std::make_shared<Unit>();
    Unit& unit = *parsed.unit;
    unit.files.push_back({std::move(name), std::move(text)});
    try {
        Preprocessor preprocessor = preprocessor_of(unit.names, unit.files, options);
        std::vector<Token> tokens = preprocessor.run(0);
        if (options.appendix) {
            unit.files.push_back(*options.appendix);
            const std::vector<Token> behind =
                preprocessor.run(static_cast<std::uint16_t>(unit.files.size() - 1));
            tokens.pop_back();
            tokens.insert(tokens.end(), behind.begin(), behind.end());
        }
        unit.knobs = preprocessor.knobs();
        unit.missing_headers = preprocessor.missing();
        parsed.faults = preprocessor.missing();
        unit.steps = preprocessor.steps();
        const std::uint16_t strict_file =
            options.appendix ? static_cast<std::uint16_t>(unit.files.size() - 1) : no_file;
        Parser(unit, std::move(tokens), strict_file).run(parsed.faults);
    } catch (const FaultError& error) {
        parsed.faults.push_back(error.fault());
    }
    return parsed;
}

std::vector<Knob> knobs_of(std::string name, std::string text, const ParseOptions& options) {
    Names names;
    std::vector<SourceFile> files{{std::move(name), std::move(text)}};
    Preprocessor preprocessor = preprocessor_of(names, files, options);
    try {
        preprocessor.run(0);
    } catch (const FaultError&) {
        return {};
    }
    return preprocessor.knobs();
}

}  // namespace stridescope::language
