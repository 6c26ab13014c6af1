#include "app/session/kept_place.h"

#include <nlohmann/json.hpp>

#include "app/io/errors.h"
#include "app/session/link.h"

namespace stridescope {

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
        const auto in = nlohmann::json::parse(text);
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
