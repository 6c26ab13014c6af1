#include "app/trace/trace_meta.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <utility>

namespace stridescope {
namespace {

using Json = nlohmann::ordered_json;

template <class Enum, std::size_t count>
Enum named(const std::array<Enum, count>& all, const std::string& name, std::string_view what) {
    for (const Enum each : all) {
        if (name == name_of(each)) return each;
    }
    throw UsageError(fmt::format("unknown {} \"{}\"", what, name));
}

ArrayId array_named(const std::string& name, const TraceData& d) {
    const auto found = std::ranges::find(d.facts.arrays, name, &ArrayFacts::name);
    if (found == d.facts.arrays.end()) throw UsageError(fmt::format("unknown array \"{}\"", name));
    return static_cast<ArrayId>(found - d.facts.arrays.begin());
}

/// A whole number that fits a T; JSON's own conversions cut off what does not.
template <class T>
T whole(const Json& json) {
    if (!json.is_number_integer()) {
        throw UsageError(fmt::format("{} is no whole number", json.dump()));
    }
    const bool fits = json.is_number_unsigned() ? std::in_range<T>(json.get<std::uint64_t>())
                                                : std::in_range<T>(json.get<std::int64_t>());
    if (!fits) throw UsageError(fmt::format("{} is out of range", json.dump()));
    return json.get<T>();
}

/// Without the full stop, for a sentence that goes on.
std::string_view without_stop(std::string_view sentence) {
    if (sentence.ends_with('.')) sentence.remove_suffix(1);
    return sentence;
}

std::string_view type_name(const ArrayFacts& array) {
    return array.integers ? "int" : name_of(array.type);
}

Json json_of(const ArrayFacts& array) {
    return {{"name", array.name},
            {"space", name_of(array.space)},
            {"type", type_name(array)},
            {"extents", array.extents},
            {"role", name_of(array.role)}};
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

void set_type(ArrayFacts& array, const std::string& name, ElementType scanned) {
    array.integers = name == "int";
    array.type = array.integers             ? ElementType::i32
                 : name == name_of(scanned) ? scanned
                                            : parse_element_type(name);
}

ArrayFacts array_of(const Json& json, ElementType scanned) {
    ArrayFacts array{.name = json.at("name"),
                     .space = named(spaces, json.at("space"), "space"),
                     .role = named(roles, json.at("role"), "role")};
    set_type(array, json.at("type"), scanned);
    std::int64_t size = 1;
    for (const Json& extent : json.at("extents")) {
        array.extents.push_back(whole<std::int64_t>(extent));
        const std::int64_t length = array.extents.back();
        // Nothing overflows: what stands here so far is at most as large as most_elements.
        const bool fits = length >= 0 && length <= most_elements &&
                          (length == 0 || size <= most_elements / length);
        if (!fits) {
            throw UsageError(fmt::format("the size of \"{}\" is out of range", array.name));
        }
        size *= length;
    }
    if (array.extents.empty() || array.extents.size() > ArrayFacts::most_dimensions) {
        throw UsageError(fmt::format("\"{}\" has {} dimensions, not one to {}", array.name,
                                     array.extents.size(), ArrayFacts::most_dimensions));
    }
    return array;
}

/// The arrays in global memory of a file that kept no facts.
std::vector<ArrayFacts> early_arrays(const Json& scratch, const TraceData& d) {
    const ElementType type = d.experiment.type;
    std::vector<ArrayFacts> arrays{
        {.name = "A", .type = type, .extents = {d.n}, .role = Role::input},
        {.name = "P", .type = type, .extents = {d.n}, .role = Role::output}};
    require_few(scratch.size(), "scratch");
    for (const Json& json : scratch) {
        ArrayFacts& array = arrays.emplace_back(ArrayFacts{.name = json.at("name"), .type = type});
        array.integers = json.at("type") == "int";
        if (array.integers) array.type = ElementType::i32;
        array.extents = {whole<std::int64_t>(json.at("size"))};
        if (array.size() < 0 || array.size() > most_elements) {
            throw UsageError(
                fmt::format("the size of \"{}\" {} is out of range", array.name, array.size()));
        }
    }
    return arrays;
}

void add_facts(Json& meta, const TraceFacts& facts) {
    meta["title"] = facts.title;
    meta["padding"] = facts.padding;
    meta["oracle"] = {{"kind", "scan"}, {"scope", name_of(facts.scope)}};
    meta["nondeterministic_phase"] = facts.nondeterministic_phase;
    const BrokenFacts& broken = facts.broken;
    meta["broken"] = broken.correct.empty() ? Json()
                                            : Json{{"correct", broken.correct},
                                                   {"summary", broken.summary},
                                                   {"hidden", broken.hidden}};
    meta["arrays"] = Json::array();
    for (const ArrayFacts& array : facts.arrays) meta["arrays"].push_back(json_of(array));
}

void read_facts(TraceData& d, const Json& meta) {
    TraceFacts& facts = d.facts;
    facts.title = meta.at("title");
    facts.padding = meta.at("padding");
    const Json& oracle = meta.at("oracle");
    if (oracle.at("kind") != "scan") {
        throw UsageError(fmt::format("unknown oracle {}", oracle.at("kind").dump()));
    }
    facts.scope = named(scopes, oracle.at("scope"), "scope");
    facts.nondeterministic_phase = meta.at("nondeterministic_phase");
    if (const Json& broken = meta.at("broken"); !broken.is_null()) {
        facts.broken = {.correct = broken.at("correct"),
                        .summary = broken.at("summary"),
                        .hidden = broken.at("hidden")};
    }
    require_few(meta.at("arrays").size(), "arrays");
    for (const Json& array : meta.at("arrays")) {
        facts.arrays.push_back(array_of(array, d.experiment.type));
        const std::string& name = facts.arrays.back().name;
        if (std::ranges::count(facts.arrays, name, &ArrayFacts::name) > 1) {
            throw UsageError(fmt::format("there are two arrays \"{}\"", name));
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

}  // namespace

std::string meta_json(const TraceData& d) {
    Json meta;
    meta["format"] = "stridescope-trace";
    // A trace that was read from a file of an early version is written as it was read: what it
    // knows of its kernel is filled in anew.
    const bool early = !d.records_global || !d.records_grid;
    meta["version"] = !d.records_global ? 1 : !d.records_grid ? 2 : trace_format_version;
    meta["engine"] = d.engine;
    meta["device"] = d.device;
    Json& experiment = meta["experiment"];
    experiment["kernel"] = d.experiment.kernel;
    experiment["block"] = d.experiment.block;
    experiment["coarsen"] = d.experiment.coarsen;
    experiment["pad"] = name_of(d.experiment.padding);
    experiment["type"] = name_of(d.experiment.type);
    experiment["op"] = name_of(d.experiment.op);
    experiment["scan"] = name_of(d.experiment.scan);
    experiment["engine"] = name_of(d.experiment.engine);
    experiment["input"] = text_of(d.experiment.input);
    experiment["n"] = d.experiment.n ? Json(*d.experiment.n) : Json();
    experiment["first_blocks"] =
        d.experiment.first_blocks ? Json(*d.experiment.first_blocks) : Json();
    experiment["schedule"] = text_of(d.experiment.schedule);
    if (d.records_grid) {
        experiment["sms"] = d.experiment.sms;
        experiment["resident"] = d.experiment.resident;
    }
    meta["n"] = d.n;
    meta["threads"] = d.shape.threads;
    meta["section"] = d.shape.section;
    meta["words"] = d.words;
    meta["home"] = name_of(d.storage);
    meta["cells"] = d.cells();
    meta["grid"] = d.grid;
    meta["blocks"] = d.blocks;
    meta["steps"] = Json::array();
    for (std::size_t s = 0; s < d.steps.size(); ++s) {
        Json step{{"phase", d.steps[s].phase}, {"stride", d.steps[s].stride}};
        const bool expects = !early && s < d.facts.expected.size();
        if (expects && d.facts.expected[s] != ExpectedCounts{}) {
            step["expected"] = json_of(d.facts.expected[s]);
        }
        meta["steps"].push_back(std::move(step));
    }
    if (!d.text.empty()) meta["text"] = d.text_name;
    if (d.records_grid) meta["clock"] = d.clock;
    if (!early) add_facts(meta, d.facts);
    meta["sites"] = Json::array();
    for (const Site& site : d.sites) {
        Json entry{{"line", site.line}, {"operand", site.operand}, {"event", name_of(site.event)}};
        const bool named = early ? is_global(site.event) : site.event != Event::op;
        if (named) entry["array"] = d.array(site.array).name;
        meta["sites"].push_back(std::move(entry));
    }
    meta["diagnostics"] = Json::array();
    for (const Diagnostic& found : d.diagnostics) {
        meta["diagnostics"].push_back({{"kind", found.kind},
                                       {"block", found.block},
                                       {"step", found.step},
                                       {"thread", found.thread},
                                       {"line", found.line},
                                       {"address", found.address},
                                       {"message", found.message}});
    }
    // A path in it may be no UTF-8; its odd bytes are lost, the trace is not.
    return meta.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

bool is_utf8(const std::string& bytes) {
    try {
        (void)Json(bytes).dump();
    } catch (const Json::type_error&) {
        return false;
    }
    return true;
}

TraceMeta parse_meta_json(const std::string& text, const std::string& source) {
    try {
        const Json meta = Json::parse(text);
        if (meta.at("format") != "stridescope-trace") {
            throw UsageError("it is not a StrideScope trace");
        }
        const int version = whole<int>(meta.at("version"));
        if (version < 1 || version > trace_format_version) {
            throw UsageError(fmt::format("its format is version {}, this program reads up to {}",
                                         version, trace_format_version));
        }
        TraceData d;
        d.records_global = version >= 2;
        d.records_grid = version >= 3;
        d.engine = meta.at("engine");
        d.device = meta.at("device");
        const Json& experiment = meta.at("experiment");
        d.experiment.kernel = experiment.at("kernel");
        d.experiment.block = whole<int>(experiment.at("block"));
        d.experiment.coarsen = whole<int>(experiment.at("coarsen"));
        d.experiment.padding = parse_padding(experiment.at("pad"));
        d.experiment.type = parse_element_type(experiment.at("type"));
        d.experiment.op = parse_op(experiment.at("op"));
        // Absent in the first traces, which all were of the inclusive scan.
        d.experiment.scan = parse_scan(experiment.value("scan", "inclusive"));
        d.experiment.engine = parse_engine(experiment.at("engine"));
        d.experiment.input = parse_input(experiment.at("input"));
        if (const Json& n = experiment.at("n"); !n.is_null()) {
            d.experiment.n = whole<std::int64_t>(n);
        }
        if (const Json& first = experiment.at("first_blocks"); !first.is_null()) {
            d.experiment.first_blocks = whole<int>(first);
        }
        // Absent in the first traces, which all ran in ascending order.
        d.experiment.schedule = parse_schedule(experiment.value("schedule", "ascending"));
        // Absent before there were kernels that they matter to.
        const Experiment usual;
        d.experiment.sms = whole<int>(experiment.value("sms", Json(usual.sms)));
        d.experiment.resident = whole<int>(experiment.value("resident", Json(usual.resident)));
        d.clock = meta.value("clock", "");
        d.text_name = meta.value("text", "");  // absent before traces held their kernel's text
        d.n = whole<std::int64_t>(meta.at("n"));
        d.shape = {.block = d.experiment.block,
                   .coarsen = d.experiment.coarsen,
                   .threads = whole<int>(meta.at("threads")),
                   .section = whole<int>(meta.at("section"))};
        d.words = whole<int>(meta.at("words"));
        // Absent before there were kernels that work elsewhere than in shared memory.
        d.storage =
            named(storages, meta.value("home", std::string{name_of(Storage::shared)}), "home");
        d.storage_cells = whole<int>(meta.value("cells", Json(d.words))) - d.words;
        d.grid = whole<std::int64_t>(meta.at("grid"));
        d.blocks = whole<int>(meta.at("blocks"));
        const bool early = version < first_version_with_facts;
        if (early) {
            d.facts.arrays = early_arrays(meta.value("scratch", Json::array()), d);
        } else {
            read_facts(d, meta);
        }
        for (const Json& step : meta.at("steps")) {
            d.steps.push_back({step.at("phase"), whole<int>(step.at("stride"))});
            if (!early) d.facts.expected.push_back(expected_of(step));
        }
        for (const Json& site : meta.at("sites")) {
            d.sites.push_back({whole<int>(site.at("line")), whole<int>(site.at("operand")),
                               named(events, site.at("event"), "event")});
            const Event event = d.sites.back().event;
            if (early ? is_global(event) : event != Event::op) {
                d.sites.back().array = array_named(site.at("array"), d);
            }
        }
        for (const Json& found : meta.at("diagnostics")) {
            d.diagnostics.push_back({.kind = found.at("kind"),
                                     .block = whole<int>(found.at("block")),
                                     .step = whole<int>(found.at("step")),
                                     .thread = whole<int>(found.at("thread")),
                                     .line = whole<int>(found.at("line")),
                                     .address = whole<std::int64_t>(found.at("address")),
                                     .message = found.at("message")});
        }
        return {std::move(d), version};
    } catch (const Json::exception& error) {
        throw UsageError(
            fmt::format("{} cannot be read: its meta.json is broken ({}).", source, error.what()));
    } catch (const UsageError& error) {
        throw UsageError(fmt::format("{} cannot be read: {}.", source, without_stop(error.what())));
    }
}

}  // namespace stridescope
