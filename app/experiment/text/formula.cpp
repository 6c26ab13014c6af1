#include "app/experiment/text/formula.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/experiment/splitmix.h"
#include "app/experiment/text/formula_functions.h"
#include "app/experiment/text/formula_tree.h"
#include "app/experiment/text/formula_values.h"
#include "app/experiment/text/while_wanted.h"

namespace stridescope {
namespace {

using Node = FormulaNode;
using Kind = FormulaNode::Kind;

class Evaluator {
  public:
    explicit Evaluator(const FormulaContext& context)
        : context_(context), rounding_(rounding_of(context.type)) {}

    /// `shape`: of the array whose elements i, j and k count; nullptr: there is none.
    Values evaluate(const Node& node, const Extents* shape) {
        check_wanted();
        switch (node.kind) {
            case Kind::whole: return scalar_value(node.whole);
            case Kind::real: return scalar_value(node.real);
            case Kind::name: return name(node, shape);
            case Kind::unary: return unary_values(node.text, evaluate(node.parts[0], shape));
            case Kind::binary:
                return binary_values(node.text, evaluate(node.parts[0], shape),
                                     evaluate(node.parts[1], shape), rounding_);
            case Kind::conditional: {
                // As with a knob's value, only what is chosen need make sense.
                const Values condition = evaluate(node.parts[0], shape);
                if (condition.scalar)
                    return evaluate(node.parts[condition.number(0) != 0 ? 1 : 2], shape);
                return choose_values(condition, evaluate(node.parts[1], shape),
                                     evaluate(node.parts[2], shape));
            }
            case Kind::call: return call(node, shape);
            case Kind::element: break;
        }
        return element(node, shape);
    }

  private:
    [[noreturn]] void unknown(std::string_view name) const {
        std::string known;
        const auto add = [&](const auto& named) {
            for (const auto& [other, value] : named) {
                if (!known.empty()) known += ", ";
                known += other;
            }
        };
        add(context_.arrays);
        add(context_.numbers);
        const char* what = context_.extents.empty() ? "number" : "array";
        throw FormulaError(known.empty()
                               ? fmt::format("there is no {} {}", what, name)
                               : fmt::format("there is no {} {}: there are {}", what, name, known));
    }

    Values name(const Node& node, const Extents* shape) const {
        if (const auto number = context_.numbers.find(node.text); number != context_.numbers.end())
            return scalar_value(number->second);
        if (const auto found = context_.arrays.find(node.text); found != context_.arrays.end()) {
            check_numbers(static_cast<double>(found->second.values->size()));
            return values_of(*found->second.values, found->second.extents);
        }
        constexpr std::string_view indices = "ijk";
        const std::size_t axis = indices.find(node.text);
        if (node.text.size() != 1 || axis == std::string_view::npos || context_.extents.empty())
            unknown(node.text);
        if (shape == nullptr) {
            throw FormulaError(fmt::format(
                "{} counts the elements of an array, and there is none here", node.text));
        }
        if (axis >= shape->size()) {
            throw FormulaError(
                fmt::format("{} counts a dimension that {} lacks", node.text, text_of(*shape)));
        }
        Values result;
        result.extents = *shape;
        result.whole.resize(count_of(*shape));
        std::int64_t inner = 1;
        for (std::size_t d = axis + 1; d < shape->size(); ++d) inner *= (*shape)[d];
        const std::int64_t extent = (*shape)[axis];
        for (std::size_t n = 0; n < result.whole.size(); ++n)
            result.whole[n] = static_cast<std::int64_t>(n) / inner % extent;
        return result;
    }

    /// A[i + 1], A[j][i]: 0 where there is no such element.
    Values element(const Node& node, const Extents* shape) {
        const Node& array = node.parts[0];
        const auto found = context_.arrays.find(array.text);
        if (array.kind != Kind::name || found == context_.arrays.end()) {
            if (array.kind == Kind::name) unknown(array.text);
            throw FormulaError("[ ] is for the elements of an array");
        }
        const Extents& extents = found->second.extents;
        const std::size_t indices = node.parts.size() - 1;
        const Extents flat{static_cast<std::int64_t>(count_of(extents))};
        if (indices != 1 && indices != extents.size()) {
            throw FormulaError(
                fmt::format("{} has {} dimensions, not {}", array.text, extents.size(), indices));
        }
        const Extents& of = indices == 1 ? flat : extents;
        Values at = evaluate(node.parts[1], shape);
        Values inside =
            binary_values("&&", binary_values(">=", at, scalar_value(std::int64_t{0}), 0),
                          binary_values("<", at, scalar_value(of[0]), 0), 0);
        for (std::size_t d = 1; d < indices; ++d) {
            const Values next = evaluate(node.parts[d + 1], shape);
            at = binary_values("+", binary_values("*", at, scalar_value(of[d]), 0), next, 0);
            inside = binary_values(
                "&&", inside,
                binary_values("&&", binary_values(">=", next, scalar_value(std::int64_t{0}), 0),
                              binary_values("<", next, scalar_value(of[d]), 0), 0),
                0);
        }
        if (at.real) throw FormulaError("an index is a whole number");
        check_numbers(static_cast<double>(found->second.values->size()));
        const Values from = values_of(*found->second.values, extents);
        Values result;
        result.scalar = at.scalar;
        result.extents = at.extents;
        result.real = from.real;
        result.is_unsigned = from.is_unsigned;
        const auto gather = [&](const auto& source, auto& to) {
            to.resize(at.whole.size());
            for (std::size_t n = 0; n < to.size(); ++n) {
                if (inside.integer(n) != 0) to[n] = source[static_cast<std::size_t>(at.whole[n])];
            }
        };
        if (from.real) {
            gather(from.numbers, result.numbers);
        } else {
            gather(from.whole, result.whole);
        }
        return result;
    }

    /// The extents of the first array that is read element by element in this; nullptr: none is.
    const Extents* shape_in(const Node& node) const {
        if (node.kind == Kind::name) {
            const auto found = context_.arrays.find(node.text);
            return found == context_.arrays.end() ? nullptr : &found->second.extents;
        }
        if (node.kind == Kind::element) return nullptr;
        for (const Node& part : node.parts) {
            if (const Extents* shape = shape_in(part)) return shape;
        }
        return nullptr;
    }

    /// An argument that is an array as a whole.
    Values array_argument(const Node& call, std::size_t n) {
        if (n >= call.parts.size())
            throw FormulaError(fmt::format("{} needs an array: {}(A)", call.text, call.text));
        return evaluate(call.parts[n], shape_in(call.parts[n]));
    }
    std::int64_t number_argument(const Node& call, std::size_t n, std::int64_t usual) {
        if (n >= call.parts.size()) return usual;
        const Values value = evaluate(call.parts[n], nullptr);
        if (!value.scalar || value.real) {
            throw FormulaError(fmt::format("\"{}\" in {} is not a whole number",
                                           text_of(call.parts[n]), call.text));
        }
        return value.integer(0);
    }
    static void takes(const Node& call, std::size_t least, std::size_t most,
                      std::string_view like) {
        if (call.parts.size() < least || call.parts.size() > most)
            throw FormulaError(fmt::format("{} is written {}", call.text, like));
    }

    Values call(const Node& node, const Extents* shape) {
        const std::string_view name = node.text;
        const ElementType type = context_.type;
        if (name == "scan" || name == "exclusive_scan") {
            takes(node, 1, 3, fmt::format("{0}(A), {0}(A, section) or {0}(A, section, max)", name));
            const FoldOp op = node.parts.size() == 3 ? fold_op(node.parts[2].text) : FoldOp::add;
            return scan_values(array_argument(node, 0), number_argument(node, 1, 0), op,
                               name != "scan", type);
        }
        if (name == "sum") {
            takes(node, 1, 2, "sum(A) or sum(A, section)");
            return fold_values(array_argument(node, 0), number_argument(node, 1, 0), FoldOp::add,
                               type);
        }
        if (name == "fold") {
            takes(node, 3, 3, "fold(A, section, max)");
            return fold_values(array_argument(node, 0), number_argument(node, 1, 0),
                               fold_op(node.parts[2].text), type);
        }
        if ((name == "max" || name == "min") && node.parts.size() == 1) {
            return fold_values(array_argument(node, 0), 0, fold_op(name), type);
        }
        if (name == "histogram") {
            takes(node, 1, 3, "histogram(A), or histogram(A, width, first)");
            if (shape == nullptr) throw FormulaError("a histogram's bins are the array's elements");
            return histogram_values(array_argument(node, 0), number_argument(node, 1, 1),
                                    number_argument(node, 2, 0), *shape);
        }
        if (name == "transpose") {
            takes(node, 1, 1, "transpose(A)");
            return transpose_values(array_argument(node, 0));
        }
        if (name == "matmul") {
            takes(node, 2, 2, "matmul(A, B)");
            return matmul_values(array_argument(node, 0), array_argument(node, 1), type);
        }
        if (name == "convolve") {
            takes(node, 2, 2, "convolve(A, F)");
            return convolve_values(array_argument(node, 0), array_argument(node, 1), type);
        }
        if (name == "copy") {
            takes(node, 1, 1, "copy(A)");
            return array_argument(node, 0);
        }
        if (name == "random") return random(node, shape);
        std::vector<Values> arguments;
        for (const Node& part : node.parts) arguments.push_back(evaluate(part, shape));
        if (auto values = math_values(name, arguments, rounding_)) return std::move(*values);
        throw FormulaError(
            fmt::format("there is no function {}: there are scan, exclusive_scan, sum, fold, max, "
                        "min, histogram, matmul, transpose, convolve, copy and random, and those "
                        "of C's <math.h>",
                        name));
    }

    /// random(n, seed): a whole number below n for each element.
    Values random(const Node& node, const Extents* shape) {
        takes(node, 1, 2, "random(below), or random(below, seed)");
        const std::int64_t below = number_argument(node, 0, 10);
        const std::int64_t seed = number_argument(node, 1, 1);
        constexpr std::int64_t most = std::int64_t{1} << 32;
        if (below < 1 || below > most)
            throw FormulaError(fmt::format("there is no random number below {}", below));
        if (shape == nullptr) throw FormulaError("random fills the elements of an array");
        Values result;
        result.extents = *shape;
        result.whole.resize(count_of(*shape));
        for (std::size_t n = 0; n < result.whole.size(); ++n) {
            result.whole[n] = static_cast<std::int64_t>(splitmix_below(
                static_cast<std::uint64_t>(below), static_cast<std::uint64_t>(seed), n));
        }
        return result;
    }

    const FormulaContext& context_;
    double rounding_;
};

/// In words, where there are some.
std::string name_of(const Node& node) {
    // What a knob has decided already: EXCLUSIVE ? … : …
    if (node.kind == Kind::conditional && node.parts[0].kind == Kind::whole)
        return name_of(node.parts[node.parts[0].whole != 0 ? 1 : 2]);
    if (node.kind == Kind::call && !node.parts.empty()) {
        struct Words {
            std::string_view function, words;
        };
        constexpr std::array<Words, 7> known{{{"scan", "sequential scan of "},
                                              {"exclusive_scan", "sequential exclusive scan of "},
                                              {"sum", "sum of "},
                                              {"max", "maximum of "},
                                              {"min", "minimum of "},
                                              {"histogram", "histogram of "},
                                              {"transpose", "transpose of "}}};
        const bool plain = node.parts[0].kind == Kind::name;
        if (node.text == "copy") return text_of(node.parts[0]);
        const auto found = std::ranges::find(known, node.text, &Words::function);
        const bool elementwise =
            node.parts.size() > 1 && (node.text == "max" || node.text == "min");
        if (plain && found != known.end() && !elementwise)
            return std::string{found->words} + text_of(node.parts[0]);
        if (node.text == "matmul" && node.parts.size() == 2)
            return fmt::format("product of {} and {}", text_of(node.parts[0]),
                               text_of(node.parts[1]));
    }
    return text_of(node);
}

}  // namespace

FormulaResult evaluate_formula(std::string_view text, const FormulaContext& context) {
    const Node node = parse_formula(text);
    double count = 1;
    for (const std::int64_t extent : context.extents) count *= static_cast<double>(extent);
    check_numbers(count);
    Values values = Evaluator(context).evaluate(node, &context.extents);
    FormulaResult result;
    result.values = to_elements(std::move(values), context.type, context.extents, result.tolerance);
    result.name = name_of(node);
    return result;
}

}  // namespace stridescope
