// What is said of steps and requests in plain words, against counts that were made otherwise.
#include "app/analysis/narration.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/analysis/request_choice.h"
#include "app/analysis/work.h"
#include "app/report/report.h"
#include "tests/support/random_experiment.h"
#include "tests/support/recorded.h"
#include "tests/support/recorded_card.h"
#include "tests/support/recorded_text.h"

namespace stridescope {
namespace narration_test {

using testing::recorded;

/// The first request of the step with that event.
Request request_of(const Trace& trace, int step, Event event) {
    for (const Request& request : requests_of_step(trace, 0, step, Space::shared)) {
        if (request.event == event) return request;
    }
    ADD_FAILURE() << "no such request";
    return {};
}

TEST(Narration, TellsWhichLanesWantWhichWords) {
    const auto trace = recorded("brent-kung", 64, "iota");
    EXPECT_EQ(narrate(*trace, request_of(*trace, 5, Event::load)),
              "Lanes 0 and 1 want words 15 and 47, both in bank 15: two wavefronts.");
    EXPECT_EQ(narrate(*trace, request_of(*trace, 4, Event::load)),
              "Lanes 0 and 2 want words 7 and 39, both in bank 7, and one other bank is just as "
              "busy: two wavefronts.");
    EXPECT_EQ(narrate(*trace, request_of(*trace, 0, Event::store)),
              "32 lanes want 32 words, each in a different bank: one wavefront.");
    EXPECT_EQ(narrate(*trace, request_of(*trace, 6, Event::load)),
              "Lane 0 alone wants word 31: one wavefront.");
}

TEST(Narration, TellsWhatARequestToGlobalMemoryWants) {
    const auto trace = testing::recorded_accesses();
    const auto requests = requests_of_step(*trace, 0, 0, Space::global);
    EXPECT_EQ(narrate_request(*trace, requests[0]),
              "The load of warp 0 at line 4: 32 lanes want 128 bytes of in, which lie in four "
              "sectors of one line, as few as possible.");
    EXPECT_EQ(
        narrate_request(*trace, *chosen_request(*trace, 0, 0, Space::global, {})),
        "The load of warp 0 at line 4: 32 lanes want 128 bytes of in, which lie in 32 sectors "
        "of eight lines; side by side they would fill four.");
    EXPECT_EQ(narrate_request(*trace, requests_of_step(*trace, 0, 1, Space::global)[0]),
              "The store of warp 0 at line 11: 20 lanes want 80 bytes of out, which lie in three "
              "sectors of one line, as few as possible.");
}

TEST(Narration, TellsWhichLanesOfAWarpAreActive) {
    const auto modulo = testing::recorded_kernel("reduce/reduce_modulo.cu");
    EXPECT_EQ(narrate_lanes(*modulo, 0, 4, {}),
              "Warp 0 uses 16 of 128 lane slots, 13 %: four of 32 lanes are active at line 21.");
    EXPECT_EQ(narrate_lanes(*modulo, 0, 1, 7),
              "Warp 7 uses all of its 128 lane slots: all lanes are active at every line.");
    EXPECT_EQ(narrate_lanes(*modulo, 0, 11, 7), "Warp 7 does nothing in this step.");
    // 16 of 32 lanes in two instructions of either side, after three of all.
    EXPECT_EQ(narrate_lanes(*testing::recorded_accesses(), 0, 0, 1),
              "Warp 1 uses 160 of 224 lane slots, 71 %: 16 of 32 lanes are active at line 6.");
}

TEST(Narration, CutsLongListsAndCountsTheRest) {
    const auto trace = recorded("brent-kung", 1024, "ones");
    EXPECT_EQ(narrate(*trace, request_of(*trace, 5, Event::load)),
              "Lanes 0, 1, 2 and 29 others want words 15, 47, 79 and 29 others, all in bank 15: 32 "
              "wavefronts.");
}

TEST(Narration, NamesEachLaneWhoseAtomicsOfOneWordWaitForEachOther) {
    const auto counted = [](const char* word) {
        return testing::TextToRecord{std::string{R"(
__global__ void count(int *out) {
    __shared__ int bins[64];
    bins[threadIdx.x] = 0;
    bins[threadIdx.x + 32] = 0;
    __syncthreads();
    atomicAdd(&bins[)"} + word + R"(], 1);
    __syncthreads();
    out[threadIdx.x] = bins[threadIdx.x];
}
)"}
            .array("out", ElementType::i32, {32})
            .record(1, 32);
    };
    const auto same = counted("threadIdx.x % 4 == 3 ? 5 : threadIdx.x");
    EXPECT_EQ(narrate(*same, request_of(*same, 2, Event::atomic)),
              "Lanes 3, 5, 7 and six others want word 5, one after another, in bank 5: nine "
              "wavefronts.");
    const auto two = counted("threadIdx.x < 2 ? 5 : threadIdx.x == 2 ? 37 : 40 + threadIdx.x % 24");
    EXPECT_EQ(narrate(*two, request_of(*two, 2, Event::atomic)),
              "Lanes 0, 1 and 2 want words 5 and 37, both in bank 5: three wavefronts.");
}

TEST(Narration, KnowsWideElementsAndWhatTheyNeedAnyhow) {
    ScanRun experiment = testing::experiment_of("brent-kung", 256, "ones");
    experiment.type = ElementType::f64;
    const auto trace = record(experiment);
    const std::string words = narrate(*trace, request_of(*trace, 2, Event::load));
    EXPECT_EQ(words,
              "Lanes 0, 4, 8 and 12 want words 1, 17, 33 and 49, all in banks 2 and 3, and three "
              "other pairs are just as busy: eight wavefronts where two would do.");
    EXPECT_EQ(narrate(*trace, request_of(*trace, 0, Event::store)),
              "32 lanes want 32 words: two wavefronts, as few as possible.");
}

TEST(Narration, KnowsBroadcasts) {
    // Every thread of a segment but its first adds what stands before the segment.
    const auto trace = recorded("sklansky", 32, "ones");
    bool said = false;
    for (int step = 0; step < trace->step_count(); ++step) {
        for (const Request& request : requests_of_step(*trace, 0, step, Space::shared)) {
            const std::string words = narrate(*trace, request);
            const auto all = words_of_request(*trace, request);
            std::set<int> different(all.begin(), all.end());
            different.erase(Trace::idle);
            const bool shared = static_cast<int>(different.size()) < request.shared.active;
            EXPECT_EQ(words.find("broadcast") != std::string::npos ||
                          words.find("some of them shared") != std::string::npos,
                      shared && request.shared.excess() == 0)
                << words;
            said = said || words.find("in one broadcast") != std::string::npos;
        }
    }
    EXPECT_TRUE(said);
}

TEST(Narration, OfAStepCountsWhatTheWorkTableCounts) {
    for (const char* kernel : {"kogge-stone", "brent-kung", "blelloch", "raking"}) {
        const auto trace = recorded(kernel, 128, "iota");
        const WorkTable work = work_table(*trace);
        const auto sentences = narrate_all(*trace, 0);
        ASSERT_EQ(sentences.size(), work.rows.size());
        for (std::size_t step = 0; step < sentences.size(); ++step) {
            const std::string& words = sentences[step];
            const WorkCounts& counts = work.rows[step].counts;
            EXPECT_TRUE(std::isupper(static_cast<unsigned char>(words.front())) != 0) << words;
            EXPECT_EQ(words.back(), '.');
            EXPECT_EQ(words.find("The worst is") != std::string::npos, counts.excess() > 0)
                << words;
            if (counts.adds > 10) {
                EXPECT_NE(words.find(fmt::format(" {} additions", counts.adds)), std::string::npos)
                    << words;
            }
            EXPECT_EQ(words.find("addition") != std::string::npos, counts.adds > 0) << words;
            if (counts.active_threads > 10) {
                EXPECT_NE(words.find(fmt::format(": {} threads ", counts.active_threads)),
                          std::string::npos)
                    << words;
            }
        }
    }
}

std::string in_words(std::int64_t count) {
    const std::vector<std::string> words{"no",  "one",   "two",   "three", "four", "five",
                                         "six", "seven", "eight", "nine",  "ten"};
    if (count < std::ssize(words)) return words[static_cast<std::size_t>(count)];
    const std::string digits = fmt::format("{}", count);
    if (count < 1000) return digits;
    return digits.substr(0, digits.size() - 3) + ',' + digits.substr(digits.size() - 3);
}

/// "reads one word, 3 elements of A and makes …" as {"reads one word", "reads 3 elements of A", …}.
std::multiset<std::string> items_of(std::string text) {
    std::multiset<std::string> items;
    std::string verb;
    for (std::size_t at = text.find(" and "); at != std::string::npos; at = text.find(" and ")) {
        text.replace(at, 5, ", ");
    }
    while (!text.empty()) {
        const std::size_t comma = std::min(text.find(", "), text.size());
        std::string item = text.substr(0, comma);
        text.erase(0, comma + 2);
        for (const char* known : {"read", "store", "perform", "write", "copy"}) {
            if (!item.starts_with(known)) continue;
            verb = known;
            item.erase(0, item.find(' ') + 1);
        }
        // Of one the noun and the verb have no s, or another; what kind of memory is said or not.
        for (const char* rest : {" of shared memory", " in shared memory", " to shared memory"}) {
            if (item.ends_with(rest)) item.erase(item.size() - std::string_view{rest}.size());
        }
        items.insert(verb + ' ' + item);
    }
    return items;
}

/// The same of what the block was recorded to do in the step.
std::multiset<std::string> recorded_items(const Trace& trace, int block, int step, bool results) {
    std::map<std::string, std::int64_t> counts;
    bool only_adds = true;
    for (std::size_t row = 0; row < trace.rows().size(); ++row) {
        const TraceSite& site = trace.sites()[static_cast<std::size_t>(trace.rows()[row].site)];
        if (trace.rows()[row].step != step || site.event != Event::op) continue;
        const auto lanes = trace.lanes(block, static_cast<int>(row));
        const bool idle = std::ranges::count(lanes, Trace::idle) == std::ssize(lanes);
        only_adds &= idle || site.operation == "+";
    }
    for (std::size_t row = 0; row < trace.rows().size(); ++row) {
        if (trace.rows()[row].step != step) continue;
        const TraceSite& site = trace.sites()[static_cast<std::size_t>(trace.rows()[row].site)];
        const auto lanes = trace.lanes(block, static_cast<int>(row));
        const auto count = std::ssize(lanes) - std::ranges::count(lanes, Trace::idle);
        if (count == 0) continue;
        // What a copy brings is told where it comes from.
        if (site.is_copy() && site.event == Event::store) continue;
        std::string what;
        switch (site.event) {
            case Event::load: what = "read {} word{}"; break;
            case Event::store: what = results ? "store {} result{}" : "store {} word{}"; break;
            case Event::op:
                what = only_adds ? "perform {} addition{}" : "perform {} operation{}";
                break;
            case Event::global_load:
                what = fmt::format("{} {{}} element{{}} of {}", site.is_copy() ? "copy" : "read",
                                   trace.name_of(site.array));
                break;
            case Event::global_store:
                what = fmt::format("write {{}} element{{}} of {}", trace.name_of(site.array));
                break;
            case Event::global_atomic: what = "perform {} atomic addition{}"; break;
            case Event::shuffle: what = "read {} register{} of the warp by shuffle"; break;
            case Event::register_store: what = "write {} register{}"; break;
            case Event::move: continue;  // within a thread: nothing is said of it
            case Event::remote_load:
            case Event::remote_store:
            case Event::remote_atomic:
            case Event::atomic: ADD_FAILURE() << "of no kernel of the catalogue"; break;
        }
        counts[what] += count * trace.elements_moved(trace.rows()[row].site);
    }
    std::multiset<std::string> items;
    for (const auto& [what, count] : counts) {
        items.insert(fmt::format(fmt::runtime(what), in_words(count), count == 1 ? "" : "s"));
    }
    return items;
}

TEST(Narration, OfAStepLeavesNothingOutThatWasRecorded) {
    for (const testing::ScanKernel& kernel : testing::scan_kernels()) {
        for (const Scan scan : {Scan::inclusive, Scan::exclusive}) {
            if (scan == Scan::exclusive && !kernel.takes_exclusive) continue;
            ScanRun experiment = testing::experiment_of(kernel.id, 64, "iota");
            experiment.n = 53;
            experiment.scan = scan;
            const auto trace = record(experiment);
            for (int block = 0; block < trace->blocks(); ++block) {
                for (int step = 0; step < trace->step_count(); ++step) {
                    const std::string words = narrate_work(*trace, block, step);
                    const bool results = words.find(" result") != std::string::npos;
                    const auto want = recorded_items(*trace, block, step, results);
                    if (want.empty()) {
                        EXPECT_NE(words.find("no thread accesses memory"), std::string::npos);
                        continue;
                    }
                    std::string activity = words.substr(words.find(" thread") + 7);
                    activity = activity.substr(activity.find(' ') + 1);
                    activity.pop_back();
                    EXPECT_EQ(items_of(activity), want) << kernel.id << ": " << words;
                }
            }
        }
    }
}

TEST(Narration, CallsResultsOnlyWhatWasAddedUpInTheStep) {
    const auto registers = recorded("warp-shuffle", 64, "iota");
    const auto words = narrate_all(*registers, 0);
    bool totals = false;
    for (const std::string& each : words) {
        totals = totals || each.starts_with(
                               "Totals: four threads store two words in shared memory "
                               "and read two words of shared memory.");
    }
    EXPECT_TRUE(totals) << words[6];
    // Of two buffers what is not added to is carried over.
    const auto both = narrate_all(*recorded("kogge-stone-double", 64, "iota"), 0);
    EXPECT_NE(both[1].find("perform 63 additions and store 64 words in shared memory."),
              std::string::npos)
        << both[1];
}

TEST(Narration, SaysWhatGoesToAndFromGlobalMemory) {
    const auto trace = recorded("kogge-stone", 16, testing::sixteen);
    const auto words = narrate_all(*trace, 0);
    EXPECT_EQ(words.front(),
              "Load: 16 threads read 16 elements of A and store 16 words in shared memory. 16 "
              "lanes want 16 words, each in a different bank: one wavefront.");
    EXPECT_NE(words.back().find("and write 16 elements of P."), std::string::npos) << words.back();
    EXPECT_NE(words[2].find(
                  "stride 2: 14 threads read 28 words, perform 14 additions and store 14 results."),
              std::string::npos);
}

TEST(Narration, SaysOfWhichBlockItSpeaksWhereThereAreSeveral) {
    ScanRun experiment = testing::experiment_of("kogge-stone", 16, "ones");
    experiment.n = 32;
    const auto trace = record(experiment);
    EXPECT_EQ(narrate_work(*trace, 1, 1),
              "Scan, stride 1, in block 1: 15 threads read 30 words, perform 15 additions and "
              "store 15 results.");
}

TEST(Narration, OfABlockThatIsNotThereIsNone) {
    const auto trace = recorded("kogge-stone", 16, "ones");
    EXPECT_THROW((void)narration(*trace, 1), UsageError);
    EXPECT_THROW((void)narration(*trace, -1), UsageError);
    EXPECT_EQ(narration(*trace, 0).substr(0, 9), "1. Load: ");
}

}  // namespace narration_test
}  // namespace stridescope
