#include "app/scene/run_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/analysis/launch_names.h"
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

/// What the text itself defines the knob as; empty: nothing.
std::string written(const std::string& text, const std::string& name) {
    const std::string define = fmt::format("\n#define {} ", name);
    const std::size_t at = text.find(define);
    if (at == std::string::npos) return {};
    const std::size_t begin = at + define.size();
    return text.substr(begin, text.find_first_of(" \n", begin) - begin);
}

/// What the knob is set to, else what the text says.
std::string knob_value(const Trace& trace, const std::string& name) {
    const auto& settings = trace.experiment().text.defines;
    const auto found = std::ranges::find(settings, name, &Setting::first);
    return found != settings.end() ? found->second : written(trace.text(), name);
}

/// "PAD = 1".
std::string knob_text(const Trace& trace, const std::string& name) {
    const std::string value = knob_value(trace, name);
    return value.empty() ? name + " as written" : fmt::format("{} = {}", name, value);
}

/// Whether the knob means something in the run's text, and is no other name for another knob.
bool has_knob(const Trace& trace, const std::string& name) {
    const std::string value = knob_value(trace, name);
    return !value.empty() && written(trace.text(), value).empty();
}

/// The names of all knobs that one of the two sets, each once.
std::vector<std::string> knobs_of(const Trace& before, const Trace& after) {
    std::vector<std::string> names;
    for (const Trace* trace : {&before, &after}) {
        for (const auto& [name, value] : trace->experiment().text.defines) {
            if (std::ranges::find(names, name) == names.end()) names.push_back(name);
        }
    }
    return names;
}

/// The launch without the kernel's name.
std::string launch_shape(const Trace& trace) {
    const std::string text = launches_text(trace);
    const std::size_t at = text.find("<<<");
    return at == std::string::npos ? text : text.substr(at);
}

/// "A random:3".
std::string arguments_text(const Trace& trace) {
    std::string text;
    for (const auto& [name, value] : trace.experiment().text.arguments) {
        const bool given = value.starts_with("values:");
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name,
                            given ? "of typed numbers" : value);
    }
    return text.empty() ? "arrays as written" : text;
}

}  // namespace

RunNames distinguishing_names(const Trace& before, const Trace& after) {
    std::vector<std::string> was, is;
    const auto tell = [&](auto text_of_run) {
        std::string a = text_of_run(before), b = text_of_run(after);
        if (a == b) return;
        was.push_back(std::move(a));
        is.push_back(std::move(b));
    };
    tell([](const Trace& t) { return kernel_title(t); });
    // Beside another title another kernel's name, and knobs that the other one lacks, tell nothing
    // more.
    const bool same_kernel = kernel_title(before) == kernel_title(after);
    for (const std::string& name : knobs_of(before, after)) {
        if (same_kernel || (has_knob(before, name) && has_knob(after, name)))
            tell([&](const Trace& t) { return knob_text(t, name); });
    }
    if (same_kernel) {
        tell(launches_text);
    } else {
        tell(launch_shape);
    }
    tell(arguments_text);
    tell([](const Trace& t) { return text_of(t.experiment().schedule); });
    tell([](const Trace& t) { return counted(t.experiment().sms, "SM"); });
    tell([](const Trace& t) { return counted(t.experiment().resident, "resident block"); });
    tell([](const Trace& t) { return counted(t.blocks(), "recorded block"); });
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
