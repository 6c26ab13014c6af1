// Integers as a compiler sees them that knows no launch: sums of whole multiples of what it cannot
// know (a thread's number, an argument) and a constant.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "app/language/tree.h"

namespace stridescope::language {

/// A sum: a constant and multiples of unknowns, these by number and never 0 times.
struct Linear {
    std::vector<std::pair<int, std::int64_t>> terms{};
    std::int64_t constant = 0;

    bool is_constant() const { return terms.empty(); }
    bool operator==(const Linear&) const = default;
    /// Any order will do, always the same. (Not <=>, which libc++ 16 has none of for vectors.)
    bool operator<(const Linear& other) const {
        return std::tie(terms, constant) < std::tie(other.terms, other.constant);
    }
};

Linear operator+(const Linear& a, const Linear& b);
Linear operator-(const Linear& a, const Linear& b);
Linear operator*(const Linear& a, std::int64_t factor);

/// The largest power of two, up to 16, that surely divides the sum without its constant.
std::int64_t alignment(const Linear& a);

/// Numbers unknowns: the same operation on the same operands is the same one.
class Unknowns {
  public:
    /// One that nothing else is equal to.
    Linear fresh() { return {.terms = {{next_++, 1}}}; }
    Linear special(Special s) { return named({0, static_cast<std::int64_t>(s)}); }
    /// The value of an argument, or of a constant that the host sets.
    Linear variable(const Variable& v);
    /// a op b, as far as it is known: of unknowns that are only themselves a number of their own.
    Linear binary(Op op, const Linear& a, const Linear& b);

  private:
    Linear named(const std::vector<std::int64_t>& key);
    Linear opaque(Op op, const Linear& a, const Linear& b);
    Linear quotient(Op op, const Linear& a, std::int64_t by);

    int next_ = 0;
    std::map<std::vector<std::int64_t>, int> numbers_;
    std::map<const Variable*, Linear> variables_;
};

/// What a comparison of two such sums comes to, where only their constants differ.
std::optional<bool> compared(Op op, const Linear& a, const Linear& b);

}  // namespace stridescope::language
