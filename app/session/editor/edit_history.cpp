#include "app/session/editor/edit_history.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace stridescope::editor {
namespace {

/// Beyond this the oldest steps are forgotten.
constexpr std::size_t most_bytes = std::size_t{64} << 20;

/// Where a text that stands at `at` ends.
Position end_of(Position at, const std::string& text) {
    const auto lines = static_cast<int>(std::ranges::count(text, '\n'));
    if (lines == 0) return {at.line, at.column + static_cast<int>(text.size())};
    return {at.line + lines, static_cast<int>(text.size() - text.rfind('\n') - 1)};
}

void replace(TextBuffer& text, Position at, const std::string& old, const std::string& by) {
    text.erase({at, end_of(at, old)});
    text.insert(at, by);
}

/// Whether typing `next` behind `last` begins a word.
bool begins_word(const std::string& last, const std::string& next) {
    const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\n'; };
    return !last.empty() && !next.empty() && blank(last.back()) && !blank(next.front());
}

}  // namespace

bool EditHistory::goes_on(Kind kind, const Caret& before) const {
    if (sealed_ || kind == Kind::other || undo_.empty()) return false;
    const Step& last = undo_.back();
    return last.kind == kind && last.after == before && before.selection().empty();
}

void EditHistory::begin(Kind kind, const Caret& before) {
    now_ = {.all = {}, .before = before, .after = before, .kind = kind};
}

void EditHistory::note(Replacement replacement) {
    if (replacement.removed != replacement.inserted) now_.all.push_back(std::move(replacement));
}

void EditHistory::end(const Caret& after) {
    if (now_.all.empty()) return;
    now_.after = after;
    redo_.clear();
    for (const Replacement& each : now_.all) bytes_ += each.removed.size() + each.inserted.size();
    bool with_last = goes_on(now_.kind, now_.before);
    if (with_last && now_.kind == Kind::typing) {
        with_last = !begins_word(undo_.back().all.back().inserted, now_.all.front().inserted);
    }
    if (with_last) {
        Step& last = undo_.back();
        std::ranges::move(now_.all, std::back_inserter(last.all));
        last.after = after;
    } else {
        undo_.push_back(std::move(now_));
    }
    sealed_ = false;
    now_ = {};
    forget_oldest();
}

void EditHistory::forget_oldest() {
    while (bytes_ > most_bytes && undo_.size() > 1) {
        for (const Replacement& each : undo_.front().all) {
            bytes_ -= each.removed.size() + each.inserted.size();
        }
        undo_.erase(undo_.begin());
    }
}

std::optional<Caret> EditHistory::undo(TextBuffer& text) {
    if (undo_.empty()) return std::nullopt;
    Step step = std::move(undo_.back());
    undo_.pop_back();
    for (auto each = step.all.rbegin(); each != step.all.rend(); ++each) {
        replace(text, each->at, each->inserted, each->removed);
        bytes_ -= each->removed.size() + each->inserted.size();
    }
    const Caret before = step.before;
    redo_.push_back(std::move(step));
    sealed_ = true;
    return before;
}

std::optional<Caret> EditHistory::redo(TextBuffer& text) {
    if (redo_.empty()) return std::nullopt;
    Step step = std::move(redo_.back());
    redo_.pop_back();
    for (const Replacement& each : step.all) {
        replace(text, each.at, each.removed, each.inserted);
        bytes_ += each.removed.size() + each.inserted.size();
    }
    const Caret after = step.after;
    undo_.push_back(std::move(step));
    sealed_ = true;
    return after;
}

}  // namespace stridescope::editor
