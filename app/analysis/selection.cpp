#include "app/analysis/selection.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

#include "app/analysis/banks.h"

namespace stridescope {
namespace {

/// The banks that an element of the shared array lies in; none for what lives elsewhere.
std::set<int> banks_of(const Trace& trace, int cell) {
    std::set<int> banks;
    if (cell < 0 || cell >= trace.words()) return banks;
    const std::size_t bytes = size_of(trace.experiment().type);
    const int first = bank_of(cell, bytes), each = std::max(static_cast<int>(bytes) / 4, 1);
    for (int bank = first; bank < first + each; ++bank) banks.insert(bank);
    return banks;
}

struct Part {
    std::string_view name;
    int Selection::*value;
};
constexpr std::array parts{Part{"thread", &Selection::thread}, Part{"word", &Selection::word},
                           Part{"bank", &Selection::bank}, Part{"warp", &Selection::warp},
                           Part{"line", &Selection::line}};

std::string joined(const Selection& selection, std::string_view colon, std::string_view comma) {
    std::string text;
    for (const Part& part : parts) {
        const int value = selection.*part.value;
        if (value < 0) continue;
        text += fmt::format("{}{}{}{}", text.empty() ? "" : comma, part.name, colon, value);
    }
    return text;
}

}  // namespace

std::string name_of(const Selection& selection) {
    return joined(selection, " ", ", ");
}

std::string text_of(const Selection& selection) {
    return joined(selection, ":", ",");
}

Selection parse_selection(const std::string& text) {
    Selection selection;
    std::string_view rest = text;
    while (!rest.empty()) {
        const std::string_view part = rest.substr(0, rest.find(','));
        rest.remove_prefix(std::min(part.size() + 1, rest.size()));
        const std::size_t colon = std::min(part.find(':'), part.size());
        const auto found = std::ranges::find(parts, part.substr(0, colon), &Part::name);
        const std::string_view digits = part.substr(std::min(colon + 1, part.size()));
        int value = -1;
        const char* end = digits.data() + digits.size();
        const auto [stop, error] = std::from_chars(digits.data(), end, value);
        if (found == parts.end() || error != std::errc{} || stop != end || value < 0) {
            throw UsageError(fmt::format(
                "\"{}\" is nothing that can be chosen: write thread:5, word:12, bank:3, warp:0 or "
                "line:20, or several of them with commas between.",
                text));
        }
        selection.*(found->value) = value;
    }
    return selection;
}

std::string name_of(const Trace& trace, int block, const Selection& selection) {
    const int beyond = selection.word - trace.words();
    if (selection.word < 0 || beyond < 0) return name_of(selection);
    const std::string cell = trace.home() == Home::output
                                 ? fmt::format("P[{}]", trace.first_element(block) + beyond)
                                 : fmt::format("register {} of thread {}", beyond / trace.threads(),
                                               beyond % trace.threads());
    Selection others = selection;
    others.word = -1;
    return others.any() ? fmt::format("{}, {}", cell, name_of(others)) : cell;
}

bool exists_in(const Trace& trace, const Selection& selection) {
    const bool line = selection.line < 0 || std::ranges::any_of(trace.sites(), [&](const Site& s) {
                          return s.line == selection.line;
                      });
    return line && selection.thread < trace.threads() && selection.word < trace.cells() &&
           selection.bank < bank_count && selection.warp < trace.warps();
}

bool Related::any() const {
    return !threads.empty() || !words.empty() || !banks.empty() || !warps.empty() || !lines.empty();
}

Related related(const Trace& trace, int block, int step, const Selection& selection) {
    Related out;
    if (!selection.any() || block >= trace.blocks() || step >= trace.step_count()) return out;
    const auto fits = [](int wanted, int value) { return wanted < 0 || wanted == value; };
    const bool of_memory = selection.word >= 0 || selection.bank >= 0;
    const auto [begin, end] = trace.rows_of_step(step);
    for (int row = begin; row < end; ++row) {
        const Site& site = trace.sites()[static_cast<std::size_t>(
            trace.rows()[static_cast<std::size_t>(row)].site)];
        const bool cells = trace.reads_cells(row) || trace.writes_cells(row);
        if (!fits(selection.line, site.line) || (of_memory && !cells)) continue;
        const auto lanes = trace.lanes(block, row);
        for (int thread = 0; thread < static_cast<int>(lanes.size()); ++thread) {
            if (lanes[static_cast<std::size_t>(thread)] == Trace::idle ||
                !fits(selection.thread, thread) || !fits(selection.warp, thread / warp_size)) {
                continue;
            }
            const int cell = cells ? trace.cell(block, row, thread) : -1;
            if (cell >= 0) {
                const std::set<int> banks = banks_of(trace, cell);
                if (!fits(selection.word, cell) ||
                    (selection.bank >= 0 && !banks.contains(selection.bank))) {
                    continue;
                }
                out.words.insert(cell);
                out.banks.insert(banks.begin(), banks.end());
            } else if (of_memory) {
                continue;
            }
            out.threads.insert(thread);
            out.warps.insert(thread / warp_size);
            out.lines.insert(site.line);
        }
    }
    if (selection.thread >= 0) {
        out.threads.insert(selection.thread);
        out.warps.insert(selection.thread / warp_size);
    }
    if (selection.word >= 0) {
        out.words.insert(selection.word);
        const std::set<int> banks = banks_of(trace, selection.word);
        out.banks.insert(banks.begin(), banks.end());
    }
    if (selection.bank >= 0) out.banks.insert(selection.bank);
    if (selection.warp >= 0) out.warps.insert(selection.warp);
    if (selection.line >= 0) out.lines.insert(selection.line);
    return out;
}

}  // namespace stridescope
