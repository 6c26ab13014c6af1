// What an expression is known to be when the text is read: extents, cases, template arguments.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "app/language/tree.h"

namespace stridescope::language {

/// The value of an integer expression of literals and constants; nothing if it has another. Throws
/// FaultError for a division by zero.
std::optional<std::int64_t> constant_value(const Expr* e);

/// What an integer variable is worth; nothing if that is not known.
using KnownVariables = std::function<std::optional<std::int64_t>(const Variable&)>;
/// The same where some variables are known besides the constants.
std::optional<std::int64_t> constant_value(const Expr* e, const KnownVariables& known);

/// The same where calls of any function are carried out, constexpr or not, as far as they compute
/// with what is known alone.
std::optional<std::int64_t> computed_value(const Expr* e, const KnownVariables& known);

/// The same of any arithmetic type; float is rounded as a float is.
std::optional<double> constant_real(const Expr* e);

}  // namespace stridescope::language
