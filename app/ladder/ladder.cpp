#include "app/ladder/ladder.h"

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

std::string_view name_of(RungKind kind) {
    constexpr std::array<std::string_view, 6> names{"cpu", "sections", "scan",
                                                    "own", "library",  "roof"};
    return names[static_cast<std::size_t>(kind)];
}

const RungResult* Ladder::find(int rung, std::int64_t n) const {
    const auto found = std::ranges::find_if(
        results, [&](const RungResult& r) { return r.rung == rung && r.n == n; });
    return found == results.end() ? nullptr : &*found;
}

std::vector<std::int64_t> Ladder::sizes() const {
    std::set<std::int64_t> all;
    for (const RungResult& result : results) all.insert(result.n);
    return {all.begin(), all.end()};
}

Ladder beside(const Ladder& ladder, const Ladder& other) {
    Ladder both = ladder;
    constexpr std::string_view here = "-here";
    // What was put beside earlier goes.
    for (std::size_t r = 0; r < both.rungs.size(); ++r) {
        if (!both.rungs[r].id.ends_with(here)) continue;
        const auto gone = static_cast<int>(r);
        both.rungs.erase(both.rungs.begin() + gone);
        std::erase_if(both.results, [&](const RungResult& result) { return result.rung == gone; });
        for (RungResult& result : both.results) result.rung -= result.rung > gone ? 1 : 0;
        --r;
    }
    for (std::size_t r = 0; r < other.rungs.size(); ++r) {
        if (other.rungs[r].kind != RungKind::cpu) continue;
        Rung rung = other.rungs[r];
        rung.id += here;
        rung.name += ", here";
        for (RungResult result : other.results) {
            if (result.rung != static_cast<int>(r)) continue;
            result.rung = static_cast<int>(both.rungs.size());
            both.results.push_back(std::move(result));
        }
        both.rungs.push_back(std::move(rung));
    }
    return both;
}

Spread spread_of(std::vector<double> all) {
    if (all.empty()) return {};
    std::ranges::sort(all);
    const std::size_t middle = all.size() / 2;
    const double median = all.size() % 2 == 1 ? all[middle] : (all[middle - 1] + all[middle]) / 2;
    return {median, all.front(), all.back()};
}

std::int64_t usual_size(const Ladder& ladder) {
    constexpr std::int64_t ten_million = 10'000'000;
    std::int64_t best = 0;
    std::ptrdiff_t most = 0;
    for (const std::int64_t n : ladder.sizes()) {
        const auto measured = std::ranges::count_if(
            ladder.results, [n](const RungResult& r) { return r.n == n && !r.ms.empty(); });
        if (n == ten_million && measured > 0) return n;
        if (measured < most) continue;
        most = measured;
        best = n;
    }
    return best;
}

double gigabytes_per_second(const Ladder& ladder, const RungResult& result) {
    const double ms = spread_of(result.ms).median;
    if (ms <= 0) return 0;
    const auto bytes =
        static_cast<double>(result.n) * 2 * static_cast<double>(size_of(ladder.type));
    return bytes / ms / 1e6;
}

std::optional<double> share_of_roof(const Ladder& ladder, const RungResult& result) {
    const auto kind_of = [&](const RungResult& r) {
        return ladder.rungs[static_cast<std::size_t>(r.rung)].kind;
    };
    const double ms = spread_of(result.ms).median;
    if (ms <= 0 || kind_of(result) == RungKind::cpu) return std::nullopt;
    for (const RungResult& other : ladder.results) {
        if (other.n != result.n || kind_of(other) != RungKind::roof || other.ms.empty()) continue;
        return spread_of(other.ms).median / ms;
    }
    return std::nullopt;
}

std::string size_text(std::int64_t n) {
    constexpr std::array<std::string_view, 10> raised{"⁰", "¹", "²", "³", "⁴",
                                                      "⁵", "⁶", "⁷", "⁸", "⁹"};
    const auto power_of = [&](std::int64_t base, int least) -> std::string {
        int exponent = 0;
        std::int64_t rest = n;
        for (; rest > 1 && rest % base == 0; rest /= base) ++exponent;
        if (rest != 1 || exponent < least) return {};
        std::string text = std::to_string(base);
        for (const char digit : std::to_string(exponent))
            text += raised[static_cast<std::size_t>(digit - '0')];
        return text;
    };
    if (std::string ten = power_of(10, 3); !ten.empty()) return ten;
    if (std::string two = power_of(2, 10); !two.empty()) return two;
    std::string digits = std::to_string(n);
    for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3)
        digits.insert(static_cast<std::size_t>(at), ",");
    return digits;
}

std::string time_text(double milliseconds) {
    // Three digits that count.
    const auto three = [](double value, std::string_view unit) {
        const int decimals = value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
        return fmt::format("{:.{}f} {}", value, decimals, unit);
    };
    if (milliseconds >= 1000) return three(milliseconds / 1000, "s");
    if (milliseconds >= 1) return three(milliseconds, "ms");
    return three(milliseconds * 1000, "µs");
}

std::vector<Rung> standard_rungs() {
    using enum RungKind;
    using Knobs = std::vector<std::pair<std::string, std::string>>;
    const Knobs kogge_stone{{"SCAN", "KOGGE_STONE"}, {"BLOCK", "1024"}, {"COARSEN", "1"}};
    const Knobs brent_kung{{"SCAN", "BRENT_KUNG"}, {"BLOCK", "1024"}, {"COARSEN", "1"}};
    const auto coarsened = [](const std::string& by, const std::string& padding) {
        return Knobs{
            {"SCAN", "BRENT_KUNG"}, {"BLOCK", "1024"}, {"COARSEN", by}, {"PADDING", padding}};
    };
    // Sections of a text that scans them only: its own name says which scan.
    const auto section = [](const std::string& coarsen, const std::string& padding) {
        return Knobs{{"BLOCK", "1024"}, {"COARSEN", coarsen}, {"PADDING", padding}};
    };
    // Each rung of the look-back that runs ahead has one thing more than the one before.
    const auto ahead = [](std::string id, std::string name, const char* flight, const char* sums,
                          const char* carrier) {
        return Rung{.id = std::move(id),
                    .name = std::move(name),
                    .kind = scan,
                    .text = "lookback_ahead",
                    .knobs = {{"BLOCK", "256"},
                              {"ROWS", "3"},
                              {"FLIGHT", flight},
                              {"AHEAD", sums},
                              {"CARRIER", carrier}},
                    .fitted = "BLOCKS"};
    };
    constexpr std::int64_t million = 1'000'000;
    return {
        {.id = "cpu-one", .name = "One CPU core", .kind = cpu},
        {.id = "cpu-all", .name = "All CPU cores", .kind = cpu},
        {.id = "naive",
         .name = "Naive",
         .text = "naive_grid",
         .knobs = {{"BLOCK", "256"}},
         .most = million,
         .why_most = "It adds N²/2 numbers, which takes minutes beyond 10⁶."},
        {"kogge-stone", "Sections: Kogge–Stone", sections, "kogge_stone", section("1", "none")},
        {"brent-kung", "Sections: Brent–Kung", sections, "brent_kung", section("1", "none")},
        {"padded", "Sections: Brent–Kung, padded", sections, "brent_kung", section("1", "every32")},
        {"coarsened", "Sections: Brent–Kung × 8", sections, "brent_kung", section("8", "none")},
        {"coarsened-padded", "Sections: Brent–Kung × 8, padded", sections, "brent_kung",
         section("8", "every32")},
        {"three-kernel", "Three kernels, Brent–Kung × 16, padded", scan, "three_kernel",
         coarsened("16", "every32")},
        {"spin-barrier", "Spin barrier, Brent–Kung × 16, padded", scan, "spin_barrier",
         coarsened("16", "every32")},
        {"chained-kogge-stone", "Chained, Kogge–Stone", scan, "chained", kogge_stone},
        {"chained-brent-kung", "Chained, Brent–Kung", scan, "chained", brent_kung},
        {"chained-coarsened", "Chained, Brent–Kung × 8", scan, "chained", coarsened("8", "none")},
        {"chained-padded", "Chained, Brent–Kung × 8, padded", scan, "chained",
         coarsened("8", "every32")},
        {.id = "chained-managed",
         .name = "The same, in managed memory",
         .text = "chained",
         .knobs = coarsened("8", "every32"),
         .managed = true,
         .most = 100 * million,
         .why_most = "Pages migrate at a few GB/s: beyond 10⁸ it takes too long."},
        {"look-back", "Look-back, one thread", scan, "decoupled_lookback",
         coarsened("8", "every32")},
        {"look-back-warp", "Look-back, a warp", scan, "decoupled_lookback_warp",
         coarsened("8", "every32")},
        ahead("ahead-vectors", "Look-back, blocks that stay, 16-byte loads", "1", "0", "0"),
        ahead("ahead-loads", "… and tiles loaded ahead", "4", "0", "0"),
        ahead("ahead-sums", "… and sums told ahead", "4", "2", "0"),
        ahead("ahead", "… and one block that carries: ours", "4", "2", "1"),
        {.id = "library", .name = "cub::DeviceScan", .kind = library},
        {.id = "copy", .name = "Copy: the roof", .kind = roof},
    };
}

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
