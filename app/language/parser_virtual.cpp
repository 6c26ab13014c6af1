// Virtual methods. An object of a class that has some begins with a number, where a compiler puts
// the address of a table: it says which class the object is of, and on which side it was made. A
// call asks that number, one class after the other, so that a warp whose lanes hold objects of
// several classes calls one method after the other, as a GPU does.
#include <algorithm>

#include <fmt/format.h>

#include "app/language/library/library.h"
#include "app/language/parser.h"

namespace stridescope::language {
namespace {

constexpr std::string_view table_name = "ss_table";

/// A host's table is none of the device's: an object is of the side that has made it.
constexpr std::int64_t table_of(std::size_t index, bool of_device) {
    return static_cast<std::int64_t>(index * 2 + (of_device ? 1 : 0) + 2);
}

}  // namespace

bool Parser::is_polymorphic(const Type* type) {
    return type->is_struct() && type->structure->has_table;
}

/// Makes room for the number where the class's members or its bases call for one.
void Parser::lay_table(Struct& s, Class& c) {
    int polymorphic = 0;
    for (const Field& base : s.fields) {
        if (!is_polymorphic(base.type)) continue;
        if (++polymorphic > 1 || &base != s.fields.data())
            fail(place(), fmt::format("a class with virtual functions is the first of the bases of "
                                      "{}, and the only such one, in the subset",
                                      c.name));
        c.virtual_end |= class_of(base.type)->virtual_end;
        s.has_table = true;
    }
    int depth = 0;
    bool declares = false;
    for (std::size_t n = 0; peek(n).kind != TokenKind::end; ++n) {
        if (at(Punct::open_brace, n)) ++depth;
        if (at(Punct::close_brace, n) && --depth == 0) break;
        declares |= depth == 1 && at(Word::kw_virtual, n);
    }
    if (declares && !s.has_table) {
        // In two halves, as a lane's own memory has words of four bytes.
        Field field;
        field.name = table_name;
        field.type = basic(TypeKind::u32);
        Field rest = field;
        rest.name = "ss_rest";
        s.fields.insert(s.fields.begin(), {field, rest});
        c.initials.insert(c.initials.begin(), 2, {});
        s.has_table = true;
    }
    c.has_initials |= s.has_table;
}

/// object.table = which class it is of
void Parser::set_table(std::vector<Stmt*>& out, Expr* object, const Class& c) {
    while (object->type->structure->fields.front().name != table_name)
        object = to_base(object, object->type->structure->fields.front().type, object->place);
    set_member(out, object, object->type->structure->fields.front(),
               table_number(c, object->place));
}

Expr* Parser::table_number(const Class& c, Place where) {
    auto found = std::ranges::find(tables_, &c);
    if (found == tables_.end()) found = tables_.insert(found, &c);
    return table_number(static_cast<std::size_t>(found - tables_.begin()), side_here(), where);
}

Expr* Parser::table_number(std::size_t index, Side side, Place where) {
    Expr* number = integer(table_of(index, side == Side::device), TypeKind::u32, where);
    if (side != Side::both) return number;
    Expr* on_device = make(ExprKind::builtin, where, basic(TypeKind::i32));
    on_device->builtin = Builtin::on_device;
    return make_binary(Op::add, number, on_device, where);
}

Parser::Side Parser::side_of(const Function& f) {
    return !f.on_host ? Side::device : f.on_device ? Side::both : Side::host;
}

Parser::Side Parser::side_here() const {
    return function_ == nullptr ? Side::host : side_of(*function_);
}

/// Remembers a method that is virtual: it says so, or one of a base does that it takes the place
/// of.
void Parser::note_virtual(Function* f, Atom name, const Class& c, bool is_said) {
    if (is_said) virtuals_[f] = name;
    for (const Field& base : c.type->structure->fields) {
        if (is_said || !is_base(base) || !is_polymorphic(base.type)) continue;
        if (chosen_of(base.type, *f, name) != nullptr) virtuals_[f] = name;
    }
}

/// The virtual method of these parameters that objects of the class have.
Function* Parser::chosen_of(const Type* type, const Function& like, Atom name) {
    const Class* c = class_of(type);
    if (c == nullptr) return nullptr;
    const Symbol* own = c->scope.find(name);
    if (own != nullptr && own->functions != nullptr) {
        for (Function* f : own->functions->functions) {
            bool is_same = virtuals_.contains(f) && f->parameters.size() == like.parameters.size();
            for (std::size_t i = 0; is_same && i < like.parameters.size(); ++i) {
                const Variable &a = *f->parameters[i], &b = *like.parameters[i];
                is_same = i == 0 ? a.type->is_const == b.type->is_const
                                 : a.type->plain == b.type->plain &&
                                       a.is_reference == b.is_reference &&
                                       (!a.is_reference || a.type == b.type);
            }
            if (is_same) return f;
        }
    }
    for (const Field& base : type->structure->fields) {
        if (!is_base(base)) continue;
        if (Function* f = chosen_of(base.type, like, name)) return f;
    }
    return nullptr;
}

/// Whether the object is of its type, and of no class that is derived from that.
bool Parser::is_exact(const Expr* object) {
    if (!is_lvalue(object)) return true;
    if (object->kind == ExprKind::member) return !is_base(*object->field) || is_exact(object->a);
    return object->kind == ExprKind::variable && !object->variable->is_reference;
}

/// What a call of the method calls: itself, or what asks the object.
Function* Parser::choosing(Function* f, const std::vector<Expr*>& args, Place where) {
    if (std::exchange(by_name_, false) || !virtuals_.contains(f) || args.empty() ||
        is_exact(args[0]))
        return f;
    const auto is_here = [&](const Place& at) {
        return at.file == where.file && at.line == where.line && at.column == where.column;
    };
    if (std::ranges::any_of(qualified_, is_here)) return f;
    return chooser(f, f->parameters[0]->type, side_here());
}

/// The function that asks an object for its class, and calls its method; without one its end.
Function* Parser::chooser(Function* method, const Type* object, Side side) {
    for (const Chooser& each : choosers_) {
        if (each.cast == nullptr && each.method == method && each.object == object &&
            side_of(*each.function) == side)
            return each.function;
    }
    Function* f = &unit_.functions.emplace_back();
    const Class* c = class_of(object);
    f->name = method != nullptr ? method->name : c->scope.prefix + "~" + std::string{c->name};
    f->place = {.file = library_file};
    f->on_device = side != Side::host;
    f->on_host = side != Side::device;
    f->is_local = true;
    f->result = method != nullptr ? method->result : basic(TypeKind::void_);
    f->returns_reference = method != nullptr && method->returns_reference;
    add_parameter(*f, "ss_this", object, true);
    for (std::size_t i = 1; method != nullptr && i < method->parameters.size(); ++i) {
        const Variable& p = *method->parameters[i];
        add_parameter(*f, unit_.names.keep(fmt::format("argument_{}", i)), p.type, p.is_reference);
        f->parameters.back()->is_rvalue = p.is_rvalue;
        f->parameters.back()->init = p.init;
    }
    choosers_.push_back({method, object, f});
    return f;
}

bool Parser::is_chooser(const Function* f) const {
    return std::ranges::find(choosers_, f, &Chooser::function) != choosers_.end();
}

/// What the chooser calls for objects of this class; nullptr: nothing.
Function* Parser::choice(const Chooser& chooser, const Class& c) {
    if (!is_base_of(chooser.object, c.type) || chooser.cast != nullptr) return nullptr;
    if (chooser.method == nullptr) return ender_of_any(c.type);
    Function* f = chosen_of(c.type, *chooser.method, virtuals_.at(chooser.method));
    if (f == nullptr) return nullptr;
    complete(f);
    return f->body != nullptr || f->fault != nullptr ? f : nullptr;
}

/// Reads what objects may choose, which may make more of them and call more.
void Parser::complete_choices() {
    for (std::size_t before = 0;;) {
        for (std::size_t i = 0; i < choosers_.size(); ++i) {
            for (std::size_t k = 0; k < tables_.size(); ++k)
                choice(Chooser{choosers_[i]}, *tables_[k]);
        }
        for (std::size_t i = 0; i < addressed_.size(); ++i) complete(addressed_[i]);
        const std::size_t now = choosers_.size() + tables_.size() + addressed_.size();
        if (now == before) return;
        before = now;
    }
}

void Parser::write_choosers() {
    for (std::size_t i = 0; i < choosers_.size(); ++i) {
        const Chooser each = choosers_[i];
        Function* outer = std::exchange(function_, each.function);
        each.function->body = chooser_body(each);
        function_ = outer;
    }
}

/// The number that says which class an object is of.
Expr* Parser::class_number(Expr* object, Place where) {
    while (object->type->structure->fields.front().name != table_name)
        object = to_base(object, object->type->structure->fields.front().type, where);
    Expr* e = make(ExprKind::member, where, basic(TypeKind::u32));
    e->a = object;
    e->field = &object->type->structure->fields.front();
    return e;
}

/// dynamic_cast<T*>(p), dynamic_cast<T&>(object)
Expr* Parser::dynamic_cast_of(Expr* e, const Type* type, Punct reference, Place where) {
    const bool refers = reference != Punct::none;
    if (!refers && !type->is_pointer()) fail(where, "dynamic_cast gives a pointer or a reference");
    Expr* pointer = refers ? make_address(lvalue_of(e), where) : value_of(e);
    const Type* to = refers ? pointer_to(type) : type;
    const Type* from = pointer->type->is_pointer() ? pointer->type->of : nullptr;
    if (from == nullptr || !from->is_struct())
        fail(where, "dynamic_cast needs a pointer to an object, or an object");
    if (is_base_of(to->of, from)) {
        pointer = explicit_cast(pointer, to, where, false);
        return refers ? make_reference(pointer, where) : pointer;
    }
    if (!is_polymorphic(from))
        fail(where, fmt::format("{} has no virtual methods: what such an object is of is not known "
                                "when it runs",
                                name_of(from->plain)));
    pointer = call_function(caster(from, to), {pointer}, where);
    return refers ? library_call("__held_cast", {to->of}, {pointer}, where) : pointer;
}

/// The function that asks an object for its class, and gives null where that is not derived from
/// the other one.
Function* Parser::caster(const Type* from, const Type* to) {
    const Side side = side_here();
    for (const Chooser& each : choosers_) {
        if (each.cast == to && each.object == from && side_of(*each.function) == side)
            return each.function;
    }
    Function* f = &unit_.functions.emplace_back();
    f->name = "dynamic_cast";
    f->place = {.file = library_file};
    f->on_device = side != Side::host;
    f->on_host = side != Side::device;
    f->is_local = true;
    f->result = to;
    add_parameter(*f, "ss_from", unit_.types.pointer_to(from), false);
    choosers_.push_back({nullptr, from, f, to});
    return f;
}

Stmt* Parser::caster_body(const Chooser& chooser) {
    Function& f = *chooser.function;
    const auto pointer = [&] {
        Expr* e = make(ExprKind::variable, f.place, f.parameters[0]->type);
        e->variable = f.parameters[0];
        return e;
    };
    const auto returns = [&](Expr* value) {
        Stmt* s = make(StmtKind::return_, f.place);
        s->condition = value;
        return s;
    };
    const auto where = [&](Expr* condition, Stmt* then) {
        Stmt* s = make(StmtKind::if_, f.place);
        s->condition = condition;
        s->then = then;
        return s;
    };
    const auto nothing = [&] {
        return returns(explicit_cast(integer(0, TypeKind::i64, f.place), f.result, f.place, false));
    };
    std::vector<Stmt*> all{where(make_unary(Op::logical_not, pointer(), f.place), nothing())};
    for (std::size_t index = 0; index < tables_.size(); ++index) {
        const Class& c = *tables_[index];
        if (!is_base_of(chooser.object, c.type) || !is_base_of(chooser.cast->of, c.type)) continue;
        Expr* object = derived(make_reference(pointer(), f.place), c.type);
        Expr* part = make_address(to_base(object, chooser.cast->of, f.place), f.place);
        Expr* number = class_number(make_reference(pointer(), f.place), f.place);
        all.push_back(
            where(make_binary(Op::eq, number, table_number(index, side_of(f), f.place), f.place),
                  returns(explicit_cast(part, f.result, f.place, true))));
    }
    all.push_back(nothing());
    Stmt* block = make(StmtKind::block, f.place);
    block->body = unit_.arena.copy(all);
    return block;
}

Stmt* Parser::chooser_body(const Chooser& chooser) {
    if (chooser.cast != nullptr) return caster_body(chooser);
    Function& f = *chooser.function;
    const Side side = side_of(f);
    const auto variable = [&](std::size_t parameter) {
        Variable* v = f.parameters[parameter];
        Expr* e = make(ExprKind::variable, f.place, v->type);
        e->variable = v;
        return e;
    };
    Stmt* all = nothing_chosen(f);
    for (std::size_t index = tables_.size(); index-- > 0;) {
        const Class& c = *tables_[index];
        if (!is_base_of(chooser.object, c.type)) continue;
        Function* chosen = choice(chooser, c);
        if (chosen == nullptr && chooser.method != nullptr) continue;
        const Side own = chosen != nullptr ? side_of(*chosen) : Side::both;
        if (side != Side::both && own != Side::both && side != own) continue;
        Stmt* s = make(StmtKind::empty, f.place);
        if (chosen != nullptr) {
            std::vector<Expr*> args{derived(variable(0), c.type)};
            for (std::size_t i = 1; i < f.parameters.size(); ++i) args.push_back(variable(i));
            by_name_ = true;
            Expr* e = call_function(chosen, std::move(args), f.place);
            if (f.returns_reference) {
                e = to_base(e, f.result, f.place);
            } else if (!f.result->is_void()) {
                e = convert(e, f.result->plain, "the method's result");
            }
            s = make(f.result->is_void() ? StmtKind::expression : StmtKind::return_, f.place);
            s->condition = e;
        }
        Stmt* if_ = make(StmtKind::if_, f.place);
        if_->condition =
            make_binary(Op::eq, class_number(variable(0), f.place),
                        table_number(index, side == Side::both ? own : side, f.place), f.place);
        if_->then = s;
        if_->otherwise = all;
        all = if_;
    }
    Stmt* block = make(StmtKind::block, f.place);
    block->body = unit_.arena.copy(std::vector<Stmt*>{all});
    return block;
}

/// The whole object that this is the first base of.
Expr* Parser::derived(Expr* object, const Type* type) {
    const Type* whole =
        unit_.types.qualified(type, object->type->is_const, object->type->is_volatile);
    if (object->type->plain == type->plain) return object;
    Expr* pointer =
        explicit_cast(make_address(object, object->place), pointer_to(whole), object->place, true);
    return make_reference(pointer, object->place);
}

/// The object is none, or was made on the other side.
Stmt* Parser::nothing_chosen(Function& f) {
    if (!f.on_device) {
        Stmt* s = make(StmtKind::fault, f.place);
        s->fault = &unit_.faults.emplace_back(
            Fault{f.place, fmt::format("{} is virtual, but what it is called of was not made by a "
                                       "constructor of the host",
                                       f.name)});
        return s;
    }
    Stmt* s = make(StmtKind::expression, f.place);
    s->condition = make(ExprKind::builtin, f.place, basic(TypeKind::void_));
    s->condition->builtin = Builtin::trap;
    s->condition->after = true;
    return s;
}

// --- the end of objects

/// Whether something is called where such an object ends: its own destructor, a base's or a
/// member's.
bool Parser::has_end(const Type* type) {
    const Class* c = class_of(type);
    return c != nullptr && (c->destructor != nullptr || has_ending_parts(type));
}

/// A base or a member whose end is that of an object.
bool Parser::has_ending_parts(const Type* type) {
    return std::ranges::any_of(type->structure->fields,
                               [&](const Field& field) { return has_end(field.type->element()); });
}

/// What is called then; nullptr: nothing.
Function* Parser::ender(const Type* type) {
    if (!has_end(type)) return nullptr;
    Class& c = *class_of(type);
    if (c.ender != nullptr) return c.ender;
    const auto& fields = type->structure->fields;
    if (!has_ending_parts(type)) {
        complete(c.destructor);
        return c.destructor;
    }
    Function* f = c.ender = &unit_.functions.emplace_back();
    f->name = c.scope.prefix + "~" + std::string{c.name};
    f->place = {.file = library_file};
    f->result = basic(TypeKind::void_);
    f->on_device = f->on_host = f->is_local = true;
    const AtTheTop top(*this);
    function_ = f;
    add_parameter(*f, "ss_this", type->plain, true);
    const auto object = [&] {
        Expr* e = make(ExprKind::variable, f->place, type->plain);
        e->variable = f->parameters[0];
        return e;
    };
    std::vector<Stmt*> all;
    const auto call = [&](Function* end, Expr* part) {
        Stmt* s = make(StmtKind::expression, f->place);
        s->condition = call_function(end, {part}, f->place);
        all.push_back(s);
    };
    if (c.destructor != nullptr) call(c.destructor, object());
    for (std::size_t i = fields.size(); i-- > 0;) {
        if (!has_end(fields[i].type->element())) continue;
        if (!is_base(fields[i])) {
            end_member(object(), fields[i], call);
            continue;
        }
        // From here on it is one of the base only.
        if (is_polymorphic(fields[i].type))
            set_table(all, to_base(object(), fields[i].type, f->place), *class_of(fields[i].type));
        call(ender(fields[i].type), to_base(object(), fields[i].type, f->place));
    }
    f->body = make(StmtKind::block, f->place);
    f->body->body = unit_.arena.copy(all);
    return f;
}

/// The last element of an array ends first.
void Parser::end_member(Expr* object, const Field& field,
                        const std::function<void(Function*, Expr*)>& call) {
    constexpr std::int64_t most = 64;
    const Type* type = field.type;
    Expr* part = make(ExprKind::member, object->place, type);
    part->a = object;
    part->field = &field;
    if (!type->is_array()) return call(ender(type), part);
    if (type->of->is_array() || type->count > most)
        fail(object->place, fmt::format("{} has too many objects with a destructor", field.name));
    for (std::int64_t i = type->count; i-- > 0;) {
        Expr* index = integer(i, TypeKind::i32, object->place);
        call(ender(type->of), make_index(part, index, object->place));
    }
}

/// The same for an object that is known by its base only, so that the fault waits for who needs it.
Function* Parser::ender_of_any(const Type* type) {
    Class& c = *class_of(type);
    try {
        return ender(type);
    } catch (const FaultError& error) {
        Function* f = c.ender = &unit_.functions.emplace_back();
        f->name = c.scope.prefix + "~" + std::string{c.name};
        f->place = {.file = library_file};
        f->result = basic(TypeKind::void_);
        f->on_device = f->on_host = f->is_local = true;
        f->fault = put_aside(error);
        add_parameter(*f, "ss_this", type->plain, true);
        return f;
    }
}

/// The function that ends an object by its pointer, which may be null, and gives its memory back.
Function* Parser::deleter(const Type* type) {
    const Side side = side_here();
    Function*& made = class_of(type)->deleters[static_cast<std::size_t>(side)];
    if (made != nullptr) return made;
    Function* f = made = &unit_.functions.emplace_back();
    f->name = "delete";
    f->place = {.file = library_file};
    f->result = basic(TypeKind::void_);
    f->on_device = side != Side::host;
    f->on_host = side != Side::device;
    f->is_local = true;
    const AtTheTop top(*this);
    function_ = f;
    add_parameter(*f, "pointer", unit_.types.pointer_to(type->plain), false);
    const auto pointer = [&] {
        Expr* e = make(ExprKind::variable, f->place, f->parameters[0]->type);
        e->variable = f->parameters[0];
        return e;
    };
    Function* end = class_of(type)->virtual_end ? chooser(nullptr, type->plain, side) : ender(type);
    Stmt* ends = make(StmtKind::if_, f->place);
    ends->condition = condition_of(pointer(), f->place);
    ends->then = make(StmtKind::expression, f->place);
    ends->then->condition = call_function(end, {make_reference(pointer(), f->place)}, f->place);
    Function* own = memory_operator(type, "operator delete");
    Stmt* frees = make(StmtKind::expression, f->place);
    frees->condition = own != nullptr ? call_function(own, {pointer()}, f->place)
                                      : host_call(*find_builtin("free"), {pointer()}, f->place);
    f->body = make(StmtKind::block, f->place);
    f->body->body = unit_.arena.copy(std::vector<Stmt*>{ends, frees});
    return f;
}

}  // namespace stridescope::language
