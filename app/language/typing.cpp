// What types expressions have, and which conversions stand between them.
#include <fmt/format.h>

#include "app/language/library/library.h"
#include "app/language/parser.h"

namespace stridescope::language {

namespace {

bool same(const Type* a, const Type* b) {
    return a->plain == b->plain;
}

/// Whether a pointer to `from` may become one to `to` by itself: the same, perhaps more const.
bool pointee_fits(const Type* from, const Type* to) {
    if (from->is_const && !to->is_const) return false;
    if (from->is_volatile && !to->is_volatile) return false;
    if (to->is_void()) return true;
    if (from->is_array() && to->is_array()) {
        return (to->count == from->count || to->count < 0) && pointee_fits(from->of, to->of);
    }
    if (from->is_pointer() && to->is_pointer()) return pointee_fits(from->of, to->of);
    return same(from, to);
}

std::string_view spelling_of(Op op) {
    constexpr std::string_view texts[] = {
        "",  "+",  "-",  "*",  "/",  "%", "<<", ">>", "&", "|",  "^", "<",
        ">", "<=", ">=", "==", "!=", "-", "+",  "~",  "!", "&&", "||"};
    return texts[static_cast<std::size_t>(op)];
}

}  // namespace

std::int64_t cut_to(TypeKind kind, std::int64_t v) {
    switch (kind) {
        case TypeKind::bool_: return v != 0;
        case TypeKind::i8: return static_cast<std::int8_t>(v);
        case TypeKind::u8: return static_cast<std::uint8_t>(v);
        case TypeKind::i16: return static_cast<std::int16_t>(v);
        case TypeKind::u16: return static_cast<std::uint16_t>(v);
        case TypeKind::i32: return static_cast<std::int32_t>(v);
        case TypeKind::u32: return static_cast<std::uint32_t>(v);
        default: return v;
    }
}

Expr* Parser::make(ExprKind kind, Place place, const Type* type) {
    Expr* e = unit_.arena.make<Expr>();
    e->kind = kind;
    e->place = e->end = place;
    e->type = type;
    return e;
}

Expr* Parser::integer(std::int64_t value, TypeKind kind, Place place) {
    return integer(value, basic(kind), place);
}

Expr* Parser::integer(std::int64_t value, const Type* type, Place place) {
    Expr* e = make(ExprKind::integer, place, type->plain);
    e->integer = value;
    return e;
}

Expr* Parser::value_of(Expr* e) {
    if (!e->type->is_array()) return e;
    Expr* d = make(ExprKind::decay, e->place, unit_.types.pointer_to(e->type->of));
    d->a = e;
    d->end = e->end;
    return d;
}

/// A string as an array that holds it; everything else as it is.
Expr* Parser::text_data(Expr* e) {
    if (e->kind != ExprKind::string) return e;
    const bool on_device = function_ != nullptr && function_->on_device;
    Variable*& v = texts_of_strings_[{std::string{e->string}, on_device}];
    if (v == nullptr) {
        v = &unit_.variables.emplace_back();
        v->name = names_.keep(fmt::format("ss_text_{}", texts_of_strings_.size()));
        v->type = unit_.types.array_of(unit_.types.qualified(basic(TypeKind::i8), true, false),
                                       std::ssize(e->string) + 1);
        v->place = e->place;
        v->storage = on_device ? Storage::constant : Storage::host;
        v->index = static_cast<int>(unit_.globals.size());
        unit_.globals.push_back(v);
        std::vector<Expr*> parts;
        for (const char each : e->string) parts.push_back(integer(each, TypeKind::i8, e->place));
        v->init = make(ExprKind::list, e->place, v->type);
        v->init->args = unit_.arena.copy(parts);
    }
    Expr* data = make(ExprKind::variable, e->place, v->type);
    data->variable = v;
    return value_of(data);
}

/// Whether nobody needs what is in it any more.
bool Parser::is_moved(const Expr* e) {
    return e->kind == ExprKind::call && e->function->returns_rvalue;
}

/// An object of its own with what is in this one.
Expr* Parser::copied(Expr* e) {
    Function* makes = is_moved(e) ? moving(e->type) : nullptr;
    if (makes == nullptr) {
        const Class* c = class_of(e->type);
        if (c != nullptr && c->copies_nothing)
            fail(e->place, fmt::format("{} cannot be copied: write std::move, or hand it over by "
                                       "reference",
                                       name_of(e->type)));
        makes = copying(e->type);
    }
    const bool is_within = makes == nullptr || makes == function_;
    return is_within ? e : call_function(makes, {e}, e->place);
}

Expr* Parser::convert(Expr* e, const Type* to, std::string_view what) {
    const bool is_text = e->kind == ExprKind::string;
    // A span takes an array as a whole.
    if (e->type->is_array() && to->is_struct()) {
        if (Function* makes = converting(to, e);
            makes != nullptr && makes->parameters[0]->type->is_array())
            return call_function(makes, {e}, e->place);
    }
    e = text_data(value_of(e));
    const Type* from = e->type;
    if (same(from, to)) {
        return from->is_struct() && is_lvalue(e) ? copied(e) : e;
    }
    bool fits = false;
    if (is_dimensions(from) && is_dimensions(to)) return as_dimensions(e, to);
    if (is_base_of(to, from)) {
        Expr* base = to_base(e, to, e->place);
        return is_polymorphic(to) ? copied(base) : base;
    }
    if (from->is_pointer() && to->is_pointer() && from->of->plain != to->of->plain &&
        is_base_of(to->of, from->of) && (to->of->is_const || !from->of->is_const)) {
        return make_address(to_base(make_reference(e, e->place), to->of, e->place), e->place);
    }
    if (Expr* pointer = as_function_pointer(e, to)) return pointer;
    if (Function* makes = converting(to, e)) return call_function(makes, {e}, e->place);
    if (Function* gives = from->is_struct() ? conversion(e, to) : nullptr)
        return convert(call_function(gives, {e}, e->place), to, what);
    if (to->is_arithmetic()) {
        fits = from->is_arithmetic() || (to->kind == TypeKind::bool_ && from->is_pointer());
    } else if (to->is_pointer()) {
        if (from->is_pointer()) {
            fits = pointee_fits(from->of, to->of) || from->of->is_void();
            if (from->of->is_void() && !to->of->is_void() && e->kind != ExprKind::integer &&
                (e->kind != ExprKind::cast || e->a->kind != ExprKind::integer)) {
                fail(e->place, fmt::format("void* does not become {} by itself: write ({})…",
                                           name_of(to), name_of(to)));
            }
            // Compilers take a text for char*, as C had it, with a warning.
            fits |= is_text && to->of->kind == TypeKind::i8 && !to->of->is_const;
            if (!fits && from->of->is_const && !to->of->is_const && same(from->of, to->of)) {
                fail(e->place, fmt::format("{} is {}, but {} is to be {}: const would be lost",
                                           "this", name_of(from), what, name_of(to)));
            }
        } else {
            fits = e->kind == ExprKind::integer && e->integer == 0;
        }
    } else if (to->is_struct() && from->is_arithmetic() && to->structure->name == "dim3") {
        Expr* d = make(ExprKind::construct, e->place, to);
        std::vector<Expr*> parts{convert(e, basic(TypeKind::u32), what),
                                 integer(1, TypeKind::u32, e->place),
                                 integer(1, TypeKind::u32, e->place)};
        d->args = unit_.arena.copy(parts);
        return d;
    }
    if (!fits) {
        fail(e->place,
             fmt::format("{} needs {}, but this is {}", what, name_of(to), name_of(from)));
    }
    if (e->kind == ExprKind::integer && to->is_integer()) {
        return integer(cut_to(to->kind, e->integer), to, e->place);
    }
    Expr* c = make(ExprKind::cast, e->place, to->plain);
    c->a = e;
    c->end = e->end;
    return c;
}

/// A dim3 as a uint3, and the other way round.
Expr* Parser::as_dimensions(Expr* e, const Type* to) {
    std::vector<Expr*> parts;
    for (const Field& field : e->type->structure->fields) {
        Expr* part = make(ExprKind::member, e->place, field.type);
        part->a = e;
        part->field = &field;
        parts.push_back(e->kind == ExprKind::construct ? e->args[parts.size()] : part);
    }
    Expr* made = make(ExprKind::construct, e->place, to->plain);
    made->args = unit_.arena.copy(parts);
    return made;
}

/// What points to an object points to its base, or from a base to the whole, if that is where `to`
/// is: a base that is not the first one lies elsewhere.
Expr* Parser::moved_to_part(Expr* pointer, const Type* to, Place place) {
    const Type* from = pointer->type->of;
    if (from->plain == to->plain) return pointer;
    if (is_base_of(to, from))
        return make_address(to_base(make_reference(pointer, place), to, place), place);
    if (!is_base_of(from, to)) return pointer;
    std::int64_t offset = 0;
    for (const Type* whole = to; whole->plain != from->plain;) {
        const Field* next = nullptr;
        for (const Field& f : whole->structure->fields) {
            if (f.is_open && is_base_of(from, f.type)) next = &f;
        }
        offset += next->offset;
        whole = next->type;
    }
    if (offset == 0) return pointer;
    Expr* bytes = make(ExprKind::cast, place, pointer_to(basic(TypeKind::i8)));
    bytes->a = pointer;
    return make_address(make_index(bytes, integer(-offset, TypeKind::i64, place), place), place);
}

Expr* Parser::explicit_cast(Expr* e, const Type* to, Place place, bool reinterpret) {
    e = value_of(e);
    if (is_function_pointer(e->type) && !same(e->type, to)) {
        e = pointed_number(e);
        note_cast_function(e);
    }
    const Type* from = e->type;
    if (is_function_pointer(to) && !is_method_pointer(to) && from->is_integer() &&
        from->size == 8) {
        Expr* made = make(ExprKind::construct, place, to->plain);
        std::vector<Expr*> parts{convert(e, basic(TypeKind::u64), "a pointer")};
        made->args = unit_.arena.copy(parts);
        return made;
    }
    if (to->is_struct() || from->is_struct()) {
        if (to->is_struct() && conversion_cost(e, to)) return convert(e, to, "the cast");
        // (float (*)[8])rows, of an array whose extents are known when it runs: where it begins.
        if (to->is_pointer() && from->is_struct() && from->structure->name.starts_with("__open_"))
            return explicit_cast(
                convert(e, unit_.types.pointer_to(class_of(from)->arguments[0].type), "the cast"),
                to, place, reinterpret);
        Function* gives = from->is_struct() ? conversion(e, to) : nullptr;
        if (gives != nullptr)
            return explicit_cast(call_function(gives, {e}, place), to, place, reinterpret);
    }
    if (to->is_void()) {
        Expr* c = make(ExprKind::cast, place, to);
        c->a = e;
        return c;
    }
    if (to->is_pointer() && from->is_pointer()) {
        Expr* c = make(ExprKind::cast, place, to->plain);
        c->a = reinterpret ? e : moved_to_part(e, to->of, place);
        return c;
    }
    const bool wide = from->is_integer() && from->size == 8;
    if ((to->is_pointer() && (wide || from->is_integer())) ||
        (from->is_pointer() && to->is_integer() && to->size == 8)) {
        Expr* c = make(ExprKind::cast, place, to->plain);
        c->a = from->is_integer() && !wide ? convert(e, basic(TypeKind::i64), "a pointer") : e;
        return c;
    }
    if (reinterpret) {
        fail(place, fmt::format("reinterpret_cast turns pointers into pointers; {} into {} is "
                                "__float_as_int(x) or __int_as_float(x)",
                                name_of(from), name_of(to)));
    }
    if (same(from, to)) return e;
    Expr* c = convert(e, to, "the cast");
    c->place = place;
    return c;
}

Expr* Parser::condition_of(Expr* e, Place place) {
    e = value_of(e);
    if (is_function_pointer(e->type) || is_member_pointer(e->type)) e = pointed_number(e);
    if (Function* gives = e->type->is_struct() ? conversion(e, basic(TypeKind::bool_)) : nullptr)
        e = call_function(gives, {e}, place);
    if (!e->type->is_scalar()) {
        fail(place, fmt::format("a condition is a number or a pointer, not {}", name_of(e->type)));
    }
    return convert(e, basic(TypeKind::bool_), "a condition");
}

const Type* Parser::promoted(const Type* type) {
    const Type* number = number_of(type);
    return number->is_integer() && number->size < 4 ? basic(TypeKind::i32) : number;
}

/// As CUDA's own class would have it: two operators fit equally well.
void Parser::hold_halves(const Type* a, const Type* b, std::string_view what, Place where) {
    if (!a->is_half() && !b->is_half()) return;
    if (same(a, b)) return;
    const Type* half = a->is_half() ? a : b;
    fail(where,
         fmt::format("more than one {} fits {} and {}: cast one of the two, ({})… or (float)…",
                     what, name_of(a->plain), name_of(b->plain), name_of(half->plain)));
}

const Type* Parser::common(const Type* a, const Type* b) {
    if (same(a, b) && a->is_half()) return a->plain;
    if (a->kind == TypeKind::f64 || b->kind == TypeKind::f64) return basic(TypeKind::f64);
    if (a->kind == TypeKind::f32 || b->kind == TypeKind::f32) return basic(TypeKind::f32);
    a = promoted(a);
    b = promoted(b);
    // The kinds stand in the order of their rank, unsigned behind signed.
    return a->kind > b->kind ? a : b;
}

Expr* Parser::make_unary(Op op, Expr* a, Place place) {
    a = value_of(a);
    if (Expr* own = overloaded(spelling_of(op), {a}, place)) return own;
    if (op == Op::logical_not && a->type->is_struct()) a = condition_of(a, place);
    if (op == Op::logical_not) {
        Expr* e = make(ExprKind::unary, place, basic(TypeKind::bool_));
        e->op = op;
        e->a = condition_of(a, place);
        return e;
    }
    // What the operand converts itself to.
    if (Function* gives = a->type->is_struct() ? conversion(a, basic(TypeKind::f64)) : nullptr)
        a = call_function(gives, {a}, place);
    if (!a->type->is_arithmetic() || (op == Op::bit_not && !a->type->is_integer())) {
        fail(place, fmt::format("{} does not go with {}", spelling_of(op), name_of(a->type)));
    }
    const Type* type = promoted(a->type);
    a = convert(a, type, "the operand");
    if (op == Op::plus) return a;
    Expr* e = make(ExprKind::unary, place, type);
    e->op = op;
    e->a = a;
    return e;
}

Expr* Parser::make_binary(Op op, Expr* a, Expr* b, Place place) {
    a = text_data(value_of(a));
    b = text_data(value_of(b));
    if (op == Op::eq || op == Op::ne) {
        for (Expr** each : {&a, &b}) {
            const Type* type = (*each)->type;
            if (is_function_pointer(type) || is_member_pointer(type)) *each = pointed_number(*each);
        }
    }
    if (op == Op::shl && nulls_.contains(b) && a->type->is_struct() &&
        a->type->structure->name == "ostream") {
        b = make(ExprKind::string, b->place,
                 unit_.types.pointer_to(unit_.types.qualified(basic(TypeKind::i8), true, false)));
        b->string = "nullptr";
        b = text_data(b);
    }
    if (Expr* own = overloaded(spelling_of(op), {a, b}, place)) return own;
    if (a->type->is_half2() && same(a->type, b->type) && op >= Op::add && op <= Op::div) {
        Expr* e = make(ExprKind::binary, place, a->type->plain);
        e->op = op;
        e->a = a;
        e->b = b;
        return e;
    }
    // What an operand converts itself to.
    for (Expr** each : {&a, &b}) {
        if (!(*each)->type->is_struct() || op == Op::land || op == Op::lor) continue;
        Function* gives = conversion(*each, basic(TypeKind::f64));
        // A stream says by such an operator whether it is well.
        const bool shifts = op == Op::shl || op == Op::shr;
        const bool is_own = gives != nullptr && gives->place.file != library_file;
        if (shifts && a->type->is_struct() && (each == &b || !is_own)) continue;
        if (gives == nullptr) gives = pointer_conversion(*each);
        if (gives != nullptr) *each = call_function(gives, {*each}, place);
    }
    const Type* bool_type = basic(TypeKind::bool_);
    if (op == Op::land || op == Op::lor) {
        Expr* e = make(ExprKind::logical, place, bool_type);
        e->op = op;
        e->a = condition_of(a, a->place);
        e->b = condition_of(b, b->place);
        return e;
    }
    if (a->type->is_pointer() || b->type->is_pointer()) {
        if (is_comparison(op)) {
            const Type* type = a->type->is_pointer() ? a->type : b->type;
            Expr* e = make(ExprKind::binary, place, bool_type);
            e->op = op;
            if (!a->type->is_pointer()) a = convert(a, type, "the comparison");
            if (!b->type->is_pointer()) b = convert(b, type, "the comparison");
            e->a = a;
            e->b = b;
            return e;
        }
        if (op == Op::add && b->type->is_pointer() && a->type->is_integer()) std::swap(a, b);
        if ((op == Op::add || op == Op::sub) && a->type->is_pointer() && b->type->is_integer()) {
            if (a->type->of->is_void() || a->type->of->size == 0) {
                fail(place, "a void* has no next element: cast it to a pointer to something");
            }
            Expr* e = make(ExprKind::pointer_add, a->place, a->type->plain);
            e->op = op;
            e->a = a;
            e->b = convert(b, promoted(b->type), "the index");
            e->end = b->end;
            return e;
        }
        if (op == Op::sub && a->type->is_pointer() && b->type->is_pointer() &&
            same(a->type->of, b->type->of)) {
            Expr* e = make(ExprKind::pointer_sub, place, basic(TypeKind::i64));
            e->a = a;
            e->b = b;
            return e;
        }
        fail(place, fmt::format("{} {} {} has no meaning", name_of(a->type), spelling_of(op),
                                name_of(b->type)));
    }
    if (!a->type->is_arithmetic() || !b->type->is_arithmetic()) {
        if (op == Op::shl && b->type->is_half())
            fail(place, fmt::format("cout takes no {}: write (float)…", name_of(b->type->plain)));
        const bool vector = a->type->is_struct() || b->type->is_struct();
        fail(place, fmt::format("{} {} {} has no meaning{}", name_of(a->type), spelling_of(op),
                                name_of(b->type),
                                vector ? ": write it for each member, as a.x and a.y" : ""));
    }
    const bool shift = op == Op::shl || op == Op::shr;
    const bool integral = shift || op == Op::rem || (op >= Op::and_ && op <= Op::xor_);
    if (integral && (!a->type->is_integer() || !b->type->is_integer())) {
        fail(place,
             fmt::format("{} wants integers, not {} and {}{}", spelling_of(op), name_of(a->type),
                         name_of(b->type), op == Op::rem ? ": fmodf(a, b) is for floats" : ""));
    }
    hold_halves(a->type, b->type, fmt::format("operator {}", spelling_of(op)), place);
    const Type* type = shift ? promoted(a->type) : common(a->type, b->type);
    Expr* e = make(ExprKind::binary, place, is_comparison(op) ? bool_type : type);
    e->op = op;
    e->a = convert(a, type, "the operand");
    e->b = convert(b, shift ? promoted(b->type) : type, "the operand");
    return e;
}

bool Parser::is_lvalue(const Expr* e) const {
    switch (e->kind) {
        case ExprKind::variable:
        case ExprKind::reference: return true;
        case ExprKind::member: return is_lvalue(e->a);
        case ExprKind::call: return e->function->returns_reference;
        default: return false;
    }
}

/// What is an lvalue to C++ and has no address of its own here, as what has: c ? a : b as
/// *(c ? &a : &b), and what is written, a = b, a += b or ++a, as *(a = b, &a).
Expr* Parser::lvalue_of(Expr* e) {
    // Of an object that is chosen, its members and their elements.
    if (e->kind == ExprKind::member) {
        e->a = lvalue_of(e->a);
        return e;
    }
    if (e->kind == ExprKind::reference) {
        Expr* pointer = e->a->kind == ExprKind::pointer_add ? e->a->a : e->a;
        if (pointer->kind == ExprKind::decay) pointer->a = lvalue_of(pointer->a);
        return e;
    }
    const bool writes = e->kind == ExprKind::assign || e->kind == ExprKind::compound ||
                        (e->kind == ExprKind::step && !e->after);
    if (writes && is_lvalue(e->a)) {
        Expr* written = e->a;
        if (written->kind == ExprKind::reference && written->a->kind == ExprKind::comma)
            written = make_reference(written->a->b, e->place);
        if (!is_steady(written)) return e;
        Expr* both = make(ExprKind::comma, e->place, unit_.types.pointer_to(written->type));
        both->a = explicit_cast(e, basic(TypeKind::void_), e->place, false);
        both->b = make_address(written, e->place);
        return make_reference(both, e->place);
    }
    if (e->kind != ExprKind::conditional) return e;
    // Each may be chosen itself: a ? x : b ? y : z.
    Expr *yes = lvalue_of(e->b), *no = lvalue_of(e->c);
    if (!is_lvalue(yes) || !is_lvalue(no) || yes->type != no->type) return e;
    Expr* pointer = make(ExprKind::conditional, e->place, unit_.types.pointer_to(yes->type));
    pointer->a = e->a;
    pointer->b = make_address(yes, e->place);
    pointer->c = make_address(no, e->place);
    return make_reference(pointer, e->place);
}

Variable* Parser::root_variable(Expr* e) const {
    while (e->kind == ExprKind::member) e = e->a;
    return e->kind == ExprKind::variable ? e->variable : nullptr;
}

void Parser::mark_assigned(Expr* e, Place place) {
    if (!is_lvalue(e)) fail(place, "only a variable, an element or a member can be written");
    if (e->type->is_const) {
        fail(place, fmt::format("this is {}: it cannot be written", name_of(e->type)));
    }
    if (e->type->is_array())
        fail(place, "an array cannot be written as a whole: write its elements");
    if (Variable* v = root_variable(e)) {
        v->assigned = true;
        v->written_within |= v->function != nullptr && v->function != function_;
        if (v->storage == Storage::constant && function_ != nullptr && !function_->on_host) {
            fail(place, fmt::format("{} is __constant__: kernels only read it", v->name));
        }
    }
}

Expr* Parser::make_assign(Expr* a, Expr* b, Place place) {
    if (const BitUse* bits = bit_use(a)) return assign_bits(*bits, b, place);
    if (Expr* own = overloaded("=", {a, b}, place)) return own;
    // What is to be ended is not overwritten: the operator takes what the value becomes.
    if (has_end(a->type) && a->type->plain != b->type->plain && converting(a->type, b) != nullptr) {
        b = convert(b, a->type->plain, "the left side");
        if (Expr* own = overloaded("=", {a, b}, place)) return own;
    }
    a = lvalue_of(a);
    if (Expr* e = assign_members(a, b, place)) return e;
    mark_assigned(a, place);
    hold_named(b);
    Expr* e = make(ExprKind::assign, place, a->type->plain);
    e->a = a;
    e->b = convert(b, a->type, "the left side");
    return e;
}

/// Whether it may be computed twice: nothing in it changes anything.
bool Parser::is_steady(const Expr* e) {
    if (e == nullptr) return true;
    switch (e->kind) {
        case ExprKind::call:
        case ExprKind::builtin:
        case ExprKind::assign:
        case ExprKind::compound:
        case ExprKind::step:
        case ExprKind::launch: return false;
        default: return is_steady(e->a) && is_steady(e->b) && is_steady(e->c);
    }
}

Expr* Parser::make_compound(Op op, Expr* a, Expr* b, Place place) {
    if (const BitUse* bits = bit_use(a))
        return assign_bits(*bits, make_binary(op, a, b, place), place);
    if (Expr* own = overloaded(fmt::format("{}=", spelling_of(op)), {a, b}, place)) return own;
    a = lvalue_of(a);
    mark_assigned(a, place);
    b = value_of(b);
    Expr* e = make(ExprKind::compound, place, a->type->plain);
    e->op = op;
    e->a = a;
    if (a->type->is_pointer()) {
        if ((op != Op::add && op != Op::sub) || !b->type->is_integer()) {
            fail(place, fmt::format("a pointer has no {}=", spelling_of(op)));
        }
        e->b = convert(b, promoted(b->type), "the step");
        e->other = a->type->plain;
        return e;
    }
    if (a->type->is_half2()) {
        if (!is_steady(a)) fail(place, fmt::format("write a = a {} …", spelling_of(op)));
        return make_assign(a, make_binary(op, a, convert(b, a->type->plain, "the operand"), place),
                           place);
    }
    // As CUDA's own operators take it.
    if (a->type->is_half()) b = convert(b, a->type->plain, "the operand");
    // Typed as the operation would be; its left operand is a's value.
    Expr* trial = make_binary(op, a, b, place);
    e->b = trial->b;
    e->other = trial->type;
    return e;
}

Expr* Parser::make_step(Op op, Expr* a, bool after, Place place) {
    if (const BitUse* bits = bit_use(a))
        return assign_bits(*bits, make_binary(op, a, integer(1, TypeKind::i32, place), place),
                           place);
    a = lvalue_of(a);
    mark_assigned(a, place);
    if (!a->type->is_scalar()) fail(place, fmt::format("++ does not go with {}", name_of(a->type)));
    Expr* e = make(ExprKind::step, place, a->type->plain);
    e->op = op;
    e->a = a;
    e->after = after;
    return e;
}

Expr* Parser::make_reference(Expr* pointer, Place place) {
    pointer = text_data(value_of(pointer));
    if (Function* gives = pointer_conversion(pointer))
        pointer = call_function(gives, {pointer}, place);
    if (!pointer->type->is_pointer()) {
        fail(place, fmt::format("only a pointer or an array has elements, not {}",
                                name_of(pointer->type)));
    }
    if (pointer->type->of->is_void()) {
        fail(place, "a void* has no element: cast it to a pointer to something");
    }
    if (pointer->kind == ExprKind::address) {
        // *&x is x.
        if (Variable* v = root_variable(pointer->a)) --v->address_taken;
        return pointer->a;
    }
    Expr* e = make(ExprKind::reference, place, pointer->type->of);
    e->a = pointer;
    e->end = pointer->end;
    return e;
}

Expr* Parser::make_index(Expr* base, Expr* index, Place place) {
    Expr* pointer = make_binary(Op::add, base, index, place);
    if (!pointer->type->is_pointer()) {
        fail(place,
             fmt::format("only a pointer or an array has elements, not {}", name_of(base->type)));
    }
    pointer->place = base->place;
    return make_reference(pointer, base->place);
}

Expr* Parser::make_address(Expr* a, Place place) {
    a = lvalue_of(a);
    if (a->kind == ExprKind::reference) return a->a;  // &*p is p
    if (!is_lvalue(a)) fail(place, "only a variable, an element or a member has an address");
    if (Variable* v = root_variable(a)) {
        ++v->address_taken;
        v->assigned = true;
    }
    Expr* e = make(ExprKind::address, place, unit_.types.pointer_to(a->type));
    e->a = a;
    return e;
}

}  // namespace stridescope::language
