#include <algorithm>

#include "app/language/parse.h"
#include "app/language/parser.h"

namespace stridescope::language {

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
        Preprocessor preprocessor(unit.names, unit.files, options.load);
        preprocessor.define({"__CUDACC__", "1"});
        preprocessor.define({"__CUDA_ARCH__", "900"});
        for (const Definition& definition : options.definitions) preprocessor.define(definition);
        std::vector<Token> tokens = preprocessor.run(0);
        if (options.appendix) {
            unit.files.push_back(*options.appendix);
            const std::vector<Token> behind =
                preprocessor.run(static_cast<std::uint16_t>(unit.files.size() - 1));
            tokens.pop_back();
            tokens.insert(tokens.end(), behind.begin(), behind.end());
        }
        unit.knobs = preprocessor.knobs();
        unit.steps = preprocessor.steps();
        Parser(unit, std::move(tokens)).run(parsed.faults);
    } catch (const FaultError& error) {
        parsed.faults.push_back(error.fault());
    }
    return parsed;
}

}  // namespace stridescope::language
