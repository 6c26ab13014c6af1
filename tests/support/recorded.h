// Traces to test on, recorded anew by the warp machine in each test that asks.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/engine/engine.h"
#include "tests/support/scan_run.h"

namespace stridescope::testing {

/// The sixteen numbers of the worked example, which sum to 68.
inline const std::string sixteen = "values:2,1,5,8,9,0,4,6,3,4,5,4,1,7,7,2";

/// An experiment on one section of `block` · `coarsen` numbers (or `values`' own many).
inline ScanRun experiment_of(const std::string& kernel, int block, const std::string& input,
                             Padding padding = Padding::none, int coarsen = 1) {
    ScanRun experiment;
    experiment.kernel = kernel;
    experiment.block = block;
    experiment.coarsen = coarsen;
    experiment.padding = padding;
    experiment.engine = EngineChoice::cpu;
    experiment.input = parse_input(input);
    return experiment;
}

inline std::shared_ptr<const Trace> recorded(const std::string& kernel, int block,
                                             const std::string& input,
                                             Padding padding = Padding::none, int coarsen = 1) {
    return record(experiment_of(kernel, block, input, padding, coarsen));
}

/// The trace as if every site stood at line 40 of the kernel's text, so that a golden outlives
/// edits of that text.
inline Trace with_fixed_lines(const Trace& trace) {
    TraceData data = trace.data();
    for (TraceSite& site : data.sites) site.line = 40;
    return Trace{std::move(data)};
}

/// Makes the data of a trace in which these threads had no part in these rows.
template <class IsLeftOut>
void leave_out(TraceData& data, IsLeftOut is_left_out) {
    const Trace whole{data};
    const std::vector<bool> global = rows_of_global_memory(data.rows, data.sites);
    std::vector<std::int32_t> lanes;
    std::vector<std::uint32_t> addresses;
    for (int block = 0; block < data.blocks; ++block) {
        for (int row = 0; std::cmp_less(row, data.rows.size()); ++row) {
            for (int thread = 0; thread < data.threads; ++thread) {
                const bool out = is_left_out(whole.row(row), thread);
                lanes.push_back(out ? Trace::idle : whole.lane(block, row, thread));
                if (global[static_cast<std::size_t>(row)])
                    addresses.push_back(whole.address(block, row, thread));
            }
        }
    }
    data.places = std::make_shared<const PlaceTable>(places_of_threads(
        static_cast<std::size_t>(data.blocks), static_cast<std::size_t>(data.threads), global,
        lanes.data(), addresses.data()));
}

}  // namespace stridescope::testing
