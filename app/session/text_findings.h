// What the front-end says of a text as it stands, without running it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/experiment/text_spec.h"

namespace stridescope {

/// Something that is wrong at a place of a text.
struct TextFault {
    int line = 0;    ///< from 1; 0: at no place of this text
    int column = 0;  ///< from 1, in bytes
    std::string message{};

    bool operator==(const TextFault&) const = default;
};

/// A `#define` of the text that can be set from outside: a number's, or one that the card names.
struct TextKnob {
    std::string name{};
    std::string value{};                                           ///< as the text has it
    std::vector<std::string> choices{};                            ///< the card's; empty: any value
    std::optional<std::pair<std::int64_t, std::int64_t>> range{};  ///< the card's, of whole numbers

    bool operator==(const TextKnob&) const = default;
};

struct TextParameter {
    std::string type{}, name{};
    bool is_array = false;  ///< a pointer

    bool operator==(const TextParameter&) const = default;
};

struct TextKernel {
    std::string name{};
    std::vector<TextParameter> parameters{};

    bool operator==(const TextKernel&) const = default;
};

/// A launch that the card says.
struct CardLaunch {
    std::string text{};  ///< "sum<<<N / 64, 64>>>(in, out)"
    std::string kernel{};
    std::vector<std::string> arguments{};  ///< as they are written; empty: as the parameters

    bool operator==(const CardLaunch&) const = default;
};

struct TextFindings {
    std::vector<TextFault> faults{};
    /// What is not understood either, but does not keep the text from running: functions that no
    /// kernel needs, and places where main would stop.
    std::vector<TextFault> aside{};
    std::vector<TextKnob> knobs{};      ///< those of the card first
    std::vector<TextKernel> kernels{};  ///< in the text's order
    bool has_main = false;
    bool main_takes_arguments = false;
    std::vector<CardLaunch> launches{};
    std::vector<Setting> described{};  ///< what it says of arrays and parameters, by name
    std::string expectation{};         ///< "out = scan(in)"; empty: none

    bool operator==(const TextFindings&) const = default;
};

/// Never throws for what stands in the text.
TextFindings look_at(const TextSpec& spec);
/// The knobs alone, as the text itself sets them: look_at(spec).knobs, without a look at what lies
/// beside the text.
std::vector<TextKnob> knobs_of(const TextSpec& spec);

/// A sentence as the engines write it, "FILE:LINE:COLUMN: sentence"; nothing where it is of another
/// file than the text's, or of no place.
std::optional<TextFault> fault_in(std::string_view sentence, const TextSpec& spec);
/// "mine.cu:3:14: …".
std::string sentence_of(const TextFault& fault, const TextSpec& spec);

/// What a text that has no file yet is called.
inline constexpr const char* untitled = "untitled.cu";
/// The file's name, without its folder.
std::string name_of(const TextSpec& spec);

}  // namespace stridescope
