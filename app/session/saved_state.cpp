#include "app/session/saved_state.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <string_view>
#include <utility>

#include "app/io/atomic_file.h"
#include "app/io/errors.h"
#include "app/io/json_text.h"
#include "app/io/printable.h"
#include "app/io/read_file.h"
#include "app/look/look_fields.h"
#include "app/session/experiment_json.h"
#include "app/session/link.h"

namespace stridescope {
namespace {

using nlohmann::json;

constexpr int format_version = 1;
constexpr std::size_t most_lessons = 1000;
constexpr std::size_t most_state_bytes = std::size_t{8} << 20;

json json_of(const OpenText& open) {
    json out{{"experiment", json_of(open.experiment, TextIn::remembered)},
             {"view", name_of(open.look.view)}};
    for (const LookField& field : look_fields()) {
        const std::string text = field.text(open.look);
        if (text.empty()) continue;
        json& value = out[field.json_name()];
        if (field.is_number) {
            value = std::stoull(text);
        } else if (field.is_switch) {
            value = text == "yes";
        } else {
            value = text;
        }
    }
    return out;
}

/// Throws for what stands in no look.
std::string text_of(const json& value) {
    if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
    return value.is_number() ? fmt::to_string(whole<std::int64_t>(value))
                             : value.get<std::string>();
}

/// Throws where it is none.
OpenText open_text_of(const json& in) {
    OpenText open{.experiment = experiment_of(in.at("experiment"))};
    if (open.experiment.text.path.empty()) throw UsageError("it has no file");
    for (const LookField& field : look_fields()) {
        const auto found = in.find(field.json_name());
        if (found == in.end()) continue;
        const bool understood = field.read(open.look, text_of(*found));
        // Another version may have other words.
        if (!understood && field.words.empty()) throw UsageError("a number is none");
    }
    if (!facts_of(open.look.view).takes_turns) open.look.view = View::heatmap;
    return open;
}

/// Carries `take` out on the member; one that is missing or of another kind leaves all as it was.
template <class Take>
void member(const json& in, const char* name, Take take) {
    try {
        if (const auto found = in.find(name); found != in.end()) take(*found);
    } catch (const std::exception&) {
        // A member of another version, or of somebody's hand: the ordinary value will do.
    }
}

float number_within(const json& value, float least, float most) {
    const auto number = value.get<float>();
    // Not a number is in no range either.
    const bool within = number >= least && number <= most;
    if (!within) throw UsageError("out of range");
    return number;
}

}  // namespace

std::string encode_state(const SavedState& state) {
    json out{{"format", format_version},
             {"theme", name_of(state.preferences.theme)},
             {"text_scale", state.preferences.text_scale},
             {"speed", state.speed},
             {"loop", state.loop},
             {"heatmap_axis", state.heatmap_axis == HeatmapAxis::bank ? "bank" : "warp"},
             {"lock", name_of(state.lock)},
             {"layout", state.preferences.layout},
             {"recent_experiments", json::array()},
             {"recent_files", state.preferences.recent_files},
             {"lessons_answered", state.preferences.lessons_answered},
             {"exercises_solved", state.preferences.exercises_solved},
             {"last_folder", state.preferences.last_folder},
             {"page", state.preferences.page}};
    if (state.draft) out["draft"] = {{"path", state.draft->path}, {"text", state.draft->text}};
    if (state.open) out["open"] = json_of(*state.open);
    for (const Experiment& e : state.preferences.recent_experiments) {
        out["recent_experiments"].push_back(json_of(e, TextIn::remembered));
    }
    if (state.width > 0 && state.height > 0) {
        out["window"] = {
            {"width", state.width}, {"height", state.height}, {"maximized", state.maximized}};
    }
    // Names of files may be bytes of any kind.
    return out.dump(2, ' ', false, json::error_handler_t::replace) + '\n';
}

SavedState decode_state(const std::string& text) {
    // What somebody typed comes back as it was.
    const JsonLimits limits{.bytes = most_state_bytes,
                            .text = [](std::string_view, const std::string& kept) { return kept; }};
    const auto in = parse_json<json>(text, limits);
    if (!in.is_object()) throw UsageError("it holds no settings");
    SavedState state;
    member(in, "theme", [&](const json& v) {
        state.preferences.theme = theme_called(v.get<std::string>()).value_or(Theme::light);
    });
    member(in, "text_scale",
           [&](const json& v) { state.preferences.text_scale = number_within(v, 0.75F, 2.5F); });
    member(in, "speed", [&](const json& v) {
        state.speed = number_within(v, Playback::slowest, Playback::fastest);
    });
    member(in, "loop", [&](const json& v) { state.loop = v.get<bool>(); });
    member(in, "heatmap_axis", [&](const json& v) {
        if (v.get<std::string>() == "warp") state.heatmap_axis = HeatmapAxis::warp;
    });
    member(in, "lock", [&](const json& v) {
        state.lock = step_lock_called(v.get<std::string>()).value_or(StepLock::stride);
    });
    member(in, "layout", [&](const json& v) {
        for (const auto& [name, share] : v.items()) {
            member(v, name.c_str(), [&](const json& value) {
                state.preferences.layout[name] = number_within(value, 0, 1);
            });
        }
    });
    member(in, "recent_experiments", [&](const json& v) {
        for (std::size_t i = 0; i < std::min(v.size(), most_recent); ++i) {
            try {
                state.preferences.recent_experiments.push_back(experiment_of(v.at(i)));
            } catch (const std::exception&) {
                continue;  // the others are as good as before
            }
        }
    });
    member(in, "recent_files", [&](const json& v) {
        auto files = v.get<std::vector<std::string>>();
        if (files.size() > most_recent) files.resize(most_recent);
        state.preferences.recent_files = std::move(files);
    });
    member(in, "lessons_answered", [&](const json& v) {
        auto lessons = v.get<std::vector<std::string>>();
        if (lessons.size() > most_lessons) lessons.resize(most_lessons);
        state.preferences.lessons_answered = std::move(lessons);
    });
    member(in, "exercises_solved", [&](const json& v) {
        auto exercises = v.get<std::vector<std::string>>();
        if (exercises.size() > most_lessons) exercises.resize(most_lessons);
        state.preferences.exercises_solved = std::move(exercises);
    });
    member(in, "draft", [&](const json& v) {
        state.draft = TextSpec{.path = v.at("path").get<std::string>(),
                               .text = v.at("text").get<std::string>()};
    });
    member(in, "open", [&](const json& v) { state.open = open_text_of(v); });
    member(in, "last_folder",
           [&](const json& v) { state.preferences.last_folder = v.get<std::string>(); });
    member(in, "page", [&](const json& v) { state.preferences.page = v.get<std::string>(); });
    member(in, "window", [&](const json& v) {
        const int width = whole<int>(v.at("width"));
        const int height = whole<int>(v.at("height"));
        if (width < 1 || height < 1) return;
        state.width = width;
        state.height = height;
        state.maximized = v.at("maximized").get<bool>();
    });
    return state;
}

std::optional<SavedState> read_state(const std::filesystem::path& file, std::string& problem) {
    std::error_code error;
    if (!std::filesystem::exists(file, error)) return std::nullopt;
    try {
        const std::string text =
            as_text(read_file(file, {.what = "the window's settings", .most = most_state_bytes}));
        if (text.empty()) throw UsageError("it is empty");
        return decode_state(text);
    } catch (const UsageError& why) {
        std::string reason = why.what();
        if (reason.ends_with('.')) reason.pop_back();
        problem = fmt::format(
            "The settings saved in {} cannot be used: {}. The window starts with the defaults.",
            shown_path(file), reason);
        return std::nullopt;
    }
}

void write_state(const std::string& text, const std::filesystem::path& file) {
    std::error_code error;
    std::filesystem::create_directories(file.parent_path(), error);
    if (error) {
        throw RunError(fmt::format("Cannot create the folder {}, so settings are not saved: {}.",
                                   shown_path(file.parent_path()), why(error.value())));
    }
    write_file_atomically(file, text);
}

namespace {

constexpr std::chrono::milliseconds rest{1000};

}  // namespace

StateMemory::StateMemory(const std::filesystem::path& folder) {
    if (folder.empty()) return;
    file_ = folder / "state.json";
    if (auto read = read_state(file_, problem_)) {
        saved_ = std::move(*read);
        found_ = true;
    }
    // A file of no use is not the same as none: it was somebody's.
    found_ = found_ || !problem_.empty();
}

std::optional<std::string> StateMemory::due(const SavedState& state, bool at_once) {
    if (file_.empty()) return std::nullopt;
    const Clock::time_point now = Clock::now();
    if (!(state == saved_)) {
        saved_ = state;
        changed_ = now;
    }
    if (!changed_ || (!at_once && now < *changed_ + rest)) return std::nullopt;
    changed_.reset();
    return encode_state(saved_);
}

std::optional<double> StateMemory::due_in() const {
    if (!changed_) return std::nullopt;
    const std::chrono::duration<double> left = *changed_ + rest - Clock::now();
    // Never zero: that would be a loop without a pause.
    return std::max(left.count(), 0.001);
}

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
