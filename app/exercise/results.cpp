#include "app/exercise/results.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/io/digest.h"
#include "app/io/errors.h"
#include "app/io/json_text.h"

namespace stridescope {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kind = "results", seal = "sha256";
constexpr int version = 1;

/// The text is judged as it is.
const JsonLimits as_written{.bytes = std::size_t{32} << 20,
                            .text = [](std::string_view, const std::string& kept) { return kept; }};

/// The digest of all members but itself, whatever blanks there are between them.
std::string digest_of(Json json) {
    json.erase(std::string{seal});
    return sha256_of(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace

std::string results_text(const Exercise& exercise, const Judgement& judgement,
                         const std::string& text, int hints, bool solution_shown) {
    Json verdicts = Json::array();
    for (const ExerciseVerdict& verdict : judgement.verdicts) {
        verdicts.push_back({{"name", verdict.name},
                            {"state", name_of(verdict.state)},
                            {"points", judgement.as_given ? 0 : verdict.points()},
                            {"of", verdict.of_points},
                            {"sentence", verdict.sentence}});
    }
    Json json{{"stridescope", kind},
              {"version", version},
              {"exercise", exercise_key(exercise)},
              {"exercise_sha256", sha256_of(exercise.text)},
              {"title", exercise.title},
              {"points", judgement.points()},
              {"of", judgement.of_points()},
              {"hints", hints},
              {"solution_shown", solution_shown},
              {"verdicts", verdicts},
              {"text", text}};
    // What is no UTF-8 is replaced before it is sealed.
    json = parse_json<Json>(json.dump(-1, ' ', false, Json::error_handler_t::replace), as_written);
    json[std::string{seal}] = digest_of(json);
    return json.dump(2) + "\n";
}

bool looks_like_results(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && text[first] == '{' &&
           text.find("\"stridescope\"") != std::string_view::npos &&
           text.find("\"exercise_sha256\"") != std::string_view::npos;
}

ExerciseResults read_results(std::string_view text, const std::string& shown) {
    try {
        const auto json = parse_json<Json>(text, as_written);
        if (json.at("stridescope").get<std::string>() != kind) {
            throw UsageError(fmt::format("{} holds no results of an exercise.", shown));
        }
        if (json.at("version").get<int>() != version) {
            throw UsageError(
                fmt::format("{} is of another version: a newer StrideScope may read it.", shown));
        }
        return {.exercise = json.at("exercise").get<std::string>(),
                .exercise_digest = json.at("exercise_sha256").get<std::string>(),
                .title = json.at("title").get<std::string>(),
                .text = json.at("text").get<std::string>(),
                .points = json.at("points").get<int>(),
                .of = json.at("of").get<int>(),
                .hints = json.at("hints").get<int>(),
                .solution_shown = json.at("solution_shown").get<bool>(),
                .intact = json.at(std::string{seal}).get<std::string>() == digest_of(json)};
    } catch (const nlohmann::json::exception& error) {
        throw UsageError(
            fmt::format("{} holds no results of an exercise: {}.", shown, json_fault(error)));
    }
}

std::string results_line(const ExerciseResults& results, const std::string& shown) {
    if (!results.intact) {
        return fmt::format(
            "{}: changed since it was saved: verdicts and text need not belong together.", shown);
    }
    return fmt::format("{}: {}, {} of {} points{}{}; verdicts and text belong together.", shown,
                       results.title, results.points, results.of,
                       results.hints == 0 ? ""
                                          : fmt::format(", {} hint{}", results.hints,
                                                        results.hints == 1 ? "" : "s"),
                       results.solution_shown ? ", the solution was shown before" : "");
}

}  // namespace stridescope
