#include "app/report/ladder_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "app/io/table.h"
#include "app/ladder/time_parts.h"

namespace stridescope {
namespace {

std::string how_measured(const Ladder& ladder) {
    std::string text = fmt::format(
        "Inclusive scans of {} numbers; medians, results compared. On the GPU: kernels, and "
        "clearing "
        "what they need cleared; its memory is allocated and filled before.\n",
        name_of(ladder.type));
    text += fmt::format("CPU: {}, {} cores\n", ladder.cpu, ladder.cores);
    text += ladder.gpu.empty() ? "No GPU: " + ladder.no_gpu + "\n" : "GPU: " + ladder.gpu + "\n";
    if (ladder.stopped) text += "Stopped before all was measured.\n";
    return text;
}

std::string cell(const Ladder& ladder, int rung, std::int64_t n) {
    const RungResult* result = ladder.find(rung, n);
    if (result == nullptr || result->ms.empty()) return "–";
    return time_text(spread_of(result->ms).median) + (result->wrong.empty() ? "" : " !");
}

}  // namespace

std::string ladder_table(const Ladder& ladder) {
    const std::vector<std::int64_t> sizes = ladder.sizes();
    std::vector<ColumnHead> heads{{.name = "rung", .words = true}};
    std::vector<std::vector<Cell>> rows;
    for (const std::int64_t n : sizes) heads.push_back({.name = size_text(n)});
    const bool some = !sizes.empty();
    if (some) {
        for (const char* word : {"± %", "GB/s", "of the roof"}) heads.push_back({.name = word});
    }
    std::vector<std::pair<std::string, std::vector<std::string>>> notes;  // sentence, about what
    const auto note = [&](const std::string& sentence, std::string about) {
        const auto found = std::ranges::find(notes, sentence, &decltype(notes)::value_type::first);
        if (found == notes.end())
            notes.push_back({sentence, {std::move(about)}});
        else
            found->second.push_back(std::move(about));
    };
    for (std::size_t r = 0; r < ladder.rungs.size(); ++r) {
        const int rung = static_cast<int>(r);
        const RungResult* last = nullptr;  // at the largest size that it was measured at
        std::vector<Cell> row{ladder.rungs[r].name};
        std::map<std::string, std::vector<std::string>> where;  // sentence, sizes
        for (const std::int64_t n : sizes) {
            row.emplace_back(cell(ladder, rung, n));
            const RungResult* result = ladder.find(rung, n);
            if (result == nullptr) continue;
            if (!result->ms.empty()) last = result;
            const std::string& sentence = result->ms.empty() ? result->left_out : result->wrong;
            if (!sentence.empty()) where[sentence].push_back(size_text(n));
        }
        for (const auto& [sentence, at] : where) {
            const bool everywhere = at.size() == sizes.size();
            note(sentence,
                 everywhere ? ladder.rungs[r].name
                            : fmt::format("{} at {}", ladder.rungs[r].name, fmt::join(at, ", ")));
        }
        if (last == nullptr) continue;
        const Spread spread = spread_of(last->ms);
        const auto share = share_of_roof(ladder, *last);
        row.emplace_back(fmt::format(
            "{:.1f}", (spread.most - spread.least) / 2 / std::max(spread.median, 1e-9) * 100));
        row.emplace_back(fmt::format("{:.1f}", gigabytes_per_second(ladder, *last)));
        row.emplace_back(share ? fmt::format("{:.3f}", *share) : "–");
        rows.push_back(std::move(row));
    }
    std::string text =
        how_measured(ladder) + "\n" + to_text(table_of(std::move(heads), std::move(rows)));
    if (some) text += "The last three columns are of the largest N that a rung was measured at.\n";
    for (const auto& [sentence, about] : notes)
        text += fmt::format("\n{}\n  – {}\n", sentence, fmt::join(about, "\n  – "));
    return text;
}

std::string ladder_why(const Ladder& ladder, std::int64_t n) {
    std::string text = fmt::format(
        "Why, at N = {}: what was counted in a recording of a few sections, scaled to N, times "
        "what each takes alone; of sections whose blocks were timed, what their clocks told.\n",
        size_text(n));
    bool any = false;
    for (const RungResult& result : ladder.results) {
        if (result.n != n) continue;
        const TimeParts parts = time_parts(ladder, result);
        if (parts.parts.empty()) continue;
        any = true;
        const Rung& rung = ladder.rungs[static_cast<std::size_t>(result.rung)];
        std::vector<std::vector<Cell>> rows;
        for (const TimePart& part : parts.parts)
            rows.push_back({"  " + part.name, time_text(part.ms), part.how});
        rows.push_back({parts.rest >= 0 ? "  " + parts.rest_name : "  overlap",
                        (parts.rest < 0 ? "−" : "") + time_text(std::abs(parts.rest)),
                        parts.rest >= 0 ? parts.rest_how
                                        : "one after another these would take that much longer"});
        text += "\n" + to_text(table_of({{.name = rung.name, .words = true},
                                         {.name = time_text(parts.measured)},
                                         {.name = ""}},
                                        std::move(rows)));
    }
    if (!any) text += "\nNothing was counted, or no copy was measured at this size.\n";
    return text;
}

}  // namespace stridescope
