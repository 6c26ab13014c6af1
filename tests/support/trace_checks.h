// What the tests of trace files share: a small trace, whether two are the same, and refusals.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>

#include "app/engine/engine.h"
#include "tests/support/scan_run.h"

namespace stridescope::testing {

/// Three blocks of Brent-Kung, the last of them part-filled.
inline std::shared_ptr<const Trace> small_trace(ElementType type = ElementType::f32) {
    ScanRun e{.kernel = "brent-kung", .block = 8, .n = 20};
    e.type = type;
    e.engine = EngineChoice::cpu;
    e.input = parse_input("random:5");
    return record(e);
}

/// Six blocks of which each waits for the one before it, two of them recorded.
inline std::shared_ptr<const Trace> small_grid_trace() {
    ScanRun e{.kernel = "chained", .block = 4, .n = 22, .first_blocks = 2};
    e.type = ElementType::f64;
    e.engine = EngineChoice::cpu;
    e.input = parse_input("random:5");
    e.sms = 2;
    return record(e);
}

/// Why two traces are not the same, column by column; "" if they are.
inline std::string difference(const Trace& a, const Trace& b) {
    const TraceData &x = a.data(), &y = b.data();
    if (x.experiment != y.experiment) return "experiment";
    if (x.threads != y.threads || x.section != y.section || x.words != y.words) return "shape";
    if (x.engine != y.engine || x.device != y.device || x.rounded_sums != y.rounded_sums)
        return "device";
    if (x.n != y.n || x.grid != y.grid || x.blocks != y.blocks) return "sizes";
    if (x.steps != y.steps) return "steps";
    if (x.sites != y.sites) return "sites";
    if (x.rows != y.rows) return "rows";
    if (x.barriers != y.barriers) return "barriers";
    if (!(a.snapshots() == b.snapshots())) return "snapshots";
    if (!(x.input == y.input)) return "input";
    if (!(x.output == y.output)) return "output";
    if (x.facts != y.facts) return "facts";
    if (x.text != y.text || x.text_name != y.text_name) return "text";
    if (x.includes != y.includes) return "includes";
    if (x.clock != y.clock) return "clock";
    if (x.grid_events != y.grid_events) return "grid events";
    if (x.diagnostics != y.diagnostics) return "diagnostics";
    if (x.cell_bytes != y.cell_bytes) return "cell bytes";
    if (x.launches != y.launches) return "launches";
    if (x.races != y.races || x.races_judged != y.races_judged ||
        x.races_left_out != y.races_left_out)
        return "races";
    if (x.copies != y.copies) return "copies";
    if (x.printed != y.printed || x.guessed != y.guessed || x.stopped != y.stopped ||
        x.shortened != y.shortened || x.exit_code != y.exit_code)
        return "what is said of the run";
    for (std::size_t k = 0; k < x.contents.size(); ++k) {
        const ArrayContents &of_x = x.contents[k], &of_y = y.contents[k];
        if (!(of_x.before == of_y.before && of_x.after == of_y.after &&
              of_x.expected == of_y.expected))
            return "contents";
        if (of_x.expected_name != of_y.expected_name || of_x.tolerance != of_y.tolerance)
            return "what contents are compared with";
    }
    for (int block = 0; block < a.blocks(); ++block) {
        for (int row = 0; row < static_cast<int>(a.rows().size()); ++row) {
            const Event event = a.event_of(a.row(row));
            const auto lanes = a.lanes(block, row), others = b.lanes(block, row);
            for (std::size_t k = 0; k < lanes.size(); ++k) {
                const bool active = lanes[k] != Trace::idle;
                if (active != (others[k] != Trace::idle)) return "lanes";
                if (!active || event == Event::op) continue;
                if (!is_global(event) && lanes[k] != others[k]) return "words";
                if (is_global(event) && a.addresses(block, row)[k] != b.addresses(block, row)[k])
                    return "addresses";
            }
        }
    }
    return {};
}

/// The UsageError that f throws; "" if it throws none. Anything else it throws is a failure.
inline std::string refusal(const std::function<void()>& f) {
    try {
        f();
    } catch (const UsageError& error) {
        return error.what();
    } catch (const std::exception& error) {
        ADD_FAILURE() << "not a UsageError: " << error.what();
    }
    return {};
}

/// That `sentence` is one, contains `part`, and names what it is about.
inline void expect_sentence(const std::string& sentence, const std::string& part,
                            const std::string& name = "the file") {
    EXPECT_NE(sentence.find(part), std::string::npos) << sentence << "\nlacks: " << part;
    EXPECT_NE(sentence.find(name), std::string::npos) << sentence;
    EXPECT_TRUE(sentence.ends_with('.')) << sentence;
    EXPECT_FALSE(sentence.ends_with("..")) << sentence;
    EXPECT_EQ(sentence.find('\n'), std::string::npos) << sentence;
}

}  // namespace stridescope::testing
