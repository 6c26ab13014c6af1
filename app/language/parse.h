// From a text to its typed tree.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/language/source.h"
#include "app/language/tree.h"

namespace stridescope::language {

struct ParseOptions {
    std::vector<Definition> definitions{};  ///< as by -D
    IncludeLoader load{};                   ///< of texts that the text includes
    IncludeLoader load_further{};           ///< of those in quotes that this one does not have
    /// Of what is included several times only the first: sources that are read as one each include
    /// what they need.
    bool each_once = false;
    /// Read as if it stood behind the text, the last of Unit::files: questions about the text,
    /// asked in its own language (what an expression of its macros is worth).
    std::optional<SourceFile> appendix{};
};

/// What came of a text. Of a text with faults the unit holds what was understood.
struct Parsed {
    std::shared_ptr<Unit> unit{};
    std::vector<Fault> faults{};
};

/// Reads a text. Never throws for what stands in it.
Parsed parse(std::string name, std::string text, const ParseOptions& options = {});
/// Unit::knobs of what parse() makes, without a look at what is no directive.
std::vector<Knob> knobs_of(std::string name, std::string text, const ParseOptions& options = {});

}  // namespace stridescope::language
