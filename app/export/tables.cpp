#include "app/export/tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <concepts>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

#include "app/analysis/dataflow.h"
#include "app/analysis/elements.h"
#include "app/analysis/grid.h"
#include "app/analysis/heat.h"
#include "app/analysis/lane_use.h"
#include "app/analysis/lines.h"
#include "app/analysis/matrices.h"
#include "app/analysis/warp_clock.h"
#include "app/analysis/work.h"
#include "app/analysis/work_columns.h"
#include "app/experiment/text/library_texts.h"
#include "app/experiment/text/scan_flags.h"
#include "app/trace/trace.h"

namespace stridescope {
namespace {

bool nothing_recorded(const Trace& trace) {
    return trace.blocks() == 0 || trace.step_count() == 0;
}

template <std::signed_integral T>
Cell unless_negative(T number) {
    return number < 0 ? Cell{} : Cell{number};
}

/// step, phase and stride; `number` says which step of its run a row is of, `step` is that step.
template <class Row, class NumberOf, class StepOf>
std::vector<ColumnOf<Row>> step_columns(NumberOf number, StepOf step) {
    return {{.name = "step", .cell = [number](const Row& row) { return Cell{number(row)}; }},
            {.name = "phase",
             .cell = [step](const Row& row) { return unless_empty(phase_of(step(row))); }},
            {.name = "stride", .cell = [step](const Row& row) { return Cell{step(row).stride}; }}};
}

template <class Row>
void append(std::vector<ColumnOf<Row>>& columns, std::vector<ColumnOf<Row>> more) {
    std::ranges::move(more, std::back_inserter(columns));
}

using SharedElements = std::shared_ptr<const CellElements>;

SharedElements shared_elements(const Trace& trace, int block) {
    return std::make_shared<const CellElements>(elements_of_cells(trace, block));
}

Cell element_at(const CellElements& elements, int word) {
    return word < 0 ? Cell{} : unless_negative(elements.at(word));
}

Numeral element_text(const TypedArray& array, std::int64_t address) {
    const auto at = static_cast<std::size_t>(address);
    return {at < array.size() ? array.text(at) : std::string{}};
}

/// The first step that wrote each word, or step_count() where none did.
std::vector<int> first_written(const Trace& trace, int block) {
    std::vector<int> first(static_cast<std::size_t>(trace.words()), trace.step_count());
    for (int row = static_cast<int>(trace.rows().size()) - 1; row >= 0; --row) {
        const TraceRow& r = trace.rows()[static_cast<std::size_t>(row)];
        if (!trace.writes_cells(row)) continue;
        const auto lanes = trace.lanes(block, row);
        for (int thread = 0; thread < trace.threads(); ++thread) {
            if (lanes[static_cast<std::size_t>(thread)] == Trace::idle) continue;
            // Sorted by step.
            first[lanes[static_cast<std::size_t>(thread)]] = r.step;
        }
    }
    return first;
}

Numeral from_value(const Trace& trace, int block, const Edge& e) {
    if (e.from_input()) return element_text(trace.contents(e.from_array).before, e.from_address);
    if (e.from_word >= 0 && e.from_step >= 0 && e.kept)
        return {trace.value_text(block, e.from_step, e.from_word)};
    return {};
}

Numeral to_value(const Trace& trace, int block, const Edge& e) {
    if (e.to_word >= 0) return {trace.value_text(block, e.step, e.to_word)};
    return element_text(trace.contents(e.to_array).after, e.to_address);
}

Cell array_name(const Trace& trace, std::int64_t address, ArrayId array) {
    return address < 0 ? Cell{} : unless_empty(trace.name_of(array));
}

/// An edge of the tree; its own step is the one that reads where it ends in shared memory.
struct EdgeRow {
    int step;
    Edge edge;
};

std::vector<EdgeRow> edge_rows(const Trace& trace, int block) {
    std::vector<EdgeRow> rows;
    if (nothing_recorded(trace)) return rows;
    const StepEdges all = all_edges(trace, block);
    for (int step = 0; step < trace.step_count(); ++step) {
        const auto at = static_cast<std::size_t>(step);
        for (const auto* edges : {&all.cells[at], &all.output[at]}) {
            for (const Edge& edge : *edges) rows.push_back({step, edge});
        }
    }
    return rows;
}

}  // namespace

Table tree_table(const Trace& trace, int block) {
    using R = EdgeRow;
    std::vector<R> rows = edge_rows(trace, block);
    const SharedElements elements = rows.empty() ? nullptr : shared_elements(trace, block);
    auto columns = step_columns<R>([](const R& row) { return row.step; },
                                   [&trace](const R& row) -> const Step& {
                                       return trace.steps()[static_cast<std::size_t>(row.step)];
                                   });
    append<R>(
        columns,
        {{.name = "thread", .cell = [](const R& r) { return Cell{r.edge.thread}; }},
         {.name = "from_step",
          .cell = [](const R& r) { return unless_negative(r.edge.from_step); }},
         {.name = "from_word",
          .cell = [](const R& r) { return unless_negative(r.edge.from_word); }},
         {.name = "from_element",
          .cell = [elements](const R& r) { return element_at(*elements, r.edge.from_word); }},
         {.name = "from_value",
          .cell = [&trace, block](const R& r) { return Cell{from_value(trace, block, r.edge)}; }},
         {.name = "to_word", .cell = [](const R& r) { return unless_negative(r.edge.to_word); }},
         {.name = "to_element",
          .cell = [elements](const R& r) { return element_at(*elements, r.edge.to_word); }},
         {.name = "to_value",
          .cell = [&trace, block](const R& r) { return Cell{to_value(trace, block, r.edge)}; }},
         {.name = "combined", .cell = [](const R& r) { return Cell{r.edge.combined ? 1 : 0}; }},
         {.name = "from_address",
          .cell = [](const R& r) { return unless_negative(r.edge.from_address); }},
         {.name = "to_address",
          .cell = [](const R& r) { return unless_negative(r.edge.to_address); }},
         {.name = "from_array",
          .cell =
              [&trace](const R& r) {
                  return array_name(trace, r.edge.from_address, r.edge.from_array);
              }},
         {.name = "to_array", .cell = [&trace](const R& r) {
              return array_name(trace, r.edge.to_address, r.edge.to_array);
          }}});
    return table_of(std::move(rows), std::move(columns));
}

Table memory_table(const Trace& trace, int block, int step) {
    struct R {
        int word;
        WordUse use;
        Cell element;
        std::string before, after;
    };
    std::vector<R> rows;
    if (!nothing_recorded(trace)) {
        const CellElements elements = elements_of_cells(trace, block);
        const std::vector<int> first = first_written(trace, block);
        const std::vector<WordUse> uses = word_uses(trace, block, step);
        const auto value_after = [&](int word, int at) {
            const bool there = at >= 0 && first[static_cast<std::size_t>(word)] <= at;
            return there ? trace.value_text(block, at, word) : std::string{};
        };
        for (int word = 0; word < trace.words(); ++word) {
            rows.push_back({word, uses[static_cast<std::size_t>(word)], element_at(elements, word),
                            value_after(word, step - 1), value_after(word, step)});
        }
    }
    return table_of<R>(
        std::move(rows),
        {{.name = "word", .cell = [](const R& r) { return Cell{r.word}; }},
         {.name = "bank",
          .cell = [bytes =
                       trace.cell_bytes()](const R& r) { return Cell{bank_of(r.word, bytes)}; }},
         {.name = "element", .cell = [](const R& r) { return r.element; }},
         {.name = "before", .cell = [](const R& r) { return Cell{Numeral{r.before}}; }},
         {.name = "after", .cell = [](const R& r) { return Cell{Numeral{r.after}}; }},
         {.name = "changed", .cell = [](const R& r) { return Cell{r.before == r.after ? 0 : 1}; }},
         {.name = "readers", .cell = [](const R& r) { return Cell{r.use.readers}; }},
         {.name = "writers", .cell = [](const R& r) { return Cell{r.use.writers}; }}});
}

Table banks_table(const Trace& trace, int block, int step,
                  const std::optional<RequestChoice>& choice, int wave) {
    struct R {
        std::size_t lane, thread;
        int word, bank;
        Cell element;
        int wavefront;
    };
    std::vector<R> rows;
    const auto request = nothing_recorded(trace)
                             ? std::nullopt
                             : chosen_request(trace, block, step, Space::shared, choice);
    if (request) {
        const std::vector<std::int32_t> words = words_of_request(trace, *request);
        const std::vector<int> cells = cells_of_request(trace, *request);
        const CellElements elements = elements_of_cells(trace, block);
        const std::vector<int> waves = wavefront_of_lanes(trace, *request);
        for (std::size_t lane = 0; lane < words.size(); ++lane) {
            if (words[lane] == Trace::idle || (wave > 0 && waves[lane] + 1 != wave)) continue;
            rows.push_back({lane, static_cast<std::size_t>(request->warp) * warp_size + lane,
                            words[lane], bank_of(words[lane], request->bytes),
                            element_at(elements, cells[lane]), waves[lane] + 1});
        }
    }
    return table_of<R>(
        std::move(rows),
        {{.name = "lane", .cell = [](const R& r) { return Cell{r.lane}; }},
         {.name = "thread", .cell = [](const R& r) { return Cell{r.thread}; }},
         {.name = "word", .cell = [](const R& r) { return Cell{r.word}; }},
         {.name = "bank", .cell = [](const R& r) { return Cell{r.bank}; }},
         {.name = "element", .cell = [](const R& r) { return r.element; }},
         {.name = "wavefront", .cell = [](const R& r) { return Cell{r.wavefront}; }}});
}

Table global_table(const Trace& trace, int block, int step,
                   const std::optional<RequestChoice>& choice) {
    struct R {
        std::size_t lane, thread;
        ArrayId array;
        std::int64_t element, byte, bytes;
    };
    std::vector<R> rows;
    const auto request = nothing_recorded(trace)
                             ? std::nullopt
                             : chosen_request(trace, block, step, Space::global, choice);
    if (request) {
        const ArrayId array = trace.sites()[static_cast<std::size_t>(request->site)].array;
        const GlobalUse use = global_use(trace, *request);
        const std::vector<std::int64_t> elements = elements_of_request(trace, *request);
        for (std::size_t lane = 0; lane < elements.size(); ++lane) {
            if (elements[lane] == GlobalUse::idle) continue;
            rows.push_back({lane, static_cast<std::size_t>(request->warp) * warp_size + lane, array,
                            elements[lane], use.first_byte[lane],
                            static_cast<std::int64_t>(use.lane_bytes)});
        }
    }
    return table_of<R>(
        std::move(rows),
        {{.name = "lane", .cell = [](const R& r) { return Cell{r.lane}; }},
         {.name = "thread", .cell = [](const R& r) { return Cell{r.thread}; }},
         {.name = "array",
          .cell = [&trace](const R& r) { return unless_empty(trace.name_of(r.array)); }},
         {.name = "element", .cell = [](const R& r) { return Cell{r.element}; }},
         {.name = "name",
          .cell =
              [&trace](const R& r) {
                  return unless_empty(trace.name_of_element(r.array, r.element));
              }},
         {.name = "byte", .cell = [](const R& r) { return Cell{r.byte}; }},
         {.name = "bytes", .cell = [](const R& r) { return Cell{r.bytes}; }},
         {.name = "sector", .cell = [](const R& r) { return Cell{r.byte / sector_bytes}; }},
         {.name = "memory_line", .cell = [](const R& r) { return Cell{r.byte / line_bytes}; }}});
}

Table fragment_table(const Trace& trace, int block, int step,
                     const std::optional<RequestChoice>& choice) {
    struct R {
        std::size_t matrix;
        int row, column, byte, wavefront;
        bool transposed;
        /// Who holds a product's element, which is in no memory.
        std::optional<TileProduct::Holder> holder{};
    };
    std::vector<R> rows;
    const bool any = !nothing_recorded(trace);
    const auto ranked = any ? ranked_matrices(trace, block, step) : std::vector<MatrixAccess>{};
    const auto product =
        any ? shown_product(ranked, products_of_step(trace, block, step), choice) : std::nullopt;
    const auto access = product ? std::nullopt : chosen_matrices(ranked, choice);
    constexpr std::string_view letters = "abc";
    for (std::size_t matrix = 0; product && matrix < letters.size(); ++matrix) {
        const int down = matrix == 1 ? product->inner : product->rows;
        const int across = matrix == 0 ? product->inner : product->columns;
        for (int row = 0; row < down; ++row) {
            for (int column = 0; column < across; ++column) {
                const TileProduct::Holder by = matrix == 0   ? product->of_a(row, column)
                                               : matrix == 1 ? product->of_b(row, column)
                                                             : product->of_c(row, column);
                rows.push_back({matrix, row, column, 0, 0, false, by});
            }
        }
    }
    for (std::size_t matrix = 0; access && matrix < access->matrices.size(); ++matrix) {
        const MatrixRows of = rows_of_matrix(trace, *access, matrix);
        for (int row = 0; row < matrix_rows; ++row) {
            const auto r = static_cast<std::size_t>(row);
            for (int column = 0; of.begin[r] >= 0 && column < matrix_columns; ++column) {
                rows.push_back({matrix, row, column,
                                of.begin[r] + column * matrix_row_bytes / matrix_columns,
                                of.wavefront[r] + 1, access->transposed});
            }
        }
    }
    return table_of<R>(
        std::move(rows),
        {{.name = "matrix",
          .cell =
              [letters](const R& r) {
                  return r.holder ? Cell{std::string{letters[r.matrix]}} : Cell{r.matrix};
              }},
         {.name = "row", .cell = [](const R& r) { return Cell{r.row}; }},
         {.name = "column", .cell = [](const R& r) { return Cell{r.column}; }},
         {.name = "named_by",
          .cell =
              [](const R& r) { return r.holder ? Cell{} : Cell{lane_of_row(r.matrix, r.row)}; }},
         {.name = "held_by",
          .cell =
              [](const R& r) {
                  return Cell{r.holder ? r.holder->lane
                                       : lane_of_element(r.transposed, r.row, r.column)};
              }},
         {.name = "element",
          .cell =
              [&trace, step, letters](const R& r) {
                  if (r.holder)
                      return Cell{fmt::format("{}{}", letters[r.matrix], r.holder->element)};
                  return unless_empty(
                      trace.name_of_cell(step, r.byte / static_cast<int>(trace.cell_bytes())));
              }},
         {.name = "byte", .cell = [](const R& r) { return r.holder ? Cell{} : Cell{r.byte}; }},
         {.name = "bank",
          .cell = [](const R& r) { return r.holder ? Cell{} : Cell{bank_of(r.byte / 4, 4)}; }},
         {.name = "wavefront",
          .cell = [](const R& r) { return r.holder ? Cell{} : Cell{r.wavefront}; }}});
}

Table time_table(const Trace& trace, int block) {
    // A stretch of a warp's time; or an access, which has a begin alone.
    struct R {
        WarpStretch stretch;
        WarpSpan warp;
        double rate;
        std::optional<TimedAccess> access{};
    };
    std::vector<R> rows;
    if (const WarpTimes* times = trace.times()) {
        const std::vector<TimedAccess> accesses = timed_accesses(trace);
        auto access = accesses.begin();
        const std::vector<WarpStretch> stretches = warp_stretches(trace);
        for (std::size_t k = 0; k < stretches.size(); ++k) {
            const WarpStretch& stretch = stretches[k];
            const WarpSpan& warp = times->warps[stretch.warp];
            const bool wanted = block < 0 || warp.block == block;
            if (wanted) rows.push_back({stretch, warp, times->clocks_per_ns});
            const bool last = k + 1 == stretches.size() || stretches[k + 1].warp != stretch.warp;
            for (; access != accesses.end() && access->warp == stretch.warp &&
                   (last || access->issued < stretch.end);
                 ++access) {
                WarpStretch of = stretch;
                of.waits = false;
                of.first_step = of.last_step = trace.row(access->row).step;
                of.begin = access->issued;
                of.last_warp = -1;
                if (wanted) rows.push_back({of, warp, times->clocks_per_ns, *access});
            }
        }
    }
    const auto site_of = [&trace](const R& r) -> const TraceSite& {
        return trace.sites()[static_cast<std::size_t>(trace.row(r.access->row).site)];
    };
    const auto ns = [](const R& r, std::int64_t clocks) {
        return Cell{Numeral{fmt::format("{:.1f}", static_cast<double>(clocks) / r.rate)}};
    };
    const auto unless_none = [](int number) { return number < 0 ? Cell{} : Cell{number}; };
    return table_of<R>(
        std::move(rows),
        {{.name = "launch", .cell = [](const R& r) { return Cell{r.warp.launch}; }},
         {.name = "block", .cell = [](const R& r) { return Cell{r.warp.block}; }},
         {.name = "warp", .cell = [](const R& r) { return Cell{r.warp.warp}; }},
         {.name = "multiprocessor", .cell = [](const R& r) { return Cell{r.warp.multiprocessor}; }},
         {.name = "place", .cell = [](const R& r) { return Cell{r.warp.place}; }},
         {.name = "interval", .cell = [](const R& r) { return Cell{r.stretch.interval}; }},
         {.name = "first_step",
          .cell = [=](const R& r) { return unless_none(r.stretch.first_step); }},
         {.name = "last_step",
          .cell = [=](const R& r) { return unless_none(r.stretch.last_step); }},
         {.name = "does",
          .cell =
              [=](const R& r) {
                  if (!r.access) return Cell{r.stretch.waits ? "waits" : "works"};
                  return Cell{name_of(site_of(r).event)};
              }},
         {.name = "begin_clocks", .cell = [](const R& r) { return Cell{r.stretch.begin}; }},
         {.name = "end_clocks",
          .cell = [](const R& r) { return r.access ? Cell{} : Cell{r.stretch.end}; }},
         {.name = "begin_ns", .cell = [=](const R& r) { return ns(r, r.stretch.begin); }},
         {.name = "end_ns",
          .cell = [=](const R& r) { return r.access ? Cell{} : ns(r, r.stretch.end); }},
         {.name = "waits_for_warp",
          .cell = [=](const R& r) { return unless_none(r.stretch.last_warp); }},
         {.name = "line",
          .cell = [=](const R& r) { return r.access ? Cell{site_of(r).line} : Cell{}; }},
         {.name = "array",
          .cell =
              [=, &trace](const R& r) {
                  return r.access && site_of(r).array != ArrayId::none
                             ? Cell{trace.name_of(site_of(r).array)}
                             : Cell{};
              }},
         {.name = "lanes",
          .cell = [](const R& r) { return r.access ? Cell{r.access->lanes} : Cell{}; }},
         {.name = "wavefronts", .cell = [](const R& r) {
              return r.access && r.access->wavefronts > 0 ? Cell{r.access->wavefronts} : Cell{};
          }}});
}

Table divergence_table(const Trace& trace, int block, int step, const std::optional<int>& warp) {
    struct R {
        std::shared_ptr<const LineLanes> line;
        std::size_t warp;
        const LaneCounts& counts() const { return line->warps[warp]; }
    };
    std::vector<R> rows;
    if (!nothing_recorded(trace)) {
        for (LineLanes& lanes : line_lanes(trace, block, step)) {
            const auto line = std::make_shared<const LineLanes>(std::move(lanes));
            for (std::size_t w = 0; w < line->warps.size(); ++w) {
                const bool left_out = warp && std::cmp_not_equal(*warp, w);
                if (line->warps[w].instructions > 0 && !left_out) rows.push_back({line, w});
            }
        }
    }
    std::vector<ColumnOf<R>> columns{
        {.name = "line", .cell = [](const R& r) { return Cell{r.line->line}; }},
        {.name = "warp", .cell = [](const R& r) { return Cell{r.warp}; }},
        {.name = "instructions", .cell = [](const R& r) { return Cell{r.counts().instructions}; }},
        {.name = "lanes_used", .cell = [](const R& r) { return Cell{r.counts().lanes}; }},
        {.name = "lane_slots", .cell = [](const R& r) { return Cell{r.counts().slots()}; }}};
    for (std::size_t lane = 0; lane < warp_size; ++lane) {
        columns.push_back({.name = fmt::format("lane_{}", lane), .cell = [lane](const R& r) {
                               const std::size_t thread = r.warp * warp_size + lane;
                               const auto& threads = r.line->threads;
                               return thread < threads.size() ? Cell{threads[thread]} : Cell{0};
                           }});
    }
    return table_of(std::move(rows), std::move(columns));
}

Table source_table(const Trace& trace, int step) {
    struct R {
        SourceLine at;
        std::string file, text;
    };
    std::vector<R> rows;
    const auto table = std::make_shared<const LineTable>(
        nothing_recorded(trace) ? LineTable{} : line_table(trace));
    const auto add_text = [&](int file, const std::string& name) {
        SourceLine at{.file = file};
        for (std::string& line : text_lines(trace, file)) {
            ++at.line;
            rows.push_back({at, name, std::move(line)});
        }
    };
    if (!nothing_recorded(trace)) {
        add_text(0, trace.file_name(0));
        for (const int file : table->included()) add_text(file, trace.file_name(file));
    }
    std::vector<ColumnOf<R>> columns{
        {.name = "line", .cell = [](const R& r) { return Cell{r.at.line}; }}};
    for (const bool all : {false, true}) {
        for (const LineCount& count : line_counts()) {
            columns.push_back({.name = fmt::format("{}{}", all ? "all_" : "", count.id),
                               .cell = [table, &count, at_step = all ? -1 : step](const R& r) {
                                   const LineCounts counts = table->at(at_step, r.at);
                                   return table->knows(count, counts, r.at) ? Cell{count.of(counts)}
                                                                            : Cell{};
                               }});
        }
    }
    columns.push_back({.name = "file", .cell = [](const R& r) { return unless_empty(r.file); }});
    columns.push_back({.name = "text", .cell = [](const R& r) { return Cell{r.text}; }});
    return table_of(std::move(rows), std::move(columns));
}

Table heatmap_table(const Trace& trace, const HeatmapOptions& options) {
    struct Run {
        const Trace* trace;
        HeatMap map;
        std::string kernel, pad;
    };
    struct R {
        std::shared_ptr<const Run> run;
        int step;
    };
    std::vector<R> rows;
    int most_columns = 0;
    for (const Trace* of : {&trace, options.compare}) {
        if (of == nullptr) continue;
        const TextSpec& text = of->experiment().text;
        const std::string id = kernel_id(text);
        Run run{
            of,
            heat_map(*of, options.axis, options.events, std::min(options.block, of->blocks() - 1)),
            id.empty() ? name_of(text) : id,
            {}};
        for (const ScanSetting& setting : scan_settings(text)) {
            if (setting.name == "pad") run.pad = setting.value;
        }
        most_columns = std::max(most_columns, run.map.columns);
        if (nothing_recorded(*of)) continue;
        const auto kept = std::make_shared<const Run>(std::move(run));
        for (int step = 0; step < kept->map.steps; ++step) rows.push_back({kept, step});
    }
    std::vector<ColumnOf<R>> columns;
    if (options.compare != nullptr) {
        columns.push_back({.name = "run", .cell = [&trace](const R& r) {
                               return Cell{r.run->trace == &trace ? "this" : "other"};
                           }});
    }
    append<R>(columns,
              {{.name = "kernel", .cell = [](const R& r) { return unless_empty(r.run->kernel); }},
               {.name = "pad", .cell = [](const R& r) { return unless_empty(r.run->pad); }}});
    append<R>(columns,
              step_columns<R>([](const R& r) { return r.step; },
                              [](const R& r) -> const Step& {
                                  return r.run->trace->steps()[static_cast<std::size_t>(r.step)];
                              }));
    const char* axis = options.axis == HeatmapAxis::bank ? "bank" : "warp";
    for (int column = 0; column < most_columns; ++column) {
        columns.push_back({.name = fmt::format("{}_{}", axis, column),
                           .cell = [column, measure = options.measure](const R& r) {
                               const HeatMap& map = r.run->map;
                               if (column >= map.columns) return Cell{};
                               const auto value = map.at(r.step, column).value(measure);
                               return Cell{Numeral{fmt::format("{}", value)}};
                           }});
    }
    return table_of(std::move(rows), std::move(columns));
}

Table work_steps_table(const Trace& trace) {
    struct R {
        int step;
        WorkRow work;
    };
    std::vector<R> rows;
    for (WorkRow& row : work_table(trace).rows)
        rows.push_back({static_cast<int>(rows.size()), std::move(row)});
    auto columns = step_columns<R>([](const R& row) { return row.step; },
                                   [](const R& row) -> const Step& { return row.work.step; });
    const auto work_of = [](const R& row) -> const WorkRow& { return row.work; };
    for (const WorkColumn& of : work_columns()) columns.push_back(count_column<R>(of, work_of));
    for (const WorkColumn& of : work_columns()) {
        if (of.form != nullptr) columns.push_back(form_column<R>(of, work_of));
    }
    return table_of(std::move(rows), std::move(columns));
}

Table work_table_with_totals(const Trace& trace) {
    struct R {
        std::string name;
        WorkRow work;
    };
    WorkTable work = work_table(trace);
    std::vector<R> rows;
    for (WorkRow& row : work.rows) {
        std::string name = step_label(row.step);
        rows.push_back({std::move(name), std::move(row)});
    }
    rows.push_back({"**total**", {.step = {}, .counts = work.totals}});
    std::vector<ColumnOf<R>> columns{
        {.name = "step", .cell = [](const R& r) { return Cell{r.name}; }, .words = true}};
    for (const std::size_t number : work_columns_for_pictures(work.totals, {})) {
        const WorkColumn& of = work_columns()[number];
        columns.push_back(
            count_column<R>(of, [](const R& row) -> const WorkRow& { return row.work; }));
        columns.back().title = whole_title(of, adds_only(trace));
        columns.back().shown = [&of](const R& r) {
            const std::int64_t count = of.of(r.work.counts);
            if (of.form == nullptr || !(r.work.*of.form)) return fmt::format("{}", count);
            const std::int64_t form = *(r.work.*of.form);
            return fmt::format("{} {} {}", count, form == count ? "=" : "≠", form);
        };
    }
    return table_of(std::move(rows), std::move(columns));
}

Table grid_table(const Trace& trace) {
    using R = std::size_t;  // the event's number: the table of a long run takes no room
    const auto of = [&trace](R i) -> const GridEvent& { return trace.grid_events()[i]; };
    const auto step = [&trace, of](R i) {
        const int at = of(i).step;
        return at < 0 ? nullptr : &trace.steps()[static_cast<std::size_t>(at)];
    };
    const auto accesses = [of](R i) { return of(i).thread != GridEvent::nobody; };
    return {
        .columns =
            {{.name = "event", .cell = [](R i) { return Cell{i}; }},
             {.name = "time", .cell = [of](R i) { return Cell{of(i).time}; }},
             {.name = "kind", .cell = [of](R i) { return Cell{name_of(of(i).kind)}; }},
             {.name = "block", .cell = [of](R i) { return unless_negative(of(i).block); }},
             {.name = "phase",
              .cell = [step](R i) { return step(i) ? unless_empty(phase_of(*step(i))) : Cell{}; }},
             {.name = "stride",
              .cell = [step](R i) { return step(i) ? Cell{step(i)->stride} : Cell{}; }},
             {.name = "thread", .cell = [of](R i) { return unless_negative(of(i).thread); }},
             {.name = "line",
              .cell = [of](R i) { return of(i).line > 0 ? Cell{of(i).line} : Cell{}; }},
             {.name = "array",
              .cell =
                  [&trace, of, accesses](R i) {
                      return accesses(i) ? unless_empty(trace.name_of(of(i).array)) : Cell{};
                  }},
             {.name = "element", .cell = [of](R i) { return unless_negative(of(i).element); }},
             {.name = "value",
              .cell =
                  [&trace, of, accesses](R i) {
                      return accesses(i) ? Cell{Numeral{value_text(trace, of(i))}} : Cell{};
                  }}},
        .rows = trace.grid_events().size()};
}

}  // namespace stridescope
