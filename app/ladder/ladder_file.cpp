#include "app/ladder/ladder_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <set>
#include <type_traits>
#include <utility>

#include "app/io/json_text.h"
#include "app/io/printable.h"
#include "app/io/read_file.h"

namespace stridescope {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view format_name = "stridescope-ladder";
constexpr int format_version = 1;

[[noreturn]] void wrong(const std::string& what) {
    throw UsageError(what);
}

// What no ladder has more of: the window draws whatever is in a file.
constexpr std::size_t most_rungs = 100, most_sizes = 60, longest_text = 300;
constexpr std::int64_t most_elements = 1'000'000'000'000'000;

/// A member, of the type that is wanted.
template <class T>
T member(const Json& object, const char* name) {
    const auto found = object.find(name);
    if (found == object.end()) wrong(fmt::format("\"{}\" is missing", name));
    if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
        // The library would cut off what does not fit.
        if (!found->is_number_integer()) wrong(fmt::format("\"{}\" is not a whole number", name));
        return whole<T>(*found);
    }
    try {
        T value = found->get<T>();
        if constexpr (std::is_same_v<T, std::string>) {
            if (value.size() > longest_text) wrong(fmt::format("\"{}\" is too long", name));
        }
        return value;
    } catch (const Json::exception&) {
        wrong(fmt::format("\"{}\" has another type", name));
    }
}
template <class T>
T member_or(const Json& object, const char* name, T otherwise) {
    return object.contains(name) ? member<T>(object, name) : otherwise;
}

/// A whole number, 0 if it is missing.
template <class T>
T number_of(const Json& object, const char* name) {
    const auto found = object.find(name);
    if (found == object.end()) return 0;
    const auto value = member<std::int64_t>(object, name);
    if (value < 0 || value > most_elements || !std::in_range<T>(value))
        wrong(fmt::format("\"{}\" is {}", name, value));
    return static_cast<T>(value);
}

template <class T, std::size_t Count>
T named(std::string_view name, const std::array<T, Count>& all, const char* what) {
    for (const T one : all) {
        if (name_of(one) == name) return one;
    }
    wrong(fmt::format("unknown {} \"{}\"", what, name));
}

std::vector<double> times(const Json& object, const char* name) {
    constexpr std::size_t most_runs = 1000;
    auto all = member_or<std::vector<double>>(object, name, {});
    if (all.size() > most_runs) wrong(fmt::format("\"{}\" has more than {} runs", name, most_runs));
    constexpr double least = 1e-9, most = 1e12;
    for (const double ms : all) {
        const bool fits = ms >= least && ms <= most;  // no NaN does
        if (ms != 0 && !fits) wrong(fmt::format("\"{}\" has a time of {}", name, ms));
    }
    return all;
}

double amount(const Json& object, const char* name) {
    const auto value = member<double>(object, name);
    constexpr double most = 1e12;
    const bool fits = value >= 0 && value <= most;  // no NaN does
    if (!fits) wrong(fmt::format("\"{}\" is {}", name, value));
    return value;
}

Rung read_rung(const Json& json) {
    constexpr std::array kinds{RungKind::cpu, RungKind::sections, RungKind::scan,
                               RungKind::own, RungKind::library,  RungKind::roof};
    Rung rung;
    rung.id = member<std::string>(json, "id");
    rung.name = member<std::string>(json, "name");
    rung.kind = named(member<std::string>(json, "kind"), kinds, "kind");
    rung.text = member_or<std::string>(json, "text", {});
    rung.managed = member_or<bool>(json, "managed", false);
    rung.fitted = member_or<std::string>(json, "fitted", {});
    if (const auto counts = json.find("per_element"); counts != json.end()) {
        if (!counts->is_object()) wrong("\"per_element\" has another type");
        rung.counts = {.bytes = amount(*counts, "bytes"),
                       .barriers = amount(*counts, "barriers"),
                       .excess = amount(*counts, "excess_wavefronts"),
                       .hand_overs = amount(*counts, "hand_overs"),
                       .recorded = number_of<std::int64_t>(*counts, "recorded")};
    }
    if (const auto knobs = json.find("knobs"); knobs != json.end()) {
        if (!knobs->is_object()) wrong("\"knobs\" has another type");
        for (const auto& knob : knobs->items()) {
            if (!knob.value().is_string()) wrong("a knob is not a text");
            rung.knobs.emplace_back(knob.key(), knob.value().get<std::string>());
        }
    }
    return rung;
}

RungResult read_result(const Json& json, const std::vector<Rung>& rungs) {
    RungResult result;
    const auto id = member<std::string>(json, "rung");
    const auto found = std::ranges::find(rungs, id, &Rung::id);
    if (found == rungs.end()) wrong(fmt::format("there is no rung \"{}\"", id));
    result.rung = static_cast<int>(found - rungs.begin());
    result.n = number_of<std::int64_t>(json, "n");
    if (result.n < 1) wrong("a result of 0 elements");
    result.left_out = member_or<std::string>(json, "left_out", {});
    result.ms = times(json, "ms");
    result.clearing_ms = times(json, "clearing_ms");
    result.blocks = number_of<std::int64_t>(json, "blocks");
    result.launches = number_of<int>(json, "launches");
    result.resident = number_of<std::int64_t>(json, "resident");
    result.wrong = member_or<std::string>(json, "wrong", {});
    if (const auto block = json.find("block"); block != json.end()) {
        if (!block->is_object()) wrong("\"block\" has another type");
        result.block = BlockTimes{.ns = amount(*block, "ns"), .waited = amount(*block, "waited")};
        if (result.block->waited > 1) wrong("\"waited\" is more than 1");
    }
    if (result.left_out.empty() == result.ms.empty())
        wrong(fmt::format("a result of {} needs either \"ms\" or \"left_out\"", id));
    return result;
}

}  // namespace

std::string ladder_json(const Ladder& ladder) {
    Json json{{"format", format_name},        {"version", format_version},
              {"program", ladder.program},    {"date", ladder.date},
              {"type", name_of(ladder.type)}, {"cpu", ladder.cpu},
              {"cores", ladder.cores},        {"gpu", ladder.gpu},
              {"no_gpu", ladder.no_gpu},      {"toolkit", ladder.toolkit},
              {"library", ladder.library},    {"stopped", ladder.stopped}};
    Json rungs = Json::array(), results = Json::array();
    for (const Rung& rung : ladder.rungs) {
        Json one{{"id", rung.id}, {"name", rung.name}, {"kind", name_of(rung.kind)}};
        if (!rung.text.empty()) one["text"] = rung.text;
        if (rung.managed) one["managed"] = true;
        if (!rung.fitted.empty()) one["fitted"] = rung.fitted;
        for (const auto& [name, value] : rung.knobs) one["knobs"][name] = value;
        if (const RungCounts& counts = rung.counts; counts.recorded > 0) {
            one["per_element"] = {{"bytes", counts.bytes},
                                  {"barriers", counts.barriers},
                                  {"excess_wavefronts", counts.excess},
                                  {"hand_overs", counts.hand_overs},
                                  {"recorded", counts.recorded}};
        }
        rungs.push_back(std::move(one));
    }
    for (const RungResult& result : ladder.results) {
        Json one{{"rung", ladder.rungs[static_cast<std::size_t>(result.rung)].id}, {"n", result.n}};
        if (!result.left_out.empty()) {
            one["left_out"] = result.left_out;
        } else {
            one["ms"] = result.ms;
            if (!result.clearing_ms.empty()) one["clearing_ms"] = result.clearing_ms;
            if (result.launches > 0) {
                one["launches"] = result.launches;
                one["blocks"] = result.blocks;
                one["resident"] = result.resident;
            }
            if (result.block)
                one["block"] = {{"ns", result.block->ns}, {"waited", result.block->waited}};
            if (!result.wrong.empty()) one["wrong"] = result.wrong;
        }
        results.push_back(std::move(one));
    }
    json["rates"] = {{"launch_ms", ladder.rates.launch_ms},
                     {"hand_over_ms", ladder.rates.hand_over_ms},
                     {"barrier_ms", ladder.rates.barrier_ms},
                     {"wavefront_ms", ladder.rates.wavefront_ms}};
    json["rungs"] = std::move(rungs);
    json["results"] = std::move(results);
    return json.dump(1) + "\n";
}

Ladder parse_ladder(std::string_view text) {
    const Json json = parse_json<Json>(text);
    if (!json.is_object() || member_or<std::string>(json, "format", {}) != format_name)
        wrong("it is not a StrideScope ladder");
    if (const int version = member<int>(json, "version"); version != format_version)
        wrong(fmt::format("its format is version {}, this program reads version {}", version,
                          format_version));
    Ladder ladder;
    ladder.program = member_or<std::string>(json, "program", {});
    ladder.date = member_or<std::string>(json, "date", {});
    ladder.type = named(member<std::string>(json, "type"), element_types, "type");
    ladder.cpu = member_or<std::string>(json, "cpu", {});
    ladder.cores = number_of<int>(json, "cores");
    ladder.gpu = member_or<std::string>(json, "gpu", {});
    ladder.no_gpu = member_or<std::string>(json, "no_gpu", {});
    ladder.toolkit = member_or<std::string>(json, "toolkit", {});
    ladder.library = member_or<std::string>(json, "library", {});
    ladder.stopped = member_or<bool>(json, "stopped", false);
    if (const auto rates = json.find("rates"); rates != json.end()) {
        if (!rates->is_object()) wrong("\"rates\" has another type");
        ladder.rates = {.launch_ms = amount(*rates, "launch_ms"),
                        .hand_over_ms = amount(*rates, "hand_over_ms"),
                        .barrier_ms = amount(*rates, "barrier_ms"),
                        .wavefront_ms = amount(*rates, "wavefront_ms")};
    }
    const auto list = [&](const char* name) -> const Json& {
        const auto found = json.find(name);
        if (found == json.end() || !found->is_array())
            wrong(fmt::format("\"{}\" is not a list", name));
        return *found;
    };
    for (const Json& one : list("rungs")) {
        if (!one.is_object()) wrong("a rung is not an object");
        Rung rung = read_rung(one);
        if (std::ranges::find(ladder.rungs, rung.id, &Rung::id) != ladder.rungs.end())
            wrong(fmt::format("the rung \"{}\" is there twice", rung.id));
        ladder.rungs.push_back(std::move(rung));
        if (ladder.rungs.size() > most_rungs)
            wrong(fmt::format("it has more than {} rungs", most_rungs));
    }
    std::set<std::pair<int, std::int64_t>> seen;
    std::set<std::int64_t> sizes;
    for (const Json& one : list("results")) {
        if (!one.is_object()) wrong("a result is not an object");
        RungResult result = read_result(one, ladder.rungs);
        if (!seen.emplace(result.rung, result.n).second)
            wrong(fmt::format("the result of a rung at {} elements is there twice", result.n));
        sizes.insert(result.n);
        if (sizes.size() > most_sizes) wrong(fmt::format("it has more than {} sizes", most_sizes));
        ladder.results.push_back(std::move(result));
    }
    return ladder;
}

Ladder read_ladder(const std::filesystem::path& path) {
    constexpr std::uint64_t most = 16 << 20;
    const auto bytes =
        read_file(path, {.what = "a ladder (.json)", .most = most, .if_missing = "check the path"});
    try {
        return parse_ladder(as_text(bytes));
    } catch (const UsageError& error) {
        throw UsageError(fmt::format("\"{}\" cannot be read: {}.", shown_path(path), error.what()));
    }
}

Table ladder_results(const Ladder& ladder) {
    using R = RungResult;
    const auto rung = [&ladder](const R& r) -> const Rung& {
        return ladder.rungs[static_cast<std::size_t>(r.rung)];
    };
    /// What there is to tell of a rung that was measured; else nothing.
    const auto measured = [](auto&& value) {
        return [value](const R& r) { return r.ms.empty() ? Cell{} : Cell{value(r)}; };
    };
    const auto number = [](double value) { return Numeral{fmt::format("{}", value)}; };
    return table_of<R>(
        ladder.results,
        {{.name = "rung", .cell = [=](const R& r) { return Cell{rung(r).id}; }},
         {.name = "name", .cell = [=](const R& r) { return Cell{rung(r).name}; }},
         {.name = "kind", .cell = [=](const R& r) { return Cell{name_of(rung(r).kind)}; }},
         {.name = "n", .cell = [](const R& r) { return Cell{r.n}; }},
         {.name = "runs", .cell = measured([](const R& r) { return r.ms.size(); })},
         {.name = "median_ms",
          .cell = measured([=](const R& r) { return number(spread_of(r.ms).median); })},
         {.name = "least_ms",
          .cell = measured([=](const R& r) { return number(spread_of(r.ms).least); })},
         {.name = "most_ms",
          .cell = measured([=](const R& r) { return number(spread_of(r.ms).most); })},
         {.name = "clearing_ms",
          .cell = measured([=](const R& r) { return number(spread_of(r.clearing_ms).median); })},
         {.name = "gb_per_s", .cell = measured([&ladder](const R& r) {
                                  return Numeral{
                                      fmt::format("{:.3f}", gigabytes_per_second(ladder, r))};
                              })},
         {.name = "share_of_roof", .cell = measured([&ladder](const R& r) {
                                       const auto share = share_of_roof(ladder, r);
                                       return share ? Cell{Numeral{fmt::format("{:.4f}", *share)}}
                                                    : Cell{};
                                   })},
         {.name = "correct",
          .cell = measured([](const R& r) { return r.wrong.empty() ? "yes" : "no"; })},
         {.name = "note",
          .cell = [](const R& r) { return Cell{r.ms.empty() ? r.left_out : r.wrong}; }}});
}

}  // namespace stridescope
