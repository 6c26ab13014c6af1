// Whether all that a function may come to call is understood.
#pragma once

#include <cstdint>
#include <vector>

#include "app/language/tree.h"

namespace stridescope::language {

/// The first thing that is not understood in the function or in what it may come to call or launch;
/// null: there is none.
const Fault* fault_needed_by(const Function& function);

/// What the function may come to call or launch, and is declared without a body.
std::vector<const Function*> bodies_needed_by(const Function& function);

/// The variables that it and what it may come to call name, and extern alone declares.
std::vector<const Variable*> variables_needed_by(const Function& function);

/// Whether the function may come to call or launch one whose body stands in that file of the unit.
bool needs_of_file(const Function& function, std::uint16_t file);

/// Bytes of the shared variables of a known size that the function or what it may come to call
/// names.
std::uint64_t shared_bytes_needed_by(const Function& function);

}  // namespace stridescope::language
