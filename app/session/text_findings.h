// What the front-end says of a text as it stands, without running it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
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

/// A `#define NAME number` of the text.
struct TextKnob {
    std::string name{};
    std::string value{};  ///< as the text has it

    bool operator==(const TextKnob&) const = default;
};

struct TextParameter {
    std::string type{}, name{};

    bool operator==(const TextParameter&) const = default;
};

struct TextKernel {
    std::string name{};
    std::vector<TextParameter> parameters{};

    bool operator==(const TextKernel&) const = default;
};

struct TextFindings {
    std::vector<TextFault> faults{};
    std::vector<TextKnob> knobs{};
    std::vector<TextKernel> kernels{};  ///< in the text's order
    bool has_main = false;

    bool operator==(const TextFindings&) const = default;
};

/// Never throws for what stands in the text.
TextFindings look_at(const TextSpec& spec);

/// "FILE:LINE:COLUMN: sentence", as what is said of a text is told; nothing where it is of another
/// file or of no place.
std::optional<TextFault> fault_in(std::string_view sentence, std::string_view file);
std::string sentence_of(const TextFault& fault, std::string_view file);

/// What a text that has no file yet is called.
inline constexpr const char* untitled = "untitled.cu";
/// The file's name, without its folder.
std::string name_of(const TextSpec& spec);

}  // namespace stridescope
