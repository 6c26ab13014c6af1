#include "app/language/type.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace stridescope::language {
namespace {

constexpr std::array<std::uint8_t, 14> sizes{0, 1, 1, 1, 2, 2, 4, 4, 8, 8, 2, 2, 4, 8};
constexpr std::array<std::string_view, 14> names{
    "void",           "bool",          "char",     "unsigned char", "short",
    "unsigned short", "int",           "unsigned", "long long",     "unsigned long long",
    "__half",         "__nv_bfloat16", "float",    "double"};

struct VectorBase {
    std::string_view name;
    TypeKind kind;
};
constexpr std::array vector_bases{
    VectorBase{"char", TypeKind::i8},      VectorBase{"uchar", TypeKind::u8},
    VectorBase{"short", TypeKind::i16},    VectorBase{"ushort", TypeKind::u16},
    VectorBase{"int", TypeKind::i32},      VectorBase{"uint", TypeKind::u32},
    VectorBase{"longlong", TypeKind::i64}, VectorBase{"ulonglong", TypeKind::u64},
    VectorBase{"long", TypeKind::i64},     VectorBase{"ulong", TypeKind::u64},
    VectorBase{"float", TypeKind::f32},    VectorBase{"double", TypeKind::f64},
    VectorBase{"__half", TypeKind::f16},   VectorBase{"__nv_bfloat16", TypeKind::bf16},
};

void add_leaves(Struct& s, const Type* type, std::uint32_t offset, const std::string& path) {
    if (type->is_struct()) {
        s.is_cut |= type->structure->is_cut;
        for (const Field& f : type->structure->fields) {
            add_leaves(s, f.type, offset + f.offset,
                       path.empty() ? std::string{f.name} : path + '.' + std::string{f.name});
        }
    } else if (type->is_array()) {
        s.has_arrays = true;
        s.is_cut |= type->count > most_listed;
        for (std::int64_t i = 0; i < std::min(type->count, most_listed); ++i) {
            add_leaves(
                s, type->of,
                offset + static_cast<std::uint32_t>(i) * static_cast<std::uint32_t>(type->of->size),
                fmt::format("{}[{}]", path, i));
        }
    } else {
        s.leaves.push_back({type, offset, path});
    }
}

}  // namespace

const Field* Struct::find(std::string_view field) const {
    for (const Field& f : fields) {
        if (f.name == field) return &f;
    }
    return nullptr;
}

const BitField* Struct::find_bits(std::string_view field) const {
    const auto found = std::ranges::find(bits, field, &BitField::name);
    return found == bits.end() ? nullptr : &*found;
}

bool Type::is_half2() const {
    return is_struct() && structure->is_vector && structure->leaves.size() == 2 &&
           structure->leaves[0].type->is_half();
}

Types::Types() : basic_(sizes.size()) {
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        Type& t = basic_[i];
        t.kind = static_cast<TypeKind>(i);
        t.size = sizes[i];
        t.align = std::max<std::uint32_t>(1, sizes[i]);
        t.plain = &t;
    }
}

const Type* Types::pointer_to(const Type* of) {
    const Type*& slot = derived_[{of, -2}];
    if (slot == nullptr) {
        Type& t = made_.emplace_back();
        t.kind = TypeKind::pointer;
        t.size = t.align = 8;
        t.of = of;
        t.plain = &t;
        slot = &t;
    }
    return slot;
}

const Type* Types::array_of(const Type* of, std::int64_t count) {
    const Type*& slot = derived_[{of, count}];
    if (slot == nullptr) {
        Type& t = made_.emplace_back();
        t.kind = TypeKind::array;
        t.of = of;
        t.count = count;
        t.size = of->size * static_cast<std::uint64_t>(std::max<std::int64_t>(count, 0));
        t.align = of->align;
        t.plain = &t;
        slot = &t;
    }
    return slot;
}

const Type* Types::qualified(const Type* type, bool is_const, bool is_volatile) {
    is_const |= type->is_const;
    is_volatile |= type->is_volatile;
    if (is_const == type->is_const && is_volatile == type->is_volatile) return type;
    if (type->is_array()) return array_of(qualified(type->of, is_const, is_volatile), type->count);
    const Type*& slot = qualified_[{type->plain, (is_const ? 1 : 0) + (is_volatile ? 2 : 0)}];
    if (slot == nullptr) {
        Type& t = made_.emplace_back(*type->plain);
        t.is_const = is_const;
        t.is_volatile = is_volatile;
        slot = &t;
    }
    return slot;
}

Struct* Types::new_struct(std::string name) {
    Struct& s = structs_.emplace_back();
    s.name = std::move(name);
    return &s;
}

const Type* Types::of_struct(Struct* s) {
    const Type*& slot = struct_types_[s];
    if (slot == nullptr) {
        Type& t = made_.emplace_back();
        t.kind = TypeKind::structure;
        t.structure = s;
        t.plain = &t;
        slot = &t;
    }
    return slot;
}

const Type* Types::new_enumeration(Enumeration facts) {
    Type& t = made_.emplace_back(*facts.number->plain);
    t.enumeration = &enumerations_.emplace_back(std::move(facts));
    t.plain = &t;
    return &t;
}

void Types::define(const Type* enumeration, const Type* number, bool is_signed) {
    const auto facts = std::ranges::find_if(
        enumerations_, [&](const Enumeration& e) { return &e == enumeration->enumeration; });
    facts->number = number->plain;
    facts->is_defined = true;
    facts->is_signed = is_signed;
    // With const, it may have been named before.
    for (Type& t : made_) {
        if (t.enumeration != &*facts) continue;
        t.kind = number->kind;
        t.size = number->size;
        t.align = number->align;
    }
}

const Type* number_of(const Type* type) {
    return type->is_enumeration() ? type->enumeration->number : type->plain;
}

std::uint32_t alignment_of(const Struct& s, const Field& field) {
    const std::uint32_t own = std::max(field.type->align, field.align);
    return s.packed > 0 ? std::min(own, s.packed) : own;
}

void Types::complete(Struct* s, std::uint32_t least_align) {
    std::uint64_t size = 0;
    std::uint32_t align = std::max({s->has_table ? 8U : 1U, least_align, s->align_of_bits});
    for (Field& f : s->fields) {
        const std::uint32_t own = alignment_of(*s, f);
        align = std::max(align, own);
        // A base without members takes no room, but where the same one comes first again.
        const bool is_nothing = f.is_open && f.name != "unnamed" &&
                                f.type->structure->leaves.empty() &&
                                (&f == &s->fields.back() || (&f)[1].type->plain != f.type->plain);
        if (is_nothing) {
            f.first_leaf = static_cast<int>(s->leaves.size());
            continue;
        }
        size = (size + own - 1) / own * own;
        f.offset = s->is_union ? 0 : static_cast<std::uint32_t>(size);
        const bool is_open_ended = f.is_open && f.name != "unnamed" && f.type->structure->has_table;
        const std::uint64_t taken = is_open_ended ? f.type->structure->taken : f.type->size;
        size = s->is_union ? std::max(size, taken) : size + taken;
        f.first_leaf = static_cast<int>(s->leaves.size());
        add_leaves(*s, f.type, f.offset, std::string{f.name});
        if (f.type->is_struct()) s->has_arrays |= f.type->structure->has_arrays;
    }
    if (s->is_union) s->has_arrays = true;  // what lies in the same bytes lies in memory
    s->complete = true;
    s->taken = size;
    auto* type = const_cast<Type*>(of_struct(s));
    type->align = align;
    type->size = std::max<std::uint64_t>(1, (size + align - 1) / align * align);
    s->is_unaligned = std::ranges::any_of(s->leaves, [&](const Leaf& leaf) {
        return leaf.offset % leaf.type->align != 0 || type->size % leaf.type->align != 0;
    });
    // Those that are const were perhaps named within it.
    for (int qualifiers = 1; qualifiers < 4; ++qualifiers) {
        const auto found = qualified_.find({type, qualifiers});
        if (found == qualified_.end()) continue;
        auto* other = const_cast<Type*>(found->second);
        other->align = type->align;
        other->size = type->size;
    }
    const auto is_of_first = [s](const Leaf& leaf) {
        return leaf.type->is_arithmetic() && leaf.type->plain == s->leaves[0].type->plain;
    };
    s->is_whole =
        (size == 8 || size == 16) && align == size && std::ranges::all_of(s->leaves, is_of_first);
}

const Type* Types::vector_type(std::string_view name) {
    if (const auto found = vector_types_.find(name); found != vector_types_.end())
        return found->second;
    const bool dim3 = name == "dim3";
    const std::string_view base_name = dim3 ? "uint" : name.substr(0, name.size() - 1);
    const char digit = dim3 ? '3' : name.empty() ? ' ' : name.back();
    if (digit < '1' || digit > '4') return nullptr;
    for (const VectorBase& base : vector_bases) {
        if (base.name != base_name) continue;
        const auto n = static_cast<std::uint32_t>(digit - '0');
        if (basic(base.kind)->is_half() && n != 2) return nullptr;
        Struct* s = new_struct(std::string{name});
        s->is_vector = !dim3 && n != 3;
        const Type* element = basic(base.kind);
        constexpr std::array<std::string_view, 4> parts{"x", "y", "z", "w"};
        for (std::uint32_t i = 0; i < n; ++i) s->fields.push_back({parts[i], element});
        const auto size = static_cast<std::uint32_t>(element->size);
        complete(s, n == 3 ? size : std::min<std::uint32_t>(16, size * n));
        s->is_whole |= s->is_vector;
        return vector_types_[std::string{name}] = of_struct(s);
    }
    return nullptr;
}

std::string name_of(const Type* type) {
    if (type == nullptr) return "nothing";
    const std::string quals =
        std::string{type->is_const ? "const " : ""} + (type->is_volatile ? "volatile " : "");
    switch (type->kind) {
        case TypeKind::pointer: return name_of(type->of) + "*" + (type->is_const ? " const" : "");
        case TypeKind::array: {
            std::string extents;
            const Type* t = type;
            for (; t->is_array(); t = t->of) {
                extents += t->count < 0 ? "[]" : fmt::format("[{}]", t->count);
            }
            return name_of(t) + extents;
        }
        case TypeKind::structure: return quals + type->structure->name;
        default:
            if (type->is_enumeration()) return quals + type->enumeration->name;
            return quals + std::string{names[static_cast<std::size_t>(type->kind)]};
    }
}

}  // namespace stridescope::language
