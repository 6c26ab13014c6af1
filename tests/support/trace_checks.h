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
    if (x.engine != y.engine || x.device != y.device) return "device";
    if (x.n != y.n || x.grid != y.grid || x.blocks != y.blocks) return "sizes";
    if (x.steps != y.steps) return "steps";
    if (x.sites != y.sites) return "sites";
    if (x.rows != y.rows) return "rows";
    if (x.barriers != y.barriers) return "barriers";
    if (!(x.snapshots == y.snapshots)) return "snapshots";
    if (!(x.input == y.input)) return "input";
    if (!(x.output == y.output)) return "output";
    if (x.facts != y.facts) return "facts";
    if (x.text != y.text || x.text_name != y.text_name) return "text";
    if (x.includes != y.includes) return "includes";
    if (x.clock != y.clock) return "clock";
    if (x.grid_events != y.grid_events) return "grid events";
    if (x.diagnostics != y.diagnostics) return "diagnostics";
    for (int block = 0; block < a.blocks(); ++block) {
        for (int row = 0; row < static_cast<int>(a.rows().size()); ++row) {
            if (!std::ranges::equal(a.lanes(block, row), b.lanes(block, row))) return "lanes";
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
