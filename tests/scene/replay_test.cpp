// Requests, one wavefront at a time: who is served when, in what order they come, how it looks.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/analysis/narration.h"
#include "app/analysis/request_choice.h"
#include "app/analysis/requests.h"
#include "app/scene/banks/banks_view.h"
#include "app/scene/scene.h"
#include "app/trace/trace.h"
#include "tests/support/recorded.h"
#include "tests/support/recorded_text.h"

namespace stridescope {
namespace replay_test {

using testing::recorded;

std::vector<std::shared_ptr<const Trace>> some_traces() {
    std::vector<std::shared_ptr<const Trace>> traces;
    for (const ElementType type : {ElementType::f32, ElementType::f64}) {
        for (const char* kernel : {"brent-kung", "kogge-stone", "sklansky", "raking"}) {
            ScanRun experiment = testing::experiment_of(kernel, 64, "iota");
            experiment.type = type;
            traces.push_back(record(experiment));
        }
    }
    return traces;
}

TEST(Wavefronts, ServeEveryLaneOnceAndNoBankTwice) {
    for (const auto& trace : some_traces()) {
        const std::size_t bytes = trace->cell_bytes();
        const auto columns = static_cast<int>(128 / bytes);
        for (int step = 0; step < trace->step_count(); ++step) {
            for (const Request& request : requests_of_step(*trace, 0, step, Space::shared)) {
                const auto words = words_of_request(*trace, request);
                const auto waves = wavefront_of_lanes(*trace, request);
                ASSERT_EQ(waves.size(), words.size());
                EXPECT_EQ(*std::ranges::max_element(waves) + 1, request.shared.wavefronts);
                std::set<std::pair<int, int>> served;  // (wavefront, word)
                for (std::size_t lane = 0; lane < words.size(); ++lane) {
                    EXPECT_EQ(waves[lane] < 0, words[lane] == Trace::idle);
                    if (waves[lane] >= 0) served.insert({waves[lane], words[lane]});
                }
                std::set<std::pair<int, int>> banks;
                for (const auto& [wave, word] : served) {
                    EXPECT_TRUE(banks.insert({wave, word % columns}).second)
                        << "two words of a bank in wavefront " << wave;
                }
            }
        }
    }
}

TEST(Wavefronts, ComeOneAfterTheOtherThroughAllStepsAndBack) {
    const auto trace = recorded("brent-kung", 64, "iota");
    std::vector<WavePlace> expected;
    for (int step = 0; step < trace->step_count(); ++step) {
        for (const Request& request : requests_of_step(*trace, 0, step, Space::shared)) {
            for (int wave = 1; wave <= request.shared.wavefronts; ++wave) {
                expected.push_back({step, choice_of(request), wave});
            }
        }
    }
    ASSERT_GT(expected.size(), 50U);
    auto place = moved_wave(*trace, 0, 0, {}, 0, 1);
    for (const WavePlace& each : expected) {
        ASSERT_TRUE(place);
        EXPECT_EQ(*place, each);
        place = moved_wave(*trace, 0, place->step, place->request, place->wave, 1);
    }
    EXPECT_EQ(place, expected.back()) << "at the end one stays";
    for (auto each = expected.rbegin() + 1; each != expected.rend(); ++each) {
        place = moved_wave(*trace, 0, place->step, place->request, place->wave, -1);
        ASSERT_TRUE(place);
        EXPECT_EQ(*place, *each);
    }
    EXPECT_EQ(moved_wave(*trace, 0, 0, expected.front().request, 1, -1), expected.front());
}

TEST(Wavefronts, BeginWithTheRequestThatIsShown) {
    const auto trace = recorded("brent-kung", 64, "iota");
    const auto requests = requests_of_step(*trace, 0, 2, Space::shared);
    const RequestChoice last = choice_of(requests.back());
    EXPECT_EQ(moved_wave(*trace, 0, 2, last, 0, 1), (WavePlace{2, last, 1}));
    EXPECT_EQ(moved_wave(*trace, 0, 2, last, 0, -1),
              (WavePlace{2, last, requests.back().shared.wavefronts}));
    EXPECT_FALSE(moved_wave(*testing::recorded_nothing(), 0, 0, {}, 0, 1));
}

TEST(Wavefronts, OfTwoRunsGoOnUntilBothAreDone) {
    const auto trace = recorded("brent-kung", 64, "iota", Padding::every32);
    const auto other = recorded("brent-kung", 64, "iota");
    const auto beside = [&](int step, const RequestChoice& choice) {
        for (const Request& request : requests_of_step(*other, 0, step, Space::shared)) {
            if (choice_of(request) == choice) return request.shared.wavefronts;
        }
        return 0;
    };
    std::vector<WavePlace> expected;
    bool longer_there = false;
    for (int step = 0; step < trace->step_count(); ++step) {
        for (const Request& request : requests_of_step(*trace, 0, step, Space::shared)) {
            const int there = beside(step, choice_of(request));
            longer_there = longer_there || there > request.shared.wavefronts;
            for (int wave = 1; wave <= std::max(request.shared.wavefronts, there); ++wave) {
                expected.push_back({step, choice_of(request), wave});
            }
        }
    }
    ASSERT_TRUE(longer_there);
    auto place = moved_wave(*trace, 0, 0, {}, 0, 1, beside);
    for (const WavePlace& each : expected) {
        ASSERT_TRUE(place);
        EXPECT_EQ(*place, each);
        place = moved_wave(*trace, 0, place->step, place->request, place->wave, 1, beside);
    }
    for (auto each = expected.rbegin() + 1; each != expected.rend(); ++each) {
        place = moved_wave(*trace, 0, place->step, place->request, place->wave, -1, beside);
        ASSERT_TRUE(place);
        EXPECT_EQ(*place, *each);
    }
}

TEST(Wavefronts, ThatARequestHasNoNeedOfShowItDone) {
    const auto trace = recorded("brent-kung", 64, "iota");
    const Request request = *worst_request(*trace, 0, 2);
    ASSERT_EQ(request.shared.wavefronts, 2);
    const auto words = [&](const BanksOptions& options) {
        const Scene scene = banks_scene(*trace, {.step = 2}, Palette::light(), {}, options);
        int arrows = 0;
        for (const Line& line : scene.layers[0].lines) arrows += line.arrow ? 1 : 0;
        return std::pair{arrows, scene.layers[1].labels[1].text};
    };
    const auto last = words({.wave = 9}), done = words({.wave = 9, .may_be_done = true});
    EXPECT_GT(last.first, 0);
    EXPECT_NE(last.second.find("wavefront 2 of 2"), std::string::npos) << last.second;
    EXPECT_EQ(done.first, 0) << "nobody is served any more";
    EXPECT_NE(done.second.find(
                  fmt::format("done: {} lanes served in 2 wavefronts", request.shared.active)),
              std::string::npos)
        << done.second;
    EXPECT_EQ(words({.wave = 2, .may_be_done = true}), last);
    EXPECT_TRUE(narrate_wave(*trace, request, 3).ends_with(" is done after two wavefronts."));
}

TEST(Wavefronts, AreStrongInTheirTurn) {
    const auto trace = recorded("brent-kung", 256, "iota");
    for (int step = 0; step < trace->step_count(); ++step) {
        const Request request = *worst_request(*trace, 0, step);
        const auto waves = wavefront_of_lanes(*trace, request);
        int served = 0;
        for (int wave = 0; wave <= request.shared.wavefronts; ++wave) {
            const Scene scene =
                banks_scene(*trace, {.step = step}, Palette::light(), {}, {.wave = wave});
            int arrows = 0;
            for (const Line& line : scene.layers[0].lines) arrows += line.arrow ? 1 : 0;
            EXPECT_EQ(arrows,
                      wave == 0 ? request.shared.active : std::ranges::count(waves, wave - 1));
            if (wave > 0) served += arrows;
            // What waits is drawn below what is served.
            std::vector<Line> lanes;
            std::ranges::copy_if(scene.layers[0].lines, std::back_inserter(lanes), &Line::animated);
            EXPECT_TRUE(
                std::ranges::is_partitioned(lanes, [](const Line& line) { return !line.arrow; }));
            bool said = false;
            for (const Label& label : scene.layers[1].labels) {
                said = said ||
                       label.text.find(fmt::format("wavefront {} of {}: ", wave,
                                                   request.shared.wavefronts)) != std::string::npos;
            }
            EXPECT_EQ(said, wave > 0);
        }
        EXPECT_EQ(served, request.shared.active);
    }
}

TEST(Wavefronts, AreToldInWords) {
    const auto trace = recorded("brent-kung", 64, "iota");
    const auto requests = requests_of_step(*trace, 0, 4, Space::shared);
    const Request& load = requests.front();
    ASSERT_EQ(load.shared.wavefronts, 2);
    const int line = trace->sites()[static_cast<std::size_t>(load.site)].line;
    EXPECT_EQ(narrate_wave(*trace, load, 1),
              fmt::format("Wavefront 1 of 2 of the load of warp 0 at line {} serves two lanes, 0 "
                          "and 1; two lanes wait.",
                          line));
    EXPECT_EQ(
        narrate_wave(*trace, load, 2),
        fmt::format("Wavefront 2 of 2 of the load of warp 0 at line {} serves two lanes, 2 and 3.",
                    line));
}

}  // namespace replay_test
}  // namespace stridescope
