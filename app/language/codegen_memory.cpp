// Pointers, and what is read and written through them.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/language/codegen.h"

namespace stridescope::language {

Val Codegen::pointer_to_object(int object, const Type* element) const {
    Val p = constant(Kind::i32, 0);
    p.pointer = true;
    p.object = object;
    p.scale = static_cast<std::uint32_t>(std::max<std::uint64_t>(1, element->size));
    return p;
}

/// Where a variable lies that has an address.
Val Codegen::memory_of(const VarInfo& v, const Type* type) {
    if (v.stack_offset < 0) return pointer_to_object(v.memory_object, type->element());
    Val p = scalar_in(v.stack_base, Kind::i32);
    p.pointer = true;
    p.object = v.memory_object;
    p.offset = v.stack_offset;
    return p;
}

int Codegen::object_of(const Variable& v) {
    // nvcc, which compiles each source by itself, takes one of the device for its definition.
    if (v.is_declared && (v.storage == Storage::host || v.type->size == 0))
        fail(v.place, fmt::format("{} is declared, but nothing here defines it", v.name));
    std::vector<Object>& objects = program_->objects;
    for (std::size_t i = 0; i < objects.size(); ++i) {
        if (objects[i].variable == &v) return static_cast<int>(i);
    }
    Object o;
    o.name = v.name;
    o.variable = &v;
    o.element = v.type->element();
    for (const Type* t = v.type; t->is_array(); t = t->of) o.extents.push_back(t->count);
    o.bytes = v.type->size;
    if (v.storage == Storage::shared) {
        o.space = Space::shared;
        if (v.is_extern) o.extents.clear();
        const auto [at, fresh] = shared_order_.emplace(&v, static_cast<int>(shared_.size()));
        if (fresh) {
            shared_.push_back(&v);
            shared_offsets_.push_back(0);
            changed_ = true;
        }
        o.offset = shared_offsets_[static_cast<std::size_t>(at->second)];
        if (v.is_extern) o.bytes = launch_.dynamic_shared;
        o.address = addresses::begin(addresses::shared) + o.offset;
    } else {
        o.space = v.storage == Storage::constant ? Space::constant : Space::global;
        for (std::size_t i = 0; i < launch_.memory.size(); ++i) {
            if (launch_.memory[i].variable != &v) continue;
            o.address = launch_.memory[i].address;
            o.allocation = static_cast<int>(i);
        }
        if (o.allocation < 0 && on_host_ && v.function != nullptr) {
            o.address = addresses::begin(addresses::first_host_array + program_->host_arrays++);
        } else if (o.allocation < 0) {
            fail(place_, fmt::format("{} is a variable of the {}: it cannot be used here", v.name,
                                     on_host_ ? "device" : "host"));
        }
    }
    objects.push_back(std::move(o));
    return static_cast<int>(objects.size() - 1);
}

/// The address as a pointer holds it.
Val Codegen::address_of(const Val& pointer) {
    Val p = pointer;
    if (p.object < 0) {
        p.pointer = true;
        return p;
    }
    std::uint64_t begin = 0;
    if (is_local(p)) {
        LocalObject& local = locals_[static_cast<std::size_t>(p.object - local_objects)];
        local.escapes = true;
        if (!std::exchange(locals_escape_, true)) changed_ = true;
        // Regions lie 32 lanes side by side: a lane's own bytes count from the first lanes' begin.
        begin = addresses::begin(addresses::local) + (local.slot & ~lanes_flag) / warp_lanes;
    } else {
        begin = program_->objects[static_cast<std::size_t>(p.object)].address;
    }
    const std::int64_t fixed = static_cast<std::int64_t>(begin) + p.offset;
    Val index = p;
    index.pointer = false;
    index.object = Val::dynamic;
    if (!is_wide(index.kind)) {
        index.kind = Kind::i32;
        index = convert_kind(index, Kind::i64);
    }
    index.kind = Kind::u64;
    Val bytes = arithmetic(Code::mul, Kind::u64, index, constant(Kind::u64, p.scale));
    Val r = arithmetic(Code::add, Kind::u64, bytes, constant(Kind::u64, fixed));
    if (is_local(p) && !on_host_) {
        const Slot tag = new_lanes(Kind::u64);
        emit(Code::own_tag).d = tag;
        r = arithmetic(Code::add, Kind::u64, r, lanes_in(tag, Kind::u64));
    }
    r.pointer = true;
    r.object = Val::dynamic;
    r.scale = 1;
    r.offset = 0;
    return r;
}

/// The same pointer with an index in units of `scale` bytes.
Val Codegen::rescaled(Val p, std::uint32_t scale) {
    if (p.object < 0 || p.scale == scale) return p;
    Val r = p;
    const bool nothing = p.is_constant() && p.base.bits == 0;
    if (!nothing) {
        if (p.scale % scale == 0) {
            r = arithmetic(Code::mul, Kind::i32, p, constant(Kind::i32, p.scale / scale));
        } else {
            // Bytes, which every index can be counted in.
            r = arithmetic(Code::mul, Kind::i32, p, constant(Kind::i32, p.scale));
            scale = 1;
        }
    }
    r.pointer = true;
    r.object = p.object;
    r.offset = p.offset;
    r.scale = scale;
    return r;
}

Val Codegen::pointer_add(Val p, Val index, const Type* index_type, std::uint64_t element,
                         bool minus) {
    const Code code = minus ? Code::sub : Code::add;
    if (p.object < 0) {
        if (index_type != nullptr)
            index = convert_kind(number(index), index_type->is_unsigned() ? Kind::u64 : Kind::i64);
        else
            index = convert_kind(index, Kind::i64);
        index.kind = Kind::u64;
        Val bytes = arithmetic(Code::mul, Kind::u64, index,
                               constant(Kind::u64, static_cast<std::int64_t>(element)));
        Val r = arithmetic(code, Kind::u64, p, bytes);
        r.pointer = true;
        return r;
    }
    index = number(index);
    if (is_wide(index.kind)) {
        if (index.is_constant()) {
            index = constant(Kind::i32, static_cast<std::int32_t>(std::clamp<std::int64_t>(
                                            index.base.bits, INT32_MIN, INT32_MAX)));
        } else {
            const bool one = index.is_scalar();
            const Slot a = one ? scalar(index) : lanes(index);
            const Slot d = one ? new_scalar() : new_lanes(Kind::i32);
            Instr& i = emit(Code::to_index);
            i.kind = index.kind;
            i.form = one ? Form::ss : Form::vv;
            i.d = d, i.a = a;
            index = one ? scalar_in(d, Kind::i32) : lanes_in(d, Kind::i32);
        }
    }
    index.kind = Kind::i32;
    if (index.form == Val::Form::scalar && index.base.constant)
        index.base.bits = static_cast<std::int32_t>(index.base.bits);
    const auto size = static_cast<std::uint32_t>(element);
    Val base = p;
    const bool at_begin = p.is_constant() && p.base.bits == 0;
    Val r;
    if (at_begin) {
        r = minus ? arithmetic(Code::sub, Kind::i32, constant(Kind::i32, 0), index) : index;
        r.scale = size;
    } else {
        base = rescaled(p, size);
        if (base.scale != size)
            index = arithmetic(Code::mul, Kind::i32, index, constant(Kind::i32, size / base.scale));
        r = arithmetic(code, Kind::i32, base, index);
        r.scale = base.scale;
    }
    r.pointer = true;
    r.boolean = false;
    r.kind = Kind::i32;
    r.object = p.object;
    r.offset = p.offset;
    return r;
}

/// A variable for what has memory of its own without one: the same in each pass.
const Variable& Codegen::variable_of(const VarInfo& place, const Variable& like) {
    Variable*& made = made_variables_[&place];
    if (made == nullptr) {
        made = unit_.arena.make<Variable>();
        *made = like;
    }
    return *made;
}

Val Codegen::memory_pointer(const Variable& v) {
    if (v.storage == Storage::local || v.storage == Storage::parameter) {
        VarInfo& i = info(v);
        if (i.alias) return i.target_pointer;
        return memory_of(i, v.type);
    }
    return pointer_to_object(object_of(v), v.type->element());
}

/// Compilers access a member that may lie beside its alignment byte by byte.
void Codegen::hold_aligned(const Expr* object) const {
    if (!on_host_ && object->type->is_struct() && object->type->structure->is_unaligned)
        fail(object->place,
             fmt::format("{} is packed: members that are not aligned are not in the subset of "
                         "kernels",
                         name_of(object->type)));
}

Location Codegen::place_of(const Expr* e) {
    Location p;
    p.type = e->type;
    p.expr = e;
    switch (e->kind) {
        case ExprKind::variable: {
            const Variable& v = *e->variable;
            if (v.storage == Storage::local || v.storage == Storage::parameter) {
                VarInfo& i = info(v);
                if (i.alias) {
                    if (i.target != nullptr) {
                        p.variable = i.target;
                        p.leaf = std::max(0, i.target_leaf);
                        if (!p.variable->in_memory) return p;
                        p.pointer = memory_of(*p.variable, p.variable->type);
                        p.variable = nullptr;
                        return p;
                    }
                    p.pointer = i.target_pointer;
                    return p;
                }
                if (!i.in_memory) {
                    p.variable = &i;
                    return p;
                }
            }
            p.pointer = memory_pointer(v);
            return p;
        }
        case ExprKind::reference:
            hold_aligned(e);
            place_ = e->place;
            p.pointer = eval(e->a);
            return p;
        case ExprKind::member: {
            hold_aligned(e->a);
            Location object = place_of(e->a);
            object.type = e->type;
            object.keeps = e->keeps;
            if (object.variable != nullptr) {
                object.leaf += e->field->first_leaf;
            } else {
                if (object.pointer.object < 0) {
                    object.pointer = pointer_add(
                        object.pointer, constant(Kind::i64, e->field->offset), nullptr, 1, false);
                } else {
                    object.pointer.offset += e->field->offset;
                }
            }
            return object;
        }
        case ExprKind::call:
            if (e->function->returns_reference) {
                call(e, nullptr, &p);
                return p;
            }
            [[fallthrough]];
        default: {
            // A struct's value that has no place yet.
            Instance& in = *instance_;
            VarInfo& t = in.temporaries[e];
            t.is_temporary = true;
            Variable like{.name = "ss_temporary", .type = e->type, .place = e->place};
            like.storage = Storage::parameter;
            like.function = in.function;
            declare(t, t.wants_memory ? &variable_of(t, like) : nullptr, e->type, true);
            const std::vector<Val> values = eval_struct(e);
            if (t.in_memory) {
                p.pointer = memory_of(t, e->type);
                store_struct(p, values);
                return p;
            }
            for (std::size_t i = 0; i < values.size(); ++i) assign(t.leaves[i], values[i]);
            p.variable = &t;
            return p;
        }
    }
}

}  // namespace stridescope::language
