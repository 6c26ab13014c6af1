#include "app/scene/memory/memory_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "app/analysis/banks.h"
#include "app/analysis/remote.h"

namespace stridescope::scene_parts {
namespace {

/// The first steps of the launches, up to and with `last`. Block 0 has part in every launch.
std::vector<int> launch_begins(const Trace& trace, int last) {
    std::vector<int> begins{0};
    bool starts = false;
    for (const GridEvent& event : trace.grid_events()) {
        if (event.block != 0) continue;
        if (event.kind == GridEvent::Kind::start) starts = true;
        if (event.kind != GridEvent::Kind::step || !starts) continue;
        if (event.step > begins.back() && event.step <= last) begins.push_back(event.step);
        starts = false;
    }
    return begins;
}

/// In the launch of that step, up to its end: shared memory lasts no longer than its block does.
std::vector<std::uint8_t> words_written(const Trace& trace, int block, int last_step) {
    std::vector<std::uint8_t> written(static_cast<std::size_t>(trace.words()), 0);
    const int first_row = trace.rows_of_step(launch_begins(trace, last_step).back()).begin;
    for (int row = first_row; row < trace.rows_of_step(last_step).end; ++row) {
        const TraceSite& site = trace.sites()[static_cast<std::size_t>(trace.row(row).site)];
        if (is_remote(site.event) && !is_load(site.event)) {
            for_each_remote(trace, block, row, [&](int, int, int first, int cells) {
                std::fill_n(written.begin() + first, cells, 1);
            });
        }
        if (!trace.writes_cells(row)) continue;
        const auto lanes = trace.lanes(block, row);
        for (int thread = 0; thread < trace.threads(); ++thread) {
            if (lanes[static_cast<std::size_t>(thread)] == Trace::idle) continue;
            written[lanes[static_cast<std::size_t>(thread)]] = 1;
        }
    }
    return written;
}

/// See MemoryState::shaped().
const ArrayFacts* shaped_array(const Trace& trace) {
    constexpr std::int64_t most_columns = 128;
    const ArrayFacts* only = nullptr;
    for (const ArrayFacts& array : trace.facts().arrays) {
        if (array.space != Space::shared) continue;
        if (only != nullptr) return nullptr;
        only = &array;
    }
    const bool shaped = only != nullptr && only->extents.size() > 1 && only->extents.back() > 1 &&
                        only->extents.back() <= most_columns &&
                        size_of(only->type) == trace.cell_bytes() && only->offset == 0;
    return shaped ? only : nullptr;
}

}  // namespace

MemoryState::MemoryState(const Trace& trace, Cursor cursor, const CellElements& elements,
                         bool arrived)
    : trace_{trace},
      cursor_{cursor},
      bytes_{trace.cell_bytes()},
      elements_{elements},
      uses_{word_uses(trace, cursor.block, cursor.step)},
      live_{words_written(trace, cursor.block, cursor.step)},
      live_before_{cursor.step > 0 ? words_written(trace, cursor.block, cursor.step - 1)
                                   : std::vector<std::uint8_t>{}},
      arrived_{arrived},
      loads_{bank_loads(trace, cursor.block, cursor.step)} {
    shaped_ = shaped_array(trace);
    const auto [begin, end] = trace.rows_of_step(cursor.step);
    for (int row = begin; row < end; ++row) {
        const Event event = trace.event_of(trace.row(row));
        for_each_remote(trace, cursor.block, row, [&](int block, int thread, int first, int cells) {
            for (int word = first; word < first + cells; ++word) {
                RemoteUse& use = remote_[word];
                if (!is_store(event)) use.readers.emplace(block, thread);
                if (!is_load(event)) use.writers.emplace(block, thread);
            }
        });
    }
    for (const Race& race : races_of_step(trace, cursor.block, cursor.step)) {
        races_.try_emplace(race.word, race);
    }
}

bool MemoryState::any_padding() const {
    for (int word = 0; word < trace_.words(); ++word) {
        if (padding(word)) return true;
    }
    return false;
}

const char* MemoryState::padding_word() const {
    const int words = trace_.words_of_step(cursor_.step);
    bool within = false;
    for (int word = 0; word < words; ++word) within = within || padding(word);
    if (!within) return words < trace_.words() ? "another kernel's" : "padding";
    if (words < trace_.words()) return "not accessed";
    for (int word = 0; word < words; ++word) {
        if (padding(word) && !elements_.is_known(word)) return "not accessed";
    }
    return "padding";
}

std::string MemoryState::name_of(int cell) const {
    const std::string name = trace_.name_of_cell(cursor_.step, cell);
    const int word = cell * static_cast<int>(bytes_) / 4, bank = bank_of(cell, bytes_);
    return fmt::format("{}word {} · bank {}", name.empty() ? "" : name + " · ", word, bank);
}

int MemoryState::columns() const {
    if (shaped_ != nullptr) return static_cast<int>(shaped_->extents.back());
    if (!banked()) return bank_count;  // lanes of a warp side by side
    return bank_count * 4 / static_cast<int>(bytes_);
}

bool MemoryState::changed(int word) const {
    if (!written(word)) return false;
    if (cursor_.step == 0) return true;
    const std::size_t at = static_cast<std::size_t>(word) * bytes_;
    return std::memcmp(trace_.snapshot(cursor_.block, cursor_.step - 1) + at,
                       trace_.snapshot(cursor_.block, cursor_.step) + at, bytes_) != 0;
}

std::optional<int> MemoryState::value_step(int word) const {
    if (arrived_ || !written(word)) {
        return live(word) ? std::optional{cursor_.step} : std::nullopt;
    }
    const bool before = !live_before_.empty() && live_before_[static_cast<std::size_t>(word)] != 0;
    return before ? std::optional{cursor_.step - 1} : std::nullopt;
}

bool MemoryState::blank_at_first() const {
    for (const int step : launch_begins(trace_, trace_.step_count() - 1)) {
        const auto written = words_written(trace_, cursor_.block, step);
        for (int word = 0; word < trace_.words(); ++word) {
            if (!padding(word) && written[static_cast<std::size_t>(word)] == 0) return true;
        }
    }
    return false;
}

/// "9 before, 22 after"; "value 9"; what was never written has none.
std::string MemoryState::values_text(int word) const {
    if (!live(word)) return "not written yet";
    const std::string now = trace_.value_text(cursor_.block, cursor_.step, word);
    if (!written(word)) return "value " + now;
    if (!live_before_.empty() && live_before_[static_cast<std::size_t>(word)] != 0) {
        const std::string then = trace_.value_text(cursor_.block, cursor_.step - 1, word);
        return fmt::format("{} before, {} after{}", then, now,
                           changed(word) ? "" : ": written, but unchanged");
    }
    return fmt::format("blank before, {} after", now);
}

std::string MemoryState::tip(int word) const {
    std::string text = name_of(word);
    if (word >= trace_.words_of_step(cursor_.step))
        text += " · another kernel's";
    else if (padding(word))
        text += elements_.is_known(word) ? " · padding" : " · no thread accesses it";
    if (element(word) >= 0) text += fmt::format(" · element {}", element(word));
    text += "\n" + values_text(word);
    const WordUse& used = use(word);
    if (!used.readers.empty()) text += "\nread by " + threads_text(used.readers);
    if (!used.writers.empty()) {
        text +=
            (used.readers.empty() ? "\nwritten by " : "; written by ") + threads_text(used.writers);
    }
    if (const auto found = remote_.find(word); found != remote_.end()) {
        const auto add = [&](const char* what, const auto& who) {
            if (who.empty()) return;
            const auto& [block, thread] = *who.begin();
            text += fmt::format("\n{} by thread {} of block {}", what, thread, block);
            if (who.size() > 1) text += fmt::format(" and {} more of its cluster", who.size() - 1);
        };
        add("read", found->second.readers);
        add("written", found->second.writers);
    }
    if (const Race* raced = race(word)) text += "\nRace: " + sentence(trace_, *raced);
    return text;
}

}  // namespace stridescope::scene_parts
