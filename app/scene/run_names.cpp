#include "app/scene/run_names.h"

#include <fmt/format.h>

#include <algorithm>
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

/// What the setting is set to; null: it is not.
const std::string* find(const std::vector<Setting>& settings, const std::string& name) {
    const auto found = std::ranges::find(settings, name, &Setting::first);
    return found == settings.end() ? nullptr : &found->second;
}

/// "PAD = 1, N = 64" and "PAD as written, N = 32": the knobs that are not the same.
void tell_defines(const Trace& before, const Trace& after, std::vector<std::string>& was,
                  std::vector<std::string>& is) {
    const auto &a = before.experiment().text.defines, &b = after.experiment().text.defines;
    std::vector<std::string> names;
    for (const auto* settings : {&a, &b}) {
        for (const auto& [name, value] : *settings) {
            if (std::ranges::find(names, name) == names.end()) names.push_back(name);
        }
    }
    const auto words = [](const std::string& name, const std::string* value) {
        return value == nullptr ? name + " as written" : fmt::format("{} = {}", name, *value);
    };
    for (const std::string& name : names) {
        const std::string *x = find(a, name), *y = find(b, name);
        if (x != nullptr && y != nullptr && *x == *y) continue;
        was.push_back(words(name, x));
        is.push_back(words(name, y));
    }
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
    tell_defines(before, after, was, is);
    tell(launches_text);
    tell(arguments_text);
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
