#include "app/session/history.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/experiment/text/library.h"
#include "app/session/text_findings.h"

namespace stridescope {
namespace {

constexpr std::size_t depth = 200;
/// Longer texts (typed numbers, paths) are cut: a menu is no place for them.
constexpr std::size_t longest_text = 24;

std::string shortened(std::string text) {
    if (text.size() <= longest_text) return text;
    std::size_t length = longest_text - 1;
    while (length > 0 && (static_cast<unsigned char>(text[length]) & 0xC0) == 0x80) --length;
    text.resize(length);
    return text + "…";
}

std::string count_of(const std::optional<int>& n) {
    return n ? std::to_string(*n) : "all";
}

/// A thing that changed: its name, and what it was and is.
struct Change {
    std::string name, from, to;
};

/// What a setting is set to, or that it is not.
std::string value_of(const std::vector<Setting>& settings, const std::string& name) {
    const auto found = std::ranges::find(settings, name, &Setting::first);
    return found == settings.end() ? "as written" : found->second;
}

void add_changes(std::vector<Change>& out, const std::vector<Setting>& a,
                 const std::vector<Setting>& b) {
    std::vector<std::string> names;
    for (const auto* settings : {&a, &b}) {
        for (const auto& [name, value] : *settings) {
            if (std::ranges::find(names, name) == names.end()) names.push_back(name);
        }
    }
    for (const std::string& name : names) {
        if (value_of(a, name) != value_of(b, name))
            out.push_back({name, value_of(a, name), value_of(b, name)});
    }
}

std::vector<Change> text_changes(const TextSpec& a, const TextSpec& b) {
    std::vector<Change> out;
    add_changes(out, a.defines, b.defines);
    add_changes(out, a.arguments, b.arguments);
    const auto note = [&out](const char* name, const std::string& from, const std::string& to) {
        const auto told = [](const std::string& value) {
            return value.empty() ? std::string{"as written"} : value;
        };
        if (from != to) out.push_back({name, told(from), told(to)});
    };
    note("kernel", a.kernel, b.kernel);
    note("launch", a.launch, b.launch);
    note("expectation", a.expect, b.expect);
    if (a.weak_memory != b.weak_memory)
        out.push_back({"memory", text_of_memory(a.weak_memory), text_of_memory(b.weak_memory)});
    if (a.text != b.text) out.push_back({"text", {}, {}});
    return out;
}

std::vector<Change> changes(const Experiment& a, const Experiment& b) {
    std::vector<Change> out;
    // What the knobs of another text say is no change. One of the program's own that is edited is
    // still that one.
    const std::string was = name_of(a.text), is = name_of(b.text);
    const bool both_own = own_text(a.text) != nullptr && own_text(b.text) != nullptr;
    if (a.text.path != b.text.path || (both_own && was != is)) {
        out.push_back({"kernel", was, is});
        return out;
    }
    out = text_changes(a.text, b.text);
    const auto note = [&out](const char* name, std::string from, std::string to) {
        if (from != to) out.push_back({name, std::move(from), std::move(to)});
    };
    note("engine", std::string{name_of(a.engine)}, std::string{name_of(b.engine)});
    note("schedule", text_of(a.schedule), text_of(b.schedule));
    note("SMs", std::to_string(a.sms), std::to_string(b.sms));
    note("resident", std::to_string(a.resident), std::to_string(b.resident));
    note("recorded blocks", count_of(a.first_blocks), count_of(b.first_blocks));
    return out;
}

/// The last one that is not `now`; null if there is none.
const Experiment* last_other(const std::vector<Experiment>& list, const Experiment& now) {
    const auto found = std::find_if(list.rbegin(), list.rend(),
                                    [&now](const Experiment& e) { return !(e == now); });
    return found != list.rend() ? &*found : nullptr;
}

}  // namespace

std::string change_words(const Experiment& from, const Experiment& to) {
    const std::vector<Change> all = changes(from, to);
    if (all.empty()) return {};
    if (all.size() == 1) {
        const Change& only = all.front();
        if (only.from.empty() && only.to.empty()) return only.name;
        return fmt::format("{} {} → {}", only.name, shortened(only.from), shortened(only.to));
    }
    std::string names;
    for (const Change& change : all) names += (names.empty() ? "" : ", ") + change.name;
    return names;
}

void History::leave(const Experiment& before, bool typing) {
    const bool continued = typing && typing_ && !undo_.empty();
    if (!continued) undo_.push_back(before);
    if (undo_.size() > depth) undo_.erase(undo_.begin());
    redo_.clear();
    typing_ = typing;
}

std::optional<Experiment> History::undo(const Experiment& now) {
    // What was typed may have been taken back by typing: that is no change to undo.
    while (!undo_.empty() && undo_.back() == now) undo_.pop_back();
    if (undo_.empty()) return std::nullopt;
    typing_ = false;
    redo_.push_back(now);
    Experiment before = std::move(undo_.back());
    undo_.pop_back();
    return before;
}

std::optional<Experiment> History::redo(const Experiment& now) {
    while (!redo_.empty() && redo_.back() == now) redo_.pop_back();
    if (redo_.empty()) return std::nullopt;
    typing_ = false;
    undo_.push_back(now);
    Experiment after = std::move(redo_.back());
    redo_.pop_back();
    return after;
}

void History::give_up(const Experiment& now, const Experiment& before) {
    typing_ = false;
    if (!undo_.empty() && undo_.back() == before) undo_.pop_back();
    redo_.push_back(now);
}

const Experiment* History::before(const Experiment& now) const {
    return last_other(undo_, now);
}

const Experiment* History::after(const Experiment& now) const {
    return last_other(redo_, now);
}

std::string History::undo_words(const Experiment& now) const {
    const Experiment* other = before(now);
    return other != nullptr ? change_words(*other, now) : std::string{};
}

std::string History::redo_words(const Experiment& now) const {
    const Experiment* other = after(now);
    return other != nullptr ? change_words(now, *other) : std::string{};
}

}  // namespace stridescope
