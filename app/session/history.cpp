#include "app/session/history.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "kernels/catalog.h"

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

std::string_view title_of(const Experiment& e) {
    const CatalogueEntry* entry = find_kernel(e.kernel);
    return entry != nullptr ? std::string_view{entry->info.title} : std::string_view{e.kernel};
}

std::string count_of(const std::optional<std::int64_t>& n) {
    return n ? std::to_string(*n) : "all";
}

/// A thing that changed: its name, and what it was and is.
struct Change {
    std::string name, from, to;
};

std::vector<Change> changes(const Experiment& a, const Experiment& b) {
    std::vector<Change> out;
    const auto note = [&out](const char* name, std::string from, std::string to) {
        if (from != to) out.push_back({name, std::move(from), std::move(to)});
    };
    if (a.kernel != b.kernel) {
        out.push_back({"kernel", std::string{title_of(a)}, std::string{title_of(b)}});
    }
    note("block", std::to_string(a.block), std::to_string(b.block));
    note("coarsening", std::to_string(a.coarsen), std::to_string(b.coarsen));
    note("N", count_of(a.n), count_of(b.n));
    note("padding", std::string{name_of(a.padding)}, std::string{name_of(b.padding)});
    note("type", std::string{name_of(a.type)}, std::string{name_of(b.type)});
    note("operator", std::string{name_of(a.op)}, std::string{name_of(b.op)});
    note("scan", std::string{name_of(a.scan)}, std::string{name_of(b.scan)});
    note("engine", std::string{name_of(a.engine)}, std::string{name_of(b.engine)});
    note("input", text_of(a.input), text_of(b.input));
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

std::string History::undo_words(const Experiment& now) const {
    const Experiment* before = last_other(undo_, now);
    return before != nullptr ? change_words(*before, now) : std::string{};
}

std::string History::redo_words(const Experiment& now) const {
    const Experiment* after = last_other(redo_, now);
    return after != nullptr ? change_words(now, *after) : std::string{};
}

}  // namespace stridescope
