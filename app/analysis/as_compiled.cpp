#include "app/analysis/as_compiled.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <utility>

#include "app/analysis/banks.h"
#include "app/analysis/number_text.h"
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
        first_.assign(trace.rows().size(), Row::none);
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
        for (const Request& request : requests_of_step(trace_, block, step)) {
            if (request.event != Event::load) continue;
            const LoadCounts own{.requests = 1, .wavefronts = request.cost.wavefronts};
            LineLoads& line = lines[line_of(request)];
            line.written += own;
            const int first = first_[static_cast<std::size_t>(request.row)];
            if (first == Row::none) {
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
                    {.requests = 1, .wavefronts = request.cost.wavefronts};
            }
            return;
        }
        const RequestCost cost =
            request_cost(*words, static_cast<std::size_t>(access.bytes), Access::load);
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

}  // namespace stridescope
