// The ladder: how long scans of the same numbers take on one machine, from one CPU core to a copy
// within the GPU's memory. What was measured, as data, which comes from app/ladder/measure or a
// file: JSON that can be opened again; and as a table.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/experiment/element.h"
#include "app/io/table.h"

namespace stridescope {

/// What a rung does with the numbers.
enum class RungKind {
    cpu,       ///< their inclusive scan, on the CPU
    sections,  ///< a kernel that scans each section for itself: the blocks' part of a scan
    scan,      ///< a CUDA text that scans them all
    own,       ///< somebody's own text, put beside
    library,   ///< a library's scan
    roof       ///< copies them, which no scan can beat
};
std::string_view name_of(RungKind kind);

/// What a text's run does for each of its elements, counted in what the machine recorded.
struct RungCounts {
    double bytes = 0;           ///< of global memory, in whole sectors
    double barriers = 0;        ///< that blocks come to
    double excess = 0;          ///< wavefronts that bank conflicts cost
    double hand_overs = 0;      ///< waits of which each can end only after the one before
    std::int64_t recorded = 0;  ///< elements that it was counted of; 0: it was not

    bool operator==(const RungCounts&) const = default;
};

struct Rung {
    std::string id{};    ///< "chained-brent-kung"
    std::string name{};  ///< for people
    RungKind kind = RungKind::scan;
    std::string text{};  ///< of the library or of a file; empty where none runs
    std::vector<std::pair<std::string, std::string>> knobs{};
    /// The knob that is set to as many blocks as the GPU has room for; empty: none is.
    std::string fitted{};
    /// In memory that the host has written to: pages migrate to the GPU while the kernel runs.
    bool managed = false;
    /// Sizes beyond it are left out, and why; 0: there is no bound.
    std::int64_t most = 0;
    std::string why_most{};
    RungCounts counts{};

    bool operator==(const Rung&) const = default;
};

/// What a recording with times says of a block of the kernel, while as many are resident as have
/// room.
struct BlockTimes {
    double ns = 0;      ///< from its begin to its end, the mean of those that were recorded
    double waited = 0;  ///< of its warps' time, the share at barriers

    bool operator==(const BlockTimes&) const = default;
};

/// A rung at one size.
struct RungResult {
    int rung = 0;  ///< into Ladder::rungs
    std::int64_t n = 0;
    std::string left_out{};             ///< why it was not measured, a sentence; empty: it was
    std::vector<double> ms{};           ///< of each run, what `clearing_ms` tells of included
    std::vector<double> clearing_ms{};  ///< of each run: clearing flags and the like before it
    std::int64_t blocks = 0;            ///< of all launches
    int launches = 0;
    std::int64_t resident = 0;  ///< so many blocks the GPU has room for at once
    std::optional<BlockTimes> block{};
    /// What is wrong with the result, a sentence; empty: it was compared, and is correct.
    std::string wrong{};

    bool operator==(const RungResult&) const = default;
};

/// What single things take on the GPU, measured by kernels that do nothing else; 0: not known.
struct GpuRates {
    double launch_ms = 0;     ///< an empty kernel
    double hand_over_ms = 0;  ///< a block's sum to the next block that waits for it
    double barrier_ms = 0;    ///< of a block, while all multiprocessors are full of such
    double wavefront_ms = 0;  ///< of shared memory, while all multiprocessors are busy with them

    bool operator==(const GpuRates&) const = default;
};

struct Ladder {
    std::string program{};  ///< "StrideScope 0.9"
    std::string date{};     ///< "2026-11-23"
    ElementType type = ElementType::f32;
    std::string cpu{};
    int cores = 0;
    std::string gpu{};      ///< empty: there was none
    std::string no_gpu{};   ///< why, a sentence
    std::string toolkit{};  ///< version of the run-time compiler
    std::string library{};  ///< what the library's scan is: "CUB 3.0.1"
    bool stopped = false;   ///< before all was measured
    GpuRates rates{};
    std::vector<Rung> rungs{};
    std::vector<RungResult> results{};

    const RungResult* find(int rung, std::int64_t n) const;
    /// The sizes that there are, ascending.
    std::vector<std::int64_t> sizes() const;

    bool operator==(const Ladder&) const = default;
};

/// The ladder with the other one's rungs of the CPU beside its own: they are another machine's.
Ladder beside(const Ladder& ladder, const Ladder& other);

/// The runs of one result: 0 where it was left out.
struct Spread {
    double median = 0, least = 0, most = 0;
};
Spread spread_of(std::vector<double> all);

/// Ten million elements, if they were measured, else the largest size at which most rungs were.
std::int64_t usual_size(const Ladder& ladder);

/// GB/s of a scan or copy that reads and writes each element once.
double gigabytes_per_second(const Ladder& ladder, const RungResult& result);
/// How fast it was beside the copy of as many elements; nothing of what runs on the CPU, or where
/// nothing was copied.
std::optional<double> share_of_roof(const Ladder& ladder, const RungResult& result);

/// "10⁷", "2²⁰" or "1,234".
std::string size_text(std::int64_t n);
/// "1.09 ms", "812 µs", "3.2 s".
std::string time_text(double milliseconds);

/// The rungs that there are, in the order in which one climbs them.
std::vector<Rung> standard_rungs();

std::string ladder_json(const Ladder& ladder);
/// Throws UsageError: half a sentence that says what is wrong.
Ladder parse_ladder(std::string_view json);
/// Throws UsageError that names the file.
Ladder read_ladder(const std::filesystem::path& path);

/// A row for each rung and size, those that were left out too. The ladder must outlive it.
Table ladder_results(const Ladder& ladder);

}  // namespace stridescope
