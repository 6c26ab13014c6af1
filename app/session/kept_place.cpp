#include "app/session/kept_place.h"

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string_view>

#include "app/io/errors.h"
#include "app/io/json_text.h"
#include "app/session/link.h"

namespace stridescope {
namespace {

constexpr std::size_t most_bytes = std::size_t{8} << 20;

}  // namespace

KeptPlace place_of(const AppState& state) {
    KeptPlace place;
    place.start = state.presenter.start;
    place.unsaved = state.document.has_value() && state.document->unsaved;
    if (state.exercise.open() && state.document) {
        place.exercise = state.exercise.exercise().path;
        place.text = state.document->text();
    }
    try {
        place.fragment = fragment_of(link_to(state));
    } catch (const UsageError&) {
        place.fragment.clear();
    }
    return place;
}

std::string encode_place(const KeptPlace& place) {
    const nlohmann::json out{{"link", place.fragment},
                             {"unsaved", place.unsaved},
                             {"exercise", place.exercise},
                             {"text", place.text},
                             {"start", place.start}};
    return out.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

KeptPlace decode_place(const std::string& text) {
    try {
        // What somebody typed comes back as it was.
        const JsonLimits limits{
            .bytes = most_bytes,
            .text = [](std::string_view, const std::string& kept) { return kept; }};
        const auto in = parse_json<nlohmann::json>(text, limits);
        return {.fragment = in.at("link").get<std::string>(),
                .unsaved = in.at("unsaved").get<bool>(),
                .exercise = in.at("exercise").get<std::string>(),
                .text = in.at("text").get<std::string>(),
                .start = in.at("start").get<bool>()};
    } catch (const nlohmann::json::exception& error) {
        throw UsageError(error.what());
    }
}

}  // namespace stridescope
