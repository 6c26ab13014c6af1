#include "app/language/symbolic.h"

#include <algorithm>
#include <bit>

namespace stridescope::language {
namespace {

// What a text's numbers come to may be anything: they wrap, and are no fault of this program.
std::int64_t sum(std::int64_t a, std::int64_t b) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}
std::int64_t product(std::int64_t a, std::int64_t b) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
}

bool is_power_of_two(std::int64_t n) {
    return n > 0 && std::has_single_bit(static_cast<std::uint64_t>(n));
}

bool divides(std::int64_t by, const Linear& a) {
    return a.constant % by == 0 &&
           std::ranges::all_of(a.terms, [by](const auto& term) { return term.second % by == 0; });
}

void append(std::vector<std::int64_t>& key, const Linear& a) {
    key.push_back(static_cast<std::int64_t>(a.terms.size()));
    for (const auto& [unknown, factor] : a.terms) {
        key.push_back(unknown);
        key.push_back(factor);
    }
    key.push_back(a.constant);
}

std::optional<std::int64_t> computed(Op op, std::int64_t a, std::int64_t b) {
    switch (op) {
        case Op::div: return b == 0 || b == -1 ? std::nullopt : std::optional{a / b};
        case Op::rem: return b == 0 || b == -1 ? std::nullopt : std::optional{a % b};
        case Op::shl:
            return b < 0 || b > 62 ? std::nullopt : std::optional{product(a, std::int64_t{1} << b)};
        case Op::shr: return b < 0 || b > 62 ? std::nullopt : std::optional{a >> b};
        case Op::and_: return a & b;
        case Op::or_: return a | b;
        case Op::xor_: return a ^ b;
        default: return std::nullopt;
    }
}

}  // namespace

Linear operator+(const Linear& a, const Linear& b) {
    Linear r{.constant = sum(a.constant, b.constant)};
    auto left = a.terms.begin(), right = b.terms.begin();
    while (left != a.terms.end() || right != b.terms.end()) {
        if (right == b.terms.end() || (left != a.terms.end() && left->first < right->first)) {
            r.terms.push_back(*left++);
        } else if (left == a.terms.end() || right->first < left->first) {
            r.terms.push_back(*right++);
        } else {
            const std::int64_t factor = sum(left->second, right->second);
            if (factor != 0) r.terms.emplace_back(left->first, factor);
            ++left, ++right;
        }
    }
    return r;
}

Linear operator*(const Linear& a, std::int64_t factor) {
    Linear r{.constant = product(a.constant, factor)};
    for (const auto& [unknown, times] : a.terms) {
        const std::int64_t all = product(times, factor);
        if (all != 0) r.terms.emplace_back(unknown, all);
    }
    return r;
}

Linear operator-(const Linear& a, const Linear& b) {
    return a + b * -1;
}

std::int64_t alignment(const Linear& a) {
    std::uint64_t bits = 16;
    for (const auto& term : a.terms) bits |= static_cast<std::uint64_t>(term.second);
    return std::int64_t{1} << std::countr_zero(bits);
}

Linear Unknowns::named(const std::vector<std::int64_t>& key) {
    const auto [at, is_new] = numbers_.try_emplace(key, next_);
    if (is_new) ++next_;
    return {.terms = {{at->second, 1}}};
}

Linear Unknowns::variable(const Variable& v) {
    const auto [at, is_new] = variables_.try_emplace(&v);
    if (is_new) at->second = fresh();
    return at->second;
}

Linear Unknowns::opaque(Op op, const Linear& a, const Linear& b) {
    std::vector<std::int64_t> key{1, static_cast<std::int64_t>(op)};
    append(key, a);
    append(key, b);
    return named(key);
}

/// a / by or a >> by's bits: of indices, which are not negative, the same.
Linear Unknowns::quotient(Op op, const Linear& a, std::int64_t by) {
    if (!divides(by, a)) return opaque(op, a, {.constant = by});
    Linear r{.constant = a.constant / by};
    for (const auto& [unknown, factor] : a.terms) r.terms.emplace_back(unknown, factor / by);
    return r;
}

Linear Unknowns::binary(Op op, const Linear& a, const Linear& b) {
    if (op == Op::add) return a + b;
    if (op == Op::sub) return a - b;
    if (op == Op::mul) {
        if (b.is_constant()) return a * b.constant;
        if (a.is_constant()) return b * a.constant;
        // (4 t) · n is 4 (t · n): what divides a factor divides the product.
        const std::int64_t even = alignment(a) * alignment(b);
        if (a.constant == 0 && b.constant == 0 && even > 1) {
            const Linear left = quotient(Op::div, a, alignment(a));
            return opaque(op, left, quotient(Op::div, b, alignment(b))) * even;
        }
        return a < b ? opaque(op, a, b) : opaque(op, b, a);
    }
    if (a.is_constant() && b.is_constant()) {
        if (const auto known = computed(op, a.constant, b.constant)) return {.constant = *known};
        return opaque(op, a, b);
    }
    if (!b.is_constant()) {
        if (a.is_constant() && (op == Op::and_ || op == Op::or_ || op == Op::xor_))
            return binary(op, b, a);
        return opaque(op, a, b);
    }
    const std::int64_t by = b.constant;
    switch (op) {
        case Op::div: return by > 0 ? quotient(Op::div, a, by) : opaque(op, a, b);
        case Op::rem: return by > 0 ? a - quotient(Op::div, a, by) * by : opaque(op, a, b);
        case Op::shl: return by >= 0 && by < 32 ? a * (std::int64_t{1} << by) : opaque(op, a, b);
        case Op::shr:
            return by >= 0 && by < 32 ? quotient(Op::div, a, std::int64_t{1} << by)
                                      : opaque(op, a, b);
        case Op::and_:
            if (is_power_of_two(by + 1)) return a - quotient(Op::div, a, by + 1) * (by + 1);
            if (by < 0 && is_power_of_two(-by)) return quotient(Op::div, a, -by) * -by;
            return opaque(op, a, b);
        case Op::or_:
        case Op::xor_:
            // Into bits that are surely 0 it is a sum.
            if (by >= 0 && a.constant == 0 && by < alignment(a)) return a + b;
            return opaque(op, a, b);
        default: return opaque(op, a, b);
    }
}

std::optional<bool> compared(Op op, const Linear& a, const Linear& b) {
    const Linear difference = a - b;
    if (!difference.is_constant()) return std::nullopt;
    const std::int64_t d = difference.constant;
    switch (op) {
        case Op::lt: return d < 0;
        case Op::gt: return d > 0;
        case Op::le: return d <= 0;
        case Op::ge: return d >= 0;
        case Op::eq: return d == 0;
        case Op::ne: return d != 0;
        default: return std::nullopt;
    }
}

}  // namespace stridescope::language
