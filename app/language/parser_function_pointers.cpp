// Pointers to functions. Such a pointer is a number that says which of the functions whose address
// the text takes is meant; a call by it asks that number, one function after the other. So a warp
// whose lanes hold different pointers calls one after the other, as a GPU does.
#include <fmt/format.h>

#include <algorithm>

#include "app/language/builtins.h"
#include "app/language/library/library.h"
#include "app/language/parser.h"

namespace stridescope::language {
namespace {

/// One function has two addresses: the host's, and the device's.
constexpr std::int64_t number_of(std::size_t index, bool of_device) {
    return static_cast<std::int64_t>(index * 2 + (of_device ? 1 : 0) + 2);
}

}  // namespace

bool Parser::is_function_pointer(const Type* type) const {
    return type->is_struct() && pointed_.contains(type->structure);
}

std::string Parser::signature_key(const Function& f) {
    std::string key = is_method(f) ? "method " : "";
    key += name_of(f.result) + (f.returns_reference ? " &(" : " (");
    for (const Variable* p : f.parameters)
        key += fmt::format("{}{},", name_of(p->is_reference ? p->type : p->type->plain),
                           p->is_reference ? "&" : "");
    return key;
}

/// The type of pointers to functions as this one.
const Type* Parser::pointer_type(const Function& f) {
    const auto [at, is_new] = function_pointers_.try_emplace(signature_key(f));
    if (!is_new) return at->second;
    const Type* of_class = is_method(f) ? f.parameters[0]->type : nullptr;
    std::string name = of_class != nullptr
                           ? fmt::format("{} ({}::*)(", name_of(f.result), name_of(of_class->plain))
                           : fmt::format("{} (*)(", name_of(f.result));
    for (std::size_t i = of_class != nullptr ? 1 : 0; i < f.parameters.size(); ++i) {
        const Variable* p = f.parameters[i];
        name += fmt::format("{}{}{}", name.ends_with('(') ? "" : ", ", name_of(p->type),
                            p->is_reference ? " &" : "");
    }
    name += of_class != nullptr && of_class->is_const ? ") const" : ")";
    Struct* s = unit_.types.new_struct(std::move(name));
    Field number;
    number.name = "function";
    number.type = basic(TypeKind::u64);
    s->fields.push_back(number);
    // A pointer to a method takes 16 bytes: how to get to the object is the other half.
    number.name = "object";
    if (of_class != nullptr) s->fields.push_back(number);
    unit_.types.complete(s, 1);
    Pointed& signature = pointed_[s];
    signature.type = at->second = unit_.types.of_struct(s);
    signature.result = f.result;
    signature.parameters = f.parameters;
    if (of_class != nullptr) signature.of_class = of_class->plain;
    return signature.type;
}

/// typedef int f(int): of a function itself there is nothing but the pointer to it.
const Type* Parser::function_type(const Type* result, bool returns_reference) {
    const Type* pointer = pointer_to_function(result, returns_reference);
    const auto known =
        std::ranges::find(functions_, pointer, [](const auto& f) { return f.second; });
    if (known != functions_.end()) return unit_.types.of_struct(const_cast<Struct*>(known->first));
    Struct* s = unit_.types.new_struct("a function");
    functions_[s] = pointer;
    return unit_.types.of_struct(s);
}

/// What stands behind T (*name): the parameters.
const Type* Parser::pointer_to_function(const Type* result, bool returns_reference) {
    Function& f = unit_.functions.emplace_back();
    f.result = result;
    f.returns_reference = returns_reference;
    f.place = place();
    if (returns_reference)
        fail(f.place, "a pointer to a function that returns a reference is not in the subset");
    const std::size_t scope = open_scope();
    Function* outer = std::exchange(function_, &f);
    parameters(f, false);
    function_ = outer;
    close_scope(scope);
    take_exceptions();
    return pointer_type(f);
}

/// Of a function that C brings along and the machine has itself, those that call it, the one of C
/// first; nullptr: it is none of them.
const Parser::Overloads* Parser::values_of_builtin(const Token& name) {
    if (find_builtin(name.text) == nullptr) return nullptr;
    const Symbol value =
        symbol_of(names_.intern(names_.keep(fmt::format("{}{}", value_prefix, name.text))));
    return value.kind == Symbol::Kind::functions ? value.functions : nullptr;
}

/// Of these the first, unless what it becomes says that another is meant.
Expr* Parser::builtin_value(const Overloads& all, const Token& name) {
    Expr* e = function_value(all.functions.front(), name.place);
    if (all.functions.size() > 1) several_[e] = {.all = all, .name = name};
    return e;
}

/// A function's name where it is not called.
Expr* Parser::function_value(const Overloads& all, const std::vector<Argument>& given,
                             const Token& name) {
    Function* f = nullptr;
    const bool is_own = all.functions.size() == 1 && all.functions[0]->place.file != library_file;
    // Beside what other headers add to it, the one of C.
    if (given.empty() && !is_own) {
        if (const Overloads* builtin = values_of_builtin(name))
            return builtin_value(*builtin, name);
    }
    if (given.empty() && all.functions.size() == 1) f = all.functions[0];
    if (f == nullptr && all.templates.size() == 1 && !given.empty())
        f = instantiate_given(*all.templates[0], given, name.place);
    if (f != nullptr) return function_value(f, name.place);
    // Which of them is meant, says the type that it becomes.
    if (one_of_several_ == nullptr) {
        Struct* s = unit_.types.new_struct("one of several functions");
        unit_.types.complete(s, 1);
        one_of_several_ = unit_.types.of_struct(s);
    }
    Expr* e = make(ExprKind::construct, name.place, one_of_several_);
    several_[e] = {all, given, name};
    return e;
}

/// The one of several functions of a name that such a pointer points to; nullptr: none does.
Function* Parser::one_of(const Expr* e, const Type* to) {
    const auto found = several_.find(e);
    if (found == several_.end()) return nullptr;
    const Several& several = found->second;
    if (several.given.empty()) {
        for (Function* f : several.all.functions) {
            const bool has_pointer = f->result != nullptr && !f->returns_reference;
            if (has_pointer && pointer_type(*f) == to->plain) return f;
        }
    }
    for (Template* t : several.all.templates) {
        if (several.given.size() > t->parameters.size()) continue;
        std::vector<Argument> values = explicit_values(*t, several.given, e->place);
        Function open;
        const std::vector<Variable*>& wanted = pointed_.at(to->structure).parameters;
        if (!read_signature(*t, values, open) || open.parameters.size() != wanted.size()) continue;
        bool fits = true;
        for (std::size_t i = 0; i < wanted.size(); ++i)
            fits = fits && deduce(*t, open.parameters[i]->type, wanted[i]->type, values);
        if (!fits) continue;
        take_defaults(*t, values);
        if (!std::ranges::all_of(values, &Argument::given)) continue;
        Function* f = instantiate(*t, std::move(values), e->place);
        if (f->result != nullptr && !f->returns_reference && pointer_type(*f) == to->plain)
            return f;
    }
    return nullptr;
}

Expr* Parser::function_value(Function* f, Place where) {
    if (f->result == nullptr) complete(f);
    if (f->result == nullptr || f->returns_reference)
        fail(where, fmt::format("a pointer to {} is not in the subset: call it itself", f->name));
    if (is_between_angles_) {
        // A template's argument is the function itself: nobody asks where its address is.
        Expr* e = pointer_value(pointer_type(*f), 0, where);
        several_[e] = {.all = {.functions = {f}}};
        return e;
    }
    const bool in_kernels =
        function_ != nullptr ? !function_->on_host : f->on_device && !is_for_host_;
    const bool of_device = f->on_device && !f->is_kernel && in_kernels;
    if (!of_device && !f->is_kernel && !f->on_host) {
        fail(where, fmt::format("the host has no address of {}, a function of the device: let a "
                                "__device__ variable hold it, and copy that",
                                f->name));
    }
    std::size_t index = 0;
    while (index < addressed_.size() && addressed_[index] != f) ++index;
    if (index == addressed_.size()) addressed_.push_back(f);
    // Which method is meant, of one that is virtual, the object says where it is called.
    if (is_method(*f) && virtuals_.contains(f))
        chooser(f, f->parameters[0]->type, of_device ? Side::device : Side::host);
    return pointer_value(pointer_type(*f), number_of(index, of_device), where);
}

/// A template's argument that is a value: a function, or a number.
Parser::Argument Parser::value_argument(Expr* e) {
    const auto found = several_.find(e);
    if (found == several_.end())
        return {.value = constant_integer(e, "a template's argument"), .given = true};
    const Several& several = found->second;
    const bool is_one = several.all.functions.size() == 1 && several.all.templates.empty();
    return {
        .given = true, .named = e, .function = is_one ? several.all.functions.front() : nullptr};
}

/// The function that a template's argument names, where its parameter is such a pointer.
Function* Parser::named_function(const Template& t, const std::vector<Argument>& values,
                                 std::size_t i) {
    if (values[i].function != nullptr) return values[i].function;
    const Type* to = t.parameters[i].type;
    if (Function* f = one_of(values[i].named, to)) return f;
    // T (*)(T): the one of them that fits what T is.
    for (Function* f : several_.at(values[i].named).all.functions) {
        if (f->result == nullptr || f->returns_reference) continue;
        std::vector<Argument> found(values.size());
        if (!deduce_signature(t, to, pointer_type(*f), found)) continue;
        bool fits = true;
        for (std::size_t k = 0; k < i; ++k)
            fits = fits && (!found[k].given || found[k].type == values[k].type);
        if (fits) return f;
    }
    fail(values[i].named->place, fmt::format("none of these functions is a {}", name_of(to)));
}

/// Which function is meant by each argument that names several.
void Parser::settle_functions(const Template& t, std::vector<Argument>& values) {
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (values[i].named != nullptr && values[i].function == nullptr)
            values[i].function = named_function(t, values, i);
    }
}

Expr* Parser::pointer_value(const Type* type, std::int64_t number, Place where) {
    Expr* e = make(ExprKind::construct, where, type);
    std::vector<Expr*> parts{integer(number, TypeKind::u64, where)};
    if (is_method_pointer(type)) parts.push_back(integer(0, TypeKind::u64, where));
    e->args = unit_.arena.copy(parts);
    return e;
}

/// Which function a pointer points to, as a number.
Expr* Parser::pointed_number(Expr* pointer) {
    if (pointer->kind == ExprKind::construct && !pointer->args.empty()) return pointer->args[0];
    Expr* e = make(ExprKind::member, pointer->place, basic(TypeKind::u64));
    e->a = pointer;
    e->field = pointer->type->structure->fields.data();
    return e;
}

/// A null pointer, or a lambda that has copied nothing, as a pointer to a function; nullptr: it is
/// neither.
Expr* Parser::as_function_pointer(Expr* e, const Type* to) {
    const bool is_null = e->kind == ExprKind::integer && e->integer == 0;
    if (is_member_pointer(to)) return is_null ? pointer_value(to, 0, e->place) : nullptr;
    if (!is_function_pointer(to)) return nullptr;
    if (is_null) return pointer_value(to, 0, e->place);
    if (Function* meant = one_of(e, to)) return function_value(meant, e->place);
    Function* f = e->type->is_struct() && !lambda_texts_.contains(e->type->structure)
                      ? e->type->structure->called
                      : nullptr;
    if (f == nullptr || is_method(*f) || pointer_type(*f)->plain != to->plain) return nullptr;
    return function_value(f, e->place);
}

/// Of T (*)(T *), for what is pointed to: the pointers' results and parameters, one by one.
bool Parser::deduce_signature(const Template& t, const Type* parameter, const Type* argument,
                              std::vector<Argument>& out) {
    if (!is_function_pointer(argument)) return true;
    const Pointed &open = pointed_.at(parameter->structure),
                  &given = pointed_.at(argument->structure);
    if (open.parameters.size() != given.parameters.size()) return false;
    if (!deduce(t, open.result, given.result, out)) return false;
    for (std::size_t i = 0; i < open.parameters.size(); ++i) {
        if (!deduce(t, open.parameters[i]->type->plain, given.parameters[i]->type->plain, out))
            return false;
    }
    return true;
}

/// The function that calls what a pointer points to. Its body is written when all is read.
Function* Parser::caller_of(Pointed& s, Function*& made, bool on_device) {
    if (made != nullptr) return made;
    made = &unit_.functions.emplace_back();
    made->name = "call";
    made->place = {.file = library_file};
    made->on_device = on_device;
    made->on_host = !on_device;
    made->is_local = true;
    const bool launches = &made == &s.launches;
    made->result = launches ? basic(TypeKind::void_) : s.result;
    add_parameter(*made, "pointer", s.type, false);
    if (launches) {
        add_parameter(*made, "grid", unit_.types.vector_type("dim3"), false);
        add_parameter(*made, "block", unit_.types.vector_type("dim3"), false);
        add_parameter(*made, "bytes", basic(TypeKind::u64), false);
    }
    for (std::size_t i = 0; i < s.parameters.size(); ++i)
        add_parameter(*made, unit_.names.keep(fmt::format("argument_{}", i)), s.parameters[i]->type,
                      s.parameters[i]->is_reference);
    return made;
}

void Parser::add_parameter(Function& f, std::string_view name, const Type* type,
                           bool is_reference) {
    Variable& v = unit_.variables.emplace_back();
    v.name = name;
    v.type = type;
    v.place = f.place;
    v.storage = Storage::parameter;
    v.is_reference = is_reference;
    v.function = &f;
    v.index = static_cast<int>(f.variables.size());
    f.variables.push_back(&v);
    f.parameters.push_back(&v);
}

Expr* Parser::call_by_pointer(Expr* pointer, Place where) {
    Pointed& s = pointed_.at(pointer->type->structure);
    std::vector<Expr*> args = arguments();
    if (s.of_class != nullptr) {
        // As std::invoke does; the text itself writes (object.*pointer)(…).
        if (where.file != library_file)
            fail(where, "a pointer to a method is called for an object: (object.*pointer)(…)");
        return call_by_member_pointer(pointer, std::move(args), where);
    }
    args.insert(args.begin(), pointer);
    const bool on_device = function_ == nullptr || !function_->on_host;
    return call_function(caller_of(s, on_device ? s.on_device : s.on_host, on_device),
                         std::move(args), where);
}

/// pointer<<<grid, block, bytes, stream>>>(…)
Expr* Parser::launch_by_pointer(Expr* pointer) {
    const Place where = place();
    if (function_ == nullptr || !function_->on_host)
        fail(where, "a kernel launches another by its name, not by a pointer");
    Pointed& s = pointed_.at(pointer->type->structure);
    std::vector<Expr*> args = launch_sizes(where);
    args.resize(std::min<std::size_t>(args.size(), 3));
    if (args.size() < 3) args.push_back(integer(0, TypeKind::u64, where));
    args.insert(args.begin(), pointer);
    for (Expr* each : arguments()) args.push_back(each);
    return call_function(caller_of(s, s.launches, false), std::move(args), where);
}

/// The function that launches the kernel of which a text has only the address, as a number; its
/// arguments lie where an array of pointers says. Its body is written when all is read.
Function* Parser::launcher() {
    if (launcher_ != nullptr) return launcher_;
    launcher_ = &unit_.functions.emplace_back();
    launcher_->name = "call";
    launcher_->place = {.file = library_file};
    launcher_->on_host = launcher_->is_local = true;
    launcher_->result = basic(TypeKind::void_);
    add_parameter(*launcher_, "kernel", basic(TypeKind::u64), false);
    add_parameter(*launcher_, "grid", unit_.types.vector_type("dim3"), false);
    add_parameter(*launcher_, "block", unit_.types.vector_type("dim3"), false);
    add_parameter(*launcher_, "bytes", basic(TypeKind::u64), false);
    add_parameter(*launcher_, "pointers", pointer_to(pointer_to(basic(TypeKind::void_))), false);
    return launcher_;
}

/// The function that sets an attribute of the kernel of which a text has only the address.
/// A function of the host that is given a pointer to a kernel first.
Function* Parser::asked_by_pointer(std::string_view name) {
    Function* f = &unit_.functions.emplace_back();
    f->name = name;
    f->place = {.file = library_file};
    f->on_host = f->is_local = true;
    f->result = basic(TypeKind::i32);
    add_parameter(*f, "kernel", basic(TypeKind::u64), false);
    return f;
}

Function* Parser::attribute_setter() {
    if (attribute_setter_ != nullptr) return attribute_setter_;
    attribute_setter_ = asked_by_pointer("cudaFuncSetAttribute");
    add_parameter(*attribute_setter_, "attribute", basic(TypeKind::i64), false);
    add_parameter(*attribute_setter_, "value", basic(TypeKind::i64), false);
    return attribute_setter_;
}

/// Returns what `value` makes of the kernel that the first parameter points to, else the error.
Stmt* Parser::of_pointed_kernel(const Function& f, const std::function<Expr*(Function*)>& value) {
    constexpr std::int64_t invalid_device_function = 98;
    const auto returned = [&](Expr* what) {
        Stmt* s = make(StmtKind::return_, f.place);
        s->condition = what;
        return s;
    };
    Stmt* all = returned(integer(invalid_device_function, TypeKind::i32, f.place));
    for (std::size_t index = addressed_.size(); index-- > 0;) {
        if (!addressed_[index]->is_kernel) continue;
        all = where_pointed(parameter_of(f, 0), index, false, returned(value(addressed_[index])),
                            all);
    }
    return block_of(all);
}

Stmt* Parser::attribute_setter_body() {
    const Function& f = *attribute_setter_;
    return of_pointed_kernel(f, [&](Function* kernel) {
        return attribute_of(kernel, f.name, {parameter_of(f, 1), parameter_of(f, 2)}, f.place);
    });
}

Function* Parser::attribute_teller() {
    if (attribute_teller_ != nullptr) return attribute_teller_;
    attribute_teller_ = asked_by_pointer("cudaFuncGetAttributes");
    add_parameter(*attribute_teller_, "told", pointer_to(basic(TypeKind::void_)), false);
    return attribute_teller_;
}

Stmt* Parser::attribute_teller_body() {
    const Function& f = *attribute_teller_;
    return of_pointed_kernel(f, [&](const Function* kernel) {
        return attributes_into(parameter_of(f, 1), *kernel, f.place);
    });
}

/// Writes the callers' bodies: which functions there are to choose from is known now.
void Parser::write_callers() {
    // A body that is read may take the address of another function.
    complete_choices();
    complete_catches();
    write_choosers();
    for (auto& [structure, signature] : pointed_) {
        for (Function* caller : {signature.on_host, signature.on_device, signature.launches}) {
            if (caller == nullptr) continue;
            Function* outer = std::exchange(function_, caller);
            caller->body = caller_body(signature, *caller, caller == signature.launches);
            function_ = outer;
        }
    }
    if (attribute_setter_ != nullptr) {
        Function* outer = std::exchange(function_, attribute_setter_);
        attribute_setter_->body = attribute_setter_body();
        function_ = outer;
    }
    if (attribute_teller_ != nullptr) {
        Function* outer = std::exchange(function_, attribute_teller_);
        attribute_teller_->body = attribute_teller_body();
        function_ = outer;
    }
    if (launcher_ == nullptr) return;
    Function* outer = std::exchange(function_, launcher_);
    launcher_->body = launcher_body();
    function_ = outer;
}

/// A parameter, as the body of one of these functions names it.
Expr* Parser::parameter_of(const Function& f, std::size_t index) {
    Variable* v = f.parameters[index];
    Expr* e = make(ExprKind::variable, f.place, v->type);
    e->variable = v;
    return e;
}

/// Does what `chosen` says where the number is that of addressed_[index], and else `otherwise`.
Stmt* Parser::where_pointed(Expr* number, std::size_t index, bool of_device, Stmt* chosen,
                            Stmt* otherwise) {
    const Place where = chosen->place;
    Stmt* choice = make(StmtKind::if_, where);
    choice->condition = make_binary(
        Op::eq, number, integer(number_of(index, of_device), TypeKind::u64, where), where);
    choice->then = chosen;
    choice->otherwise = otherwise;
    return choice;
}

Stmt* Parser::block_of(Stmt* only) {
    Stmt* block = make(StmtKind::block, only->place);
    std::vector<Stmt*> statements{only};
    block->body = unit_.arena.copy(statements);
    return block;
}

Stmt* Parser::launcher_body() {
    const Function& f = *launcher_;
    Stmt* all = nothing_pointed_to(*launcher_);
    for (std::size_t index = addressed_.size(); index-- > 0;) {
        Function* kernel = addressed_[index];
        if (!kernel->is_kernel) continue;
        std::vector<Expr*> args;
        for (std::size_t i = 0; i < kernel->parameters.size(); ++i)
            args.push_back(argument_behind(parameter_of(f, 4), *kernel, i, f.place));
        Stmt* chosen = make(StmtKind::expression, f.place);
        chosen->condition =
            launch_of(kernel, {parameter_of(f, 1), parameter_of(f, 2), parameter_of(f, 3)},
                      std::move(args), f.place);
        chosen->condition->string = "cudaLaunchKernel";
        all = where_pointed(parameter_of(f, 0), index, false, chosen, all);
    }
    return block_of(all);
}

/// A pointer is cast to another type, and may be called as that: whatever it points to, where that
/// is known only when it runs.
void Parser::note_cast_function(const Expr* number) {
    if (number->kind != ExprKind::integer) {
        are_any_cast_ = true;
    } else if (number->integer >= number_of(0, false)) {
        const auto index = static_cast<std::size_t>(number->integer - number_of(0, false)) / 2;
        if (index < addressed_.size()) cast_.insert(addressed_[index]);
    }
}

/// Whether a pointer of this type may have been made from one to the function by a cast, and a call
/// by it does what one means: it takes other pointers, void * for T *.
bool Parser::is_called_as(const Function& f, const Pointed& s) const {
    if (!are_any_cast_ && !cast_.contains(&f)) return false;
    if (f.result == nullptr || f.returns_reference || is_method(f) ||
        f.result->plain != s.result->plain || f.parameters.size() != s.parameters.size())
        return false;
    for (std::size_t i = 0; i < f.parameters.size(); ++i) {
        const Variable &taken = *f.parameters[i], &given = *s.parameters[i];
        if (taken.is_reference != given.is_reference) return false;
        const bool is_same = taken.type->plain == given.type->plain;
        const bool are_pointers =
            !taken.is_reference && taken.type->is_pointer() && given.type->is_pointer();
        if (!is_same && !are_pointers) return false;
    }
    return true;
}

Stmt* Parser::caller_body(const Pointed& s, Function& caller, bool launches) {
    Stmt* all = nothing_pointed_to(caller);
    for (std::size_t index = addressed_.size(); index-- > 0;) {
        Function* f = addressed_[index];
        const bool fits = launches
                              ? f->is_kernel
                              : !f->is_kernel && (caller.on_device ? f->on_device : f->on_host);
        if (!fits || (pointer_type(*f) != s.type && (launches || !is_called_as(*f, s)))) continue;
        std::vector<Expr*> args;
        const std::size_t first = launches ? 4 : 1;
        for (std::size_t i = first; i < caller.parameters.size(); ++i) {
            Expr* argument = parameter_of(caller, i);
            const Variable& parameter = *f->parameters[i - first];
            if (parameter.type->is_pointer() && !parameter.is_reference)
                argument = explicit_cast(argument, parameter.type, caller.place, true);
            args.push_back(argument);
        }
        Stmt* chosen = nullptr;
        if (launches) {
            chosen = make(StmtKind::expression, caller.place);
            chosen->condition = launch_of(
                f, {parameter_of(caller, 1), parameter_of(caller, 2), parameter_of(caller, 3)},
                std::move(args), caller.place);
        } else {
            const bool returns = !s.result->is_void();
            chosen = make(returns ? StmtKind::return_ : StmtKind::expression, caller.place);
            chosen->condition = call_function(f, std::move(args), caller.place);
        }
        all = where_pointed(pointed_number(parameter_of(caller, 0)), index, caller.on_device,
                            chosen, all);
    }
    return block_of(all);
}

/// A pointer that is null, or of the other side.
Stmt* Parser::nothing_pointed_to(Function& caller) {
    if (caller.on_host) {
        Stmt* s = make(StmtKind::fault, caller.place);
        s->fault = &unit_.faults.emplace_back(
            Fault{caller.place,
                  "a pointer to a function is called here that points to none of the "
                  "host's functions"});
        return s;
    }
    Stmt* s = make(StmtKind::expression, caller.place);
    s->condition = make(ExprKind::builtin, caller.place, basic(TypeKind::void_));
    s->condition->builtin = Builtin::trap;
    s->condition->after = true;
    return s;
}

}  // namespace stridescope::language
