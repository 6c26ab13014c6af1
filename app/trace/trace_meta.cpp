#include "app/trace/trace_meta.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/io/json_text.h"
#include "app/io/printable.h"
#include "app/trace/times_columns.h"
#include "app/trace/trace.h"

namespace stridescope {
namespace {

// A trace's facts as parts of its meta.json, and back. What cannot be a trace's is refused by
// UsageError with half a sentence.

std::string_view type_name(const ArrayFacts& array) {
    return array.integers && array.type == ElementType::i32 ? "int" : name_of(array.type);
}

Json json_of(const ArrayFacts& array) {
    Json json{{"name", array.name},
              {"space", name_of(array.space)},
              {"type", type_name(array)},
              {"extents", array.extents},
              {"role", name_of(array.role)}};
    if (array.offset > 0) json["offset"] = array.offset;
    // The type of `int` says so.
    if (array.integers && array.type != ElementType::i32) json["orders"] = true;
    return json;
}

void read_meant(BrokenFacts& broken, const Json& meant) {
    broken.meant_array = meant.at("array");
    const Json& words = meant.at("words");
    constexpr std::size_t most = std::numeric_limits<std::uint16_t>::max() + std::size_t{1};
    if (!words.is_array() || words.size() > most) {
        throw UsageError(fmt::format("\"meant\" has more than {} words", most));
    }
    for (const Json& word : words) broken.meant_words.push_back(whole<std::int32_t>(word));
}

/// As many arrays as an ArrayId can number.
constexpr std::size_t most_arrays = 250;
/// Elements of all arrays are numbered in 32 bits.
constexpr std::int64_t most_elements = std::numeric_limits<std::uint32_t>::max();

void require_few(std::size_t arrays, std::string_view key) {
    if (arrays > most_arrays) {
        throw UsageError(
            fmt::format("the number of arrays in \"{}\" {} is out of range", key, arrays));
    }
}

void set_type(ArrayFacts& array, const std::string& name) {
    array.integers = name == "int";
    array.type = array.integers ? ElementType::i32 : named(number_types, name, "type");
}

ArrayFacts array_of(const Json& json) {
    ArrayFacts array{.name = json.at("name"),
                     .space = named(spaces, json.at("space"), "space"),
                     .role = named(roles, json.at("role"), "role")};
    set_type(array, json.at("type"));
    array.integers = array.integers || json.value("orders", false);
    std::int64_t size = 1;
    for (const Json& extent : json.at("extents")) {
        array.extents.push_back(whole<std::int64_t>(extent));
        const std::int64_t length = array.extents.back();
        // Nothing overflows: what stands here so far is at most as large as most_elements.
        const bool fits = length >= 0 && length <= most_elements &&
                          (length == 0 || size <= most_elements / length);
        if (!fits) {
            throw UsageError(
                fmt::format("the size of \"{}\" is out of range", excerpt(array.name)));
        }
        size *= length;
    }
    array.offset = whole<std::int64_t>(json.value("offset", Json(0)));
    if (array.offset < 0 || array.offset > most_elements) {
        throw UsageError(fmt::format("the offset of \"{}\" is out of range", array.name));
    }
    if (array.extents.empty() || array.extents.size() > ArrayFacts::most_dimensions) {
        throw UsageError(fmt::format("\"{}\" has {} dimensions, not one to {}", excerpt(array.name),
                                     array.extents.size(), ArrayFacts::most_dimensions));
    }
    return array;
}

void add_facts(Json& meta, const TraceFacts& facts) {
    meta["title"] = facts.title;
    const BrokenFacts& broken = facts.broken;
    meta["broken"] = broken.correct.empty() ? Json()
                                            : Json{{"correct", broken.correct},
                                                   {"summary", broken.summary},
                                                   {"hidden", broken.hidden}};
    if (!broken.meant_array.empty()) {
        meta["broken"]["meant"] = {{"array", broken.meant_array}, {"words", broken.meant_words}};
    }
    if (facts.multiplies_tiles) meta["multiplies_tiles"] = true;
    meta["arrays"] = Json::array();
    for (const ArrayFacts& array : facts.arrays) meta["arrays"].push_back(json_of(array));
}

/// All but the elements of the cells, which are no part of meta.json, and the steps' counts.
void read_facts(TraceData& d, const Json& meta) {
    TraceFacts& facts = d.facts;
    facts.title = meta.at("title");
    if (const Json& broken = meta.at("broken"); !broken.is_null()) {
        facts.broken = {.correct = broken.at("correct"),
                        .summary = broken.at("summary"),
                        .hidden = broken.at("hidden")};
        if (broken.contains("meant")) read_meant(facts.broken, broken.at("meant"));
    }
    facts.multiplies_tiles = meta.value("multiplies_tiles", false);
    require_few(meta.at("arrays").size(), "arrays");
    for (const Json& array : meta.at("arrays")) {
        facts.arrays.push_back(array_of(array));
        const std::string& name = facts.arrays.back().name;
        if (std::ranges::count(facts.arrays, name, &ArrayFacts::name) > 1) {
            throw UsageError(fmt::format("there are two arrays \"{}\"", excerpt(name)));
        }
    }
}

Json json_of(const ExpectedCounts& expected) {
    Json json = Json::object();
    if (expected.active_threads) json["active_threads"] = *expected.active_threads;
    if (expected.adds) json["adds"] = *expected.adds;
    return json;
}

ExpectedCounts expected_of(const Json& step) {
    const Json json = step.value("expected", Json::object());
    const auto count = [&](const char* name) -> std::optional<std::int64_t> {
        if (!json.contains(name)) return std::nullopt;
        return whole<std::int32_t>(json.at(name));
    };
    return {.active_threads = count("active_threads"), .adds = count("adds")};
}

ArrayId array_named(const std::string& name, const TraceData& d) {
    const auto found = std::ranges::find(d.facts.arrays, name, &ArrayFacts::name);
    if (found == d.facts.arrays.end())
        throw UsageError(fmt::format("unknown array \"{}\"", excerpt(name)));
    return static_cast<ArrayId>(found - d.facts.arrays.begin());
}

Json json_of(const Race::Access& access) {
    Json json{{"thread", access.thread}, {"step", access.step}, {"line", access.line}};
    if (access.atomic) json["atomic"] = true;
    if (access.file > 0) json["file"] = access.file;
    return json;
}

Json json_of(const Race& race, const TraceData& d) {
    Json json{{"kind", name_of(race.kind)},
              {"weight", name_of(race.weight)},
              {"block", race.block},
              {"second_block", race.second_block},
              {"interval", race.interval},
              {"word", race.word},
              {"element", race.element},
              {"first", json_of(race.first)},
              {"second", json_of(race.second)},
              {"place", race.place}};
    if (race.array != ArrayId::none) json["array"] = d.array(race.array).name;
    if (race.by_flags) json["by_flags"] = true;
    return json;
}

Race::Access race_access_of(const Json& json) {
    return {.thread = whole<int>(json.at("thread")),
            .step = whole<int>(json.at("step")),
            .line = whole<int>(json.at("line")),
            .atomic = json.value("atomic", false),
            .file = whole<int>(json.value("file", Json(0)))};
}

Race race_of(const Json& json, const TraceData& d) {
    Race race{.kind = named(race_kinds, json.at("kind"), "kind of race"),
              .block = whole<int>(json.at("block")),
              .second_block = whole<int>(json.at("second_block")),
              .interval = whole<int>(json.at("interval")),
              .word = whole<int>(json.at("word")),
              .element = whole<std::int64_t>(json.at("element")),
              .first = race_access_of(json.at("first")),
              .second = race_access_of(json.at("second")),
              .weight = named(race_weights, json.at("weight"), "weight of a race"),
              .place = json.at("place")};
    if (json.contains("array")) race.array = array_named(json.at("array"), d);
    race.by_flags = json.value("by_flags", false);
    return race;
}

Json json_of(const CopyGroup::Moment& moment) {
    Json json{{"step", moment.step}, {"line", moment.line}};
    if (moment.file > 0) json["file"] = moment.file;
    return json;
}

Json json_of(const CopyGroup& copies) {
    Json json{
        {"block", copies.block},     {"group", copies.group}, {"first_thread", copies.first_thread},
        {"threads", copies.threads}, {"bytes", copies.bytes}, {"begun", json_of(copies.begun)}};
    if (copies.at_barrier) json["at_barrier"] = true;
    if (copies.out) json["out"] = true;
    if (copies.committed.is_known()) json["committed"] = json_of(copies.committed);
    if (copies.awaited.is_known()) json["awaited"] = json_of(copies.awaited);
    if (copies.too_early.is_known())
        json[copies.out ? "overwritten" : "read_early"] = json_of(copies.too_early);
    return json;
}

CopyGroup::Moment moment_of(const Json& json, const char* key) {
    if (!json.contains(key)) return {};
    const Json& moment = json.at(key);
    return {.step = whole<int>(moment.at("step")),
            .line = whole<int>(moment.at("line")),
            .file = whole<int>(moment.value("file", Json(0)))};
}

CopyGroup copies_of(const Json& json) {
    const bool out = json.value("out", false);
    return {.block = whole<int>(json.at("block")),
            .group = whole<int>(json.at("group")),
            .at_barrier = json.value("at_barrier", false),
            .out = out,
            .first_thread = whole<int>(json.at("first_thread")),
            .threads = whole<int>(json.at("threads")),
            .bytes = whole<std::int64_t>(json.at("bytes")),
            .begun = moment_of(json, "begun"),
            .committed = moment_of(json, "committed"),
            .awaited = moment_of(json, "awaited"),
            .too_early = moment_of(json, out ? "overwritten" : "read_early")};
}

/// Without the full stop, for a sentence that goes on.
std::string_view without_stop(std::string_view sentence) {
    if (sentence.ends_with('.')) sentence.remove_suffix(1);
    return sentence;
}

/// What a program printed has lines; all else is one.
std::string shown_text(std::string_view key, const std::string& text) {
    return key == "printed" ? printable_lines(text) : printable(text);
}

/// Takes out of a device's name what files said in it before they had "rounded_sums"; whether it
/// was there.
bool take_remark(std::string& device) {
    constexpr std::string_view remark =
        ", whose tensor cores' sums may differ from a GPU's in their last bits";
    const std::size_t at = device.find(remark);
    if (at == std::string::npos) return false;
    device.erase(at, remark.size());
    return true;
}

}  // namespace

std::string included_member(std::size_t number) {
    return fmt::format("included_{}.cu", number + 1);
}

std::string meta_json(const TraceData& d) {
    Json meta;
    meta["format"] = trace_format;
    meta["version"] = trace_format_version;
    meta["engine"] = d.engine;
    meta["device"] = d.device;
    if (d.rounded_sums) meta["rounded_sums"] = true;
    Json& experiment = meta["experiment"];
    experiment["engine"] = name_of(d.experiment.engine);
    experiment["first_blocks"] =
        d.experiment.first_blocks ? Json(*d.experiment.first_blocks) : Json();
    experiment["schedule"] = text_of(d.experiment.schedule);
    experiment["sms"] = d.experiment.sms;
    experiment["resident"] = d.experiment.resident;
    meta["n"] = d.n;
    meta["threads"] = d.threads;
    meta["section"] = d.section;
    meta["words"] = d.words;
    meta["grid"] = d.grid;
    meta["blocks"] = d.blocks;
    meta["steps"] = Json::array();
    for (std::size_t s = 0; s < d.steps.size(); ++s) {
        Json step{{"phase", d.steps[s].phase}, {"stride", d.steps[s].stride}};
        if (!d.steps[s].variables.empty()) step["variables"] = d.steps[s].variables;
        if (d.steps[s].launch > 0) step["launch"] = d.steps[s].launch;
        const bool expects = s < d.facts.expected.size();
        if (expects && d.facts.expected[s] != ExpectedCounts{}) {
            step["expected"] = json_of(d.facts.expected[s]);
        }
        meta["steps"].push_back(std::move(step));
    }
    meta["text"] = d.text_name;
    meta["includes"] = Json::array();
    for (const IncludedText& included : d.includes) meta["includes"].push_back(included.name);
    meta["clock"] = d.clock;
    add_facts(meta, d.facts);
    add_text_run(meta, d);
    meta["sites"] = Json::array();
    for (const TraceSite& site : d.sites) {
        Json entry{{"line", site.line}, {"operand", site.operand}, {"event", name_of(site.event)}};
        if (site.array != ArrayId::none) entry["array"] = d.array(site.array).name;
        if (site.bytes > 0) entry["bytes"] = site.bytes;
        if (site.file > 0) entry["file"] = site.file;
        if (is_remote(site.event)) entry["rank"] = site.rank;
        if (!site.operation.empty()) entry["operation"] = site.operation;
        meta["sites"].push_back(std::move(entry));
    }
    meta["diagnostics"] = Json::array();
    for (const RecordedFault& found : d.diagnostics) {
        meta["diagnostics"].push_back({{"kind", found.kind},
                                       {"block", found.block},
                                       {"step", found.step},
                                       {"thread", found.thread},
                                       {"line", found.line},
                                       {"address", found.address},
                                       {"message", found.message}});
    }
    if (d.times) meta["times"] = json_of(*d.times);
    if (d.races_judged) {
        meta["races"] = Json::array();
        for (const Race& race : d.races) meta["races"].push_back(json_of(race, d));
        meta["races_left_out"] = d.races_left_out;
    }
    if (!d.copies.empty()) {
        meta["copies"] = Json::array();
        for (const CopyGroup& copies : d.copies) meta["copies"].push_back(json_of(copies));
    }
    // A path in it may be no UTF-8; its odd bytes are lost, the trace is not.
    return meta.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

namespace {

/// 1.0.0 kept no included text, but sites in them: each gets as many blank lines as they need.
void stand_in_for_includes(TraceData& d) {
    for (const TraceSite& site : d.sites) {
        if (site.file < 0 || std::cmp_greater(site.file, most_includes)) return;  // is refused
        const auto files = static_cast<std::size_t>(site.file);
        while (d.includes.size() < files) {
            d.includes.push_back({.name = fmt::format("included text {} (its lines were not kept)",
                                                      d.includes.size() + 1),
                                  .text = "\n"});
        }
        if (files == 0 || site.line < 1 || site.line > most_lines) continue;
        std::string& lines = d.includes[files - 1].text;
        lines.resize(std::max(lines.size(), static_cast<std::size_t>(site.line)), '\n');
    }
}

}  // namespace

TraceData parse_meta_json(const std::string& text, const std::string& source, FileMeta& file) {
    try {
        const Json meta = parse_json<Json>(text, {.bytes = most_meta_bytes, .text = shown_text});
        if (meta.at("format") == "stridescope-trace")
            throw UsageError("it was recorded by a version before 1.0: record it anew");
        if (meta.at("format") != trace_format) throw UsageError("it is not a StrideScope trace");
        const int version = file.version = whole<int>(meta.at("version"));
        if (version < 1 || version > trace_format_version) {
            throw UsageError(
                fmt::format("its format is version {}, this program reads versions 1 and {}",
                            version, trace_format_version));
        }
        TraceData d;
        d.engine = meta.at("engine");
        d.device = meta.at("device");
        d.rounded_sums = meta.value("rounded_sums", false) || take_remark(d.device);
        const Json& experiment = meta.at("experiment");
        d.experiment.engine = parse_engine(experiment.at("engine"));
        if (const Json& first = experiment.at("first_blocks"); !first.is_null()) {
            d.experiment.first_blocks = whole<int>(first);
        }
        d.experiment.schedule = parse_schedule(experiment.at("schedule"));
        d.experiment.sms = whole<int>(experiment.at("sms"));
        d.experiment.resident = whole<int>(experiment.at("resident"));
        // 1.0.0, which wrote version 1 of the format, wrote neither "members" nor "includes".
        const bool of_1_0 = version == 1 && !meta.contains("members") && !meta.contains("includes");
        const Json none = Json::array();
        for (const Json& member : of_1_0 ? none : meta.at("members"))
            file.members.push_back(member);
        for (const Json& array : version == 1 ? none : meta.at("unchanged"))
            file.unchanged.push_back(whole<std::uint32_t>(array));
        d.clock = meta.at("clock");
        d.text_name = meta.at("text");
        const Json& includes = of_1_0 ? none : meta.at("includes");
        if (includes.size() > most_includes)
            throw UsageError("the number of included texts is out of range");
        for (const Json& included : includes) d.includes.push_back({.name = included, .text = {}});
        d.n = whole<std::int64_t>(meta.at("n"));
        d.threads = whole<int>(meta.at("threads"));
        d.section = whole<int>(meta.at("section"));
        d.words = whole<int>(meta.at("words"));
        d.grid = whole<std::int64_t>(meta.at("grid"));
        d.blocks = whole<int>(meta.at("blocks"));
        read_facts(d, meta);
        read_text_run(d, meta);
        for (const Json& step : meta.at("steps")) {
            d.steps.push_back({.phase = step.at("phase"),
                               .stride = whole<int>(step.at("stride")),
                               .variables = step.value("variables", ""),
                               .launch = whole<int>(step.value("launch", Json(0)))});
            d.facts.expected.push_back(expected_of(step));
        }
        if (std::ranges::all_of(d.facts.expected, &ExpectedCounts::says_nothing))
            d.facts.expected.clear();
        for (const Json& site : meta.at("sites")) {
            d.sites.push_back({whole<int>(site.at("line")), whole<int>(site.at("operand")),
                               named(events, site.at("event"), "event")});
            TraceSite& made = d.sites.back();
            if (site.contains("array")) made.array = array_named(site.at("array"), d);
            made.bytes = whole<int>(site.value("bytes", Json(0)));
            made.file = whole<int>(site.value("file", Json(0)));
            if (is_remote(made.event)) made.rank = whole<int>(site.at("rank"));
            made.operation = site.value("operation", std::string{});
        }
        if (of_1_0) stand_in_for_includes(d);
        for (const Json& found : meta.at("diagnostics")) {
            d.diagnostics.push_back({.kind = found.at("kind"),
                                     .block = whole<int>(found.at("block")),
                                     .step = whole<int>(found.at("step")),
                                     .thread = whole<int>(found.at("thread")),
                                     .line = whole<int>(found.at("line")),
                                     .address = whole<std::int64_t>(found.at("address")),
                                     .message = found.at("message")});
        }
        if (meta.contains("times")) d.times = times_of(meta.at("times"));
        if (meta.contains("races")) {
            d.races_judged = true;
            for (const Json& race : meta.at("races")) d.races.push_back(race_of(race, d));
            d.races_left_out = whole<std::int64_t>(meta.at("races_left_out"));
        }
        if (meta.contains("copies")) {
            for (const Json& copies : meta.at("copies")) d.copies.push_back(copies_of(copies));
        }
        return d;
    } catch (const Json::exception& error) {
        throw UsageError(fmt::format("{} cannot be read: its meta.json is broken ({}).", source,
                                     json_fault(error)));
    } catch (const UsageError& error) {
        throw UsageError(fmt::format("{} cannot be read: {}.", source, without_stop(error.what())));
    }
}

namespace {

constexpr std::size_t most_launches = 1 << 16;

Json json_of(const std::vector<Setting>& settings) {
    Json list = Json::array();
    for (const auto& [name, value] : settings) list.push_back({name, value});
    return list;
}

std::vector<Setting> settings_of(const Json& list) {
    std::vector<Setting> settings;
    for (const Json& pair : list) {
        settings.emplace_back(pair.at(0).get<std::string>(), pair.at(1).get<std::string>());
    }
    return settings;
}

std::array<std::uint32_t, 3> extents_of(const Json& list) {
    return {whole<std::uint32_t>(list.at(0)), whole<std::uint32_t>(list.at(1)),
            whole<std::uint32_t>(list.at(2))};
}

}  // namespace

void add_text_run(Json& meta, const TraceData& trace) {
    const TextSpec& spec = trace.experiment.text;
    meta["text_run"] = {
        {"path", spec.path},     {"defines", json_of(spec.defines)},     {"kernel", spec.kernel},
        {"launch", spec.launch}, {"arguments", json_of(spec.arguments)}, {"expect", spec.expect}};
    if (!spec.program_arguments.empty())
        meta["text_run"]["program_arguments"] = spec.program_arguments;
    if (!spec.standard_input.empty()) meta["text_run"]["standard_input"] = spec.standard_input;
    if (spec.weak_memory) meta["text_run"]["memory"] = text_of_memory(spec.weak_memory);
    meta["cell_bytes"] = trace.cell_bytes;
    meta["snapshot_type"] = name_of(trace.snapshots.type());
    meta["launches"] = Json::array();
    for (const LaunchFacts& launch : trace.launches) {
        meta["launches"].push_back({{"kernel", launch.kernel},
                                    {"grid", launch.grid},
                                    {"block", launch.block},
                                    {"shared_bytes", launch.shared_bytes}});
        if (launch.cluster != LaunchFacts{}.cluster)
            meta["launches"].back()["cluster"] = launch.cluster;
    }
    meta["expected"] = Json::array();
    for (const ArrayContents& contents : trace.contents) {
        meta["expected"].push_back(contents.expected_name);
    }
    meta["printed"] = trace.printed;
    if (!trace.guessed.empty()) meta["guessed"] = trace.guessed;
    if (!trace.stopped.empty()) meta["stopped"] = trace.stopped;
    if (!trace.shortened.empty()) meta["shortened"] = trace.shortened;
    if (trace.exit_code) meta["exit_code"] = *trace.exit_code;
    if (trace.reads_input) meta["reads_input"] = true;
    if (trace.measures_time) meta["measures_time"] = true;
    if (trace.multiprocessors > 0) meta["multiprocessors"] = trace.multiprocessors;
    meta["members"] = members_of_some(trace);
    meta["unchanged"] = Json::array();
    for (std::size_t k = 0; k < trace.contents.size(); ++k) {
        if (is_unchanged(trace.contents[k])) meta["unchanged"].push_back(k);
    }
}

void read_text_run(TraceData& d, const Json& meta) {
    const Json& run = meta.at("text_run");
    d.experiment.text = {.path = run.at("path"),
                         .text = {},
                         .defines = settings_of(run.at("defines")),
                         .kernel = run.at("kernel"),
                         .launch = run.at("launch"),
                         .arguments = settings_of(run.at("arguments")),
                         .expect = run.at("expect"),
                         .program_arguments = run.value("program_arguments", ""),
                         .standard_input = run.value("standard_input", ""),
                         .weak_memory = parse_memory(run.value("memory", "immediate"))};
    d.cell_bytes = whole<int>(meta.at("cell_bytes"));
    if (d.cell_bytes != 1 && d.cell_bytes != 2 && d.cell_bytes != 4 && d.cell_bytes != 8) {
        throw UsageError(fmt::format("cell_bytes {} is none of 1, 2, 4 and 8", d.cell_bytes));
    }
    d.snapshots = TypedArray{named(number_types, meta.at("snapshot_type"), "type"), 0};
    if (std::cmp_not_equal(size_of(d.snapshots.type()), d.cell_bytes)) {
        throw UsageError("snapshot_type and cell_bytes disagree");
    }
    if (meta.at("launches").size() > most_launches) {
        throw UsageError("the number of launches is out of range");
    }
    for (const Json& launch : meta.at("launches")) {
        d.launches.push_back({.kernel = launch.at("kernel"),
                              .grid = extents_of(launch.at("grid")),
                              .block = extents_of(launch.at("block")),
                              .shared_bytes = whole<std::uint64_t>(launch.at("shared_bytes"))});
        if (launch.contains("cluster"))
            d.launches.back().cluster = extents_of(launch.at("cluster"));
    }
    d.contents.resize(d.facts.arrays.size());
    if (meta.at("expected").size() != d.contents.size()) {
        throw UsageError("\"expected\" and \"arrays\" differ in number");
    }
    for (std::size_t k = 0; k < d.contents.size(); ++k) {
        d.contents[k].expected_name = meta.at("expected").at(k);
    }
    d.printed = meta.at("printed");
    d.guessed = meta.value("guessed", "");
    d.stopped = meta.value("stopped", "");
    d.shortened = meta.value("shortened", "");
    d.reads_input = meta.value("reads_input", false);
    d.measures_time = meta.value("measures_time", false);
    if (meta.contains("multiprocessors"))
        d.multiprocessors = whole<int>(meta.at("multiprocessors"));
    if (meta.contains("exit_code")) d.exit_code = whole<int>(meta.at("exit_code"));
}

std::vector<std::string> members_of_some(const TraceData& trace) {
    std::vector<std::string> names;
    for (std::size_t k = 0; k < trace.contents.size(); ++k) {
        const ArrayContents& contents = trace.contents[k];
        for (const auto& [what, size] :
             {std::pair{"before", contents.before.size()},
              std::pair{"after", is_unchanged(contents) ? std::size_t{0} : contents.after.size()},
              std::pair{"expected", contents.expected.size()},
              std::pair{"tolerance", contents.tolerance.size()}}) {
            if (size > 0) names.push_back(contents_member(k, what));
        }
    }
    if (!trace.facts.merged.empty()) names.emplace_back(merged_member);
    return names;
}

bool is_unchanged(const ArrayContents& contents) {
    return contents.after.size() > 0 && contents.after == contents.before;
}

std::string contents_member(std::size_t array, const char* what) {
    return fmt::format("array_{}_{}", array, what);
}

}  // namespace stridescope
