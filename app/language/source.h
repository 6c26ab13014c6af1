// The text that is compiled, places in it, and what is said about faults.
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stridescope::language {

/// A place in a text: which file, and where in it, both counted from 1.
struct Place {
    std::uint32_t line = 0;
    std::uint16_t column = 0;
    std::uint16_t file = 0;  ///< index into Unit::files; 0 is the text itself

    bool operator==(const Place&) const = default;
};

/// Why a text is not compiled, in one sentence, and at which place. What to write instead is part
/// of the sentence where there is something.
struct Fault {
    Place place{};
    std::string message{};
    /// Only what needs the function, the statement or the declaration is refused, not the text.
    bool put_aside = false;

    bool operator==(const Fault&) const = default;
};

/// Thrown by the stages of the front-end at the first fault; `compile` hands it back as a value.
class FaultError : public std::exception {
  public:
    FaultError(Place place, std::string message) : fault_{place, std::move(message)} {}
    /// A fault that was put aside, told by who needs what it is in.
    explicit FaultError(const Fault& fault) : fault_{fault.place, fault.message} {}
    const Fault& fault() const { return fault_; }
    const char* what() const noexcept override { return fault_.message.c_str(); }

  private:
    Fault fault_;
};

/// A comment `// step: name`: what stands behind it belongs to steps of this name.
struct StepComment {
    Place place{};
    std::string_view name{};
};

/// A macro that is defined from outside, as by `-D NAME=value`. Wins over the text's own.
struct Definition {
    std::string name{};
    std::string value{};
};

/// Hands back what `#include "name"` names; nothing if there is no such text.
using IncludeLoader = std::function<std::optional<std::string>(std::string_view name)>;

/// A file of the text: the text itself and those that it includes.
struct SourceFile {
    std::string name{};
    std::string text{};
};

}  // namespace stridescope::language
