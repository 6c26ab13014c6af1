#include "app/analysis/lines.h"

#include <algorithm>

#include "app/analysis/banks.h"
#include "app/analysis/coalescing.h"
#include "app/analysis/work.h"

namespace stridescope {
namespace {

constexpr std::size_t tab = 4;

using Counts = std::vector<LineCounts>;

/// What one block's step did, by line; `line_of[site]` are indices of lines.
Counts count_step(const Trace& trace, int block, int step, const std::vector<std::size_t>& line_of,
                  std::size_t lines) {
    Counts counts(lines + 1);  // the last one: of no line
    const auto line = [&](int site) -> LineCounts& {
        return counts[line_of[static_cast<std::size_t>(site)]];
    };
    for (const Request& request : requests_of_step(trace, block, step)) {
        LineCounts& at = line(request.site);
        ++at.requests;
        at.wavefronts += request.cost.wavefronts;
        at.excess += request.cost.excess();
        at.degree = std::max(at.degree, request.cost.degree);
    }
    for (const GlobalRequest& request : global_requests_of_step(trace, block, step)) {
        LineCounts& at = line(request.site);
        ++at.global_requests;
        at.sectors += request.cost.sectors;
        at.ideal_sectors += request.cost.ideal;
    }
    const auto [begin, end] = trace.rows_of_step(step);
    for (int row = begin; row < end; ++row) {
        const Row& r = trace.rows()[static_cast<std::size_t>(row)];
        if (trace.event_of(r) != Event::op) continue;
        line(r.site).adds += std::ranges::count_if(
            trace.lanes(block, row), [](std::uint16_t word) { return word != Trace::idle; });
    }
    counts.pop_back();
    return counts;
}

/// Whether it is an #include of a text, not of a header that comes with a compiler.
bool includes_text(std::string_view line) {
    const auto skip = [&line](std::string_view what) {
        line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
        if (!line.starts_with(what)) return false;
        line.remove_prefix(what.size());
        return true;
    };
    return skip("#") && skip("include") && skip("\"");
}

}  // namespace

LineCounts& LineCounts::operator+=(const LineCounts& other) {
    requests += other.requests;
    wavefronts += other.wavefronts;
    excess += other.excess;
    adds += other.adds;
    global_requests += other.global_requests;
    sectors += other.sectors;
    ideal_sectors += other.ideal_sectors;
    degree = std::max(degree, other.degree);
    return *this;
}

LineCounts LineTable::at(int step, int line) const {
    const auto found = std::ranges::lower_bound(lines, line);
    if (found == lines.end() || *found != line) return {};
    const auto index = static_cast<std::size_t>(found - lines.begin());
    return step < 0 ? totals[index] : steps[static_cast<std::size_t>(step)][index];
}

int include_line(const Trace& trace) {
    if (std::ranges::none_of(trace.sites(), [](const Site& site) { return site.file > 0; })) {
        return 0;
    }
    int found = 0, number = 0;
    for (const std::string& line : text_lines(trace)) {
        ++number;
        if (!includes_text(line)) continue;
        if (found > 0) return 0;
        found = number;
    }
    return found;
}

LineTable line_table(const Trace& trace) {
    LineTable table;
    table.include_line = include_line(trace);
    for (const Site& site : trace.sites()) {
        table.lines.push_back(line_in_text(site, table.include_line));
    }
    // What came by one of several lines that include texts is no line's.
    std::erase(table.lines, 0);
    std::ranges::sort(table.lines);
    table.lines.erase(std::ranges::unique(table.lines).begin(), table.lines.end());
    std::vector<std::size_t> line_of;
    for (const Site& site : trace.sites()) {
        const int line = line_in_text(site, table.include_line);
        const auto found = std::ranges::lower_bound(table.lines, line);
        line_of.push_back(line > 0 ? static_cast<std::size_t>(found - table.lines.begin())
                                   : table.lines.size());
    }
    const std::size_t lines = table.lines.size();
    table.steps.assign(static_cast<std::size_t>(trace.step_count()), Counts(lines));
    table.totals.assign(lines, {});
    std::vector<Counts> previous;  // of the block before, per step
    for (int block = 0; block < trace.blocks(); ++block) {
        // Blocks of one launch almost always do the same: count once, compare the rest.
        if (block == 0 || !same_accesses(trace, block - 1, block)) {
            previous.clear();
            for (int step = 0; step < trace.step_count(); ++step) {
                previous.push_back(count_step(trace, block, step, line_of, lines));
            }
        }
        for (std::size_t step = 0; step < previous.size(); ++step) {
            for (std::size_t line = 0; line < lines; ++line) {
                table.steps[step][line] += previous[step][line];
                table.totals[line] += previous[step][line];
            }
        }
    }
    table.compiled = as_compiled(trace);
    return table;
}

std::vector<std::string> text_lines(const Trace& trace) {
    std::vector<std::string> lines;
    if (trace.text().empty()) return lines;
    lines.emplace_back();
    for (const char c : trace.text()) {
        if (c == '\n') {
            lines.emplace_back();
        } else if (c == '\t') {
            lines.back().append(tab - lines.back().size() % tab, ' ');
        } else if (static_cast<unsigned char>(c) >= 0x20 && c != 0x7F) {
            lines.back() += c;
        }
    }
    // What follows the last line's end is no line.
    if (lines.back().empty()) lines.pop_back();
    return lines;
}

}  // namespace stridescope
