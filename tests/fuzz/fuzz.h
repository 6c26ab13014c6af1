// What the fuzz targets share. Each is a program of its own (scripts/fuzz): bytes in, and nothing
// may crash, hang, or take more than its bounds, whatever they are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/io/errors.h"
#include "app/io/memory_budget.h"
#include "app/io/printable.h"

namespace stridescope::fuzz {

/// So much work is accepted that each input is done within its second.
inline constexpr std::uint64_t most_memory = std::uint64_t{8} << 20;

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
    return {reinterpret_cast<const char*>(data), size};
}

/// Ends the program where a promise is broken: that is a finding.
inline void promise(bool kept) {
    if (!kept) std::abort();
}

/// The sentence without what it quotes.
inline std::string own_words(const std::string& sentence) {
    std::string own;
    bool quoted = false;
    for (const char c : sentence) {
        if (c == '"') quoted = !quoted;
        if (!quoted) own += c;
    }
    return own;
}

/// That f, which reads the input, does what it should, or refuses in a sentence that may be shown
/// anywhere: in its own words, not in `librarys` words, unless they are taken from the input. Where
/// no library reads the input, `librarys` is empty: flags may put "json.exception" together from
/// pieces in quotation marks, so that it stands in the sentence and not in the input.
template <class F>
void refused_or_fine(std::string_view input, F&& f, std::string_view librarys = "json.exception") {
    limit_memory_budget(most_memory);
    const auto shown = [&](const char* said) {
        const std::string sentence = said;
        const bool own = librarys.empty() ||
                         own_words(sentence).find(librarys) == std::string::npos ||
                         input.find(librarys) != std::string_view::npos;
        const bool may_be_shown =
            !sentence.empty() && sentence.size() < 20'000 && printable(sentence) == sentence && own;
        if (!may_be_shown) std::fprintf(stderr, "said: %s\n", sentence.c_str());
        promise(may_be_shown);
    };
    try {
        f();
    } catch (const UsageError& error) {
        shown(error.what());
    } catch (const RunError& error) {
        shown(error.what());
    }
    // Anything else ends the program.
}

}  // namespace stridescope::fuzz
