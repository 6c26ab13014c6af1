#include "app/scene/run_names.h"

#include <fmt/format.h>

#include <utility>

#include "app/analysis/launch_text.h"
#include "app/scene/scene_parts.h"

namespace stridescope::scene_parts {
namespace {

/// "one, two", or as many of the parts as `most`.
std::string joined(const std::vector<std::string>& parts, std::size_t most) {
    std::string text;
    for (std::size_t i = 0; i < parts.size() && i < most; ++i) {
        text += (i > 0 ? " · " : "") + parts[i];
    }
    return text;
}

std::string short_input(const Trace& trace) {
    const InputSpec& input = trace.experiment().input;
    switch (input.kind) {
        case InputSpec::Kind::values: return "typed numbers";
        case InputSpec::Kind::file: return "numbers from a file";
        case InputSpec::Kind::ones:
        case InputSpec::Kind::iota:
        case InputSpec::Kind::random: break;
    }
    return text_of(input);
}

/// "PAD = 1, N = 64": what was set of a text's own.
std::string defines_text(const Trace& trace) {
    std::string text;
    for (const auto& [name, value] : trace.experiment().text->defines) {
        text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, value);
    }
    return text.empty() ? "as written" : text;
}

std::string padding_name(const Trace& trace) {
    const Padding padding = trace.experiment().padding;
    return padding == Padding::none ? padding_text(padding) : std::string{name_of(padding)};
}

}  // namespace

RunNames distinguishing_names(const Trace& before, const Trace& after) {
    if (differ_in_layout_only(before, after)) {
        const auto wordings = [](const Trace& trace) {
            return std::vector{padding_text(trace),
                               std::string{name_of(trace.experiment().padding)}};
        };
        return {wordings(before), wordings(after)};
    }
    std::vector<std::string> was, is;
    const bool texts = before.is_text() && after.is_text();
    const auto tell = [&](auto text_of_run) {
        std::string a = text_of_run(before), b = text_of_run(after);
        if (a == b) return;
        was.push_back(std::move(a));
        is.push_back(std::move(b));
    };
    tell([](const Trace& t) { return kernel_title(t); });
    if (texts) tell(defines_text);
    if (before.is_text() || after.is_text()) tell(launches_text);
    tell([](const Trace& t) { return counted(t.shape().threads, "thread"); });
    tell([](const Trace& t) { return fmt::format("{} each", t.shape().coarsen); });
    tell(padding_name);
    tell([](const Trace& t) { return "N " + with_commas(t.n()); });
    tell([](const Trace& t) { return std::string{name_of(t.experiment().type)}; });
    tell([](const Trace& t) { return std::string{name_of(t.experiment().op)}; });
    tell([](const Trace& t) { return std::string{name_of(t.experiment().scan)}; });
    if (before.n() == after.n() && before.input() != after.input()) tell(short_input);
    tell([](const Trace& t) { return text_of(t.experiment().schedule); });
    tell([](const Trace& t) { return counted(t.experiment().sms, "SM"); });
    tell([](const Trace& t) { return counted(t.experiment().resident, "resident block"); });
    tell([](const Trace& t) { return counted(t.blocks(), "block"); });
    tell([](const Trace& t) { return t.device(); });
    if (was.empty() && before.text() != after.text()) {
        was = {"the other version"};
        is = {"this version"};
    }
    if (was.empty()) {
        was = {"the same run"};
        is = {"this run"};
    }
    RunNames names;
    for (const std::size_t most : {was.size(), std::size_t{3}, std::size_t{2}, std::size_t{1}}) {
        if (most > was.size()) continue;
        names.before.push_back(joined(was, most));
        names.after.push_back(joined(is, most));
    }
    return names;
}

}  // namespace stridescope::scene_parts
