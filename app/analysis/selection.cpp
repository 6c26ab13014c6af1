#include "app/analysis/selection.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "app/analysis/async_copies.h"
#include "app/analysis/lines.h"
#include "app/analysis/request_rows.h"
#include "app/analysis/requests.h"
#include "app/io/printable.h"

namespace stridescope {
namespace {

/// No request has more, whatever its elements: every lane is served by one of its own.
constexpr int most_wavefronts = warp_size;

/// The banks that an element of the shared array lies in: so many from the first on; none for what
/// lives elsewhere.
struct Banks {
    int first = 0, count = 0;

    bool contains(int bank) const { return bank >= first && bank < first + count; }
    void add_to(std::set<int>& banks) const {
        for (int bank = first; bank < first + count; ++bank) banks.insert(bank);
    }
};

Banks banks_of(const Trace& trace, int cell) {
    if (cell < 0 || cell >= trace.words()) return {};
    const auto bytes = static_cast<int>(trace.cell_bytes());
    return {cell * bytes / 4 % bank_count, std::max(bytes / 4, 1)};
}

bool fits(int wanted, int value) {
    return wanted < 0 || wanted == value;
}

/// Whether sites stand in the line that is wanted, if one is: of the text itself also what it
/// includes.
class LineMatch {
  public:
    LineMatch(const Trace& trace, const Selection& wanted) : wanted_{wanted} {
        if (wanted.line >= 0 && wanted.file <= 0) includes_ = include_lines(trace);
    }
    bool fits(const TraceSite& site) const {
        if (wanted_.file > 0)
            return site.file == wanted_.file && (wanted_.line < 0 || site.line == wanted_.line);
        return wanted_.line < 0 || line_in_text(site, includes_) == wanted_.line;
    }

  private:
    const Selection& wanted_;
    std::vector<int> includes_;
};

/// The rows of one site and iteration of a step, all of its warps' requests.
class RequestRows {
  public:
    RequestRows(const Trace& trace, int block, int row, int rows)
        : trace_{trace}, block_{block}, row_{row}, rows_{rows} {}

    const TraceRow& head() const { return trace_.rows()[static_cast<std::size_t>(row_)]; }
    const TraceSite& site() const { return trace_.sites()[static_cast<std::size_t>(head().site)]; }
    /// The wavefront that serves the thread, from 1; nothing where there are none.
    std::optional<int> wavefront_of(int thread) {
        if (!is_counted_in_banks(site())) return std::nullopt;
        std::vector<int>& known = waves_[thread / warp_size];
        if (known.empty()) {
            Request request = request_of_rows(trace_, block_, row_, rows_);
            request.warp = thread / warp_size;
            known = wavefront_of_lanes(trace_, request);
        }
        return known[static_cast<std::size_t>(thread % warp_size)] + 1;
    }

  private:
    const Trace& trace_;
    int block_, row_, rows_;
    std::map<int, std::vector<int>> waves_;  ///< [warp][lane]
};

/// Calls f(its rows, thread, cell) for every part that a thread has in what is wanted of the step,
/// until one says false. The cell is -1 where it reached none.
template <class F>
void for_each_part(const Trace& trace, int block, int step, const Selection& wanted, F&& f) {
    const bool of_memory = wanted.word >= 0 || wanted.bank >= 0;
    bool on = true;
    const auto visit = [&](int row, RequestRows& rows, int thread, std::int32_t lane) {
        if (lane == Trace::idle) return;
        const bool cells = trace.reads_cells(row) || trace.writes_cells(row);
        const int cell = cells ? lane : -1;
        if (of_memory) {
            if (cell < 0 || !fits(wanted.word, cell)) return;
            if (wanted.bank >= 0 && !banks_of(trace, cell).contains(wanted.bank)) return;
        }
        if (wanted.wavefront >= 0 && rows.wavefront_of(thread) != wanted.wavefront) return;
        on = f(rows, thread, cell);
    };
    int first = 0, end = trace.threads();
    if (wanted.warp >= 0) {
        first = wanted.warp * warp_size;
        end = std::min(end, first + warp_size);
    }
    if (wanted.thread >= 0) {
        first = std::max(first, wanted.thread);
        end = std::min(end, wanted.thread + 1);
    }
    const LineMatch match{trace, wanted};
    for_each_request_row(trace, step, [&](int row, int count) {
        RequestRows rows{trace, block, row, count};
        if (!on || !match.fits(rows.site()) || !fits(wanted.site, rows.head().site) ||
            !fits(wanted.iteration, rows.head().iteration)) {
            return;
        }
        for (int k = row; k < row + count; ++k) {
            const auto lanes = trace.lanes(block, k);
            for (int thread = first; on && thread < end; ++thread) {
                visit(k, rows, thread, lanes[static_cast<std::size_t>(thread)]);
            }
        }
    });
}

/// Whether the selection has any part in the step.
bool takes_part(const Trace& trace, int block, int step, const Selection& selection) {
    bool any = false;
    for_each_part(trace, block, step, selection, [&](const auto&...) {
        any = true;
        return false;
    });
    return any;
}

struct Part {
    std::string_view name;
    int Selection::*value;
};
constexpr std::array parts{
    Part{"thread", &Selection::thread},      Part{"word", &Selection::word},
    Part{"bank", &Selection::bank},          Part{"warp", &Selection::warp},
    Part{"line", &Selection::line},          Part{"file", &Selection::file},
    Part{"site", &Selection::site},          Part{"iteration", &Selection::iteration},
    Part{"wavefront", &Selection::wavefront}};

std::string joined(const Selection& selection, std::string_view colon, std::string_view comma) {
    std::string text;
    for (const Part& part : parts) {
        const int value = selection.*part.value;
        if (value < 0) continue;
        text += fmt::format("{}{}{}{}", text.empty() ? "" : comma, part.name, colon, value);
    }
    return text;
}

/// "load at line 50", "load of warp 0 at line 50, round 2", "wavefront 2 of the load of …".
std::string name_of_request(const Trace& trace, const Selection& selection) {
    const TraceSite& site = trace.sites()[static_cast<std::size_t>(selection.site)];
    std::string text{access_name(site)};
    if (selection.warp >= 0) text += fmt::format(" of warp {}", selection.warp);
    text += fmt::format(" at {}", line_name(trace, site.place()));
    if (selection.iteration > 0) text += fmt::format(", round {}", selection.iteration + 1);
    if (selection.wavefront < 0) return text;
    return fmt::format("wavefront {} of the {}", selection.wavefront, text);
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
                "\"{}\" cannot be selected: write thread:5, word:12, bank:3, warp:0, line:20, "
                "file:1, site:2, iteration:0 or wavefront:1, or several of them, separated by "
                "commas.",
                excerpt(text)));
        }
        selection.*(found->value) = value;
    }
    return selection;
}

std::string name_of(const Trace& trace, const Selection& selection) {
    Selection others = selection;
    std::string name;
    if (selection.site >= 0 && selection.site < std::ssize(trace.sites())) {
        name = name_of_request(trace, selection);
        others.site = others.iteration = others.wavefront = others.warp = -1;
    } else if (selection.line >= 0 && selection.file > 0 &&
               std::cmp_less_equal(selection.file, trace.includes().size())) {
        name = line_name(trace, selection.place());
        others.line = others.file = -1;
    }
    if (name.empty()) return name_of(selection);
    return others.any() ? fmt::format("{}, {}", name, name_of(others)) : name;
}

bool exists_in(const Trace& trace, const Selection& selection) {
    const LineMatch match{trace, selection};
    const bool line =
        (selection.line < 0 && selection.file < 0) ||
        std::ranges::any_of(trace.sites(), [&](const TraceSite& s) { return match.fits(s); });
    const bool iteration =
        selection.iteration < 0 || std::ranges::any_of(trace.rows(), [&](const TraceRow& row) {
            return row.iteration == selection.iteration && fits(selection.site, row.site);
        });
    return line && iteration && selection.thread < trace.threads() &&
           selection.word < trace.words() && selection.bank < bank_count &&
           selection.warp < trace.warps() && selection.site < std::ssize(trace.sites()) &&
           selection.wavefront != 0 && selection.wavefront <= most_wavefronts;
}

bool Related::any() const {
    return *this != Related{};
}

Related related(const Trace& trace, int block, int step, const Selection& selection) {
    Related out;
    if (!selection.any() || block >= trace.blocks() || step >= trace.step_count()) return out;
    const std::vector<int> includes = include_lines(trace);
    const auto add_place = [&](const TraceSite& site) {
        if (const int line = line_in_text(site, includes); line > 0) out.lines.insert(line);
        if (site.file > 0) out.included.insert(site.place());
    };
    for_each_part(trace, block, step, selection, [&](RequestRows& rows, int thread, int cell) {
        const int warp = thread / warp_size;
        if (cell >= 0) {
            out.words.insert(cell);
            banks_of(trace, cell).add_to(out.banks);
        }
        out.threads.insert(thread);
        out.warps.insert(warp);
        add_place(rows.site());
        out.sites.insert(rows.head().site);
        if (const auto wave = rows.wavefront_of(thread)) {
            out.served.insert({rows.head().site, rows.head().iteration, warp, *wave});
        }
        return true;
    });
    for (int other = 0; other < trace.step_count(); ++other) {
        if (takes_part(trace, block, other, selection)) out.steps.insert(other);
    }
    if (selection.thread >= 0) {
        out.threads.insert(selection.thread);
        out.warps.insert(selection.thread / warp_size);
    }
    if (selection.word >= 0) {
        out.words.insert(selection.word);
        banks_of(trace, selection.word).add_to(out.banks);
    }
    if (selection.bank >= 0) out.banks.insert(selection.bank);
    if (selection.warp >= 0) out.warps.insert(selection.warp);
    if (selection.line >= 0 && selection.file > 0) {
        out.included.insert(selection.place());
        add_place({.line = selection.line, .file = selection.file});
    } else if (selection.line >= 0) {
        out.lines.insert(selection.line);
    }
    if (selection.site >= 0 && selection.site < std::ssize(trace.sites())) {
        out.sites.insert(selection.site);
        add_place(trace.sites()[static_cast<std::size_t>(selection.site)]);
    }
    return out;
}

}  // namespace stridescope
