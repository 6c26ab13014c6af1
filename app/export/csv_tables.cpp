#include "app/export/csv_tables.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <optional>
#include <utility>

#include "app/analysis/dataflow.h"
#include "app/analysis/elements.h"
#include "app/analysis/grid.h"
#include "app/analysis/heat.h"
#include "app/analysis/lane_use.h"
#include "app/analysis/lines.h"
#include "app/analysis/request_choice.h"
#include "app/analysis/work.h"
#include "app/experiment/text/library.h"
#include "app/experiment/text/scan_flags.h"
#include "app/io/csv_field.h"
#include "app/scene/heatmap/heatmap_scene.h"
#include "app/scene/step_label.h"
#include "app/trace/trace.h"

namespace stridescope {
namespace {

/// "step,phase,stride".
std::string step_fields(const Trace& trace, int step) {
    const Step& s = trace.steps()[static_cast<std::size_t>(step)];
    return fmt::format("{},{},{}", step, csv_field(s.stride > 0 ? s.phase : name_of(s)), s.stride);
}

/// Empty for "there is none".
std::string number_field(std::int64_t number) {
    return number < 0 ? std::string{} : fmt::format("{}", number);
}

std::string element_field(const CellElements& elements, int word) {
    if (word < 0) return {};
    const int element = elements.at(word);
    return element < 0 ? std::string{} : fmt::format("{}", element);
}

std::string value_field(const Trace& trace, int block, int step, int word) {
    return trace.value_text(block, step, word);
}

template <class Number>
std::string optional_field(const std::optional<Number>& number) {
    return number ? fmt::format("{}", *number) : std::string{};
}

/// The first step that wrote each word, or step_count() where none did.
std::vector<int> first_written(const Trace& trace, int block) {
    std::vector<int> first(static_cast<std::size_t>(trace.words()), trace.step_count());
    for (int row = static_cast<int>(trace.rows().size()) - 1; row >= 0; --row) {
        const Row& r = trace.rows()[static_cast<std::size_t>(row)];
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

/// from_step, from_word, from_element and from_value of an edge.
std::string from_fields(const Trace& trace, int block, const CellElements& elements,
                        const Edge& e) {
    std::string value;
    if (e.from_input()) {
        const TypedArray& input = trace.contents(e.from_array).before;
        const auto at = static_cast<std::size_t>(e.from_address);
        if (at < input.size()) value = input.text(at);
    } else if (e.from_word >= 0 && e.from_step >= 0 && e.kept) {
        value = value_field(trace, block, e.from_step, e.from_word);
    }
    return fmt::format("{},{},{},{}", number_field(e.from_step), number_field(e.from_word),
                       element_field(elements, e.from_word), value);
}

std::string to_value(const Trace& trace, int block, const Edge& e) {
    if (e.to_word >= 0) return value_field(trace, block, e.step, e.to_word);
    const TypedArray& output = trace.contents(e.to_array).after;
    const auto at = static_cast<std::size_t>(e.to_address);
    return at < output.size() ? output.text(at) : std::string{};
}

/// The arrays that from_address and to_address are elements of.
std::string array_fields(const Trace& trace, const Edge& e) {
    const auto name = [&](std::int64_t address, ArrayId array) {
        return address < 0 ? std::string{} : csv_field(trace.name_of(array));
    };
    return fmt::format(",{},{}", name(e.from_address, e.from_array),
                       name(e.to_address, e.to_array));
}

bool nothing_recorded(const Trace& trace) {
    return trace.blocks() == 0 || trace.step_count() == 0;
}

}  // namespace

std::string tree_csv(const Trace& trace, int block) {
    std::string out =
        "step,phase,stride,thread,from_step,from_word,from_element,from_value,to_word,to_element,"
        "to_value,combined,from_address,to_address,from_array,to_array\n";
    if (nothing_recorded(trace)) return out;
    const CellElements elements = elements_of_cells(trace, block);
    StepEdges all = all_edges(trace, block);
    for (int step = 0; step < trace.step_count(); ++step) {
        const std::string head = step_fields(trace, step);
        const auto at = static_cast<std::size_t>(step);
        std::vector<Edge> edges = std::move(all.cells[at]);
        edges.insert(edges.end(), all.output[at].begin(), all.output[at].end());
        for (const Edge& e : edges) {
            fmt::format_to(
                std::back_inserter(out), "{},{},{},{},{},{},{},{},{}{}\n", head, e.thread,
                from_fields(trace, block, elements, e), number_field(e.to_word),
                element_field(elements, e.to_word), to_value(trace, block, e), e.combined ? 1 : 0,
                number_field(e.from_address), number_field(e.to_address), array_fields(trace, e));
        }
    }
    return out;
}

std::string memory_csv(const Trace& trace, int block, int step) {
    std::string out = "word,bank,element,before,after,changed,readers,writers\n";
    if (nothing_recorded(trace)) return out;
    const CellElements elements = elements_of_cells(trace, block);
    const std::vector<int> first = first_written(trace, block);
    const std::vector<WordUse> uses = word_uses(trace, block, step);
    const std::size_t bytes = trace.cell_bytes();
    const auto value_after = [&](int word, int at) {
        const bool there = at >= 0 && first[static_cast<std::size_t>(word)] <= at;
        return there ? value_field(trace, block, at, word) : std::string{};
    };
    for (int word = 0; word < trace.words(); ++word) {
        const WordUse& use = uses[static_cast<std::size_t>(word)];
        const std::string before = value_after(word, step - 1), after = value_after(word, step);
        const std::string bank =
            word < trace.words() ? fmt::format("{}", bank_of(word, bytes)) : std::string{};
        fmt::format_to(std::back_inserter(out), "{},{},{},{},{},{},{},{}\n", word, bank,
                       element_field(elements, word), before, after, before == after ? 0 : 1,
                       fmt::join(use.readers, " "), fmt::join(use.writers, " "));
    }
    return out;
}

std::string banks_csv(const Trace& trace, int block, int step,
                      const std::optional<RequestChoice>& choice, int wave) {
    std::string out = "lane,thread,word,bank,element,wavefront\n";
    if (nothing_recorded(trace)) return out;
    const std::optional<Request> request = chosen_request(trace, block, step, choice);
    if (!request) return out;
    const std::vector<std::uint16_t> words = words_of_request(trace, *request);
    const std::vector<int> cells = cells_of_request(trace, *request);
    const CellElements elements = elements_of_cells(trace, block);
    const std::vector<int> waves = wavefront_of_lanes(trace, *request);
    for (std::size_t lane = 0; lane < words.size(); ++lane) {
        if (words[lane] == Trace::idle || (wave > 0 && waves[lane] + 1 != wave)) continue;
        fmt::format_to(std::back_inserter(out), "{},{},{},{},{},{}\n", lane,
                       static_cast<std::size_t>(request->warp) * warp_size + lane, words[lane],
                       bank_of(words[lane], request->bytes), element_field(elements, cells[lane]),
                       waves[lane] + 1);
    }
    return out;
}

std::string global_csv(const Trace& trace, int block, int step,
                       const std::optional<RequestChoice>& choice) {
    std::string out = "lane,thread,array,element,name,byte,bytes,sector,memory_line\n";
    if (nothing_recorded(trace)) return out;
    const std::optional<GlobalRequest> request = chosen_global_request(trace, block, step, choice);
    if (!request) return out;
    const ArrayId array = trace.sites()[static_cast<std::size_t>(request->site)].array;
    const GlobalUse use = global_use(trace, *request);
    const std::vector<std::int64_t> elements = elements_of_request(trace, *request);
    for (std::size_t lane = 0; lane < elements.size(); ++lane) {
        if (elements[lane] == GlobalUse::idle) continue;
        const std::int64_t byte = use.first_byte[lane];
        fmt::format_to(std::back_inserter(out), "{},{},{},{},{},{},{},{},{}\n", lane,
                       static_cast<std::size_t>(request->warp) * warp_size + lane,
                       csv_field(trace.name_of(array)), elements[lane],
                       csv_field(trace.name_of_element(array, elements[lane])), byte,
                       use.lane_bytes, byte / sector_bytes, byte / line_bytes);
    }
    return out;
}

std::string divergence_csv(const Trace& trace, int block, int step,
                           const std::optional<int>& warp) {
    std::string out = "line,warp,instructions,lanes_used,lane_slots";
    for (int lane = 0; lane < warp_size; ++lane) out += fmt::format(",lane_{}", lane);
    out += '\n';
    if (nothing_recorded(trace)) return out;
    for (const LineLanes& line : line_lanes(trace, block, step)) {
        for (std::size_t w = 0; w < line.warps.size(); ++w) {
            const LaneCounts& counts = line.warps[w];
            if (counts.instructions == 0 || (warp && std::cmp_not_equal(*warp, w))) continue;
            fmt::format_to(std::back_inserter(out), "{},{},{},{},{}", line.line, w,
                           counts.instructions, counts.lanes, counts.slots());
            for (std::size_t lane = 0; lane < warp_size; ++lane) {
                const std::size_t thread = w * warp_size + lane;
                fmt::format_to(std::back_inserter(out), ",{}",
                               thread < line.threads.size() ? line.threads[thread] : 0);
            }
            out += '\n';
        }
    }
    return out;
}

std::string source_csv(const Trace& trace, int step) {
    std::string out = "line";
    for (const auto of : {"", "all_"}) {
        for (const auto name : {"requests", "wavefronts", "excess", "degree", "adds",
                                "global_requests", "sectors", "ideal_sectors"}) {
            out += fmt::format(",{}{}", of, name);
        }
    }
    out += ",file,text\n";
    if (nothing_recorded(trace)) return out;
    const LineTable table = line_table(trace);
    const auto counts = [](const LineCounts& c) {
        return fmt::format("{},{},{},{},{},{},{},{}", c.requests, c.wavefronts, c.excess, c.degree,
                           c.adds, c.global_requests, c.sectors, c.ideal_sectors);
    };
    const auto add_text = [&](int file, const std::string& name) {
        SourceLine at{.file = file};
        for (const std::string& line : text_lines(trace, file)) {
            ++at.line;
            fmt::format_to(std::back_inserter(out), "{},{},{},{},{}\n", at.line,
                           counts(table.at(step, at)), counts(table.at(-1, at)), csv_field(name),
                           csv_field(line));
        }
    };
    add_text(0, trace.text_name());
    for (const int file : table.included())
        add_text(file, trace.includes()[static_cast<std::size_t>(file) - 1].name);
    return out;
}

std::string heatmap_csv(const Trace& trace, const HeatmapOptions& options) {
    std::vector<const Trace*> traces{&trace};
    if (options.compare != nullptr) traces.insert(traces.begin(), options.compare);
    std::vector<HeatMap> maps;
    int columns = 0;
    for (const Trace* t : traces) {
        maps.push_back(
            heat_map(*t, options.axis, options.events, std::min(options.block, t->blocks() - 1)));
        columns = std::max(columns, maps.back().columns);
    }
    const bool two = options.compare != nullptr;
    std::string out = two ? "run,kernel,pad,step,phase,stride" : "kernel,pad,step,phase,stride";
    for (int column = 0; column < columns; ++column) {
        out += fmt::format(",{}_{}", options.axis == HeatmapAxis::bank ? "bank" : "warp", column);
    }
    out += '\n';
    for (std::size_t k = 0; k < traces.size(); ++k) {
        const TextSpec& text = traces[k]->experiment().text;
        const std::string id = kernel_id(text), kernel = id.empty() ? name_of(text) : id;
        std::string pad;
        for (const ScanSetting& setting : scan_settings(text)) {
            if (setting.name == "pad") pad = setting.value;
        }
        if (nothing_recorded(*traces[k])) continue;
        for (int step = 0; step < maps[k].steps; ++step) {
            if (two) out += k == 0 ? "other," : "this,";
            out += fmt::format("{},{},{}", csv_field(kernel), csv_field(pad),
                               step_fields(*traces[k], step));
            for (int column = 0; column < columns; ++column) {
                out += ',';
                if (column >= maps[k].columns) continue;
                out += fmt::format("{}", maps[k].at(step, column).value(options.measure));
            }
            out += '\n';
        }
    }
    return out;
}

std::string work_csv(const Trace& trace) {
    std::string out =
        "step,phase,stride,active_threads,active_warps,adds,barriers,load_requests,"
        "load_wavefronts,load_excess,store_requests,store_wavefronts,store_excess,max_degree,"
        "expected_active_threads,expected_adds,global_load_requests,global_load_sectors,"
        "global_load_lines,global_store_requests,global_store_sectors,global_store_lines,"
        "global_ideal_sectors\n";
    const WorkTable table = work_table(trace);
    for (std::size_t step = 0; step < table.rows.size(); ++step) {
        const WorkCounts& c = table.rows[step].counts;
        fmt::format_to(std::back_inserter(out), "{},{},{},{},{},{},{},{},{},{},{},{},{},{}",
                       step_fields(trace, static_cast<int>(step)), c.active_threads, c.active_warps,
                       c.adds, c.barriers, c.load_requests, c.load_wavefronts, c.load_excess,
                       c.store_requests, c.store_wavefronts, c.store_excess, c.max_degree,
                       optional_field(table.rows[step].expected_active_threads),
                       optional_field(table.rows[step].expected_adds));
        for (const std::int64_t count :
             {c.global_load_requests, c.global_load_sectors, c.global_load_lines,
              c.global_store_requests, c.global_store_sectors, c.global_store_lines,
              c.global_ideal_sectors}) {
            fmt::format_to(std::back_inserter(out), ",{}", count);
        }
        out += '\n';
    }
    return out;
}

std::string work_markdown(const Trace& trace) {
    std::string out = fmt::format(
        "| step | active threads | active warps | {} | barriers | load requests | wavefronts | "
        "excess | store requests | wavefronts | excess | worst degree |\n"
        "| :--- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
        adds_only(trace) ? "adds" : "operations");
    const auto counted = [](std::int64_t count, const std::optional<std::int64_t>& form) {
        if (!form) return fmt::format("{}", count);
        return fmt::format("{} {} {}", count, *form == count ? "=" : "≠", *form);
    };
    const auto add = [&](const std::string& name, const WorkCounts& c, const std::string& threads,
                         const std::string& adds) {
        fmt::format_to(std::back_inserter(out),
                       "| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |\n", name,
                       threads, c.active_warps, adds, c.barriers, c.load_requests,
                       c.load_wavefronts, c.load_excess, c.store_requests, c.store_wavefronts,
                       c.store_excess, c.max_degree);
    };
    const WorkTable table = work_table(trace);
    for (const WorkRow& row : table.rows) {
        add(step_label(row.step), row.counts,
            counted(row.counts.active_threads, row.expected_active_threads),
            counted(row.counts.adds, row.expected_adds));
    }
    add("**total**", table.totals, counted(table.totals.active_threads, {}),
        counted(table.totals.adds, {}));
    return out;
}

std::string grid_csv(const Trace& trace) {
    std::string out = "event,time,kind,block,phase,stride,thread,line,array,element,value\n";
    for (std::size_t i = 0; i < trace.grid_events().size(); ++i) {
        const GridEvent& event = trace.grid_events()[i];
        std::string phase, stride, array, value;
        if (event.step >= 0) {
            const Step& step = trace.steps()[static_cast<std::size_t>(event.step)];
            phase = csv_field(step.phase);
            stride = std::to_string(step.stride);
        }
        if (event.thread != GridEvent::nobody) {
            array = csv_field(trace.name_of(event.array));
            value = value_text(trace, event);
        }
        fmt::format_to(std::back_inserter(out), "{},{},{},{},{},{},{},{},{},{},{}\n", i, event.time,
                       name_of(event.kind), number_field(event.block), phase, stride,
                       number_field(event.thread), event.line > 0 ? number_field(event.line) : "",
                       array, number_field(event.element), value);
    }
    return out;
}

}  // namespace stridescope
