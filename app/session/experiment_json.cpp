#include "app/session/experiment_json.h"

#include <fmt/format.h>

#include <cstddef>
#include <exception>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "app/experiment/text/library_texts.h"
#include "app/experiment/text_file.h"
#include "app/io/json_number.h"
#include "app/io/json_text.h"

namespace stridescope {
namespace {

using nlohmann::json;

json json_of(const std::vector<Setting>& settings) {
    json out = json::array();
    for (const auto& [name, value] : settings) out.push_back({name, value});
    return out;
}

std::vector<Setting> settings_of(const json& in) {
    std::vector<Setting> settings;
    for (const json& each : in) {
        settings.emplace_back(each.at(0).get<std::string>(), each.at(1).get<std::string>());
    }
    return settings;
}

json json_of(const TextSpec& spec, TextIn in) {
    json out{{"path", spec.path},
             {"defines", json_of(spec.defines)},
             {"kernel", spec.kernel},
             {"launch", spec.launch},
             {"expect", spec.expect},
             {"arguments", json_of(spec.arguments)},
             {"memory", text_of_memory(spec.weak_memory)}};
    if (!spec.program_arguments.empty()) out["program_arguments"] = spec.program_arguments;
    if (!spec.include_folders.empty()) out["include_folders"] = spec.include_folders;
    if (const LibraryText* own = own_text(spec)) {
        out["own"] = own->id;
    } else if (in == TextIn::whole) {
        out["text"] = spec.text;
        if (!spec.includes.empty()) out["includes"] = json_of(spec.includes);
    }
    return out;
}

TextSpec text_spec_of(const json& in) {
    TextSpec spec{.path = in.at("path").get<std::string>(),
                  .defines = settings_of(in.at("defines")),
                  .kernel = in.at("kernel").get<std::string>(),
                  .launch = in.at("launch").get<std::string>(),
                  .arguments = settings_of(in.at("arguments")),
                  .expect = in.at("expect").get<std::string>(),
                  .program_arguments = in.value("program_arguments", ""),
                  .include_folders = in.value("include_folders", std::vector<std::string>{}),
                  .weak_memory = parse_memory(in.value("memory", "immediate"))};
    if (!in.contains("own")) {
        spec.text = in.value("text", "");
        if (in.contains("includes")) spec.includes = settings_of(in.at("includes"));
        return spec;
    }
    const LibraryText* own = find_text(in.at("own").get<std::string>());
    if (own == nullptr) throw UsageError("another version's text is unknown here");
    spec.text = own->text;
    return spec;
}

}  // namespace

json json_of(const Experiment& e, TextIn text) {
    json out{{"text", json_of(e.text, text)},
             {"engine", name_of(e.engine)},
             {"schedule", text_of(e.schedule)},
             {"sms", e.sms},
             {"resident", e.resident}};
    if (e.first_blocks) out["blocks"] = fmt::format("first:{}", *e.first_blocks);
    return out;
}

Experiment experiment_of(const json& in) {
    Experiment e;
    e.text = text_spec_of(in.at("text"));
    e.engine = parse_engine(in.at("engine").get<std::string>());
    e.schedule = parse_schedule(in.value("schedule", "ascending"));
    e.sms = whole_or(in, "sms", e.sms);
    e.resident = whole_or(in, "resident", e.resident);
    if (in.contains("blocks")) e.first_blocks = parse_blocks(in.at("blocks").get<std::string>());
    return e;
}

std::string encode_experiment(const Experiment& experiment) {
    return json_of(experiment, TextIn::whole).dump();
}

Experiment decode_experiment(std::string_view text) {
    const JsonLimits limits{.bytes = 2 * most_text_bytes,
                            .text = [](auto, const std::string& plain) {
                                return plain;  // a text is as it was typed
                            }};
    try {
        return experiment_of(parse_json<json>(text, limits));
    } catch (const json::exception& error) {
        throw UsageError("it does not describe an experiment");
    }
}

}  // namespace stridescope
