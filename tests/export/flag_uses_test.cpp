// Flags of `export`: one has a use where it makes other bytes, and what they say comes back.
#include "app/export/flag_uses.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "app/analysis/work.h"
#include "app/io/errors.h"
#include "tests/support/recorded.h"
#include "tests/support/recorded_card.h"
#include "tests/support/recorded_text.h"

namespace stridescope {
namespace flag_uses_test {

/// One run in which the flag makes a difference, if it can make any.
struct Sample {
    std::shared_ptr<const Trace> trace, other;
    int step = 0;
    std::string element{};
};

std::vector<Sample> runs() {
    ScanRun padded = testing::experiment_of("brent-kung", 64, "random:3", Padding::every32);
    padded.n = 256;
    ScanRun grid = testing::experiment_of("decoupled-lookback", 32, "iota");
    grid.n = 128;
    const auto other = record(testing::experiment_of("brent-kung", 64, "random:3"));
    // Each block does it in its own way.
    const auto blocks = testing::TextToRecord{R"(
__global__ void k(float *a) {
    __shared__ float s[256];
    int t = threadIdx.x, stride = 2 * (blockIdx.x + 1);
    s[t * stride % 256] = a[t * stride];
    __syncthreads();
    if (t < 10 * stride) a[t + 64 * blockIdx.x] = s[t * stride % 256];
}
)"}
                            .floats("a", 256)
                            .record(2, 64);
    return {{record(padded), other, 3},
            {blocks, nullptr, 0},
            {blocks, nullptr, 1},
            {record(grid), nullptr, 2},
            {testing::recorded_accesses(), nullptr, 0},
            {testing::recorded_kernel("matrix/matmul_tiled.cu", {{"N", "8"}, {"TILE", "4"}}),
             nullptr, 1, "C[3][5]"}};
}

/// The request with the flag given, as something else than the usual.
ExportRequest with(ExportRequest request, ExportFlag flag, const Sample& run, Selection selection) {
    const auto second = [&](const auto& ranked) {
        return ranked.empty() ? std::optional<RequestChoice>{} : choice_of(ranked.back());
    };
    switch (flag) {
        case ExportFlag::step: request.step = run.trace->step_count() - 1; break;
        case ExportFlag::block: request.block = run.trace->blocks() - 1; break;
        case ExportFlag::axis: request.axis = HeatmapAxis::warp; break;
        case ExportFlag::event: request.event = 5; break;
        case ExportFlag::events: request.events = HeatEvents::stores; break;
        case ExportFlag::measure: request.measure = HeatMeasure::total; break;
        case ExportFlag::difference: request.difference = true; break;
        case ExportFlag::hide_later: request.hide_later = true; break;
        case ExportFlag::element: request.element = run.element; break;
        case ExportFlag::request:
            request.banks_request = second(ranked_requests(*run.trace, 0, run.step));
            request.global_request = second(ranked_global_requests(*run.trace, 0, run.step));
            break;
        case ExportFlag::wavefront: request.wave = 1; break;
        case ExportFlag::warp: request.warp = 1; break;
        case ExportFlag::sort_by: request.sorted_by = 1; break;
        case ExportFlag::select: request.selection = selection; break;
        case ExportFlag::dark: request.dark = true; break;
    }
    return request;
}

TEST(FlagUses, AFlagHasAUseWhereItMakesOtherBytes) {
    const std::vector<Sample> all = runs();
    for (int v = 0; v < static_cast<int>(view_count); ++v) {
        const auto view = static_cast<View>(v);
        for (const bool table : {false, true}) {
            for (const ExportFlag flag : export_flags) {
                bool differs = false;
                for (const Sample& run : all) {
                    if (differs) break;
                    if (flag == ExportFlag::element && run.element.empty()) continue;
                    if (flag == ExportFlag::block && run.trace->blocks() < 2) continue;
                    if (flag == ExportFlag::event && run.trace->grid_events().empty()) continue;
                    if (flag == ExportFlag::warp && run.trace->threads() <= 32) continue;
                    const bool compares = flag == ExportFlag::difference && run.other != nullptr;
                    const ExportRequest plain{.view = view, .step = run.step};
                    const ExportFormat format = table ? ExportFormat::csv : ExportFormat::svg;
                    const Trace* other = compares ? run.other.get() : nullptr;
                    const int line = run.trace->sites().front().line;
                    for (const Selection& selection :
                         {Selection{.thread = 3}, Selection{.bank = 2}, Selection{.line = line}}) {
                        const bool first = selection.thread >= 0;
                        if (differs || (!first && flag != ExportFlag::select)) break;
                        differs = export_view(*run.trace, other, plain, format) !=
                                  export_view(*run.trace, other, with(plain, flag, run, selection),
                                              format);
                    }
                }
                EXPECT_EQ(has_use(view, table, flag, false), differs)
                    << name_of(view) << (table ? " as a table, " : ", ") << name_of(flag);
            }
        }
    }
}

TEST(RequestText, ComesBack) {
    for (const auto& trace : {testing::recorded_accesses(),
                              testing::recorded("brent-kung", 1024, "ones", Padding::none, 2)}) {
        for (int step = 0; step < trace->step_count(); ++step) {
            const auto shared = ranked_requests(*trace, 0, step);
            for (std::size_t k = 0; k < shared.size(); ++k) {
                const RequestChoice choice = choice_of(shared[k]);
                EXPECT_EQ(parse_request(*trace, 0, step, text_of(choice)), choice);
                EXPECT_EQ(parse_request(*trace, 0, step, std::to_string(k + 1)), choice);
            }
            for (const GlobalRequest& each : ranked_global_requests(*trace, 0, step)) {
                EXPECT_EQ(parse_global_request(*trace, 0, step, text_of(choice_of(each))),
                          choice_of(each));
            }
        }
        const int loads = 0;
        for (const char* wrong : {"0", "9999", "site:0,warp:99", "warp:0", "site:-1", "site:x",
                                  "site", "site:0,lane:1", "site:1,iteration:77", ""}) {
            EXPECT_THROW(parse_global_request(*trace, 0, loads, wrong), UsageError) << wrong;
        }
        EXPECT_THROW(parse_global_request(*trace, 99, loads, "1"), UsageError);
        EXPECT_THROW(parse_request(*trace, 0, trace->step_count(), "1"), UsageError);
    }
    EXPECT_EQ(text_of(RequestChoice{.site = 2, .iteration = 4, .warp = 1}),
              "site:2,warp:1,iteration:4");
}

TEST(RequestText, WorkColumnsAreCalledAsInTheirTable) {
    for (int column = 0; !name_of_work_column(column).empty(); ++column) {
        EXPECT_EQ(parse_work_column(std::string{name_of_work_column(column)}), column);
    }
    EXPECT_EQ(parse_work_column(""), -1);
    EXPECT_EQ(name_of_work_column(-1), "");
    EXPECT_THROW(parse_work_column("ads"), UsageError);
}

TEST(RequestText, WidthsAreOfPaperOrOfAScreen) {
    const auto points = [](const char* text) {
        const PictureWidth width = parse_width(text);
        EXPECT_TRUE(width.printed) << text;
        return width.value;
    };
    EXPECT_NEAR(points("160mm"), 160 / 25.4 * 72, 1e-9);
    EXPECT_NEAR(points("16cm"), points("160mm"), 1e-9);
    EXPECT_NEAR(points("2.5in"), 180, 1e-9);
    EXPECT_EQ(points("400pt"), 400);
    EXPECT_EQ(parse_width("1920").value, 1920);
    EXPECT_EQ(parse_width("1920px").value, 1920);
    EXPECT_FALSE(parse_width("1920px").printed);
    for (const char* wrong : {"", "px", "15", "16385", "1e9mm", "-160mm", "5ft", "nan", "1 60mm"})
        EXPECT_THROW(parse_width(wrong), UsageError) << wrong;
}

}  // namespace flag_uses_test
}  // namespace stridescope
