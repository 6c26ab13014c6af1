#include "app/trace/text_meta.h"

#include <array>
#include <utility>
#include <vector>

#include "app/trace/trace_meta.h"

namespace stridescope {
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
