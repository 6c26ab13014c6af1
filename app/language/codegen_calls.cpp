// Calls of the text's own functions: inlined.
#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "app/language/codegen.h"
#include "app/language/library/library.h"
#include "app/language/walk.h"

namespace stridescope::language {
namespace {

constexpr int deepest_calls = 40;
constexpr std::size_t most_instructions = 400'000, most_calls = 50'000;

}  // namespace

void Codegen::bind_parameter(const Expr* argument, Instance& callee, VarInfo& parameter,
                             const Variable& v) {
    // Evaluated in the caller; the callee's registers are declared by `call`.
    (void)callee;
    parameter.variable = &v;
    parameter.alias = parameter.bound = false;
    parameter.target = nullptr;
    const bool lvalue = argument->kind == ExprKind::variable ||
                        argument->kind == ExprKind::reference ||
                        argument->kind == ExprKind::member ||
                        (argument->kind == ExprKind::call && argument->function->returns_reference);
    if (!v.names_given() || !lvalue) return;
    Location p = place_of(argument);
    parameter.alias = true;
    parameter.target = p.variable;
    parameter.target_leaf = p.leaf;
    parameter.target_pointer = p.variable == nullptr ? copy(p.pointer) : Val{};
    // It stays there as long as the call: what is given it must not move where it is computed to.
    parameter.target_pointer.owned = false;
    parameter.type = v.type;
}

void Codegen::deeper_call(Place place) {
    if (++calls_deep_ > deepest_calls) fail(place, "these calls are nested too deeply");
}

Val Codegen::call(const Expr* e, std::vector<Val>* aggregate, Location* referred) {
    const Function& f = *e->function;
    if (f.fault != nullptr)
        throw FaultError(f.fault->place.file == library_file ? in_text(e->place) : f.fault->place,
                         f.fault->message);
    if (f.body == nullptr) fail(e->place, fmt::format("{} is declared, but has no body", f.name));
    for (Instance* i = instance_; i != nullptr; i = i->parent) {
        if (i->function == &f) return call_again(e, *i, aggregate, referred);
    }
    // A call costs something to follow also where it comes to nothing.
    if (program_->code.size() + most_instructions / most_calls * ++calls_made_ > most_instructions)
        fail(e->place, "this kernel is too long when its calls are inlined");
    std::unique_ptr<Instance>& made = instance_->calls[reinterpret_cast<std::uintptr_t>(e)];
    if (made == nullptr) {
        made = std::make_unique<Instance>();
        made->function = &f;
        made->variables.resize(f.variables.size());
        made->loops.resize(f.loops);
    }
    Instance& in = *made;
    in.parent = instance_;
    in.call = e;
    in.repeated = instance_->repeated || repeated_[&f];
    if (++inlined_[&f] > 1 && !std::exchange(repeated_[&f], true)) changed_ = true;
    if (in.frame != nullptr) {
        deeper_call(e->place);
        const Val result = first_call(e, in, aggregate, referred);
        --calls_deep_;
        return result;
    }

    // A call within an argument has ended when this one begins: `cout << a << b` is as deep as one.
    const std::vector<std::vector<Val>> values = arguments_of(e, in);
    deeper_call(e->place);
    in.result.alias = false;
    if (f.returns_reference) {
        if (in.returns_pointer) declare(in.result, nullptr, unit_.types.pointer_to(f.result), true);
    } else if (!f.result->is_void()) {
        declare(in.result, nullptr, f.result, true);
        in.result.in_memory = false;
    }
    const int outer_level = level_;
    const int outer_cleared = cleared_;
    const int end = in.return_label = new_label();
    if (in.divergent_return) enter_copied_level(end);
    in.return_level = level_;
    const int outer_loop = loop_;
    const Slot outer_key = key_;
    const int outer_step = step_;
    if (options_.record && !on_host_ && in.has_sites && repeated_[&f]) {
        enter_loop(e->place, true);
        step_ = -1;  // its sites are those of all its calls
    }
    const Expr* const outer_outside = outside_;
    // What calls by pointers stands nowhere; what it calls does.
    const auto is_made = [](const Function& of) { return of.place.line == 0; };
    if (outside_ == nullptr && (f.place.file == library_file || is_made(f)))
        outside_ = e;
    else if (outside_ != nullptr && is_made(*outside_->function) && f.place.file != library_file)
        outside_ = is_made(f) ? e : nullptr;
    Instance* caller = std::exchange(instance_, &in);
    std::vector<LoopFrame> outer_frames = std::exchange(frames_, {});
    std::vector<VarInfo*> outer_scope = std::exchange(in_scope_, {});
    for (std::size_t i = 0; i < f.parameters.size(); ++i) {
        const Variable& v = *f.parameters[i];
        VarInfo& p = in.variables[static_cast<std::size_t>(v.index)];
        if (p.alias) continue;
        if (!v.assigned && v.address_taken == 0 && !p.wants_memory && !v.type->is_struct()) {
            p.type = v.type;
            p.bound = true;
            p.target_pointer = values[i][0];
            p.target_pointer.owned = false;
            if (origins_) p.target_pointer = earlier(p.target_pointer);
            continue;
        }
        begin_parameter(p, v, values[i]);
    }
    body_of(in, end);
    level_ = outer_level;
    cleared_ = outer_cleared;
    frames_ = std::move(outer_frames);
    in_scope_ = std::move(outer_scope);
    instance_ = caller;
    outside_ = outer_outside;
    loop_ = outer_loop;
    key_ = outer_key;
    step_ = outer_step;
    --calls_deep_;
    place_ = e->place;
    end_variables(in);
    return result_of(e, in.result, in.returns_pointer, aggregate, referred);
}

/// In which order a call's arguments are evaluated, which C++ leaves open. A kernel's compiler
/// begins with the first; g++ with the last, but for the object of a method, operators of streams,
/// and what stands in braces.
std::vector<std::size_t> Codegen::order_of(const Expr* e) const {
    std::vector<std::size_t> order(e->args.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (!on_host_ || order.size() < 2 || e->in_order) return order;
    std::size_t fixed = 0;
    if (e->kind == ExprKind::call) {
        const std::string_view name = e->function->name;
        // Also those of templates, as operator<<<int>.
        if (name.ends_with("operator<<") || name.ends_with("operator>>") ||
            name.find("operator<<<") != name.npos || name.find("operator>><") != name.npos)
            return order;
        if (!e->function->parameters.empty() && e->function->parameters[0]->name == this_name)
            fixed = name.ends_with("operator+") && e->function->place.file == library_file ? 0 : 1;
    }
    bool with_effect = false;
    for (std::size_t i = fixed; i < order.size(); ++i) with_effect |= has_effect(e->args[i]);
    if (with_effect) std::reverse(order.begin() + static_cast<std::ptrdiff_t>(fixed), order.end());
    return order;
}

namespace {

/// Whether an argument of the call lets a function write the variable, which then has an address.
bool is_lent_within(const Expr* call, const Variable* v) {
    bool found = false;
    const auto visit = [&](const Expr& x) {
        if (x.kind != ExprKind::call) return;
        for (std::size_t i = 0; i < x.args.size() && i < x.function->parameters.size(); ++i) {
            const Expr* argument = x.args[i];
            found |= x.function->parameters[i]->names_given() && argument != nullptr &&
                     argument->kind == ExprKind::variable && argument->variable == v;
        }
    };
    for (const Expr* argument : call->args) for_each_expression(argument, visit);
    return found;
}

}  // namespace

/// A compiler reads a variable without an address when all arguments are there; any other place,
/// such as a member, at its turn, whatever another argument does to it.
Val Codegen::eval_at_its_turn(const Expr* call, const Expr* argument) {
    const Val v = eval(argument);
    if (!on_host_) return v;
    const bool is_read_late =
        argument->kind == ExprKind::variable && !is_lent_within(call, argument->variable);
    return is_read_late ? v : copy(v);
}

/// Whether what is handed by value is a place that the function may write meanwhile: by one of the
/// references that it is handed, or as a lambda that stands where the variable does.
bool Codegen::may_change(const Expr* argument, bool by_references) {
    while (argument->kind == ExprKind::cast || argument->kind == ExprKind::member)
        argument = argument->a;
    return argument->kind == ExprKind::variable &&
           (by_references || argument->variable->written_within);
}

std::vector<std::vector<Val>> Codegen::arguments_of(const Expr* e, Instance& in) {
    const Function& f = *e->function;
    bool references = false;
    for (const Variable* p : f.parameters) references |= p->names_given() && !p->type->is_const;
    std::vector<std::vector<Val>> values(f.parameters.size());
    for (const std::size_t i : order_of(e)) {
        const Variable& v = *f.parameters[i];
        VarInfo& p = in.variables[static_cast<std::size_t>(v.index)];
        bind_parameter(e->args[i], in, p, v);
        if (p.alias) continue;
        if (v.type->is_struct()) {
            values[i] = eval_struct(e->args[i]);
        } else {
            values[i] = {eval_at_its_turn(e, e->args[i])};
            if (may_change(e->args[i], references)) values[i][0] = copy(values[i][0]);
        }
    }
    return values;
}

/// A parameter with a place of its own.
void Codegen::begin_parameter(VarInfo& p, const Variable& v, const std::vector<Val>& values) {
    declare(p, &v, v.type, true);
    if (p.in_memory) {
        // What a reference is bound to lives as long as the whole expression, in which the function
        // may be called once more: larger(larger(a, 100), 5).
        if (on_host_ && v.names_given() && p.stack_offset < 0)
            p.memory_object = object_of(variable_of(p, v));
        const Val pointer = memory_of(p, v.type);
        Location place;
        place.type = v.type;
        place.pointer = pointer;
        if (v.type->is_struct()) {
            store_struct(place, values);
        } else {
            store_memory(pointer, v.type, values[0], nullptr, false);
        }
    } else if (v.type->is_struct()) {
        for (std::size_t l = 0; l < values.size(); ++l) assign(p.leaves[l], values[l]);
    } else {
        assign(p, values[0]);
    }
}

void Codegen::body_of(Instance& in, int end) {
    const bool outer_dead = std::exchange(dead_, false);
    const std::size_t begin = program_->code.size();
    statement(in.function->body);
    // What an algorithm of a library calls on a device main calls here.
    const Function& f = *in.function;
    if (on_host_ && f.on_device &&
        (!f.on_host || f.name.find("::operator()") != std::string::npos)) {
        for (std::size_t i = begin; i < program_->code.size(); ++i)
            program_->code[i].for_device = true;
    }
    // A return as the last thing need not jump.
    std::vector<Instr>& code = program_->code;
    if (!code.empty() && code.back().code == Code::jump && code.back().target == end &&
        last_label_ != static_cast<int>(code.size())) {
        code.pop_back();
        program_->places.pop_back();
    }
    bind(end);
    dead_ = outer_dead;
}

Val Codegen::result_of(const Expr* e, VarInfo& result, bool returns_pointer,
                       std::vector<Val>* aggregate, Location* referred) {
    const Function& f = *e->function;
    if (f.result->is_void()) return {};
    if (f.returns_reference) {
        Location p;
        p.type = e->type;
        p.expr = e;
        if (result.alias) {
            p.variable = result.target;
            p.leaf = result.target_leaf;
        } else {
            p.pointer = returns_pointer ? read(result) : constant(Kind::u64, 0);
            p.pointer.pointer = true;
        }
        if (referred != nullptr) {
            *referred = p;
            return {};
        }
        if (!f.result->is_struct()) return load(p);
        if (aggregate != nullptr) *aggregate = load_struct(p);
        return {};
    }
    if (f.result->is_struct()) {
        std::vector<Val> all;
        for (const VarInfo& leaf : result.leaves) all.push_back(read(leaf));
        if (aggregate != nullptr) *aggregate = std::move(all);
        return {};
    }
    return read(result);
}

/// What a reference is returned to: the same thing at each return, else a pointer to it.
void Codegen::return_reference(const Expr* e) {
    Instance& in = *instance_;
    const Location p = place_of(e);
    if (in.returns_pointer) {
        if (p.variable != nullptr) return keep_in_memory(*p.variable, e->place);
        return assign(in.result, p.pointer);
    }
    VarInfo& r = in.result;
    const bool is_first = !r.alias;
    if (p.variable != nullptr && is_first) {
        r.alias = true;
        r.target = p.variable;
        r.target_leaf = p.leaf;
    } else if (p.variable == nullptr || r.target != p.variable || r.target_leaf != p.leaf) {
        in.returns_pointer = true;
        r = VarInfo{};
        declare(r, nullptr, unit_.types.pointer_to(in.function->result), true);
        changed_ = true;
    }
}

/// From the next pass on.
void Codegen::keep_in_memory(VarInfo& v, Place place) {
    if (v.variable == nullptr && !v.is_temporary)
        fail(place, "this value has no address: give it a name, as a variable");
    if (!std::exchange(v.wants_memory, true)) changed_ = true;
}

}  // namespace stridescope::language
