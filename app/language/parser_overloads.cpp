// Which function a call means: C++'s order of conversions, and of templates.
#include <algorithm>

#include <fmt/format.h>

#include "app/language/parser.h"

namespace stridescope::language {
namespace {

/// What a conversion costs, from nothing to those that C++ ranks last. Those of one ten are of one
/// rank; the last digit decides between two that are.
enum Cost : int {
    exact = 0,
    adds_const = 1,
    promotion = 10,
    wider_promotion = 11,  ///< of an enumeration, past what its values are kept as
    arithmetic = 20,
    to_void = 21,
    to_bool = 22,
    to_base_class = 23,
    no_pointer = 24,     ///< nullptr, which is one
    by_the_struct = 30,  ///< an integer to dim3, and what a text's own conversions do
};

bool is_promotion(const Type* from, const Type* to) {
    if (from->is_enumeration())
        return to->kind == from->kind || (from->size < 4 && to->kind == TypeKind::i32);
    if (from->kind == TypeKind::f32) return to->kind == TypeKind::f64;
    return from->is_integer() && from->size < 4 && to->kind == TypeKind::i32;
}

/// A pointer's way to another: nothing, more const, or to void*.
std::optional<int> pointer_cost(const Type* from, const Type* to) {
    if ((from->is_const && !to->is_const) || (from->is_volatile && !to->is_volatile))
        return std::nullopt;
    const bool adds = from->is_const != to->is_const || from->is_volatile != to->is_volatile;
    if (from->plain == to->plain) return adds ? adds_const : exact;
    if (to->is_void()) return to_void;
    if (from->is_array() && to->is_array() && (from->count == to->count || to->count < 0))
        return pointer_cost(from->of, to->of);
    if (from->is_pointer() && to->is_pointer()) return pointer_cost(from->of, to->of);
    return std::nullopt;
}

}  // namespace

std::optional<int> Parser::conversion_cost(const Expr* e, const Type* to) {
    const Type* from = e->type;
    if (nulls_.contains(e)) {
        if (to->is_pointer() || is_function_pointer(to) || is_member_pointer(to)) return exact;
        if (to->is_arithmetic()) return no_pointer;
    }
    if (from->is_array()) from = unit_.types.pointer_to(from->of);
    if (from->plain == to->plain) return exact;
    const bool from_number = from->is_arithmetic() && !from->is_scoped_enumeration();
    if (to->is_enumeration() ? from->is_scalar()
                             : to->is_arithmetic() && from->is_scoped_enumeration())
        return std::nullopt;
    if (from->is_half() != to->is_half() && to->is_arithmetic() && from->is_arithmetic())
        return by_the_struct;  // __half is a class to CUDA
    if (to->is_arithmetic() && from->is_arithmetic())
        return !is_promotion(from, to)                            ? arithmetic
               : from->is_enumeration() && from->kind != to->kind ? wider_promotion
                                                                  : promotion;
    if (to->kind == TypeKind::bool_ && from->is_pointer()) return to_bool;
    const bool is_text =
        e->kind == ExprKind::string && to->is_pointer() && to->of->kind == TypeKind::i8;
    if (is_text && !to->of->is_const) return arithmetic;  // as C had it
    if (to->is_pointer() && from->is_pointer()) {
        // What points to an object points to its base: better than void*.
        const bool is_of_base = from->of->plain != to->of->plain && is_base_of(to->of, from->of) &&
                                (to->of->is_const || !from->of->is_const);
        return is_of_base ? arithmetic : pointer_cost(from->of, to->of);
    }
    if (to->is_pointer() && e->kind == ExprKind::integer && e->integer == 0) return arithmetic;
    if (to->is_struct() && from_number && to->structure->name == "dim3") return by_the_struct;
    if (is_dimensions(from) && is_dimensions(to)) return by_the_struct;
    if (is_base_of(to, from)) return to_base_class;
    if (is_function_pointer(to)) {
        const bool is_null = e->kind == ExprKind::integer && e->integer == 0;
        const Function* f = from->is_struct() && !lambda_texts_.contains(from->structure)
                                ? from->structure->called
                                : nullptr;
        const bool fits = f != nullptr && !is_method(*f) && pointer_type(*f) == to->plain;
        if (is_null || fits || one_of(e, to) != nullptr) return by_the_struct;
        return std::nullopt;
    }
    if (!converts_) {
        converts_ = true;
        const bool is_made = converting(to, e) != nullptr;
        const Function* own = is_made ? nullptr : conversion(e, to);
        converts_ = false;
        if (is_made) return by_the_struct;
        if (own == nullptr) return std::nullopt;
        // A stream of C++ has a function for a string itself.
        if (to->is_struct() && to->structure->name == "__text") return promotion;
        // What becomes an int goes to an int before it goes to a double.
        if (own->result->plain == to->plain || !to->is_arithmetic()) return by_the_struct;
        return is_promotion(own->result, to) ? by_the_struct + 2 : by_the_struct + 4;
    }
    return std::nullopt;
}

/// dim3 and uint3, which become each other.
bool Parser::is_dimensions(const Type* type) {
    return type->is_struct() &&
           (type->structure->name == "dim3" || type->structure->name == "uint3");
}

/// operator float() and its like, for a value of this type; the best is the type itself.
Function* Parser::conversion(const Expr* e, const Type* to) {
    Class* c = class_of(e->type);
    if (c == nullptr) return nullptr;
    Function* found = nullptr;
    for (const auto& [atom, symbol] : c->scope.names) {
        const auto known = conversions_.find(atom);
        if (known == conversions_.end() || symbol.functions == nullptr) continue;
        for (Function* f : symbol.functions->functions) {
            if (e->type->is_const && !f->parameters[0]->type->is_const) continue;
            if (f->result->plain == to->plain) return f;
            if (f->result->is_arithmetic() && to->is_arithmetic() && !to->is_enumeration())
                found = f;
        }
    }
    // A pointer that is a float * is a const float *, and a void *, too, and says whether it is
    // one.
    if (found == nullptr && (to->is_pointer() || to->kind == TypeKind::bool_)) {
        Function* pointer = pointer_conversion(e);
        const bool fits =
            pointer != nullptr && (!to->is_pointer() || pointer_cost(pointer->result->of, to->of));
        if (fits) return pointer;
    }
    return found;
}

/// operator T*(), by which an object has elements; nullptr: it has none, or several that would do.
Function* Parser::pointer_conversion(const Expr* e) {
    const Class* c = e->type->is_struct() ? class_of(e->type) : nullptr;
    Function* found = nullptr;
    if (c == nullptr) return found;
    for (const auto& [atom, symbol] : c->scope.names) {
        if (!conversions_.contains(atom) || symbol.functions == nullptr) continue;
        for (Function* f : symbol.functions->functions) {
            const bool is_const = f->parameters[0]->type->is_const;
            if (!f->result->is_pointer() || (e->type->is_const && !is_const)) continue;
            // Of two, which differ in that, the one for objects that may be written.
            if (found != nullptr && found->parameters[0]->type->is_const == is_const)
                return nullptr;
            if (found == nullptr || !is_const) found = f;
        }
    }
    return found;
}

std::optional<int> Parser::cost(Expr* argument, const Variable& p) {
    const bool outer = std::exchange(implicitly_, true);
    const std::optional<int> found = cost_of_argument(argument, p);
    implicitly_ = outer;
    return found;
}

std::optional<int> Parser::cost_of_argument(Expr* argument, const Variable& p) {
    if (p.names_another) {
        Variable reference = p;
        reference.type = p.type->of;
        reference.is_reference = true;
        reference.names_another = false;
        return cost_of_argument(argument, reference);
    }
    if (argument->type == braced_ && braced_ != nullptr) {
        // A list of elements comes before all that takes them for its own parts.
        const Class* c = class_of(p.type);
        if (c != nullptr && c->from != nullptr && c->from->name == "initializer_list") {
            const Type* list = type_of_list(argument);
            if (list == nullptr) return by_the_struct + 2;
            const Expr* each = make(ExprKind::variable, argument->place, list->of);
            return conversion_cost(each, c->arguments[0].type)
                       ? std::optional<int>{by_the_struct - 1}
                       : std::nullopt;
        }
        return ((p.type->is_struct() || p.type->is_array()) &&
                (!p.is_reference || p.type->element()->is_const || p.is_rvalue))
                   ? std::optional<int>{by_the_struct + (p.is_reference && !p.is_rvalue ? 1 : 0)}
                   : std::nullopt;
    }
    if (!p.is_reference) return conversion_cost(argument, p.type);
    const Type* from = argument->type;
    if (p.is_forwarding && from->plain == p.type->plain)
        return from->is_const && !p.type->is_const ? std::nullopt : std::optional<int>{exact};
    // What is written is an lvalue, too (see lvalue_of, which takes an address, as nobody does
    // here).
    const bool is_written = argument->kind == ExprKind::assign ||
                            argument->kind == ExprKind::compound ||
                            (argument->kind == ExprKind::step && !argument->after);
    const bool is_given = !is_lvalue(is_written ? argument->a : argument) || is_moved(argument);
    if (p.is_rvalue && !p.is_forwarding) {
        if (!is_given || (from->is_const && !p.type->is_const)) return std::nullopt;
        return conversion_cost(argument, p.type);
    }
    const bool is_object = p.name == "ss_this";
    if (is_object && (p.type->is_const || !from->is_const)) {
        if (from->plain == p.type->plain)
            return p.type->is_const && !from->is_const ? adds_const : exact;
        // A base's method that is called for an object counts as one of its class.
        if (is_base_of(p.type, from))
            return p.type->is_const && !from->is_const ? adds_const : exact;
    }
    if (from->plain != p.type->plain && is_base_of(p.type, from) &&
        (p.type->is_const || (is_lvalue(argument) && !from->is_const)))
        return to_base_class;
    if (from->plain == p.type->plain) {
        if (!p.type->is_const && (from->is_const || is_given)) return std::nullopt;
        return p.type->is_const && !from->is_const ? adds_const : exact;
    }
    if (p.type->is_array()) {
        // Arrays of the same extent, perhaps with const elements.
        if (!from->is_array() || !is_lvalue(argument)) return std::nullopt;
        return pointer_cost(from, p.type);
    }
    if (!p.type->is_const) return std::nullopt;
    const std::optional<int> each = conversion_cost(argument, p.type);
    // What is made for it is rather taken by a T&&.
    return each && *each >= by_the_struct ? *each + 1 : each;
}

std::optional<Parser::Candidate> Parser::candidate(Function* f, const std::vector<Expr*>& args) {
    std::size_t least = f->parameters.size();
    while (least > 0 && f->parameters[least - 1]->init != nullptr) --least;
    if (args.size() < least || args.size() > f->parameters.size()) return std::nullopt;
    Candidate c;
    c.function = f;
    for (std::size_t i = 0; i < args.size(); ++i) {
        const std::optional<int> each = cost(args[i], *f->parameters[i]);
        if (!each) return std::nullopt;
        c.costs.push_back(*each);
        c.by_value.push_back(!f->parameters[i]->is_reference);
    }
    return c;
}

/// From {a, b}, which an array or an initializer_list takes.
bool Parser::deduce_list(const Template& t, const Type* parameter, const Expr* list,
                         std::vector<Argument>& out) {
    const Class* c = class_of(parameter);
    const bool is_list = c != nullptr && c->from != nullptr && c->from->name == "initializer_list";
    const Type* type = is_list || parameter->is_array() ? type_of_list(list) : nullptr;
    if (type == nullptr) return true;
    return is_list ? deduce(t, c->arguments[0].type, type->of, out)
                   : deduce(t, parameter, type, out);
}

std::optional<Parser::Candidate> Parser::candidate(Template& t, const std::vector<Argument>& given,
                                                   const std::vector<Expr*>& args, Place where) {
    if (t.is_variadic) {
        Template* one = version(t, given.size(), args.size(), &args);
        return one != nullptr ? candidate(*one, given, args, where) : std::nullopt;
    }
    if (given.size() > t.parameters.size()) return std::nullopt;
    for (std::size_t i = 0; i < given.size(); ++i) {
        if (!fits(given[i], t.parameters[i])) return std::nullopt;
    }
    Candidate c;
    c.from = &t;
    c.values = explicit_values(t, given, where);
    Function open;
    if (!read_signature(t, c.values, open)) return std::nullopt;
    if (args.size() > open.parameters.size()) return std::nullopt;
    for (std::size_t i = 0; i < args.size(); ++i) {
        const Variable& p = *open.parameters[i];
        if (t.has_this && i == 0) continue;
        if (args[i]->type == braced_ && braced_ != nullptr) {
            // {a, b} for const T (&)[N]
            if (!deduce_list(t, p.type, args[i], c.values)) return std::nullopt;
            continue;
        }
        const Type* type = p.is_reference ? args[i]->type : value_of(args[i])->type->plain;
        if (!deduce(t, p.type, type, c.values)) return std::nullopt;
        note_lvalue(t, p, args[i], c.values);
    }
    take_defaults(t, c.values);
    if (!std::ranges::all_of(c.values, &Argument::given) || !holds(t, c.values))
        return std::nullopt;
    Function known;
    if (!read_signature(t, c.values, known)) return std::nullopt;
    for (std::size_t i = 0; i < known.parameters.size(); ++i) {
        if (i >= args.size()) {
            if (known.parameters[i]->init == nullptr && !known.parameters[i]->has_default)
                return std::nullopt;
            continue;
        }
        const std::optional<int> each = cost(args[i], *known.parameters[i]);
        if (!each) return std::nullopt;
        c.costs.push_back(*each);
        c.by_value.push_back(!known.parameters[i]->is_reference);
        c.forwards |= known.parameters[i]->is_forwarding;
    }
    return c;
}

/// Whether the type, where a parameter of the template stands for any, is `from` for some of them.
bool Parser::may_be(const Template& t, const Type* type, const Type* from) {
    const bool is_open = std::ranges::any_of(t.parameters, [&](const Template::Parameter& p) {
        return p.placeholder != nullptr && type->plain == p.placeholder;
    });
    if (is_open || type->is_array() || type->plain == from->plain) return true;
    if (type->is_pointer())
        return from->is_pointer() && (!type->of->is_const || from->of->is_const) &&
               may_be(t, type->of, from->of);
    const Class* c = class_of(type);
    const Class* other = class_of(from);
    if (c == nullptr || other == nullptr || c->from == nullptr || c->from != other->from)
        return false;
    for (std::size_t i = 0; i < c->arguments.size(); ++i) {
        const Type* part = c->arguments[i].type;
        if (part != nullptr && !may_be(t, part, other->arguments[i].type)) return false;
    }
    return true;
}

/// Whether what `a` takes is a case of what `b` takes, and not the other way round.
bool Parser::is_more_special(Template& a, Template& b) {
    const auto covers = [&](Template& general, Template& special) {
        Function g, s;
        std::vector<Argument> values(general.parameters.size());
        if (!read_signature(general, values, g) ||
            !read_signature(special, std::vector<Argument>(special.parameters.size()), s))
            return false;
        const std::size_t count = std::min(g.parameters.size(), s.parameters.size());
        for (std::size_t i = 0; i < count; ++i) {
            const Type* to = g.parameters[i]->type;
            const Type* from = s.parameters[i]->type;
            if (!deduce(general, to, from, values)) return false;
            if (!may_be(general, to, from)) return false;
        }
        return true;
    };
    return covers(b, a) && !covers(a, b);
}

bool Parser::is_better(const Candidate& a, const Candidate& b) {
    bool better = false;
    for (std::size_t i = 0; i < std::min(a.costs.size(), b.costs.size()); ++i) {
        // A value and a const reference take the same thing equally well.
        if (a.by_value[i] != b.by_value[i] && std::max(a.costs[i], b.costs[i]) == adds_const)
            continue;
        if (a.costs[i] > b.costs[i]) return false;
        better |= a.costs[i] < b.costs[i];
    }
    if (better) return true;
    if ((a.from == nullptr) != (b.from == nullptr)) return a.from == nullptr;
    if (a.from == nullptr) return false;
    if (is_more_special(*a.from, *b.from)) return true;
    // T & rather than T &&, which takes as well what has a name.
    if (a.forwards != b.forwards && !is_more_special(*b.from, *a.from)) return b.forwards;
    // What asks for more is meant where both fit.
    if (a.from->conditions.size() != b.from->conditions.size())
        return a.from->conditions.size() > b.from->conditions.size();
    // Those of any number come last, and of two the one with fewer left to its pack.
    if (a.from->parts != b.from->parts && !is_more_special(*b.from, *a.from))
        return a.from->parts < b.from->parts;
    return false;
}

Function* Parser::resolve(const Overloads& all, const std::vector<Argument>& given,
                          const std::vector<Expr*>& args, const Token& name, bool must,
                          bool has_object) {
    std::vector<Candidate> fit;
    const auto add = [&](std::optional<Candidate> c) {
        if (c) fit.push_back(std::move(*c));
    };
    // A static method takes all but the object.
    const std::vector<Expr*> others(args.begin() + (has_object ? 1 : 0), args.end());
    if (given.empty()) {
        for (Function* f : all.functions)
            add(candidate(f, has_object && !is_method(*f) ? others : args));
    }
    for (Template* t : all.templates)
        add(candidate(*t, given, has_object && !t->has_this ? others : args, name.place));
    const auto made = [&](const Candidate& c) {
        return c.from != nullptr ? instantiate(*c.from, c.values, name.place) : c.function;
    };
    const auto best_of = [this](const std::vector<Candidate>& among) {
        return std::ranges::find_if(among, [&](const Candidate& c) {
            return std::ranges::all_of(
                among, [&](const Candidate& other) { return &other == &c || is_better(c, other); });
        });
    };
    if (const auto best = best_of(fit); best != fit.end()) return made(*best);
    // Of two that differ by where they run alone, that of the caller.
    std::vector<Candidate> of_side = fit;
    std::erase_if(of_side, [&](const Candidate& c) {
        return function_ == nullptr || c.from != nullptr ||
               (function_->on_device ? !c.function->on_device : !c.function->on_host);
    });
    if (const auto best = best_of(of_side); best != of_side.end()) return made(*best);
    if (!must) return nullptr;
    // A single one tells itself what is wrong with its arguments.
    if (given.empty() && all.functions.size() == 1 && all.templates.empty())
        return all.functions[0];
    if (all.functions.empty() && all.templates.size() == 1) {
        Template* t = version(*all.templates[0], given.size(), args.size(), &args);
        if (t == nullptr) fail(name.place, fmt::format("{} takes more arguments", name.text));
        std::vector<Argument> values = explicit_values(*t, given, name.place);
        Function open;
        if (read_signature(*t, values, open)) {
            for (std::size_t i = 0; i < std::min(args.size(), open.parameters.size()); ++i) {
                const Variable& p = *open.parameters[i];
                if (args[i]->type == braced_ && braced_ != nullptr) {
                    deduce_list(*t, p.type, args[i], values);
                    continue;
                }
                const Type* type = p.is_reference ? args[i]->type : value_of(args[i])->type->plain;
                deduce(*t, p.type, type, values);
                note_lvalue(*t, p, args[i], values);
            }
        }
        return instantiate(*t, values, name.place);
    }
    std::string types;
    for (Expr* a : has_object ? others : args)
        types += (types.empty() ? "" : ", ") + name_of(value_of(a)->type);
    if (!fit.empty())
        fail(name.place,
             fmt::format("{} is ambiguous for ({}): cast an argument", name.text, types));
    fail(name.place, fmt::format("no {} takes ({})", name.text, types));
}

}  // namespace stridescope::language
