#include "app/report/text_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/analysis/check.h"
#include "app/analysis/launch_text.h"

namespace stridescope {
namespace {

std::string memory_text(const LaunchFacts& launch) {
    if (launch.shared_bytes == 0) return {};
    return fmt::format(", {} bytes of shared memory per block", launch.shared_bytes);
}

std::string array_text(const Trace& trace, ArrayId id, const TypedArray& values) {
    constexpr std::size_t most_shown = 16;
    const std::size_t first = values.size() > most_shown ? values.size() - most_shown : 0;
    std::string text = fmt::format("{}{}", trace.name_of(id), first > 0 ? " …" : "");
    for (std::size_t i = first; i < values.size(); ++i) text += " " + values.text(i);
    return text + "\n";
}

}  // namespace

std::string text_head(const Trace& trace) {
    std::string text = trace.facts().title + "\n";
    for (const std::string* note : {&trace.data().guessed, &trace.data().stopped}) {
        if (!note->empty()) text += *note + ".\n";
    }
    const auto& launches = trace.launches();
    constexpr std::size_t most_launches = 6;
    for (std::size_t k = 0; k < std::min(launches.size(), most_launches); ++k) {
        text += launch_text(launches[k]) + memory_text(launches[k]) + "\n";
    }
    if (launches.size() > most_launches)
        text += fmt::format("… and {} more launches\n", launches.size() - most_launches);
    if (launches.empty()) text += "It launched no kernel.\n";
    text += fmt::format("recorded on the {}, {} of {} block{}\n", trace.device(), trace.blocks(),
                        trace.grid(), trace.grid() == 1 ? "" : "s");
    return text;
}

std::string text_result(const Trace& trace) {
    std::string text;
    if (const auto wrong = first_wrong(trace)) {
        text += fmt::format("WRONG: {}\n", wrong_text(trace, *wrong));
    } else if (is_checked(trace)) {
        text += fmt::format("correct: equal to {}\n", oracle_name(trace));
    } else {
        text += "not checked: nothing says what is expected (--expect, or the card's)\n";
    }
    for (std::size_t k = 0; k < trace.facts().arrays.size(); ++k) {
        const auto id = static_cast<ArrayId>(k);
        const bool written = trace.facts().arrays[k].role == Role::output;
        if (written && trace.contents(id).after.size() > 0)
            text += array_text(trace, id, trace.contents(id).after);
    }
    if (const auto code = trace.data().exit_code; code.value_or(0) != 0)
        text += fmt::format("Its main returned {}.\n", *code);
    if (!trace.data().printed.empty()) text += "It printed:\n" + trace.data().printed;
    if (!text.ends_with('\n')) text += '\n';
    return text;
}

}  // namespace stridescope
