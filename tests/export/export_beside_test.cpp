// Any view of two runs side by side in a file, and the report on two runs.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/analysis/work.h"
#include "app/export/export.h"
#include "app/report/report.h"
#include "tests/support/recorded.h"

namespace stridescope {
namespace export_beside_test {

using testing::recorded;
using testing::sixteen;

bool says(const Scene& scene, const std::string& words) {
    return std::ranges::any_of(scene.layers, [&](const Layer& layer) {
        return std::ranges::any_of(layer.labels, [&](const Label& l) { return l.text == words; });
    });
}

/// The last of the labels that hold these words.
std::string holding(const Scene& scene, const std::string& words) {
    std::string found;
    for (const Layer& layer : scene.layers) {
        for (const Label& label : layer.labels) {
            if (label.text.find(words) != std::string::npos) found = label.text;
        }
    }
    return found;
}

std::size_t shapes(const Scene& scene) {
    std::size_t count = 0;
    for (const Layer& layer : scene.layers) {
        count += layer.matrices.size() + layer.rects.size() + layer.runs.size() +
                 layer.lines.size() + layer.labels.size();
    }
    return count;
}

std::vector<std::string> lines_of(const std::vector<std::byte>& bytes) {
    std::istringstream in(std::string{reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

class ExportBeside : public ::testing::Test {
  protected:
    std::shared_ptr<const Trace> ks_ = recorded("kogge-stone", 16, sixteen);
    std::shared_ptr<const Trace> bk_ = recorded("brent-kung", 16, sixteen);
};

TEST_F(ExportBeside, DrawsTheScenesOfBothAndNoOthers) {
    for (const View view : {View::tree, View::memory, View::banks, View::work, View::source,
                            View::global, View::divergence}) {
        // By stride, stride 8 of Kogge–Stone stands beside up-sweep 8: step 4 of both.
        const ExportRequest request{.look = {.view = view, .step = 4}};
        const Scene left = exported_scene(*ks_, nullptr, request);
        const Scene right = exported_scene(*bk_, nullptr, request);
        const Scene both = exported_scene(*ks_, bk_.get(), request);
        EXPECT_GT(both.width, left.width + right.width) << name_of(view);
        EXPECT_GT(both.height, std::max(left.height, right.height));
        EXPECT_EQ(shapes(both), shapes(left) + shapes(right) + 3) << "two headings, one line";
        EXPECT_TRUE(says(both, "Kogge–Stone"));
        EXPECT_TRUE(says(both, "Brent–Kung"));
        for (const Layer& layer : both.layers) {
            for (const Rect& rect : layer.rects) {
                EXPECT_LE(rect.box.x + rect.box.w, both.width + 4);
                EXPECT_LE(rect.box.y + rect.box.h, both.height + 4);
            }
        }
    }
}

TEST_F(ExportBeside, ShowsTheStepThatTheLockSays) {
    ExportRequest request{.look = {.view = View::memory, .step = 4}};
    request.look.lock = StepLock::progress;
    // 4/5 of the way: down-sweep 2.
    const auto after = [&] { return holding(exported_scene(*ks_, bk_.get(), request), "after "); };
    EXPECT_TRUE(after().find("after down-sweep 2:") != std::string::npos) << after();
    request.look.lock = StepLock::stride;
    EXPECT_TRUE(after().find("after up-sweep 8:") != std::string::npos) << after();
}

TEST_F(ExportBeside, HasTwoHeatmapsOnOneScaleWhereALockIsGiven) {
    const auto conflicts = recorded("brent-kung", 1024, "ones");
    const auto none = recorded("kogge-stone", 1024, "ones");
    ExportRequest request{.look = {.view = View::heatmap}};
    request.look.lock = StepLock::stride;
    const Scene both = exported_scene(*none, conflicts.get(), request);
    // Both legends go as far as the worse of the two.
    int legends = 0;
    for (const Layer& layer : both.layers) {
        for (const Label& label : layer.labels) {
            if (label.text == "conflict degree (n-way)") ++legends;
        }
    }
    EXPECT_EQ(legends, 2);
    EXPECT_TRUE(says(both, "32"));
}

TEST_F(ExportBeside, HasTheBarsOfBothRunsOnOneScale) {
    const auto plain = recorded("brent-kung", 256, "ones");
    const auto padded = recorded("brent-kung", 256, "ones", Padding::every32);
    const ExportRequest request{.look = {.view = View::banks, .step = 4}};
    const Scene both = exported_scene(*plain, padded.get(), request);
    std::vector<std::string> tops;
    for (const Layer& layer : both.layers) {
        for (const Label& label : layer.labels) {
            if (label.align == Align::right && label.size == 11) tops.push_back(label.text);
        }
    }
    ASSERT_EQ(tops.size(), 2U);
    EXPECT_GT(std::stoi(tops[0]), 2);
    EXPECT_EQ(tops[0], tops[1]);
}

TEST_F(ExportBeside, MovesOnlyWhatTheSlidersStepBringsOn) {
    const auto animated = [](const Scene& scene, float from) {
        int count = 0;
        for (const Layer& layer : scene.layers) {
            for (const Line& line : layer.lines) {
                if (line.animated && line.from.x >= from) ++count;
            }
        }
        return count;
    };
    // Brent–Kung's way down has no stride left for Kogge–Stone: that waits.
    const float right = exported_scene(*bk_, nullptr, {.look = {.step = 6}}).width;
    EXPECT_GT(animated(exported_scene(*bk_, ks_.get(), {.look = {.step = 3}}), right), 0);
    EXPECT_EQ(animated(exported_scene(*bk_, ks_.get(), {.look = {.step = 6}}), right), 0);
}

TEST_F(ExportBeside, LosesNoSmallPictureBesideALargeOne) {
    const auto large = testing::recorded("brent-kung", 1024, "ones");
    for (const bool small_left : {true, false}) {
        const Trace &left = small_left ? *ks_ : *large, &right = small_left ? *large : *ks_;
        const Scene both = exported_scene(left, &right, {.look = {.view = View::tree}});
        // As wide as a slide, the words over both can be read, and values of the small one.
        const float slide = 1600 / both.width;
        float values = 0;
        int headings = 0;
        for (const Layer& layer : both.layers) {
            for (const Label& label : layer.labels) {
                if (label.text == "68") values = std::max(values, label.size * slide);
                if (label.box.y == 0 && label.size * slide >= 9) ++headings;
                EXPECT_LE(label.box.x, both.width) << label.text;
            }
        }
        EXPECT_EQ(headings, 2);
        EXPECT_GE(values, 9);
    }
}

TEST_F(ExportBeside, NamesTheRunBeforeEachLineOfATable) {
    for (const View view : {View::tree, View::memory, View::work, View::banks, View::source,
                            View::global, View::divergence}) {
        const ExportRequest request{.look = {.view = view, .step = 4}};
        const auto own = lines_of(export_view(*ks_, nullptr, request, ExportFormat::csv));
        const auto other = lines_of(export_view(*bk_, nullptr, request, ExportFormat::csv));
        const auto both = lines_of(export_view(*ks_, bk_.get(), request, ExportFormat::csv));
        ASSERT_EQ(both.size(), own.size() + other.size() - 1) << name_of(view);
        ASSERT_EQ(own[0], other[0]);
        EXPECT_EQ(both[0], "run," + own[0]);
        for (std::size_t k = 1; k < own.size(); ++k) EXPECT_EQ(both[k], "this," + own[k]);
        for (std::size_t k = 1; k < other.size(); ++k) {
            EXPECT_EQ(both[own.size() + k - 1], "other," + other[k]);
        }
    }
}

TEST_F(ExportBeside, RefusesALockWhereThereIsNone) {
    ExportRequest request{.look = {.view = View::heatmap, .difference = true}};
    request.look.lock = StepLock::stride;
    EXPECT_THROW(exported_scene(*ks_, bk_.get(), request), UsageError);
    request = {.look = {.view = View::grid}};
    request.look.lock = StepLock::stride;
    EXPECT_THROW(exported_scene(*ks_, bk_.get(), request), UsageError);
}

TEST_F(ExportBeside, ReportsWhatEachOfTheirOwnReportsSays) {
    const auto of = [](const std::string& text) { return nlohmann::json::parse(text); };
    const auto a = of(report(*ks_, ReportFormat::json, ReportCut::step));
    const auto b = of(report(*bk_, ReportFormat::json, ReportCut::step));
    const auto both = of(difference_report(*ks_, *bk_, ReportFormat::json));
    const auto total = [](const nlohmann::json& one, const std::string& name) -> std::int64_t {
        if (name == "steps") return static_cast<std::int64_t>(one["steps"].size());
        const auto& totals = one["totals"];
        if (totals.contains(name)) return totals[name].get<std::int64_t>();
        return totals["load_" + name].get<std::int64_t>() +
               totals["store_" + name].get<std::int64_t>();
    };
    ASSERT_EQ(both["counts"].size(), 6U);
    for (const auto& count : both["counts"]) {
        const auto name = count["name"].get<std::string>();
        EXPECT_EQ(count["a"], total(a, name)) << name;
        EXPECT_EQ(count["b"], total(b, name)) << name;
        if (count["b"] == 0) {
            EXPECT_TRUE(count["ratio"].is_null()) << name;
        } else {
            EXPECT_DOUBLE_EQ(count["ratio"].get<double>(),
                             count["a"].get<double>() / count["b"].get<double>());
        }
    }
    const std::string text = difference_report(*ks_, *bk_, ReportFormat::text);
    EXPECT_TRUE(text.starts_with("A: kogge_stone.cu -D BLOCK=16")) << text;
    EXPECT_NE(text.find("operations         49  26  1.88×"), std::string::npos) << text;
    const std::string csv = difference_report(*ks_, *bk_, ReportFormat::csv);
    EXPECT_TRUE(csv.starts_with("name,a,b,ratio\nsteps,6,9,0.666667\nadds,49,26,")) << csv;
}

}  // namespace export_beside_test
}  // namespace stridescope
