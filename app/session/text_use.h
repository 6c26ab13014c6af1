// What a text's run uses now: what is set, else what its card says, else what was found to fit; and
// what is set beside a text, written into it.
#pragma once

#include <string>
#include <vector>

#include "app/experiment/text_spec.h"
#include "app/session/app_state.h"

namespace stridescope {

/// The kernel that runs first, by what is said of it; null: there is none, or its name is unknown.
const TextKernel* kernel_in_use(const TextSpec& spec, const TextFindings& findings);

/// "sum<<<4, 64>>>": as the card has it, or as the run that is shown was launched; and if neither
/// is there, a word on what is done then. What is set in the experiment is passed over: these say
/// what there would be without.
std::string launch_in_use(const AppState& state, const TextFindings& findings);
std::string argument_in_use(const AppState& state, const TextFindings& findings,
                            const TextParameter& parameter);

/// What the text itself says: its card's launch, what it says of a parameter, its expectation.
/// Empty: nothing.
std::string launch_said(const TextSpec& spec, const TextFindings& findings);
std::string argument_said(const TextSpec& spec, const TextFindings& findings,
                          const TextParameter& parameter);

/// What is wrong with what stands in one of the window's fields.
struct FieldFault {
    std::string field{};  ///< "launch", "expect", "argument.in"; empty: of no field
    std::string words{};  ///< a sentence, without the command line's flags
};
FieldFault field_fault(const AppState& state);

/// Settings of names that the text does not have.
std::vector<Setting> leftovers(const TextSpec& spec, const TextFindings& findings);

/// The same run, with as much of what is set as can be written in the text itself: #defines, and
/// the card's launch, arrays, scalars and expectation. What cannot stays set.
TextSpec settings_written(const TextSpec& spec);

/// The same run, with the launch, the arguments and the expectation alone written in the text: what
/// is a knob stays set.
TextSpec card_written(const TextSpec& spec);

/// Whether anything is set beside the text.
bool has_settings(const TextSpec& spec);

}  // namespace stridescope
