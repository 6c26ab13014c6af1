#include "app/report/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "app/analysis/check.h"
#include "app/analysis/findings.h"
#include "app/analysis/narration.h"
#include "app/analysis/padding_effect.h"
#include "app/analysis/races.h"
#include "app/analysis/work.h"
#include "app/report/table_text.h"

namespace stridescope {
namespace {

using Json = nlohmann::ordered_json;

/// The counts under their fixed names, in order.
std::vector<std::pair<const char*, std::int64_t>> named(const WorkCounts& c) {
    return {{"active_threads", c.active_threads},
            {"active_warps", c.active_warps},
            {"adds", c.adds},
            {"barriers", c.barriers},
            {"load_requests", c.load_requests},
            {"load_wavefronts", c.load_wavefronts},
            {"load_excess", c.load_excess},
            {"store_requests", c.store_requests},
            {"store_wavefronts", c.store_wavefronts},
            {"store_excess", c.store_excess},
            {"max_degree", c.max_degree},
            {"global_load_requests", c.global_load_requests},
            {"global_load_sectors", c.global_load_sectors},
            {"global_load_lines", c.global_load_lines},
            {"global_store_requests", c.global_store_requests},
            {"global_store_sectors", c.global_store_sectors},
            {"global_store_lines", c.global_store_lines},
            {"global_ideal_sectors", c.global_ideal_sectors}};
}

/// Those that stand in the table for people, which has to fit a terminal.
bool in_text(std::string_view name) {
    return !name.starts_with("global_");
}

Json json_of(const WorkCounts& counts) {
    Json json;
    for (const auto& [name, value] : named(counts)) json[name] = value;
    return json;
}

Json or_null(const std::optional<std::int64_t>& value) {
    return value ? Json(*value) : Json();
}

Json json_of(const WorkRow& row) {
    Json json{{"phase", row.step.phase}, {"stride", row.step.stride}};
    json.update(json_of(row.counts));
    json["expected_adds"] = or_null(row.expected_adds);
    json["expected_active_threads"] = or_null(row.expected_active_threads);
    json["as_expected"] = !row.adds_differ() && !row.active_threads_differ();
    return json;
}

Json json_of(const Diagnostic& found) {
    return {{"kind", found.kind},      {"block", found.block}, {"step", found.step},
            {"thread", found.thread},  {"line", found.line},   {"address", found.address},
            {"message", found.message}};
}

Json json_of(const Trace& trace, const Race& race) {
    const auto access = [](const Race::Access& at) {
        return Json{
            {"thread", at.thread}, {"step", at.step}, {"line", at.line}, {"atomic", at.atomic}};
    };
    const bool reads = race.kind == Race::Kind::read_write;
    return {{"kind", reads ? "read-write" : "write-write"},
            {"block", race.block},
            {"second_block", race.between_blocks() ? Json(race.second_block) : Json()},
            {"interval", race.interval},
            {"word", race.in_shared() ? Json(race.word) : Json()},
            {"array", race.in_shared() ? Json() : Json(trace.name_of(race.array))},
            {"element", race.in_shared() ? Json() : Json(race.element)},
            {"first", access(race.first)},
            {"second", access(race.second)},
            {"message", sentence(trace, race)}};
}

Json json_of(const std::optional<PaddingEffect>& effect) {
    if (!effect) return {};
    return {
        {"excess", effect->excess}, {"without", effect->without}, {"as_chosen", effect->as_chosen}};
}

/// A race is there in every block and at every stride: the first ones tell what is to be known.
constexpr std::size_t most_races_listed = 100;
constexpr std::size_t most_races_told = 3;

std::string json_report(const Trace& trace, ReportCut cut) {
    const Experiment& e = trace.experiment();
    const WorkTable table = work_table(trace);
    const auto wrong = first_wrong(trace);
    Json json;
    json["kernel"] = e.kernel;
    json["n"] = trace.n();
    json["block"] = e.block;
    json["coarsen"] = e.coarsen;
    json["pad"] = name_of(e.padding);
    json["type"] = name_of(e.type);
    json["op"] = name_of(e.op);
    json["scan"] = name_of(e.scan);
    json["engine"] = trace.engine();
    json["device"] = trace.device();
    const TraceFacts& facts = trace.facts();
    json["broken"] = facts.is_broken();
    json["twin"] = facts.is_broken() ? Json(facts.broken.correct) : Json();
    json["scope"] = name_of(facts.scope);
    json["output_ok"] = !wrong;
    json["first_wrong"] =
        wrong ? Json{{"index", wrong->index}, {"expected", wrong->expected}, {"got", wrong->got}}
              : Json();
    json["last"] =
        trace.n() > 0 ? Json(trace.output().text(static_cast<std::size_t>(trace.n() - 1))) : Json();
    json["section"] = trace.shape().section;
    json["grid"] = trace.grid();
    json["recorded_blocks"] = trace.blocks();
    json["diagnostics"] = Json::array();
    for (const Diagnostic& found : trace.diagnostics()) {
        json["diagnostics"].push_back(json_of(found));
    }
    const std::vector<Race> races = races_of(trace);
    json["race_count"] = races.size();
    json["races"] = Json::array();
    for (std::size_t i = 0; i < std::min(races.size(), most_races_listed); ++i) {
        json["races"].push_back(json_of(trace, races[i]));
    }
    json["padding_effect"] = json_of(padding_effect(trace));
    json["findings"] = Json::array();
    for (const Finding& found : findings(trace)) {
        json["findings"].push_back({{"kind", name_of(found.kind)}, {"message", found.text}});
    }
    json["totals"] = {{"phase", "total"}, {"stride", nullptr}};
    json["totals"].update(json_of(table.totals));
    json["steps"] = Json::array();
    for (const WorkRow& row : table.rows) json["steps"].push_back(json_of(row));
    if (cut == ReportCut::warp) {
        json["warps"] = Json::array();
        for (const WorkCounts& counts : work_by_warp(trace)) {
            json["warps"].push_back({{"warp", json["warps"].size()}});
            json["warps"].back().update(json_of(counts));
        }
    }
    if (cut == ReportCut::site) {
        json["sites"] = Json::array();
        for (const SiteWork& work : work_by_site(trace)) {
            json["sites"].push_back({{"line", work.site.line},
                                     {"operand", work.site.operand},
                                     {"event", name_of(work.site.event)}});
            json["sites"].back().update(json_of(work.counts));
        }
    }
    return json.dump(2) + "\n";
}

/// The table of the chosen cut. CSV has plain names and bare numbers; text marks differences from
/// the closed form with an asterisk.
class TableBuilder {
  public:
    TableBuilder(const Trace& trace, bool for_people) : trace_{trace}, people_{for_people} {}

    TextTable build(ReportCut cut) const {
        if (cut == ReportCut::warp) return by_warp();
        if (cut == ReportCut::site) return by_site();
        return by_step();
    }

  private:
    void add_count_titles(TextTable& table) const {
        for (const auto& [name, value] : named({})) {
            (void)value;
            if (people_ && !in_text(name)) continue;
            table.header.emplace_back(people_ ? short_title(name) : name);
        }
    }
    /// Short, so that the table fits a terminal: loads and stores stand beside their costs.
    static std::string short_title(std::string_view name) {
        static const std::map<std::string_view, const char*> titles{
            {"active_threads", "threads"},   {"active_warps", "warps"},
            {"load_requests", "loads"},      {"load_wavefronts", "wavefr."},
            {"load_excess", "excess"},       {"store_requests", "stores"},
            {"store_wavefronts", "wavefr."}, {"store_excess", "excess"},
            {"max_degree", "degree"}};
        const auto title = titles.find(name);
        return title == titles.end() ? std::string{name} : title->second;
    }
    void add_counts(std::vector<std::string>& row, const WorkCounts& counts) const {
        for (const auto& [name, value] : named(counts)) {
            if (!people_ || in_text(name)) row.push_back(std::to_string(value));
        }
    }

    TextTable by_step() const {
        const WorkTable work = work_table(trace_);
        TextTable table{.header = {"phase", "stride"}};
        add_count_titles(table);
        table.header.emplace_back(people_ ? "=adds" : "expected_adds");
        table.header.emplace_back(people_ ? "=threads" : "expected_active_threads");
        const auto formula = [&](const std::optional<std::int64_t>& value, bool differs) {
            if (!value) return std::string{};
            return std::to_string(*value) + (people_ && differs ? " *" : "");
        };
        for (const WorkRow& row : work.rows) {
            std::vector<std::string> cells{row.step.phase, stride_text(row.step.stride)};
            add_counts(cells, row.counts);
            cells.push_back(formula(row.expected_adds, row.adds_differ()));
            cells.push_back(formula(row.expected_active_threads, row.active_threads_differ()));
            table.rows.push_back(std::move(cells));
        }
        std::vector<std::string> total{"total", ""};
        add_counts(total, work.totals);
        total.resize(table.header.size());
        table.rows.push_back(std::move(total));
        return table;
    }
    std::string stride_text(int stride) const {
        return stride == 0 && people_ ? std::string{} : std::to_string(stride);
    }
    TextTable by_warp() const {
        TextTable table{.header = {"warp"}, .rows = {}, .left_columns = 0};
        add_count_titles(table);
        for (const WorkCounts& counts : work_by_warp(trace_)) {
            std::vector<std::string> cells{std::to_string(table.rows.size())};
            add_counts(cells, counts);
            table.rows.push_back(std::move(cells));
        }
        return table;
    }
    TextTable by_site() const {
        TextTable table{.header = {"event", "line", "operand"}};
        add_count_titles(table);
        for (const SiteWork& work : work_by_site(trace_)) {
            std::vector<std::string> cells{std::string{name_of(work.site.event)},
                                           std::to_string(work.site.line),
                                           std::to_string(work.site.operand)};
            add_counts(cells, work.counts);
            table.rows.push_back(std::move(cells));
        }
        return table;
    }

    const Trace& trace_;
    bool people_;
};

std::string head_text(const Trace& trace) {
    const Experiment& e = trace.experiment();
    const TraceFacts& facts = trace.facts();
    std::string text = fmt::format(
        "{} · {} {} of type {}, operator {}{} · block {}, coarsening {}, padding {}\n", facts.title,
        trace.n(), trace.n() == 1 ? "element" : "elements", name_of(e.type), name_of(e.op),
        e.scan == Scan::exclusive ? ", exclusive" : "", e.block, e.coarsen, name_of(e.padding));
    text += fmt::format("recorded on {}, {} of {} {}\n", trace.device(), trace.blocks(),
                        trace.grid(), trace.grid() == 1 ? "block" : "blocks");
    if (facts.is_broken()) {
        text += fmt::format("BROKEN ON PURPOSE: {} Its right twin is {}.\n", facts.broken.summary,
                            facts.broken.correct);
        if (!facts.broken.hidden.empty()) text += facts.broken.hidden + "\n";
    }
    if (trace.grid() > 1 && facts.scope == Scope::whole) {
        text += "The kernel claims to scan the whole input, over all blocks.\n";
    } else if (trace.grid() > 1) {
        text += fmt::format(
            "Each block scans its own section of {} elements; nothing is carried from one block "
            "to the next.\n",
            trace.shape().section);
    }
    for (const Diagnostic& found : trace.diagnostics()) {
        text += fmt::format("! {}\n", found.message);
    }
    const std::vector<Race> races = races_of(trace);
    for (std::size_t i = 0; i < std::min(races.size(), most_races_told); ++i) {
        text += fmt::format("! {}\n", sentence(trace, races[i]));
    }
    if (races.size() > most_races_told) {
        text += fmt::format("! … and {} races more\n", races.size() - most_races_told);
    }
    for (const Finding& found : findings(trace)) {
        using Kind = Finding::Kind;
        // Races and diagnostics stand above, the result below the table.
        const bool told = found.kind == Kind::diagnostic || found.kind == Kind::race ||
                          found.kind == Kind::result;
        if (!told) text += fmt::format("! {}\n", found.text);
    }
    return text;
}

/// How well the accesses to global memory were coalesced.
std::string global_text(const Trace& trace) {
    if (!trace.records_global()) return {};
    const WorkCounts totals = work_table(trace).totals;
    const auto some = [](std::int64_t count, const char* noun) {
        return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
    };
    return fmt::format(
        "global memory: {} of warps in {} of 32 bytes, {} in {}; as few as {} could do.\n",
        some(totals.global_load_requests, "load"), some(totals.global_load_sectors, "sector"),
        some(totals.global_store_requests, "store"), totals.global_store_sectors,
        totals.global_ideal_sectors);
}

std::string result_text(const Trace& trace) {
    if (trace.n() == 0) return "The input is empty: there is nothing to scan.\n";
    constexpr std::int64_t most_shown = 16;
    const std::int64_t first = std::max<std::int64_t>(0, trace.n() - most_shown);
    std::string text = first > 0 ? "result … " : "result ";
    for (std::int64_t i = first; i < trace.n(); ++i) {
        text += trace.output().text(static_cast<std::size_t>(i)) + (i + 1 < trace.n() ? " " : "\n");
    }
    return text;
}

std::string check_text(const Trace& trace) {
    if (const auto wrong = first_wrong(trace)) {
        return fmt::format("WRONG: element {} is {}, the {} has {}\n", wrong->index, wrong->got,
                           oracle_name(trace), wrong->expected);
    }
    if (trace.n() == 0) return "";
    return fmt::format("right: equal to the {} of {}\n", oracle_name(trace),
                       trace.facts().scope == Scope::whole ? "the whole input" : "every section");
}

}  // namespace

std::string report(const Trace& trace, ReportFormat format, ReportCut cut) {
    if (format == ReportFormat::json) return json_report(trace, cut);
    const TextTable table = TableBuilder{trace, format == ReportFormat::text}.build(cut);
    if (format == ReportFormat::csv) return csv(table);
    std::string text = head_text(trace) + "\n" + aligned(table);
    if (cut == ReportCut::step) {
        text +=
            "loads, stores: requests of warps to shared memory. excess: wavefronts that bank "
            "conflicts cost.\n=adds, =threads: what the textbook's closed form says.\n";
        text += global_text(trace);
    }
    if (text.find(" *\n") != std::string::npos || text.find(" * ") != std::string::npos) {
        text += "* differs from the closed form\n";
    }
    return text + "\n" + check_text(trace) + result_text(trace);
}

std::string narration(const Trace& trace, int block) {
    if (trace.blocks() > 0 && (block < 0 || block >= trace.blocks())) {
        throw UsageError(fmt::format("There is no block {}: the trace has blocks 0 … {}.", block,
                                     trace.blocks() - 1));
    }
    std::string text;
    int step = 0;
    for (const std::string& sentence : narrate_all(trace, block)) {
        text += fmt::format("{}. {}\n", ++step, sentence);
    }
    return text.empty() ? "Nothing was recorded: there are no elements to scan.\n" : text;
}

}  // namespace stridescope
