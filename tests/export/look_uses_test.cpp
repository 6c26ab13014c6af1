// Flags of `export`: one has a use where it makes other bytes, and what they say comes back.
#include "app/look/look_fields.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/analysis/work.h"
#include "app/export/export.h"
#include "app/io/errors.h"
#include "app/look/look.h"
#include "tests/support/recorded.h"
#include "tests/support/recorded_card.h"
#include "tests/support/recorded_text.h"
#include "tests/support/with_times.h"

namespace stridescope {
namespace look_uses_test {

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
    // So many messages that one block's are drawn.
    ScanRun many = testing::experiment_of("decoupled-lookback", 4, "iota");
    many.n = 128;
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
    // A warp's rows of matrices lie closer than the other's, and in each block in another way.
    const auto matrices = testing::TextToRecord{R"(
__global__ void k(float *a) {
    __shared__ __align__(128) unsigned s[512];
    int t = threadIdx.x, warp = t / 32, stride = 4 * (1 + (1 - warp) * (1 + blockIdx.x));
    s[t] = t + 64 * blockIdx.x;
    __syncthreads();
    unsigned part, row = (unsigned)__cvta_generic_to_shared(&s[t % 8 * stride]);
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(part) : "r"(row));
    __syncthreads();
    a[t] = part;
}
)"}
                              .floats("a", 256)
                              .record(2, 64);
    return {{testing::with_times(*record(padded)), other, 3},
            {blocks, nullptr, 0},
            {blocks, nullptr, 1},
            {matrices, nullptr, 1},
            {record(grid), nullptr, 2},
            {record(many), nullptr, 2},
            {testing::recorded_accesses(), nullptr, 0},
            {testing::recorded_kernel("matrix/matmul_tiled.cu", {{"N", "8"}, {"TILE", "4"}}),
             nullptr, 1, "C[3][5]"}};
}

/// The look with the field set to something else than usual.
Look with(Look look, const LookField& field, const Sample& run, const Selection& selection) {
    const auto second = [&](const auto& ranked) {
        return ranked.empty() ? std::optional<RequestChoice>{} : choice_of(ranked.back());
    };
    Look other;
    other.lock = StepLock::progress;
    other.step = run.trace->step_count() - 1;
    other.block = run.trace->blocks() / 2;
    other.event = 5;
    other.axis = HeatmapAxis::warp;
    other.events = HeatEvents::stores;
    other.measure = HeatMeasure::total;
    other.request = second(ranked_requests(*run.trace, 0, run.step, Space::shared));
    other.global_request = second(ranked_requests(*run.trace, 0, run.step, Space::global));
    other.wave = other.warp.emplace(1);
    other.sorted_by = 1;
    other.element = run.element;
    other.chip = "T4";
    other.rows = TimeRows::multiprocessor;
    other.difference = other.hide_later = other.hide_costs = true;
    other.selection = selection;
    field.copy(other, look);
    return look;
}

/// Whether the run has what the field would change.
bool can_show(const LookField& field, const Sample& run) {
    if (field.name == "element") return !run.element.empty();
    if (field.name == "block") return run.trace->blocks() > 1;
    if (field.name == "event") return !run.trace->grid_events().empty();
    if (field.name == "warp") return run.trace->threads() > 32;
    return !field.of_two || run.other != nullptr;
}

TEST(LookFields, AFlagHasAUseWhereItMakesOtherBytes) {
    const std::vector<Sample> all = runs();
    for (const View view : all_views) {
        for (const bool table : {false, true}) {
            const ExportFormat format = table ? ExportFormat::csv : ExportFormat::svg;
            // Of each run alone and beside its other one, as nothing was said.
            std::map<std::pair<const Sample*, bool>, std::vector<std::byte>> plain_ones;
            for (const LookField& field : look_fields()) {
                // How two runs go together is told for both; of grids it is refused.
                if (field.flag.empty() || field.name == "lock") continue;
                bool differs = false;
                for (const Sample& run : all) {
                    if (differs || !can_show(field, run)) continue;
                    const ExportRequest plain{.look = {.view = view, .step = run.step}};
                    const Trace* other = field.of_two ? run.other.get() : nullptr;
                    std::vector<std::byte>& as_it_is = plain_ones[{&run, other != nullptr}];
                    if (as_it_is.empty()) as_it_is = export_view(*run.trace, other, plain, format);
                    const int line = run.trace->sites().front().line;
                    for (const Selection& selection :
                         {Selection{.thread = 3}, Selection{.bank = 2}, Selection{.line = line}}) {
                        if (differs || (selection.thread < 0 && field.name != "select")) break;
                        differs =
                            as_it_is !=
                            export_view(*run.trace, other,
                                        {.look = with(plain.look, field, run, selection)}, format);
                    }
                }
                EXPECT_EQ((table ? field.tables : field.pictures).has(view), differs)
                    << name_of(view) << (table ? " as a table, " : ", ") << field.name;
            }
        }
    }
}

TEST(RequestText, ComesBack) {
    for (const auto& trace : {testing::recorded_accesses(),
                              testing::recorded("brent-kung", 1024, "ones", Padding::none, 2)}) {
        for (int step = 0; step < trace->step_count(); ++step) {
            const auto shared = ranked_requests(*trace, 0, step, Space::shared);
            for (std::size_t k = 0; k < shared.size(); ++k) {
                const RequestChoice choice = choice_of(shared[k]);
                EXPECT_EQ(parse_request(*trace, 0, step, Space::shared, text_of(choice)), choice);
                EXPECT_EQ(parse_request(*trace, 0, step, Space::shared, std::to_string(k + 1)),
                          choice);
            }
            for (const Request& each : ranked_requests(*trace, 0, step, Space::global)) {
                EXPECT_EQ(parse_request(*trace, 0, step, Space::global, text_of(choice_of(each))),
                          choice_of(each));
            }
        }
        const int loads = 0;
        for (const char* wrong : {"0", "9999", "site:0,warp:99", "warp:0", "site:-1", "site:x",
                                  "site", "site:0,lane:1", "site:1,iteration:77", ""}) {
            EXPECT_THROW(parse_request(*trace, 0, loads, Space::global, wrong), UsageError)
                << wrong;
        }
        EXPECT_THROW(parse_request(*trace, 99, loads, Space::global, "1"), UsageError);
        EXPECT_THROW(parse_request(*trace, 0, trace->step_count(), Space::shared, "1"), UsageError);
    }
    EXPECT_EQ(text_of(RequestChoice{.site = 2, .iteration = 4, .warp = 1}),
              "site:2,warp:1,iteration:4");
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

}  // namespace look_uses_test
}  // namespace stridescope
