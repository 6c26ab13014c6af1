// What to run: a CUDA text and how. The leftmost thing of all; everything else follows.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "app/experiment/text_spec.h"
#include "app/io/errors.h"

namespace stridescope {

/// In which order the machine runs the threads of a block between two barriers. A right kernel
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
    /// It holds in these turns of each block alone, counted from 1; 0 is the order in which blocks
    /// start. In all others threads run in the order of their numbers.
    std::uint64_t first_turn = 0, last_turn = std::numeric_limits<std::uint64_t>::max();
    bool in_all_turns() const {
        return first_turn == 0 && last_turn == std::numeric_limits<std::uint64_t>::max();
    }

    bool operator==(const Schedule&) const = default;
};

enum class EngineChoice { automatic, cpu, cuda };

/// The most multiprocessors that are emulated, and blocks on each: beyond any GPU there is.
inline constexpr int most_sms = 256, most_resident = 32;
inline constexpr int multiprocessors_of_h100 = 132;

/// One run, as the command line's experiment flags say it.
struct Experiment {
    TextSpec text{};
    EngineChoice engine = EngineChoice::automatic;  ///< --engine
    std::optional<int> first_blocks;                ///< --blocks first:K; absent: all are recorded
    Schedule schedule{};                            ///< --schedule; the machine's alone
    // The emulated GPU, where blocks cooperate:
    int sms = 4;        ///< --sms: multiprocessors
    int resident = 16;  ///< --resident: blocks that each of them has room for

    bool operator==(const Experiment&) const = default;
};

/// Why the flags cannot be as they are; empty if they can. What is wrong with the text itself is
/// told as it is run. The same sentences serve the command line's errors and the window's tooltips.
std::string why_impossible(const Experiment& experiment);

// Parsers of single flags. Each throws UsageError that lists what would be understood.
EngineChoice parse_engine(const std::string& text);
/// "ascending", "descending", "random:SEED" (each also with "warps-" before it),
/// "lane-random:SEED"; behind each but the first "@TURN" or "@FROM-TO" may stand.
Schedule parse_schedule(const std::string& text);
std::optional<int> parse_blocks(const std::string& text);  ///< "all" or "first:K"

/// The flag's text back.
std::string text_of(const Schedule& schedule);
std::string_view name_of(EngineChoice engine);

/// The experiment as the command line has it, ready to paste behind `stridescope-cli record`: the
/// text's file, then flags.
std::string command_line(const Experiment& experiment);
/// The line's words, as command_line() and a POSIX shell quote them.
std::vector<std::string> shell_words(const std::string& line);

/// The way back: what such flags make of `base`. `folder`: files that the line names lie in it, and
/// others may not be named; absent: any. Throws UsageError, as the programs would, for flags and
/// values that are not understood.
Experiment experiment_of_line(const std::string& line, const Experiment& base = {},
                              const std::optional<std::filesystem::path>& folder = {});

/// The experiment of an address's line, which has with it the texts that its lines begin with
/// (`texts`: names and texts; others are the program's own), and can name no files.
Experiment experiment_of_address(const std::string& line, const std::vector<Setting>& texts,
                                 const Experiment& base = {});

}  // namespace stridescope
