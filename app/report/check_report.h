// A verdict on a CUDA text: one line for each of a class's submissions.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/report/report.h"
#include "app/trace/trace.h"

namespace stridescope {

struct TextVerdict {
    std::string file{};
    std::string correct{};      ///< of a text that is broken on purpose: its correct version
    std::string padding{};      ///< what its padding leaves undone, a sentence
    std::string refused{};      ///< why it could not be run, a sentence; empty: it ran
    std::string guessed{};      ///< what of the launches is a guess, a sentence
    std::string stopped{};      ///< why main did not come to its end, a sentence; empty: it did
    std::string shortened{};    ///< which accesses there was no time to look into
    bool rounded_sums = false;  ///< results may differ from a GPU's in their last bits
    int multiprocessors = 0;    ///< of so many main was told; 0: it did not ask
    std::optional<int> exit_code{};     ///< of a main that came to its end
    std::string printed{};              ///< by main and its kernels
    bool measures_time = false;         ///< main did, by the clock of who records
    std::optional<bool> right{};        ///< nothing: nothing says what is expected
    std::string unheld{};               ///< of an expectation that is held against nothing
    std::string wrong{};                ///< "out[3] is 7; the sum of A gives 9"
    std::vector<std::string> faults{};  ///< out of bounds, deadlock …, as they show
    std::int64_t race_count = 0;
    std::string first_race{};
    std::string first_cause{};  ///< of the faults and races: what the others may follow from
    std::string under{};        ///< flags of another run, if nothing of this was found without
    std::string elsewhere{};    ///< what it comes to under another schedule, if that was asked for
    std::int64_t harmless_count = 0;  ///< races by the rules that do no harm as they stand
    std::string first_harmless{};
    std::int64_t excess = 0;                      ///< wavefronts that bank conflicts cost
    std::int64_t degree = 0;                      ///< n-way, the worst
    std::int64_t sectors = 0, ideal_sectors = 0;  ///< of global memory, and as few as would do

    /// Run to its end, right as far as anybody says, its main included, no fault, no race;
    /// conflicts and sectors are costs, no findings.
    bool fine() const {
        return refused.empty() && stopped.empty() && exit_code.value_or(0) == 0 &&
               right.value_or(true) && faults.empty() && race_count == 0;
    }
};

TextVerdict verdict_of(std::string file, const Trace& trace);

/// A line each, a table (CSV) or a list (JSON). `with_printed`: below each line what the text
/// printed.
std::string verdicts_text(const std::vector<TextVerdict>& verdicts, ReportFormat format,
                          bool with_printed = false);

}  // namespace stridescope
