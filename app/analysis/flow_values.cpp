#include "app/analysis/flow_values.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

namespace stridescope {
namespace {

std::string_view operator_of_halves(std::string_view function) {
    constexpr std::pair<std::string_view, std::string_view> operators[] = {
        {"__hadd", "+"}, {"__hsub", "-"}, {"__hmul", "*"}, {"__hmax", "max"}, {"__hmin", "min"}};
    for (const auto& [name, operation] : operators)
        if (name == function) return operation;
    return {};
}

/// Overflowing integers wrap.
template <class T>
std::optional<T> applied(std::string_view operation, T a, T b) {
    const auto wrapped = [&](auto&& f) {
        if constexpr (std::is_integral_v<T>) {
            using U = std::make_unsigned_t<T>;
            return static_cast<T>(f(static_cast<U>(a), static_cast<U>(b)));
        } else {
            return static_cast<T>(f(a, b));
        }
    };
    if constexpr (is_half_number_v<T>) {
        // Their functions have names of their own, and are known by the operators'.
        if (operation.starts_with("__h")) return applied(operator_of_halves(operation), a, b);
    }
    if (operation == "+") return wrapped([](auto x, auto y) { return x + y; });
    if (operation == "-") return wrapped([](auto x, auto y) { return x - y; });
    if (operation == "*") return wrapped([](auto x, auto y) { return x * y; });
    if constexpr (is_real_number_v<T>) {
        if (std::isnan(static_cast<double>(a)) || std::isnan(static_cast<double>(b)))
            return std::nullopt;
    }
    if (operation == "max" || operation == "fmax" || operation == "fmaxf") return std::max(a, b);
    if (operation == "min" || operation == "fmin" || operation == "fminf") return std::min(a, b);
    return std::nullopt;
}

template <class T>
class Follower {
  public:
    Follower(const Origins& origins, ElementType type)
        : origins_{origins}, trace_{origins.trace()}, type_{type} {}

    std::optional<T> value(Made at) {
        const auto found = known_.find(at);
        if (found != known_.end()) return found->second;
        const std::optional<T> value = find(at);
        known_.emplace(at, value);
        return value;
    }

    /// Whether the values lead to what the block left in the array, where they say anything of it.
    bool lead_to(ArrayId array, const std::set<std::int64_t>& elements) {
        const TypedArray& after = trace_.contents(array).after;
        if (after.type() != type_) return true;
        for (const std::int64_t element : elements) {
            const Origins::Writers writers = origins_.writers_in_the_end(array, element);
            if (!writers.known || !writers.adds.empty() || writers.base.row == TraceRow::none)
                continue;
            const std::optional<T> stored = value(writers.base);
            if (!stored) continue;
            if (std::cmp_greater_equal(element, after.size())) return false;
            const std::byte* left = after.bytes() + static_cast<std::size_t>(element) * sizeof(T);
            if (!std::ranges::equal(std::as_bytes(std::span{&*stored, 1}),
                                    std::span{left, sizeof(T)}))
                return false;
            checked_ = true;
        }
        return true;
    }
    /// Whether any value was held against what the run left.
    bool checked() const { return checked_; }

  private:
    std::optional<T> find(Made at) {
        const TraceSite& site = origins_.site(at.row);
        if (is_global(site.event) || is_shared(site.event)) {
            const ArrayFacts& array = trace_.facts().arrays[static_cast<std::size_t>(site.array)];
            if (array.type != type_) return std::nullopt;
        }
        switch (site.event) {
            case Event::op: return of_operation(at, site.operation);
            case Event::shuffle:
            case Event::store:
            case Event::global_store: return of_only_operand(at);
            case Event::load: return of_writers(origins_.writers_of_cell(at));
            case Event::global_load: {
                const Origins::Writers writers = origins_.writers_of_element(at);
                if (writers.any()) return of_writers(writers);
                return origins_.reads_from_before(at) ? before(site.array, origins_.address(at))
                                                      : std::nullopt;
            }
            default: return std::nullopt;
        }
    }
    std::optional<T> of_operation(Made at, std::string_view operation) {
        if (!origins_.has_both_operands(at.row)) return std::nullopt;
        std::vector<Made> operands;
        origins_.operands(at, operands);
        if (operands.size() != 2) return std::nullopt;
        const std::optional<T> left = value(operands[0]), right = value(operands[1]);
        return left && right ? applied(operation, *left, *right) : std::nullopt;
    }
    std::optional<T> of_only_operand(Made at) {
        std::vector<Made> operands;
        origins_.operands(at, operands);
        return operands.size() == 1 ? value(operands[0]) : std::nullopt;
    }
    std::optional<T> of_writers(const Origins::Writers& writers) {
        if (!writers.known || !writers.adds.empty() || writers.base.row == TraceRow::none)
            return std::nullopt;
        return value(writers.base);
    }
    std::optional<T> before(ArrayId array, std::int64_t element) const {
        const TypedArray& held = trace_.contents(array).before;
        if (held.type() != type_ || element < 0 || std::cmp_greater_equal(element, held.size()))
            return std::nullopt;
        T value;
        std::memcpy(&value, held.bytes() + static_cast<std::size_t>(element) * sizeof(T),
                    sizeof(T));
        return value;
    }

    const Origins& origins_;
    const Trace& trace_;
    ElementType type_;
    bool checked_ = false;
    std::map<Made, std::optional<T>> known_;
};

template <class T>
FlowValues follow(const Origins& origins, const Flow& flow, const std::vector<NodeMade>& nodes,
                  ElementType type) {
    Follower<T> follower{origins, type};
    FlowValues found{.values = TypedArray::uninitialized(
                         type, flow.levels.size() * static_cast<std::size_t>(flow.columns))};
    found.known.assign(found.values.size(), 0);
    // In the order of the text, so that no chain of them is followed far.
    std::vector<NodeMade> in_order = nodes;
    std::ranges::stable_sort(in_order, {}, [](const NodeMade& node) { return node.made.row; });
    for (const NodeMade& node : in_order) {
        const std::size_t at =
            found.index(node.level, node.place - origins.trace().words(), flow.columns);
        const std::optional<T> value = follower.value(node.made);
        found.known[at] = value.has_value() ? 1 : 2;
        if (value) std::memcpy(found.values.bytes() + at * sizeof(T), &*value, sizeof(T));
    }
    // What no level writes stands there still.
    for (std::size_t at = static_cast<std::size_t>(flow.columns); at < found.known.size(); ++at) {
        const std::size_t above = at - static_cast<std::size_t>(flow.columns);
        if (found.known[at] != 0) continue;
        found.known[at] = found.known[above];
        std::memcpy(found.values.bytes() + at * sizeof(T), found.values.bytes() + above * sizeof(T),
                    sizeof(T));
    }
    std::map<ArrayId, std::set<std::int64_t>> stored;
    for (const Flow::Stored& each : flow.stored) stored[each.array].insert(each.address);
    const bool right = std::ranges::all_of(
        stored, [&](const auto& entry) { return follower.lead_to(entry.first, entry.second); });
    return right && follower.checked() ? std::move(found) : FlowValues{};
}

}  // namespace

FlowValues values_of_nodes(const Origins& origins, const Flow& flow,
                           const std::vector<NodeMade>& nodes) {
    const Trace& trace = origins.trace();
    std::set<ElementType> types;
    for (const Flow::Stored& each : flow.stored)
        types.insert(trace.facts().arrays[static_cast<std::size_t>(each.array)].type);
    if (types.size() != 1 || nodes.empty()) return {};
    switch (*types.begin()) {
        case ElementType::i32: return follow<std::int32_t>(origins, flow, nodes, *types.begin());
        case ElementType::u32: return follow<std::uint32_t>(origins, flow, nodes, *types.begin());
        case ElementType::i64: return follow<std::int64_t>(origins, flow, nodes, *types.begin());
        case ElementType::u64: return follow<std::uint64_t>(origins, flow, nodes, *types.begin());
        case ElementType::f32: return follow<float>(origins, flow, nodes, *types.begin());
        case ElementType::f64: return follow<double>(origins, flow, nodes, *types.begin());
        case ElementType::f16: return follow<Half>(origins, flow, nodes, *types.begin());
        case ElementType::bf16: return follow<Bfloat16>(origins, flow, nodes, *types.begin());
        default: return {};
    }
}

}  // namespace stridescope
