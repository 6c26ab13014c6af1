// Questions about the next step: their answers are worked out here a second time, from the trace's
// columns alone or from what the algorithm is known to do.
#include "app/lesson/predict.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <regex>
#include <set>
#include <string>

#include "app/analysis/work.h"
#include "app/engine/machine/text_engine.h"
#include "app/experiment/text/library_texts.h"
#include "tests/support/recorded.h"

namespace stridescope {
namespace predict_test {

using testing::recorded;

std::string right_answer(const Question& question) {
    return question.options[question.right];
}

/// The last number in a text: "… which element goes into element 5?" → 5.
int last_number(const std::string& text) {
    std::smatch found;
    EXPECT_TRUE(std::regex_search(text, found, std::regex{"(\\d+)\\D*$"})) << text;
    return std::stoi(found[1]);
}

TEST(Predict, KoggeStoneIsAskedRightly) {
    const auto trace = recorded("kogge-stone", 16, testing::sixteen);
    for (int step = 1; step <= 4; ++step) {
        const int stride = trace->steps()[static_cast<std::size_t>(step)].stride;
        for (std::uint64_t seed = 0; seed < 40; ++seed) {
            const auto edge = question_about(*trace, 0, step, Asked::edge, seed);
            ASSERT_TRUE(edge);
            EXPECT_EQ(last_number(right_answer(*edge)), last_number(edge->text) - stride);

            const auto waits = question_about(*trace, 0, step, Asked::waits, seed);
            ASSERT_TRUE(waits);
            EXPECT_EQ(right_answer(*waits),
                      stride == 1 ? "thread 0" : "threads 0 to " + std::to_string(stride - 1));
            // Below the stride all stay; above it all get something that is not 0.
            const auto change = question_about(*trace, 0, step, Asked::change, seed);
            ASSERT_TRUE(change);
            const bool stays = change->text.find("stays as it is") != std::string::npos;
            EXPECT_EQ(stays, stride < 8) << "of two halves the changing one";
            for (std::size_t i = 0; i < change->options.size(); ++i) {
                const bool below = last_number(change->options[i]) < stride;
                EXPECT_EQ(change->is_right(i), below == stays) << change->options[i];
            }

            const auto value = question_about(*trace, 0, step, Asked::value, seed);
            ASSERT_TRUE(value);
            std::smatch found;
            ASSERT_TRUE(std::regex_search(value->text, found, std::regex{"[XY]\\[(\\d+)\\]"}));
            const int element = std::stoi(found[1]);
            double sum = 0;
            for (int i = std::max(element - 2 * stride + 1, 0); i <= element; ++i) {
                sum += trace->input().number(static_cast<std::size_t>(i));
            }
            EXPECT_EQ(std::stod(right_answer(*value)), sum) << value->text;

            const auto degree = question_about(*trace, 0, step, Asked::degree, seed);
            ASSERT_TRUE(degree);
            EXPECT_EQ(right_answer(*degree), "no conflict");
        }
    }
}

struct Scan {
    const char* kernel;
    int block;
    int warp;  ///< elements that stay among themselves in the steps asked about
    const char* phase;
    bool all_work;  ///< not those alone that have an element so far to the left
};

/// Where the section lives in two buffers, in the output, in registers: who works there.
TEST(Predict, ScansThatLiveElsewhereAreAskedRightly) {
    for (const Scan& scan : {Scan{"kogge-stone-double", 16, 16, "scan", true},
                             Scan{"kogge-stone-global", 16, 16, "scan", false},
                             Scan{"warp-shuffle", 64, 32, "warp scan", true}}) {
        const auto trace = recorded(scan.kernel, scan.block, "random:3");
        int asked = 0;
        for (int step = 0; step < trace->step_count(); ++step) {
            const Step& at = trace->steps()[static_cast<std::size_t>(step)];
            const std::string& phase = at.phase;
            const int stride = at.stride;
            if (phase != scan.phase) continue;
            ++asked;
            const auto waits = question_about(*trace, 0, step, Asked::waits, 1);
            EXPECT_EQ(waits.has_value(), !scan.all_work) << scan.kernel << ": who would wait?";
            if (!waits) continue;
            EXPECT_EQ(right_answer(*waits),
                      stride == 1 ? "thread 0" : "threads 0 to " + std::to_string(stride - 1))
                << scan.kernel;
        }
        EXPECT_EQ(1 << asked, scan.warp) << scan.kernel;
    }
}

TEST(Predict, NoBankConflictIsWorseThanAWarp) {
    const auto trace = recorded("brent-kung", 1024, "ones");
    for (int step = 0; step < trace->step_count(); ++step) {
        for (std::uint64_t seed = 0; seed < 10; ++seed) {
            const auto degree = question_about(*trace, 0, step, Asked::degree, seed);
            ASSERT_TRUE(degree);
            for (const std::string& option : degree->options) {
                EXPECT_TRUE(option == "no conflict" || std::stoi(option) <= 32) << option;
            }
        }
    }
}

TEST(Predict, TheDegreeIsThatOfTheWorkTable) {
    for (const Padding padding : {Padding::none, Padding::every32}) {
        const auto trace = recorded("brent-kung", 1024, "ones", padding);
        const WorkTable work = work_table(*trace);
        for (int step = 0; step < trace->step_count(); ++step) {
            const int worst = work.rows[static_cast<std::size_t>(step)].counts.max_degree;
            const auto degree = question_about(*trace, 0, step, Asked::degree, 3);
            ASSERT_TRUE(degree);
            EXPECT_EQ(right_answer(*degree),
                      worst <= 1 ? "no conflict" : std::to_string(worst) + "-way");
        }
    }
}

TEST(Predict, OptionsAreDifferentAndTheSameSeedAsksTheSame) {
    std::set<std::string> asked;
    for (const char* kernel : {"kogge-stone", "brent-kung", "blelloch", "sklansky", "raking"}) {
        const auto trace = recorded(kernel, 32, "random:3", Padding::every32, 2);
        for (int step = 0; step < trace->step_count(); ++step) {
            for (std::uint64_t seed = 0; seed < 20; ++seed) {
                const auto question = question_about(*trace, 0, step, all_asked, seed);
                EXPECT_EQ(question, question_about(*trace, 0, step, all_asked, seed));
                if (!question) continue;
                asked.insert(question->text.substr(0, 9));
                ASSERT_LT(question->right, question->options.size());
                const std::set<std::string> different(question->options.begin(),
                                                      question->options.end());
                EXPECT_EQ(different.size(), question->options.size());
                EXPECT_GE(question->options.size(), 2U);
                EXPECT_LE(question->options.size(), 4U);
                EXPECT_FALSE(question->why.empty());
            }
        }
    }
    EXPECT_GE(asked.size(), 4U) << "every kind of question comes up";
}

TEST(Predict, NoOtherOptionIsTheRightNumber) {
    // Numbers that doubles round, and that are next to nothing else of their type.
    ScanRun least = testing::experiment_of("kogge-stone", 16, "values:1,2,3");
    least.type = ElementType::i64;
    least.op = Op::max;
    ScanRun large = least;
    large.op = Op::add;
    large.input = parse_input("values:9007199254740993,4611686018427387904,5");
    ScanRun coarse = testing::experiment_of("kogge-stone", 16, "values:1e9,64,3e8,7,1e30");
    coarse.type = ElementType::f32;
    int asked = 0;
    for (const ScanRun& experiment : {least, large, coarse}) {
        const auto trace = record(experiment);
        for (int step = 0; step < trace->step_count(); ++step) {
            for (std::uint64_t seed = 0; seed < 30; ++seed) {
                const auto question = question_about(*trace, 0, step, Asked::value, seed);
                if (!question) continue;
                ++asked;
                std::set<std::pair<std::int64_t, float>> numbers;
                for (const std::string& option : question->options) {
                    const bool whole = experiment.type == ElementType::i64;
                    if (whole) {
                        EXPECT_EQ(option.find_first_not_of("-0123456789"), std::string::npos)
                            << option;
                    }
                    numbers.emplace(whole ? std::stoll(option) : 0, whole ? 0 : std::stof(option));
                }
                EXPECT_EQ(numbers.size(), question->options.size()) << question->text;
            }
        }
    }
    EXPECT_GT(asked, 100);
}

TEST(Predict, TellsNoSumThatDoesNotAddUp) {
    // Where threads race, what was read is not what stood there before the step.
    int told = 0;
    for (const char* kernel : {"kogge-stone", "kogge-stone-one-barrier", "brent-kung",
                               "kogge-stone-barrier-in-branch", "kogge-stone-strides-123"}) {
        for (const char* schedule : {"ascending", "descending", "random:3", "lane-random:3"}) {
            ScanRun experiment = testing::experiment_of(kernel, 64, "iota");
            experiment.type = ElementType::i32;
            experiment.schedule = parse_schedule(schedule);
            const auto trace = record(experiment);
            for (int step = 0; step < trace->step_count(); ++step) {
                for (std::uint64_t seed = 0; seed < 10; ++seed) {
                    const auto question = question_about(*trace, 0, step, Asked::value, seed);
                    if (!question) continue;
                    std::smatch told_of;
                    const std::regex sum{"was (-?\\d+), and X\\[\\d+\\] with (-?\\d+) goes"};
                    ASSERT_TRUE(std::regex_search(question->why, told_of, sum)) << question->why;
                    EXPECT_EQ(std::stoi(told_of[1]) + std::stoi(told_of[2]),
                              std::stoi(right_answer(*question)))
                        << kernel << ", " << schedule << ": " << question->why;
                    ++told;
                }
            }
        }
    }
    EXPECT_GT(told, 500);
}

TEST(Predict, StepsThatComputeNothingAskNothing) {
    const auto trace = recorded("kogge-stone", 16, testing::sixteen);
    EXPECT_FALSE(question_about(*trace, 0, 0, all_asked, 1)) << "load";
    EXPECT_FALSE(question_about(*trace, 0, trace->step_count() - 1, all_asked, 1)) << "store";
    EXPECT_FALSE(question_about(*trace, 0, 2, std::span<const Asked>{}, 1)) << "nothing is seen";
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const std::array only{Asked::degree};
        EXPECT_EQ(question_about(*trace, 0, 2, only, seed)->text.substr(0, 7), "How bad");
    }
}

// In a chain each block waits for the one before it, and the first for none.
TEST(Predict, WhoWaitsForWhomIsThatOfTheChain) {
    Experiment experiment = testing::experiment_of("chained", 4, "iota");
    experiment.text.defines.push_back({"N", "32"});
    experiment.sms = 8;
    const auto trace = record(experiment);
    int asked = 0;
    for (int block = 0; block < trace->blocks(); ++block) {
        for (int step = 0; step < trace->step_count(); ++step) {
            const auto question = question_about(*trace, block, step, Asked::blocks, 1);
            if (!question) continue;
            ++asked;
            EXPECT_EQ(trace->steps()[static_cast<std::size_t>(step)].phase, "wait");
            // The first block waits for none: there another one is asked about.
            int waits = 0;
            const std::size_t at = question->text.find("block ");
            std::sscanf(question->text.c_str() + at, "block %d", &waits);
            if (block > 0) {
                EXPECT_EQ(waits, block);
            }
            EXPECT_GT(waits, 0);
            EXPECT_EQ(right_answer(*question), fmt::format("block {}", waits - 1));
        }
    }
    EXPECT_EQ(asked, trace->blocks());
    EXPECT_FALSE(question_about(*recorded("kogge-stone", 16, "iota"), 0, 2, Asked::blocks, 1));
}

/// Whatever a text does, what is asked of it has one right answer, which the counts confirm.
TEST(Predict, EveryTextIsAskedRightly) {
    int asked_of_texts = 0;
    for (const LibraryText& text : library()) {
        if (!text.is_kernel) continue;
        SCOPED_TRACE(text.id);
        Experiment experiment;
        experiment.text = spec_of(text);
        experiment.first_blocks = 1;
        const auto trace = record_text(experiment);
        const WorkTable work = work_table(*trace);
        for (int step = 0; step < std::min(trace->step_count(), 12); ++step) {
            const WorkCounts& counts = work.rows[static_cast<std::size_t>(step)].counts;
            for (const Asked asked : all_asked) {
                const auto question = question_about(*trace, 0, step, asked, 7);
                if (!question) continue;
                ++asked_of_texts;
                const std::set<std::string> different(question->options.begin(),
                                                      question->options.end());
                EXPECT_EQ(different.size(), question->options.size()) << question->text;
                EXPECT_GE(question->options.size(), 2U) << question->text;
                ASSERT_LT(question->right, question->options.size());
                if (asked == Asked::waits) {
                    const auto working = working_threads(*trace, 0, step);
                    EXPECT_EQ(std::ssize(working), counts.active_threads);
                    EXPECT_NE(right_answer(*question), threads_text(working));
                } else if (asked == Asked::degree) {
                    EXPECT_EQ(right_answer(*question),
                              counts.max_degree > 1 ? fmt::format("{}-way", counts.max_degree)
                                                    : "no conflict");
                }
            }
        }
    }
    EXPECT_GT(asked_of_texts, 300);
}

TEST(Predict, ThreadsAreToldInFewWords) {
    EXPECT_EQ(threads_text({}), "no thread");
    EXPECT_EQ(threads_text({7}), "thread 7");
    EXPECT_EQ(threads_text({4, 5, 6}), "threads 4 to 6");
    EXPECT_EQ(threads_text({1, 3, 5}), "threads 1, 3, 5");
    EXPECT_EQ(threads_text({1, 3, 5, 7, 9}), "threads 1, 3, 5 … 9 (5)");
}

}  // namespace predict_test
}  // namespace stridescope
