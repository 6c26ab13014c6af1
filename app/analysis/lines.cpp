#include "app/analysis/lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "app/analysis/banks.h"
#include "app/analysis/coalescing.h"
#include "app/analysis/copy_sites.h"
#include "app/analysis/work.h"

namespace stridescope {
namespace {

constexpr std::size_t tab = 4;

using Counts = std::vector<LineCounts>;

/// What one block's step did, by line; `line_of[site]` are indices of lines.
Counts count_step(const Trace& trace, int block, int step, const std::vector<std::size_t>& line_of,
                  std::size_t lines) {
    Counts counts(lines);
    const auto line = [&](int site) -> LineCounts& {
        return counts[line_of[static_cast<std::size_t>(site)]];
    };
    for (const Request& request : requests_of_step(trace, block, step)) {
        LineCounts& at = line(request.site);
        ++at.requests;
        at.wavefronts += request.cost.wavefronts;
        at.excess += request.cost.excess();
        at.degree = std::max<std::int64_t>(at.degree, request.cost.degree);
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
        line(r.site).adds += trace.threads_in(block, row);
    }
    return counts;
}

/// The name in an #include of a text; empty for other lines, and for a header that comes with a
/// compiler.
std::string_view included_name(std::string_view line) {
    const auto skip = [&line](std::string_view what) {
        line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
        if (!line.starts_with(what)) return false;
        line.remove_prefix(what.size());
        return true;
    };
    if (!skip("#") || !skip("include") || !skip("\"")) return {};
    return line.substr(0, std::min(line.find('"'), line.size()));
}

}  // namespace

std::span<const LineCount> line_counts() {
    using L = LineCounts;
    static constexpr std::array counts{
        LineCount{"requests", "requests",
                  "What warps asked of shared memory: up to 32 lanes at once", Space::shared,
                  &L::requests},
        LineCount{"wavefronts", "wavefronts",
                  "What these requests cost: in each wavefront every bank gives one word",
                  Space::shared, &L::wavefronts},
        LineCount{"excess", "excess",
                  "Wavefronts beyond one for each request: what bank conflicts cost", Space::shared,
                  &L::excess},
        LineCount{"degree", "degree", "The worst conflict: words wanted of one bank at once",
                  Space::shared, &L::degree},
        LineCount{"adds", "operations", "Applications of the operator", Space::shared, &L::adds},
        LineCount{"global_requests", "requests",
                  "What warps asked of global memory: up to 32 lanes at once", Space::global,
                  &L::global_requests},
        LineCount{"sectors", "sectors",
                  "What these requests moved: sectors of 32 bytes. Bold where fewer would do",
                  Space::global, &L::sectors},
        LineCount{"ideal_sectors", "ideal",
                  "Sectors that the same elements would fill if they lay side by side",
                  Space::global, &L::ideal_sectors}};
    return counts;
}

LineCounts& LineCounts::operator+=(const LineCounts& other) {
    for (const LineCount& each : line_counts()) {
        std::int64_t& mine = this->*each.count;
        const std::int64_t its = other.*each.count;
        mine = each.count == &LineCounts::degree ? std::max(mine, its) : mine + its;
    }
    return *this;
}

LineCounts LineTable::at(int step, SourceLine line) const {
    const auto found = std::ranges::lower_bound(lines, line);
    if (found == lines.end() || *found != line) return {};
    const auto index = static_cast<std::size_t>(found - lines.begin());
    return step < 0 ? totals[index] : steps[static_cast<std::size_t>(step)][index];
}

std::vector<int> LineTable::included() const {
    std::vector<int> files;
    for (const SourceLine& line : lines) {
        if (line.file > 0 && (files.empty() || files.back() != line.file))
            files.push_back(line.file);
    }
    return files;
}

bool LineTable::includes_sites(int own_line) const {
    return std::ranges::any_of(lines, [&](const SourceLine& each) {
        return each.file > 0 && include_lines[static_cast<std::size_t>(each.file) - 1] == own_line;
    });
}

LineCounts LineTable::with_included(int step, int own_line) const {
    LineCounts sum = at(step, {.file = 0, .line = own_line});
    for (std::size_t file = 0; file < include_lines.size(); ++file) {
        if (include_lines[file] != own_line) continue;
        const auto number = static_cast<int>(file) + 1;
        for (const SourceLine& each : lines) {
            if (each.file == number) sum += at(step, each);
        }
    }
    return sum;
}

std::vector<int> include_lines(const Trace& trace) {
    std::vector<std::pair<std::string, int>> includes;  // names and lines
    int number = 0;
    for (const std::string& line : text_lines(trace)) {
        ++number;
        if (const auto name = included_name(line); !name.empty())
            includes.emplace_back(name, number);
    }
    // Texts are numbered in the order in which they come: one that the text's next lines do not
    // name came by way of the one before it.
    std::vector<int> lines;
    auto next = includes.begin();
    int current = 0;
    for (const IncludedText& included : trace.includes()) {
        const auto found = std::find_if(
            next, includes.end(), [&](const auto& each) { return each.first == included.name; });
        if (found != includes.end()) {
            current = found->second;
            next = found + 1;
        }
        lines.push_back(current);
    }
    return lines;
}

LineTable line_table(const Trace& trace) {
    LineTable table;
    table.include_lines = include_lines(trace);
    for (const Site& site : trace.sites()) {
        table.lines.push_back(site.place());
        const int own = line_in_text(site, table.include_lines);
        if (own > 0) table.own_lines.push_back(own);
    }
    const auto sort = [](auto& lines) {
        std::ranges::sort(lines);
        lines.erase(std::ranges::unique(lines).begin(), lines.end());
    };
    sort(table.lines);
    sort(table.own_lines);
    std::vector<std::size_t> line_of;
    for (const Site& site : trace.sites()) {
        const auto found = std::ranges::lower_bound(table.lines, site.place());
        line_of.push_back(static_cast<std::size_t>(found - table.lines.begin()));
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
    for (const auto& [place, operation] : uncounted_lines(trace)) {
        if (table.uncounted.empty() || table.uncounted.back() != place)
            table.uncounted.push_back(place);
    }
    return table;
}

std::string line_name(const Trace& trace, SourceLine line) {
    std::string name = fmt::format("line {}", line.line);
    if (line.file > 0 && std::cmp_less_equal(line.file, trace.includes().size())) {
        const std::string& file = trace.includes()[static_cast<std::size_t>(line.file) - 1].name;
        name += " of " + file.substr(file.rfind('/') + 1);
    }
    return name;
}

std::vector<std::string> text_lines(const Trace& trace) {
    return text_lines(trace, 0);
}

std::vector<std::string> text_lines(const Trace& trace, int file) {
    std::vector<std::string> lines;
    if (file < 0 || std::cmp_greater(file, trace.includes().size())) return lines;
    const std::string& text =
        file == 0 ? trace.text() : trace.includes()[static_cast<std::size_t>(file) - 1].text;
    if (text.empty()) return lines;
    lines.emplace_back();
    for (const char c : text) {
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
