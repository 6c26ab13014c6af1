// What is read from and written to memory, and the sites that tell of it.
#include <fmt/format.h>

#include "app/language/codegen.h"
#include "app/language/library/library.h"
#include "app/language/tile_note.h"

namespace stridescope::language {

Val Codegen::load(const Location& p) {
    if (p.variable != nullptr) {
        return read(p.variable->leaves.empty()
                        ? *p.variable
                        : p.variable->leaves[static_cast<std::size_t>(p.leaf)]);
    }
    keeps_bits_ = p.keeps;
    const Val v = load_memory(p.pointer, p.type, p.expr, true);
    keeps_bits_ = false;
    return v;
}

/// What is not listed member by member cannot be moved so either.
void Codegen::hold_listed(const Location& p) const {
    if (p.type->structure->is_cut)
        fail(p.expr != nullptr ? p.expr->place : Place{},
             fmt::format("{} has an array of more than {} elements, and is not copied as a whole "
                         "here: copy it with memcpy, or hand it over by reference",
                         name_of(p.type), most_listed));
}

std::vector<Val> Codegen::load_struct(const Location& p) {
    hold_listed(p);
    const Struct& s = *p.type->structure;
    std::vector<Val> values;
    if (p.variable != nullptr) {
        for (std::size_t i = 0; i < s.leaves.size(); ++i) {
            values.push_back(read(p.variable->leaves[static_cast<std::size_t>(p.leaf) + i]));
        }
        return values;
    }
    const bool whole = s.is_whole;
    const int wide = whole ? record_wide(p.pointer, p.type, p.expr, SiteKind::load) : -1;
    for (const Leaf& leaf : s.leaves) {
        Val part = p.pointer;
        if (part.object < 0)
            part = pointer_add(part, constant(Kind::i64, leaf.offset), nullptr, 1, false);
        else
            part.offset += leaf.offset;
        Val v = load_memory(part, leaf.type, p.expr, !whole);
        if (wide >= 0)
            v = accessed(v, wide, static_cast<std::uint8_t>(values.size()));
        else if (!is_local(part))
            v = held(v);  // all leaves have one site
        values.push_back(v);
    }
    return values;
}

void Codegen::store(const Location& p, const Val& value) {
    if (p.variable != nullptr) {
        assign(p.variable->leaves.empty() ? *p.variable
                                          : p.variable->leaves[static_cast<std::size_t>(p.leaf)],
               value);
        return;
    }
    store_memory(p.pointer, p.type, value, p.expr, true);
}

void Codegen::store_struct(const Location& p, const std::vector<Val>& values) {
    hold_listed(p);
    const Struct& s = *p.type->structure;
    if (p.variable != nullptr) {
        // A member may be made of what another one was: all are read before one is written.
        std::vector<Val> all;
        for (const Val& v : values) all.push_back(values.size() > 1 ? copy(v) : v);
        for (std::size_t i = 0; i < all.size(); ++i) {
            assign(p.variable->leaves[static_cast<std::size_t>(p.leaf) + i], all[i]);
        }
        return;
    }
    const bool whole = s.is_whole;
    for (std::size_t i = 0; i < values.size(); ++i) {
        Val part = p.pointer;
        if (part.object < 0)
            part = pointer_add(part, constant(Kind::i64, s.leaves[i].offset), nullptr, 1, false);
        else
            part.offset += s.leaves[i].offset;
        shares_site_ = !whole && values.size() > 1;
        store_memory(part, s.leaves[i].type, values[i], p.expr, !whole);
        shares_site_ = false;
    }
    if (!whole || is_local(p.pointer)) return;
    std::vector<Val> handed;
    for (std::size_t i = 0; i < values.size(); ++i)
        handed.push_back(passed(values[i], kind_of(s.leaves[i].type)));
    const int wide = record_wide(p.pointer, p.type, p.expr, SiteKind::store);
    if (!origins_ || wide < 0) return;
    Use use;
    use.site = wide;
    for (const Val& v : handed) use.values.push_back(used(v));
    uses_.push_back(std::move(use));
}

int Codegen::site(const Expr* e, SiteKind kind, int object, std::uint32_t width, Kind value,
                  Builtin builtin) {
    if (!options_.record || on_host_ || e == nullptr || tile_ == unrecorded_note) return -1;
    const std::uint64_t key =
        (static_cast<std::uint64_t>(static_cast<std::uint32_t>(object)) << 32) |
        (static_cast<std::uint64_t>(kind) << 24) | width << 8 | static_cast<std::uint64_t>(builtin);
    const auto [at, fresh] =
        sites_.emplace(std::make_tuple(e, outside_, key), static_cast<int>(program_->sites.size()));
    if (fresh) {
        Site s;
        s.place = in_text(e->place);
        s.end = outside_ != nullptr ? outside_->end : e->end;
        s.expr = e;
        s.kind = kind;
        s.object = object;
        s.width = width;
        s.value = value;
        s.builtin = builtin;
        const bool copies = copy_ != nullptr && (e == copy_->a || e == copy_->b);
        s.tile = !copies ? tile_ : copy_note(copy_->builtin == Builtin::copy_async && width == 16);
        s.loop = loop_;
        s.step = step_;
        s.statement = statement_;
        s.operand =
            operands_of_line_[(static_cast<std::uint32_t>(s.place.file) << 24) ^ s.place.line]++;
        program_->sites.push_back(s);
    }
    for (Instance* i = instance_; i != nullptr; i = i->parent) {
        if (!std::exchange(i->has_sites, true)) changed_ = true;
    }
    return at->second;
}

/// An address that may be one of a lane's own memory is looked at by each lane.
Val Codegen::for_each_lane(const Val& p) {
    if (!locals_escape_ || on_host_ || p.object >= 0 || !p.is_scalar()) return p;
    Val each = lanes_in(lanes(p), Kind::u64);
    each.pointer = true;
    return each;
}

Codegen::AddressSlots Codegen::address_slots(const Val& p) {
    if (p.is_scalar()) return {Form::ss, scalar(p.base), 0};
    if (p.form == Val::Form::affine && p.object >= 0 && !is_local(p)) {
        const Slot base = scalar(p.base);
        return {Form::sv, base, scalar(p.stride)};
    }
    return {Form::vv, lanes(p), 0};
}

void Codegen::fill_access(Instr& i, const Val& p, int site, const AddressSlots& at) {
    i.form = at.form;
    i.a = at.a, i.b = at.b;
    i.site = site;
    i.scale = p.scale;
    i.imm = p.offset;
    i.mask = mask();
    i.key = key_;
    i.object = p.object;
}

Val Codegen::load_memory(const Val& pointer, const Type* type, const Expr* e, bool recorded) {
    Val p = for_each_lane(pointer);
    const Kind kind = kind_of(type);
    const Cell cell = cell_of(type);
    if (p.object < 0 && !p.pointer) p.pointer = true;
    const bool local = is_local(p);
    check_alive(p.object);
    const bool one = p.is_scalar() && !local;
    const AddressSlots at = address_slots(p);
    const Slot d = one ? new_scalar() : new_lanes(kind);
    const int where = recorded && !local
                          ? site(e, SiteKind::load, p.object,
                                 static_cast<std::uint32_t>(type->size), kind, Builtin::none)
                          : -1;
    Instr& i = emit(local ? Code::load_local : p.object >= 0 ? Code::load : Code::load_at);
    i.kind = kind;
    i.flag = static_cast<std::uint8_t>(cell);
    i.is_volatile = type->is_volatile;
    i.is_atomic = type->is_volatile && e != nullptr && e->place.file == library_file;
    i.is_asked = e != nullptr && asked_.contains(e);
    i.keeps_bits = keeps_bits_;
    i.is_part = !recorded;
    i.d = d;
    fill_access(i, p, where, at);
    if (local) {
        const LocalObject& object = locals_[static_cast<std::size_t>(p.object - local_objects)];
        i.c = object.slot;
        i.target = static_cast<std::int32_t>(object.bytes);
    }
    const int made = static_cast<int>(program_->code.size()) - 1;
    Val r = one ? scalar_in(d, kind) : lanes_in(d, kind);
    r.owned = true;
    if (type->kind == TypeKind::bool_) {
        if (one) {
            r.boolean = true;
        } else {
            r = compare(Code::ne, false, Kind::i32, r, constant(Kind::i32, 0));
        }
    }
    if (type->is_pointer()) {
        r.pointer = true;
    } else if (local && origins_) {
        r.origin = new_node(OriginNode::Type::local_load);
        OriginNode& node = nodes_.back();
        node.instr = made;
        node.object = p.object - local_objects;
        node.value = kind;
        node.width = static_cast<std::uint32_t>(type->size);
        local_loads_.push_back(r.origin);
    } else {
        if (where >= 0 && p.object < 0) dynamic_loads_ = true;
        r = accessed(r, where);
    }
    return r;
}

void Codegen::store_memory(const Val& pointer, const Type* type, const Val& given, const Expr* e,
                           bool recorded) {
    Val p = for_each_lane(pointer);
    Val value = type->is_pointer() ? address_of(given) : number(given);
    if (type->is_pointer()) value.origin = -1;
    const Kind kind = kind_of(type);
    value.kind = kind;
    const bool local = is_local(p);
    check_alive(p.object);
    if (!local && recorded && e != nullptr) value = passed(value, kind);
    const bool scalar_value = value.is_scalar();
    const Slot d = scalar_value ? scalar(value.base) : lanes(value);
    const AddressSlots at = address_slots(p);
    const int where = recorded && !local
                          ? site(e, SiteKind::store, p.object,
                                 static_cast<std::uint32_t>(type->size), kind, Builtin::none)
                          : -1;
    Instr& i = emit(local ? Code::store_local : p.object >= 0 ? Code::store : Code::store_at);
    i.kind = kind;
    i.flag = static_cast<std::uint8_t>(cell_of(type));
    i.scalar_value = scalar_value;
    i.is_volatile = type->is_volatile;
    i.is_atomic = type->is_volatile && e != nullptr && e->place.file == library_file;
    i.is_part = !recorded;
    i.d = d;
    fill_access(i, p, where, at);
    if (local) {
        const LocalObject& object = locals_[static_cast<std::size_t>(p.object - local_objects)];
        i.c = object.slot;
        i.target = static_cast<std::int32_t>(object.bytes);
        note_local_store(p, type, &value);
    } else {
        if (where >= 0 && p.object < 0) dynamic_stores_ = true;
        note_use(where, {&value});
    }
}

/// float4 and its like: one access of all their bytes; what it moves is moved part by part.
int Codegen::record_wide(const Val& pointer, const Type* type, const Expr* e, SiteKind kind) {
    if (is_local(pointer) || on_host_) return -1;
    if (pointer.object < 0) (kind == SiteKind::load ? dynamic_loads_ : dynamic_stores_) = true;
    const Kind value = kind_of(type->structure->leaves[0].type);
    const int where =
        site(e, kind, pointer.object, static_cast<std::uint32_t>(type->size), value, Builtin::none);
    const AddressSlots at = address_slots(pointer);
    Instr& i = emit(pointer.object >= 0 ? Code::wide : Code::wide_at);
    i.kind = value;
    i.flag = kind == SiteKind::store;
    fill_access(i, pointer, where, at);
    i.target = static_cast<std::int32_t>(type->size);
    return where;
}

/// Elements of a local array, or of the host's.
void Codegen::initialize_memory(const Val& pointer, const Type* type, const Expr* init,
                                const Expr* at) {
    const auto part = [&](std::uint64_t offset) {
        Val p = pointer;
        p.offset += static_cast<std::int64_t>(offset);
        return p;
    };
    if (init != nullptr && init->kind == ExprKind::string) {
        fail(init->place, "strings are only for printf");
    }
    if (type->is_array() && (init == nullptr || init->kind == ExprKind::list)) {
        if (init == nullptr) return;
        for (std::size_t i = 0; i < static_cast<std::size_t>(type->count); ++i) {
            const Expr* inner = i < init->args.size() ? init->args[i] : nullptr;
            if (inner == nullptr && i > 0) break;  // the rest is 0 already
            if (inner == nullptr) break;
            initialize_memory(part(i * type->of->size), type->of, inner, at);
        }
        return;
    }
    if (type->is_struct()) {
        if (init == nullptr) return;
        if (init->kind == ExprKind::list && type->structure->has_arrays) {
            for (std::size_t i = 0; i < init->args.size(); ++i) {
                const Field& f = type->structure->fields[i];
                initialize_memory(part(f.offset), f.type, init->args[i], at);
            }
            return;
        }
        Location p;
        p.type = type;
        p.pointer = pointer;
        p.expr = at;
        store_struct(p, eval_struct(init));
        return;
    }
    if (init == nullptr) return;
    store_memory(pointer, type, eval(init), at, false);
}

}  // namespace stridescope::language
