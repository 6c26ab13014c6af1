#include "app/lesson/measured.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <optional>
#include <sstream>
#include <vector>

#include "app/io/errors.h"
#include "app/io/printable.h"
#include "app/io/real_number.h"
#include "app/ladder/ladder_file.h"

namespace stridescope {
namespace {

constexpr std::string_view form = "\"FILE RUNG N ms = NUMBER\"";

std::optional<double> real_of(const std::string& text) {
    double value = 0;
    const auto [stop, error] = read_real(text, value);
    if (error != std::errc{} || stop != text.data() + text.size()) return std::nullopt;
    return value;
}

std::vector<std::string> words_of(std::string_view text) {
    std::istringstream in{std::string{text}};
    std::vector<std::string> words;
    for (std::string word; in >> word;) words.push_back(word);
    return words;
}

std::optional<double> in_unit(double ms, const std::string& unit) {
    constexpr double thousand = 1000;
    if (unit == "ms") return ms;
    if (unit == "us") return ms * thousand;
    if (unit == "ns") return ms * thousand * thousand;
    return std::nullopt;
}

/// Throws UsageError.
double value_in(const Ladder& ladder, const std::vector<std::string>& words) {
    const auto unknown = [](const std::string& what) {
        return UsageError{fmt::format("the ladder has no {}", excerpt(what))};
    };
    if (words.size() == 2) {
        const GpuRates& rates = ladder.rates;
        constexpr double nanoseconds = 1e6;  // in a millisecond
        if (words[0] == "wavefronts" && words[1] == "per-ns" && rates.wavefront_ms > 0)
            return 1 / (rates.wavefront_ms * nanoseconds);
        const double ms = words[0] == "hand-over" ? rates.hand_over_ms
                          : words[0] == "launch"  ? rates.launch_ms
                          : words[0] == "barrier" ? rates.barrier_ms
                                                  : 0;
        const std::optional<double> value = in_unit(ms, words[1]);
        if (ms <= 0 || !value) throw unknown(words[0] + " in " + words[1]);
        return *value;
    }
    const std::optional<double> n = real_of(words[1]);
    for (const RungResult& result : ladder.results) {
        if (ladder.rungs[static_cast<std::size_t>(result.rung)].id != words[0]) continue;
        if (!n || static_cast<double>(result.n) != *n || !result.left_out.empty()) continue;
        if (words[2] == "blocks") return static_cast<double>(result.blocks);
        if (words[2] == "us-per-block" && result.blocks > 0)
            return *in_unit(spread_of(result.ms).median, "us") / static_cast<double>(result.blocks);
        if (const auto value = in_unit(spread_of(result.ms).median, words[2])) return *value;
    }
    throw unknown(fmt::format("{} at {} in {}", words[0], words[1], words[2]));
}

}  // namespace

LessonMeasured parse_measured(std::string_view value) {
    const std::size_t equals = value.rfind('=');
    if (equals == std::string_view::npos)
        throw UsageError(fmt::format("what was measured is {}", form));
    const std::vector<std::string> left = words_of(value.substr(0, equals));
    const std::vector<std::string> right = words_of(value.substr(equals + 1));
    if ((left.size() != 3 && left.size() != 4) || right.size() != 1 || !real_of(right[0]))
        throw UsageError(fmt::format("what was measured is {}", form));
    LessonMeasured made{.file = left[0], .what = {}, .number = right[0], .line = 0};
    for (std::size_t k = 1; k < left.size(); ++k) made.what += (k > 1 ? " " : "") + left[k];
    return made;
}

std::string why_wrong(const LessonMeasured& measured, const std::filesystem::path& lesson_folder) {
    namespace fs = std::filesystem;
    std::error_code error;
    fs::path file = lesson_folder / measured.file;
    if (!fs::exists(file, error)) file = lesson_folder.parent_path() / "ladder" / measured.file;
    if (!fs::exists(file, error))
        return fmt::format("there is no ladder {}", excerpt(measured.file));
    try {
        const double value = value_in(read_ladder(file), words_of(measured.what));
        const std::size_t point = measured.number.find('.');
        const std::size_t decimals =
            point == std::string::npos ? 0 : measured.number.size() - point - 1;
        const std::string rounded = fmt::format("{:.{}f}", value, decimals);
        if (rounded == measured.number) return {};
        return fmt::format("{} is {} in {}, not {}", measured.what, rounded, measured.file,
                           measured.number);
    } catch (const UsageError& wrong) {
        return wrong.what();
    }
}

}  // namespace stridescope
