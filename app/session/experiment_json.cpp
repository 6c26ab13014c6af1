#include "app/session/experiment_json.h"

#include <cstddef>
#include <exception>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "app/experiment/text/library_texts.h"
#include "app/experiment/text/run_fields.h"
#include "app/experiment/text_file.h"
#include "app/io/json_text.h"

namespace stridescope {
namespace {

using nlohmann::json;

/// Names and texts, as pairs.
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

/// What identifies the text.
json json_of(const TextSpec& spec, TextIn in) {
    json out{{"path", spec.path}, {"kernel", spec.kernel}};
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
                  .kernel = in.at("kernel").get<std::string>()};
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

/// Where a field stands: what is said of the text beside what identifies it.
template <class Json>
Json& place_of(Json& run, const RunField& field) {
    return field.part == RunField::Part::text ? run.at("text") : run;
}

/// What the flag says. 1.0.0 wrote settings as pairs, and numbers as such.
std::string said_in(const json& value) {
    if (value.is_array())
        return value.at(0).get<std::string>() + '=' + value.at(1).get<std::string>();
    return value.is_string() ? value.get<std::string>() : value.dump();
}

}  // namespace

json json_of(const Experiment& e, TextIn text) {
    json out{{"text", json_of(e.text, text)}};
    for (const RunField& field : run_fields()) {
        if (field.said == nullptr) continue;
        const std::vector<std::string> said = field.said(e);
        if (said.empty()) continue;
        place_of(out, field)[field.name] = field.repeats ? json(said) : json(said.front());
    }
    return out;
}

Experiment experiment_of(const json& in) {
    Experiment e;
    e.text = text_spec_of(in.at("text"));
    for (const RunField& field : run_fields()) {
        if (field.set == nullptr) continue;
        const json& place = place_of(in, field);
        const auto found = place.find(field.name);
        if (found == place.end()) continue;
        if (!field.repeats) {
            // 1.0.0 wrote nothing of what was as usual.
            if (const std::string said = said_in(*found); !said.empty()) field.set(e, said);
            continue;
        }
        for (const json& each : *found) field.set(e, said_in(each));
    }
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
