// What to run: kernel, shape, layout, numbers. The leftmost thing of all; everything else follows.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "app/experiment/text_spec.h"
#include "app/io/errors.h"
#include "kernels/element.h"
#include "kernels/padding.h"
#include "kernels/shape.h"

namespace stridescope {

struct CatalogueEntry;

/// Where the numbers come from.
struct InputSpec {
    enum class Kind { ones, iota, random, values, file };
    Kind kind = Kind::ones;
    std::uint64_t seed = 1;  ///< random: whole numbers 0 … 9, the same on every machine
    std::string text;        ///< values: "2,1,5"; file: the path (.csv, .txt, .npy)

    bool operator==(const InputSpec&) const = default;
};

/// In which order the emulator runs the threads of a block between two barriers. A right kernel
/// gives the same result in every order; a racy one does not.
struct Schedule {
    enum class Kind {
        ascending,    ///< warp 0, 1, 2, …
        descending,   ///< the last warp first
        random,       ///< warps shuffled anew in every interval
        lane_random,  ///< all threads shuffled anew in every interval
    };
    Kind kind = Kind::ascending;
    std::uint64_t seed = 1;  ///< random and lane_random

    bool operator==(const Schedule&) const = default;
};

enum class EngineChoice { automatic, cpu, cuda };

/// The most multiprocessors that are emulated, and blocks on each: beyond any GPU there is.
inline constexpr int most_sms = 256, most_resident = 32;

/// One run, as the command line's experiment flags say it.
struct Experiment {
    /// A CUDA text instead of a kernel of the catalogue: `kernel`, `block` … `scan` say nothing
    /// then.
    std::optional<TextSpec> text{};
    std::string kernel = "kogge-stone";
    int block = 16;                   ///< --block: a power of two
    int coarsen = 1;                  ///< --coarsen: elements per thread
    std::optional<std::int64_t> n;    ///< --n; absent: as many as the input has, or one section
    Padding padding = Padding::none;  ///< --pad
    ElementType type = ElementType::f32;
    Op op = Op::add;
    Scan scan = Scan::inclusive;  ///< --scan
    EngineChoice engine = EngineChoice::automatic;
    InputSpec input;
    std::optional<int> first_blocks;  ///< --blocks first:K; absent: all are recorded
    Schedule schedule{};              ///< --schedule; the emulator's alone
    // The emulated GPU, where blocks cooperate:
    int sms = 4;       ///< --sms: multiprocessors
    int resident = 2;  ///< --resident: blocks that each of them has room for

    bool operator==(const Experiment&) const = default;
};

/// The catalogue entry of the experiment's kernel. Throws UsageError for an unknown id.
const CatalogueEntry& kernel_of(const Experiment& experiment);

/// The experiment for the emulator as a GPU carries it out: a kernel that waits for all of its
/// blocks finds room for as many as can be.
Experiment emulated_as_on_gpu(Experiment experiment);

/// Launch shape. Throws UsageError, naming the limit, if the kernel cannot run so.
Shape shape_of(const Experiment& experiment);

/// Why `--block`, `--coarsen` and so on cannot be as they are; empty if they can.
/// The same sentences serve the command line's errors and the window's tooltips.
std::string why_impossible(const Experiment& experiment);

// Parsers of single flags. Each throws UsageError that lists what would be understood.
Padding parse_padding(const std::string& text);
ElementType parse_element_type(const std::string& text);
Op parse_op(const std::string& text);
Scan parse_scan(const std::string& text);
EngineChoice parse_engine(const std::string& text);
InputSpec parse_input(const std::string& text);
/// "ascending", "descending", "random:SEED" (each also with "warps-" before it),
/// "lane-random:SEED".
Schedule parse_schedule(const std::string& text);
std::optional<int> parse_blocks(const std::string& text);  ///< "all" or "first:K"

/// The flags' texts back: parse_input(text_of(spec)) == spec.
std::string text_of(const InputSpec& spec);
std::string text_of(const Schedule& schedule);
std::string_view name_of(EngineChoice engine);

/// The experiment as command-line flags, ready to paste behind `stridescope-cli record`; of a text
/// its file comes first.
std::string command_line(const Experiment& experiment);

/// The way back: what such flags make of `base`. `folder`: files that the line names lie in it, and
/// others may not be named; absent: any. Throws UsageError, as the programs would, for flags and
/// values that are not understood.
Experiment experiment_of_line(const std::string& line, const Experiment& base = {},
                              const std::optional<std::filesystem::path>& folder = {});

}  // namespace stridescope
