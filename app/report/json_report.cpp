#include "app/report/report.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <ranges>
#include <string>
#include <utility>
#include <vector>

#include "app/analysis/async_copies.h"
#include "app/analysis/check.h"
#include "app/analysis/findings.h"
#include "app/analysis/lines.h"
#include "app/analysis/races.h"
#include "app/analysis/work_columns.h"
#include "app/experiment/text/library_texts.h"
#include "app/experiment/text/scan_flags.h"

namespace stridescope {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const WorkCounts& counts) {
    Json json;
    for (const WorkColumn& column : work_columns())
        json[std::string{column.name}] = column.of(counts);
    return json;
}

/// The counts of one place in the text: what is not known of it is null.
Json json_of(const SiteWork& work) {
    Json json = json_of(work.counts);
    if (!is_uncounted(work.site)) return json;
    for (const WorkColumn& column : work_columns()) {
        if (column.part == WorkColumn::Part::shared) json[std::string{column.name}] = nullptr;
    }
    json["not_counted"] = why_uncounted;
    return json;
}

Json json_of(const WorkRow& row) {
    Json json{{"phase", row.step.phase}, {"stride", row.step.stride}};
    if (!row.step.variables.empty()) json["variables"] = row.step.variables;
    json.update(json_of(row.counts));
    bool as_expected = true;
    for (const WorkColumn& column : work_columns() | std::views::reverse) {  // adds first
        if (column.form == nullptr) continue;
        const auto& form = row.*column.form;
        json[std::string{column.form_name}] = form ? Json(*form) : Json();
        as_expected &= !form || *form == column.of(row.counts);
    }
    json["as_expected"] = as_expected;
    return json;
}

Json json_of(const RecordedFault& found) {
    return {{"kind", found.kind},      {"block", found.block}, {"step", found.step},
            {"thread", found.thread},  {"line", found.line},   {"address", found.address},
            {"message", found.message}};
}

Json json_of(const Trace& trace, const Race& race) {
    const auto access = [&trace](const Race::Access& at) {
        Json json{
            {"thread", at.thread}, {"step", at.step}, {"line", at.line}, {"atomic", at.atomic}};
        if (at.file > 0) json["file"] = trace.file_name(at.file);
        return json;
    };
    const bool reads = race.kind == Race::Kind::read_write;
    return {{"kind", reads ? "read-write" : "write-write"},
            {"block", race.block},
            {"second_block", race.between_blocks() ? Json(race.second_block) : Json()},
            {"interval", race.interval},
            {"word", race.in_shared() ? Json(race.word) : Json()},
            {"array", race.in_shared() || race.array == ArrayId::none
                          ? Json()
                          : Json(trace.name_of(race.array))},
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

Json json_of(const Trace& trace, const Finding& found) {
    Json json{{"kind", name_of(found.kind)},
              {"message", found.text},
              {"step", found.step >= 0 ? Json(found.step) : Json()},
              {"block", found.step >= 0 ? Json(found.block) : Json()},
              {"line", found.place.line > 0 ? Json(found.place.line) : Json()},
              {"times", found.times}};
    if (found.place.file > 0) json["file"] = trace.file_name(found.place.file);
    return json;
}

/// What loads come to as nvcc compiles them; null where that is what is written.
Json compiled_json(const Trace& trace) {
    const AsCompiled compiled = as_compiled(trace);
    if (!compiled.differs()) return {};
    Json json{{"load_requests", compiled.compiled.requests},
              {"load_wavefronts", compiled.compiled.wavefronts},
              {"lines", Json::array()}};
    for (const CompiledLine& line : compiled.lines) {
        json["lines"].push_back({{"line", line.line.line},
                                 {"loads", line.loads},
                                 {"bytes", line.bytes},
                                 {"leaves_out", line.leaves_out},
                                 {"written_requests", line.written.requests},
                                 {"written_wavefronts", line.written.wavefronts},
                                 {"load_requests", line.compiled.requests},
                                 {"load_wavefronts", line.compiled.wavefronts}});
        if (const int file = line.line.file; file > 0)
            json["lines"].back()["file"] = trace.file_name(file);
    }
    return json;
}

/// Lines with copies that no count of shared memory has.
Json uncounted_json(const Trace& trace) {
    Json json = Json::array();
    for (const auto& [place, operation] : uncounted_lines(trace)) {
        json.push_back({{"line", place.line},
                        {"operation", operation},
                        {"requests", nullptr},
                        {"wavefronts", nullptr},
                        {"excess", nullptr},
                        {"why", why_uncounted}});
        if (place.file > 0) json.back()["file"] = trace.file_name(place.file);
    }
    return json;
}

/// What the run is, and its arrays.
void add_text(Json& json, const Trace& trace) {
    const TextSpec& text = trace.experiment().text;
    json["title"] = trace.facts().title;
    json["text"] = text.path;
    json["defines"] = Json::object();
    for (const auto& [name, value] : text.defines) json["defines"][name] = value;
    if (text.weak_memory) json["memory"] = text_of_memory(text.weak_memory);
    json["launches"] = Json::array();
    for (const LaunchFacts& launch : trace.launches()) {
        json["launches"].push_back({{"kernel", launch.kernel},
                                    {"grid", launch.grid},
                                    {"block", launch.block},
                                    {"shared_bytes", launch.shared_bytes}});
    }
    json["arrays"] = Json::array();
    for (const ArrayFacts& array : trace.facts().arrays) {
        json["arrays"].push_back({{"name", array.name},
                                  {"space", name_of(array.space)},
                                  {"type", name_of(array.type)},
                                  {"extents", array.extents},
                                  {"role", name_of(array.role)}});
    }
    json["compared_with"] = is_checked(trace) ? Json(oracle_name(trace)) : Json();
    json["printed"] = trace.data().printed;
    const TraceData& run = trace.data();
    json["guessed"] = run.guessed.empty() ? Json() : Json(run.guessed);
    json["stopped"] = run.stopped.empty() ? Json() : Json(run.stopped);
    json["shortened"] = run.shortened.empty() ? Json() : Json(run.shortened);
    json["measures_time"] = run.measures_time;
    json["exit_code"] = run.exit_code ? Json(*run.exit_code) : Json();
}

/// A race is there in every block and at every stride: the first ones tell what is to be known.
constexpr std::size_t most_races_listed = 100;

}  // namespace

std::string json_report(const Trace& trace, ReportCut cut) {
    const Experiment& e = trace.experiment();
    const WorkTable table = work_table(trace);
    const auto wrong = first_wrong(trace);
    Json json;
    const std::string id = kernel_id(e.text);
    json["kernel"] = id.empty() ? name_of(e.text) : id;
    json["n"] = trace.n();
    json["block"] = trace.threads();
    for (const auto& [name, value] : e.text.defines) {
        if (name == "COARSEN") json["coarsen"] = std::atoi(value.c_str());
    }
    for (const ScanSetting& setting : scan_settings(e.text)) json[setting.name] = setting.value;
    add_text(json, trace);
    json["engine"] = trace.engine();
    json["device"] = trace.device_words();
    json["rounded_sums"] = trace.data().rounded_sums;
    const TraceFacts& facts = trace.facts();
    json["broken"] = facts.is_broken();
    json["twin"] = facts.is_broken() ? Json(facts.broken.correct) : Json();
    json["output_ok"] = is_checked(trace) ? Json(!wrong) : Json();
    json["first_wrong"] =
        wrong ? Json{{"index", wrong->index}, {"expected", wrong->expected}, {"got", wrong->got}}
              : Json();
    if (wrong) json["first_wrong"]["array"] = trace.name_of(wrong->array);
    json["last"] =
        trace.output().size() > 0 ? Json(trace.output().text(trace.output().size() - 1)) : Json();
    json["section"] = trace.section();
    json["grid"] = trace.grid();
    json["recorded_blocks"] = trace.blocks();
    json["diagnostics"] = Json::array();
    for (const RecordedFault& found : trace.diagnostics()) {
        json["diagnostics"].push_back(json_of(found));
    }
    const std::vector<Race> races = races_of(trace);
    json["race_count"] = count_of_races(trace);
    json["races"] = Json::array();
    for (std::size_t i = 0; i < std::min(races.size(), most_races_listed); ++i) {
        json["races"].push_back(json_of(trace, races[i]));
    }
    json["padding_effect"] = json_of(padding_effect(trace));
    json["findings"] = Json::array();
    for (const Finding& found : findings(trace)) {
        json["findings"].push_back(json_of(trace, found));
    }
    json["totals"] = {{"phase", "total"}, {"stride", nullptr}};
    json["totals"].update(json_of(table.totals));
    json["not_counted"] = uncounted_json(trace);
    json["as_compiled"] = compiled_json(trace);
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
                                     {"event", access_name(work.site)}});
            json["sites"].back().update(json_of(work));
        }
    }
    return json.dump(2) + "\n";
}

}  // namespace stridescope
