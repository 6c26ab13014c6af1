#include "app/analysis/lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "app/analysis/async_copies.h"
#include "app/analysis/number_text.h"
#include "app/analysis/requests.h"
#include "app/analysis/work.h"

namespace stridescope {
namespace {

/// What a line's loads come to in one block, and how they are joined.
struct LineLoads {
    LoadCounts written{}, compiled{};
    int loads = 0, bytes = 0;
    bool leaves_out = false;
};
using Lines = std::map<SourceLine, LineLoads>;

/// The rows that are compiled as one.
struct Joined {
    int rows = 0, bytes = 0;
};

/// The words that one load of so many bytes has, in the place of these requests of one warp.
/// Nothing if it has not: some lanes take part in one of them only, or reach beyond its window.
std::optional<std::vector<std::int32_t>> joined_words(const Trace& trace,
                                                      std::span<const Request> requests,
                                                      int bytes) {
    const auto cell = static_cast<int>(trace.cell_bytes());
    std::optional<std::vector<std::int32_t>> joined;
    for (const Request& request : requests) {
        std::vector<std::int32_t> words;
        for (const int reached : cells_of_request(trace, request)) {
            words.push_back(reached < 0 ? Trace::idle
                                        : static_cast<std::int32_t>(reached * cell / bytes));
        }
        if (!joined) {
            joined = std::move(words);
        } else if (*joined != words) {
            return std::nullopt;
        }
    }
    return joined;
}

/// Counts one block.
class Counter {
  public:
    explicit Counter(const Trace& trace) : trace_{trace} {
        first_.assign(trace.rows().size(), TraceRow::none);
        for (const MergedRow& row : trace.facts().merged) {
            first_[static_cast<std::size_t>(row.row)] = row.first;
            Joined& access = accesses_[row.first];
            ++access.rows;
            access.bytes = row.bytes;
        }
    }

    Lines count(int block) const {
        Lines lines;
        for (int step = 0; step < trace_.step_count(); ++step) count_step(block, step, lines);
        return lines;
    }

  private:
    SourceLine line_of(const Request& request) const {
        return trace_.sites()[static_cast<std::size_t>(request.site)].place();
    }

    void count_step(int block, int step, Lines& lines) const {
        std::map<std::pair<int, int>, std::vector<Request>> parts;  // by first row and warp
        for (const Request& request : requests_of_step(trace_, block, step, Space::shared)) {
            if (request.event != Event::load) continue;
            const LoadCounts own{.requests = 1, .wavefronts = request.shared.wavefronts};
            LineLoads& line = lines[line_of(request)];
            line.written += own;
            const int first = first_[static_cast<std::size_t>(request.row)];
            if (first == TraceRow::none) {
                line.compiled += own;
            } else {
                parts[{first, request.warp}].push_back(request);
            }
        }
        for (const auto& [key, requests] : parts) add(accesses_.at(key.first), requests, lines);
    }

    void add(const Joined& access, const std::vector<Request>& requests, Lines& lines) const {
        if (access.bytes == 0) {
            for (const Request& request : requests) lines[line_of(request)].leaves_out = true;
            return;
        }
        const auto words = static_cast<int>(requests.size()) == access.rows
                               ? joined_words(trace_, requests, access.bytes)
                               : std::nullopt;
        if (!words) {
            for (const Request& request : requests) {
                lines[line_of(request)].compiled +=
                    {.requests = 1, .wavefronts = request.shared.wavefronts};
            }
            return;
        }
        const SharedCost cost =
            shared_cost(*words, static_cast<std::size_t>(access.bytes), Access::load);
        lines[line_of(requests.front())].compiled += {.requests = 1, .wavefronts = cost.wavefronts};
        for (const Request& request : requests) {
            LineLoads& line = lines[line_of(request)];
            line.loads = std::max(line.loads, access.rows);
            line.bytes = std::max(line.bytes, access.bytes);
        }
    }

    const Trace& trace_;
    std::vector<int> first_;          ///< [row]: of its access; none: it is one by itself
    std::map<int, Joined> accesses_;  ///< by first row
};

}  // namespace

LoadCounts& LoadCounts::operator+=(const LoadCounts& other) {
    requests += other.requests;
    wavefronts += other.wavefronts;
    return *this;
}

const CompiledLine* AsCompiled::find(SourceLine line) const {
    const auto found = std::ranges::lower_bound(lines, line, {}, &CompiledLine::line);
    return found == lines.end() || found->line != line ? nullptr : &*found;
}

AsCompiled as_compiled(const Trace& trace) {
    AsCompiled all;
    if (trace.facts().merged.empty()) return all;
    const Counter counter{trace};
    Lines lines, previous;  // of the block before
    for (int block = 0; block < trace.blocks(); ++block) {
        if (block == 0 || !same_accesses(trace, block - 1, block)) previous = counter.count(block);
        for (const auto& [number, of_block] : previous) {
            LineLoads& line = lines[number];
            line.written += of_block.written;
            line.compiled += of_block.compiled;
            line.loads = std::max(line.loads, of_block.loads);
            line.bytes = std::max(line.bytes, of_block.bytes);
            line.leaves_out |= of_block.leaves_out;
        }
    }
    for (const auto& [place, line] : lines) {
        all.written += line.written;
        all.compiled += line.compiled;
        if (line.written == line.compiled) continue;
        all.lines.push_back({.line = place,
                             .written = line.written,
                             .compiled = line.compiled,
                             .loads = line.loads,
                             .bytes = line.bytes,
                             .leaves_out = line.leaves_out});
    }
    return all;
}

std::string words_of(const CompiledLine& line) {
    std::string why;
    if (line.loads > 0) {
        why = fmt::format("{} loads become one {}-byte load", line.loads, line.bytes);
    }
    if (line.leaves_out) {
        why += fmt::format("{}values still in registers are not loaded again",
                           why.empty() ? "" : ", ");
    }
    return fmt::format(
        "as compiled: {}: {} load requests instead of {}, {} wavefronts instead of {}", why,
        with_commas(line.compiled.requests), with_commas(line.written.requests),
        with_commas(line.compiled.wavefronts), with_commas(line.written.wavefronts));
}

std::vector<std::string> short_words_of(const CompiledLine& line) {
    if (line.loads > 0) {
        return {fmt::format("compiled: {} loads become one, {} requests in all", line.loads,
                            with_commas(line.compiled.requests)),
                fmt::format("compiled: {} loads become one", line.loads),
                fmt::format("{} loads → 1", line.loads)};
    }
    return {"compiled: not loaded again", "not loaded again"};
}

namespace {

constexpr std::size_t tab = 4;

using Counts = std::vector<LineCounts>;

/// Nothing where nobody has measured what it costs.
void add_request(LineCounts& at, const Request& request) {
    if (request.space() == Space::global) {
        ++at.global_requests;
        at.sectors += request.global.sectors;
        at.ideal_sectors += request.global.ideal;
    } else if (request.counted) {
        ++at.requests;
        at.wavefronts += request.shared.wavefronts;
        at.excess += request.shared.excess();
        at.degree = std::max<std::int64_t>(at.degree, request.shared.degree);
    }
}

/// What one block's step did, by line; `line_of[site]` are indices of lines.
Counts count_step(const Trace& trace, int block, int step, const std::vector<std::size_t>& line_of,
                  std::size_t lines) {
    Counts counts(lines);
    const auto line = [&](int site) -> LineCounts& {
        return counts[line_of[static_cast<std::size_t>(site)]];
    };
    for (const Request& request : all_requests_of_step(trace, block, step))
        add_request(line(request.site), request);
    const auto [begin, end] = trace.rows_of_step(step);
    for (int row = begin; row < end; ++row) {
        const TraceRow& r = trace.rows()[static_cast<std::size_t>(row)];
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
    for (const TraceSite& site : trace.sites()) {
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
    for (const TraceSite& site : trace.sites()) {
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
