#include "app/trace/trace_meta.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "app/io/json_text.h"
#include "app/io/printable.h"
#include "app/trace/facts_meta.h"
#include "app/trace/meta_values.h"
#include "app/trace/text_meta.h"

namespace stridescope {
namespace {

ArrayId array_named(const std::string& name, const TraceData& d) {
    const auto found = std::ranges::find(d.facts.arrays, name, &ArrayFacts::name);
    if (found == d.facts.arrays.end())
        throw UsageError(fmt::format("unknown array \"{}\"", excerpt(name)));
    return static_cast<ArrayId>(found - d.facts.arrays.begin());
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

}  // namespace

std::string meta_json(const TraceData& d) {
    Json meta;
    meta["format"] = "stridescope-trace";
    // A trace that was read from a file of an early version is written as it was read: what it
    // knows of its kernel is filled in anew.
    const bool early = !d.records_global || !d.records_grid;
    meta["version"] = !d.records_global ? 1
                      : !d.records_grid ? 2
                      : d.is_text()     ? first_version_with_texts
                                        : first_version_with_facts;
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
        if (!d.steps[s].variables.empty()) step["variables"] = d.steps[s].variables;
        if (d.steps[s].launch > 0) step["launch"] = d.steps[s].launch;
        const bool expects = !early && s < d.facts.expected.size();
        if (expects && d.facts.expected[s] != ExpectedCounts{}) {
            step["expected"] = json_of(d.facts.expected[s]);
        }
        meta["steps"].push_back(std::move(step));
    }
    if (!d.text.empty()) meta["text"] = d.text_name;
    if (d.records_grid) meta["clock"] = d.clock;
    if (!early) add_facts(meta, d.facts);
    if (d.is_text()) add_text_run(meta, d);
    meta["sites"] = Json::array();
    for (const Site& site : d.sites) {
        Json entry{{"line", site.line}, {"operand", site.operand}, {"event", name_of(site.event)}};
        const bool named = early ? is_global(site.event) : site.array != ArrayId::none;
        if (named) entry["array"] = d.array(site.array).name;
        if (site.bytes > 0) entry["bytes"] = site.bytes;
        if (site.file > 0) entry["file"] = site.file;
        if (!site.operation.empty()) entry["operation"] = site.operation;
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

TraceMeta parse_meta_json(const std::string& text, const std::string& source) {
    try {
        const Json meta = parse_json<Json>(text, {.bytes = most_meta_bytes, .text = shown_text});
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
        const std::int64_t cells = whole<int>(meta.value("cells", Json(d.words)));
        d.storage_cells = whole<int>(Json(cells - d.words));
        d.grid = whole<std::int64_t>(meta.at("grid"));
        d.blocks = whole<int>(meta.at("blocks"));
        const bool early = version < first_version_with_facts;
        if (early) {
            d.facts.arrays = early_arrays(meta.value("scratch", Json::array()), d);
        } else {
            read_facts(d, meta);
            read_text_run(d, meta);
        }
        for (const Json& step : meta.at("steps")) {
            d.steps.push_back({.phase = step.at("phase"),
                               .stride = whole<int>(step.at("stride")),
                               .variables = step.value("variables", ""),
                               .launch = whole<int>(step.value("launch", Json(0)))});
            if (!early) d.facts.expected.push_back(expected_of(step));
        }
        for (const Json& site : meta.at("sites")) {
            d.sites.push_back({whole<int>(site.at("line")), whole<int>(site.at("operand")),
                               named(events, site.at("event"), "event")});
            Site& made = d.sites.back();
            if (is_global(made.event) || (!early && site.contains("array"))) {
                made.array = array_named(site.at("array"), d);
            }
            made.bytes = whole<int>(site.value("bytes", Json(0)));
            made.file = whole<int>(site.value("file", Json(0)));
            made.operation = site.value("operation", std::string{});
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
        throw UsageError(fmt::format("{} cannot be read: its meta.json is broken ({}).", source,
                                     json_fault(error)));
    } catch (const UsageError& error) {
        throw UsageError(fmt::format("{} cannot be read: {}.", source, without_stop(error.what())));
    }
}

}  // namespace stridescope
