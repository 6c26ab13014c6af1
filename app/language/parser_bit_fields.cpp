// Bit-fields. Their bits lie in members without a name, as GCC and NVIDIA's compiler lay them out:
// a value is taken out of such a member by shifts, and put into it.
#include <fmt/format.h>

#include <algorithm>

#include "app/language/parser.h"

namespace stridescope::language {
namespace {

/// The unsigned type of so many bits, at most 64.
TypeKind unit_of(int bits) {
    return bits <= 8    ? TypeKind::u8
           : bits <= 16 ? TypeKind::u16
           : bits <= 32 ? TypeKind::u32
                        : TypeKind::u64;
}

/// Bytes that the members before field `count` take.
std::uint64_t bytes_before(const Struct& s, std::size_t count) {
    std::uint64_t size = s.has_table ? 8 : 0;
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t align = alignment_of(s, s.fields[i]);
        size = (size + align - 1) / align * align + s.fields[i].type->size;
    }
    return size;
}

}  // namespace

/// Behind the name, which may be missing: its width.
void Parser::bit_field(const Type* type, const Token& name, Struct& s, Class& c) {
    const Place where = next().place;
    if (!type->is_integer()) fail(where, fmt::format("{} has no bits to name", name_of(type)));
    const std::int64_t width = constant_integer(conditional(), "a bit-field's width");
    const int whole = static_cast<int>(type->size) * 8;
    if (width < 0 || width > whole || (width == 0 && name.atom != 0))
        fail(where, fmt::format("{} bits are not in {}", width, name_of(type)));
    if (s.is_union)
        fail(where, "bit-fields of a union are not in the subset: put them in a struct of it");
    if (at(Punct::assign) || at(Punct::open_brace))
        fail(place(),
             "a bit-field with an initial value is not in the subset: set it in a constructor");
    // The member that still takes bits: the last one, if its bits are some of these.
    const bool goes_on = !s.fields.empty() && s.fields.back().name.ends_with("_bits");
    const std::size_t last = goes_on ? s.fields.size() - 1 : s.fields.size();
    const auto begin = static_cast<std::int64_t>(bytes_before(s, last)) * 8;
    std::int64_t used = 0;
    if (goes_on) {
        for (const BitField& each : s.bits) {
            if (each.unit == last)
                used = std::max<std::int64_t>(used, std::int64_t{each.begin} + each.width);
        }
    }
    // They do not go over the end of one of their type.
    std::int64_t first = begin + used;
    if (width == 0 || first % whole + width > whole) first = (first + whole - 1) / whole * whole;
    if (width == 0) {
        // What follows begins at the next of its type.
        if (goes_on && first > begin + used)
            s.bits.push_back(
                {{}, type, last, static_cast<int>(used), static_cast<int>(first - begin - used)});
        if (goes_on) s.fields[last].type = basic(unit_of(static_cast<int>(first - begin)));
        return;
    }
    const std::int64_t from_begin = first - begin;
    const bool is_new = !goes_on || (from_begin % whole == 0 && from_begin > 0);
    if (is_new) {
        Field unit;
        unit.name = names_.keep(fmt::format("{}_bits", name.atom != 0 ? name.text : "unnamed"));
        unit.type = basic(unit_of(static_cast<int>(width)));
        // Where it is to lie, and where it would come to lie.
        const auto size = static_cast<std::int64_t>(bytes_before(s, s.fields.size()));
        const auto align = static_cast<std::int64_t>(unit.type->align);
        if ((size + align - 1) / align * align * 8 != first)
            fail(where,
                 "a bit-field that begins beside other members in the middle of its type is "
                 "not in the subset: put it first");
        s.fields.push_back(unit);
        c.initials.emplace_back();
        s.bits.push_back({name.text, type, s.fields.size() - 1, 0, static_cast<int>(width)});
    } else {
        if (from_begin + width > 64)
            fail(where, "these are too many bits beside each other: use members of their own");
        const Type* unit = basic(unit_of(static_cast<int>(from_begin + width)));
        if (begin / 8 % unit->align != 0)
            fail(where,
                 "a bit-field that begins beside other members in the middle of its type is "
                 "not in the subset: put it first");
        s.fields[last].type = unit;
        s.bits.push_back(
            {name.text, type, last, static_cast<int>(from_begin), static_cast<int>(width)});
    }
    if (name.atom == 0) return;  // which has no say in how the struct is aligned
    s.align_of_bits = std::max(s.align_of_bits, type->align);
    Symbol symbol;
    symbol.kind = Symbol::Kind::member;
    publish(name.atom, symbol);
}

/// Their units may be longer than their bits: then what follows them would lie elsewhere.
void Parser::hold_bits_layout(const Struct& s, const Type& type, Place where) {
    std::uint64_t size = s.has_table ? 8 : 0;
    std::uint32_t align = std::max(s.align_of_bits, s.has_table ? 8U : 1U);
    bool is_same = true;
    for (std::size_t i = 0; i < s.fields.size(); ++i) {
        const Field& f = s.fields[i];
        int bits = 0;
        for (const BitField& each : s.bits) {
            if (each.unit == i) bits = std::max(bits, each.begin + each.width);
        }
        if (bits > 0) {
            size = f.offset + static_cast<std::uint64_t>(bits + 7) / 8;
            continue;
        }
        align = std::max(align, f.type->align);
        size = (size + f.type->align - 1) / f.type->align * f.type->align;
        is_same &= f.offset == size;
        size += f.type->size;
    }
    is_same &=
        type.align >= align && type.size == (size + type.align - 1) / type.align * type.align;
    // What is aligned anew is so by its own wish.
    if (is_same && (type.align == align || s.fields.front().type->align < type.align)) return;
    fail(where,
         "how these bit-fields lie beside their neighbours is not in the subset: put those of "
         "one type together");
}

/// The bits' value, as arithmetic takes it: an int where it holds them all.
Expr* Parser::bits_of(Expr* unit, const BitField& bits, Place where) {
    const bool is_wide = unit->type->size > 4;
    const int all = is_wide ? 64 : 32;
    const bool is_signed = !underlying(bits.type)->is_unsigned();
    const Type* work = basic(is_signed ? (is_wide ? TypeKind::i64 : TypeKind::i32)
                                       : (is_wide ? TypeKind::u64 : TypeKind::u32));
    const auto by = [&](int n) { return integer(n, TypeKind::i32, where); };
    Expr* e = explicit_cast(unit, work, where, false);
    if (bits.begin + bits.width < all)
        e = make_binary(Op::shl, e, by(all - bits.begin - bits.width), where);
    if (bits.width < all) e = make_binary(Op::shr, e, by(all - bits.width), where);
    const bool is_int =
        bits.width < 32 && bits.type->kind != TypeKind::bool_ && !bits.type->is_enumeration();
    const Type* to = is_int ? basic(TypeKind::i32) : bits.type->plain;
    if (e->type->plain != to) e = explicit_cast(e, to, where, false);
    if (e == unit) e = make_binary(Op::add, e, by(0), where);
    bit_uses_[e] = {unit, &bits};
    return e;
}

const Parser::BitUse* Parser::bit_use(const Expr* e) const {
    const auto found = bit_uses_.find(e);
    return found == bit_uses_.end() ? nullptr : &found->second;
}

/// The value's bits where they lie in their unit; all other bits are 0.
Expr* Parser::placed_bits(Expr* value, const BitField& bits, const Type* unit, Place where) {
    const bool is_wide = unit->size > 4;
    const Type* work = basic(is_wide ? TypeKind::u64 : TypeKind::u32);
    const std::uint64_t mask = bits.width == 64 ? ~0ULL : (1ULL << bits.width) - 1;
    Expr* e = explicit_cast(convert(value, bits.type->plain, "the bit-field"), work, where, false);
    e = make_binary(Op::and_, e, integer(static_cast<std::int64_t>(mask), work->kind, where),
                    where);
    if (bits.begin > 0)
        e = make_binary(Op::shl, e, integer(bits.begin, TypeKind::i32, where), where);
    return e;
}

/// Reads the unit, and writes it with these bits anew. It has no value of its own where that would
/// have to be read again.
Expr* Parser::assign_bits(const BitUse& use, Expr* value, Place where) {
    Expr* unit = use.unit;
    const BitField& bits = *use.bits;
    if (!is_steady(unit))
        fail(where,
             "a bit-field of what changes something is not in the subset: name the object first");
    const Type* work = basic(unit->type->size > 4 ? TypeKind::u64 : TypeKind::u32);
    const std::uint64_t mask = (bits.width == 64 ? ~0ULL : (1ULL << bits.width) - 1) << bits.begin;
    Expr* read = make(ExprKind::member, where, unit->type);
    *read = *unit;
    read->keeps = true;
    Expr* kept = make_binary(
        Op::and_, explicit_cast(read, work, where, false),
        integer(static_cast<std::int64_t>(work->size == 8 ? ~mask : (~mask & 0xffffffffULL)),
                work->kind, where),
        where);
    Expr* placed = placed_bits(value, bits, unit->type, where);
    Expr* all =
        explicit_cast(make_binary(Op::or_, kept, placed, where), unit->type->plain, where, false);
    Expr* e = explicit_cast(make_assign(unit, all, where), basic(TypeKind::void_), where, false);
    if (value->kind != ExprKind::integer) return e;
    Expr* both = make(ExprKind::comma, where, value->type);
    both->a = e;
    both->b = integer(0, value->type->kind, where);
    const auto bit_count = static_cast<unsigned>(64 - bits.width);
    const auto cut = static_cast<std::uint64_t>(value->integer) << bit_count;
    both->b->integer = underlying(bits.type)->is_unsigned()
                           ? static_cast<std::int64_t>(cut >> bit_count)
                           : static_cast<std::int64_t>(cut) >> bit_count;
    return both;
}

/// The values of a struct's members and bit-fields, in the order of their declarations.
Expr* Parser::braced_bits(const Type* type, bool has_braces) {
    const Place where = place();
    const Struct& s = *type->structure;
    std::vector<Expr*> parts(s.fields.size());
    std::size_t bit = 0;
    const auto wants = [&] { return !at(Punct::close_brace) && peek().kind != TokenKind::end; };
    for (std::size_t i = 0; i < s.fields.size() && wants(); ++i) {
        const Field& field = s.fields[i];
        const bool has_bits = bit < s.bits.size() && s.bits[bit].unit == i;
        if (!has_bits) {
            if (at(Punct::dot) || !field.type->is_scalar() || field.is_reference)
                fail(place(),
                     fmt::format("set {}'s members one by one: it has bit-fields", name_of(type)));
            parts[i] = convert(assignment(), field.type->plain, "the element");
            if (!take(Punct::comma)) break;
            continue;
        }
        bool goes_on = true;
        for (; bit < s.bits.size() && s.bits[bit].unit == i; ++bit) {
            const BitField& bits = s.bits[bit];
            if (!goes_on || bits.name.empty() || !wants()) continue;
            if (at(Punct::dot))
                fail(place(),
                     fmt::format("set {}'s members one by one: it has bit-fields", name_of(type)));
            Expr* placed = placed_bits(assignment(), bits, field.type, where);
            parts[i] = parts[i] == nullptr ? placed : make_binary(Op::or_, parts[i], placed, where);
            goes_on = take(Punct::comma);
        }
        if (parts[i] != nullptr)
            parts[i] = explicit_cast(parts[i], field.type->plain, where, false);
        if (!goes_on) break;
    }
    if (has_braces && !at(Punct::close_brace))
        fail(place(), fmt::format("these are too many values for {}", name_of(type)));
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (parts[i] == nullptr && s.fields[i].type->is_scalar() && !s.fields[i].type->is_pointer())
            parts[i] =
                convert(integer(0, TypeKind::i32, where), s.fields[i].type->plain, "the element");
    }
    Expr* e = make(ExprKind::list, where, type->plain);
    e->args = unit_.arena.copy(parts);
    return e;
}

}  // namespace stridescope::language
