#include "app/session/history.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/experiment/text/library_texts.h"
#include "app/experiment/text/run_fields.h"
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

/// What the field is set to, or what it is where nobody has set it.
std::string said(const RunField& field, const Experiment& experiment) {
    std::string all;
    for (const std::string& text : field.said(experiment)) all += (all.empty() ? "" : " ") + text;
    return all.empty() ? std::string{field.usual} : all;
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
    add_changes(out, a.text.defines, b.text.defines);
    add_changes(out, a.text.arguments, b.text.arguments);
    const auto note = [&out](std::string_view name, std::string from, std::string to) {
        if (from != to) out.push_back({std::string{name}, std::move(from), std::move(to)});
    };
    const auto as_written = [](const std::string& text) {
        return text.empty() ? std::string{"as written"} : text;
    };
    note("kernel", as_written(a.text.kernel), as_written(b.text.kernel));
    for (const RunField& field : run_fields()) {
        if (!field.words.empty()) note(field.words, said(field, a), said(field, b));
    }
    if (a.text.text != b.text.text) out.push_back({"text", {}, {}});
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
