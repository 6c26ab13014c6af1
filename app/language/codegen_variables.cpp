// Variables: how narrow each can be kept.
#include <fmt/format.h>

#include "app/language/codegen.h"

namespace stridescope::language {

VarInfo& Codegen::info(const Variable& v) {
    Instance* in = instance_;
    while (in != nullptr && in->function != v.function) in = in->parent;
    if (in == nullptr) fail(place_, fmt::format("{} does not belong to this function", v.name));
    VarInfo* found = &in->variables[static_cast<std::size_t>(v.index)];
    while (found->alias && found->target != nullptr && found->target_leaf < 0)
        found = found->target;
    return *found;
}

namespace {

/// Whether the instruction writes the whole of its result itself, as one scalar or as lanes.
bool writes(const Instr& i, bool scalar) {
    if (i.code <= Code::max) return (i.form == Form::ss) == scalar;
    switch (i.code) {
        case Code::neg:
        case Code::bit_not:
        case Code::fma:
        case Code::map1:
        case Code::map2:
        case Code::convert:
        case Code::narrow:
        case Code::load: return (i.form == Form::ss) == scalar;
        case Code::lt:
        case Code::le:
        case Code::eq:
        case Code::ne: return scalar && i.form == Form::ss;
        case Code::splat:
        case Code::iota:
        case Code::copy:
        case Code::select:
        case Code::bits_to_lanes: return !scalar;
        default: return false;
    }
}

bool reads(const Instr& i, Slot slot) {
    return i.a == slot || i.b == slot || i.c == slot || i.e == slot;
}

}  // namespace

/// Has the operation that made the value in `from` write it into `to` at once. It must be the last
/// one, or the last but one; false: it is neither.
bool Codegen::redirect(Slot from, Slot to, bool scalar) {
    std::vector<Instr>& code = program_->code;
    const std::size_t first = last_label_ < 0 ? 0 : static_cast<std::size_t>(last_label_);
    for (std::size_t back = 1; back <= (scalar ? 2U : 1U) && first + back <= code.size(); ++back) {
        Instr& i = code[code.size() - back];
        if (i.d == from && writes(i, scalar)) {
            i.d = to;
            return true;
        }
        // What comes behind it must not ask for what stood there before.
        if (i.d == from || i.d == to || reads(i, from) || reads(i, to) || !writes(i, scalar)) break;
    }
    return false;
}

void Codegen::move(Slot to, Slot from, Kind kind) {
    Instr& i = emit(Code::move);
    i.kind = kind;
    i.d = to, i.a = from;
}

/// What is kept from pass to pass is made once.
void Codegen::setup(VarInfo& v, const Type* type, bool may_be_constant) {
    // A parameter that stood for something of the caller's has no leaves of its own yet.
    const bool lacks_leaves =
        type->is_struct() && !v.in_memory && v.leaves.size() != type->structure->leaves.size();
    if (v.type != nullptr && !lacks_leaves) return;
    v.type = type;
    if (type->is_struct() && !v.in_memory) {
        const Struct& s = *type->structure;
        v.leaves.resize(s.leaves.size());
        for (std::size_t i = 0; i < s.leaves.size(); ++i)
            setup(v.leaves[i], s.leaves[i].type, may_be_constant);
        return;
    }
    v.shape = may_be_constant ? VarInfo::Shape::unset : VarInfo::Shape::uniform;
}

/// Gives the variable its registers for this pass.
void Codegen::declare(VarInfo& v, const Variable* variable, const Type* type, bool initialized) {
    v.variable = variable;
    v.declared = true;
    v.level = level_;
    v.alias = v.bound = false;
    v.step_loop = v.origin = -1;
    const bool of_text = variable != nullptr && variable->storage == Storage::local;
    if (options_.watch && of_text && outside_ == nullptr) in_scope_.push_back(&v);
    if (variable != nullptr) {
        const bool memory = type->is_array() || variable->address_taken > 0 || v.wants_memory ||
                            (type->is_struct() && type->structure->has_arrays);
        v.in_memory = memory;
    }
    setup(v, type, variable == nullptr || (!variable->assigned && initialized));
    v.stack_offset = -1;
    if (v.in_memory && frame_ != nullptr) {
        constexpr std::uint64_t align = 16;
        v.memory_object = stack_object();
        v.memory =
            on_host_ ? 0 : locals_[static_cast<std::size_t>(v.memory_object - local_objects)].slot;
        v.stack_base = frame_->base;
        v.stack_offset = static_cast<std::int64_t>(frame_->used);
        frame_->used += (type->size + align - 1) / align * align;
        return;
    }
    if (v.in_memory) {
        if (on_host_) {
            v.memory_object = object_of(*variable);
            ended_.erase(v.memory_object);
            return;
        }
        // A mark stands behind what may be reached when its function has ended.
        const bool is_marked = locals_escape_ && is_of_called(variable);
        const std::uint64_t room = (type->size + 3) / 4 * 4;
        v.memory = new_region(room + (is_marked ? 4 : 0), std::max<std::uint32_t>(4, type->align));
        v.memory_object = local_objects + static_cast<int>(locals_.size());
        LocalObject& object = locals_.emplace_back();
        object.slot = v.memory;
        object.bytes = type->size;
        object.element = type->element();
        object.variable = variable;
        if (is_of_called(variable)) object.function = instance_->function;
        if (!is_marked) return;
        object.ended = v.memory + static_cast<Slot>(room) * warp_lanes;
        mark_own(object.ended, false);
        return;
    }
    if (type->is_struct()) {
        for (std::size_t i = 0; i < v.leaves.size(); ++i) {
            declare(v.leaves[i], nullptr, type->structure->leaves[i].type, initialized);
        }
        return;
    }
    if (origins_ && !type->is_pointer()) v.origin = new_node(OriginNode::Type::variable);
    const Kind kind = kind_of(type);
    switch (v.shape) {
        case VarInfo::Shape::unset:
        case VarInfo::Shape::constant: break;
        case VarInfo::Shape::affine: v.slot2 = new_scalar(); [[fallthrough]];
        case VarInfo::Shape::uniform: v.slot = new_scalar(); break;
        case VarInfo::Shape::varying:
            v.slot = type->kind == TypeKind::bool_         ? new_scalar()
                     : type->is_pointer() && v.object >= 0 ? new_lanes(Kind::i32)
                                                           : new_lanes(kind);
            break;
    }
}

void Codegen::widen(VarInfo& v, VarInfo::Shape shape) {
    if (v.shape >= shape) return;
    v.shape = shape;
    changed_ = true;
    // For the rest of this pass, whose code is thrown away.
    v.slot = shape == VarInfo::Shape::varying && !(v.type->kind == TypeKind::bool_)
                 ? new_lanes(Kind::u64)
                 : new_scalar();
    v.slot2 = new_scalar();
}

Val Codegen::read(const VarInfo& v) {
    if (v.bound) return v.target_pointer;
    Val r;
    const Type* type = v.type;
    r.kind = kind_of(type);
    r.boolean = type->kind == TypeKind::bool_;
    r.origin = v.origin;
    if (type->is_pointer()) {
        r.pointer = true;
        r.object = v.object >= 0 ? v.object : Val::dynamic;
        r.scale = v.object >= 0 ? v.scale : 1;
        r.kind = v.object >= 0 ? Kind::i32 : Kind::u64;
    }
    switch (v.shape) {
        case VarInfo::Shape::unset:
        case VarInfo::Shape::constant:
            r.form = Val::Form::scalar;
            r.base = {true, 0, v.constant};
            break;
        case VarInfo::Shape::uniform:
            r.form = Val::Form::scalar;
            r.base = {false, v.slot, 0};
            break;
        case VarInfo::Shape::affine:
            r.form = Val::Form::affine;
            r.base = {false, v.slot, 0};
            r.stride = {false, v.slot2, 0};
            break;
        case VarInfo::Shape::varying:
            r.form = r.boolean ? Val::Form::bits : Val::Form::lanes;
            r.slot = v.slot;
            break;
    }
    return r;
}

/// A pointer whose index says all of where it points. An offset that is no multiple of what the
/// index counts makes it count bytes.
Val Codegen::with_whole_index(Val pointer) {
    if (pointer.object < 0 || pointer.offset == 0) return pointer;
    if (pointer.offset % pointer.scale != 0) pointer = rescaled(pointer, 1);
    Val moved = arithmetic(Code::add, Kind::i32, pointer,
                           constant(Kind::i32, pointer.offset / pointer.scale));
    moved.pointer = true;
    moved.object = pointer.object;
    moved.scale = pointer.scale;
    return moved;
}

/// Finds out what the variable is: all that it is ever given must lie in one array, else it is an
/// address.
void Codegen::assign_pointer(VarInfo& v, const Val& value) {
    const int object = value.object >= 0 ? value.object : Val::dynamic;
    if (v.object == VarInfo::no_object) {
        v.object = object;
        v.scale = value.scale;
        if (v.shape == VarInfo::Shape::varying)
            changed_ = true;  // its register is of another width
    } else if (v.object >= 0 && (v.object != object || v.scale != value.scale)) {
        v.object = Val::dynamic;
        v.constant = 0;
        // What was found with the array known need not hold for addresses.
        if (v.shape == VarInfo::Shape::affine) v.shape = VarInfo::Shape::varying;
        if (v.shape == VarInfo::Shape::constant) v.shape = VarInfo::Shape::uniform;
        v.slot = new_lanes(Kind::u64);
        changed_ = true;
    }
}

/// `means_it`: the text says so, and not only the machine, which makes what has no value 0.
void Codegen::assign(VarInfo& v, const Val& value, bool means_it) {
    const std::size_t before = program_->code.size();
    put(v, value);
    if (means_it) note_assignment(v, value, before);
    if (means_it && !v.given.empty()) set_given(v, true);
}

const UnsetReads& Codegen::unset_reads_here() {
    const Function* here = instance_->function;
    const auto [known, is_new] = unset_reads_.try_emplace(here);
    if (is_new) known->second = unset_reads(*here);
    return known->second;
}

/// Whether the expression is a variable that may have no value there.
bool Codegen::may_be_unset(const Expr* e) {
    return e->kind == ExprKind::variable && !on_host_ && outside_ == nullptr && frame_ == nullptr &&
           unset_reads_here().reads.contains(e);
}

/// Has the machine tell of lanes that use the variable without having given it a value.
void Codegen::check_given(const Expr* e) {
    if (!may_be_unset(e)) return;
    const VarInfo& v = info(*e->variable);
    if (v.given.empty() || v.in_memory) return;
    const Val given = read(v.given[0]);
    if (given.base.constant && given.base.bits != 0) return;
    const Marks m = marks();
    const Slot a = bits(given);
    const Place place = std::exchange(place_, e->place);
    Instr& i = emit(Code::check);
    i.a = a, i.mask = mask();
    i.flag = 1;
    i.imm = static_cast<std::int64_t>(program_->unset_names.size());
    program_->unset_names.push_back(e->variable->name);
    place_ = place;
    release(m);
}

void Codegen::set_given(VarInfo& v, bool has_value) {
    Val value = constant(Kind::i32, has_value ? 1 : 0);
    value.boolean = true;
    assign(v.given[0], value, false);
}

void Codegen::put(VarInfo& v, const Val& given) {
    Val value = given;
    const Type* type = v.type;
    if (type->is_pointer()) {
        value = with_whole_index(value);
        assign_pointer(v, value);
        if (v.object >= 0)
            value.kind = Kind::i32;
        else
            value = address_of(value);
    }
    const bool is_bool = type->kind == TypeKind::bool_;
    const Kind kind = type->is_pointer() ? (v.object >= 0 ? Kind::i32 : Kind::u64) : kind_of(type);
    const bool divided = level_ > v.level;
    if (divided) {
        widen(v, VarInfo::Shape::varying);
    } else {
        switch (value.form) {
            case Val::Form::scalar:
                if (!value.base.constant) {
                    widen(v, VarInfo::Shape::uniform);
                } else if (v.shape == VarInfo::Shape::unset) {
                    v.shape = VarInfo::Shape::constant;
                    v.constant = value.base.bits;
                } else if (v.shape == VarInfo::Shape::constant && v.constant != value.base.bits) {
                    widen(v, VarInfo::Shape::uniform);
                }
                break;
            case Val::Form::affine: widen(v, VarInfo::Shape::affine); break;
            default: widen(v, VarInfo::Shape::varying); break;
        }
    }
    if (v.step_loop >= 0 && v.shape == VarInfo::Shape::uniform) {
        Instr& i = emit(Code::step_mark);
        i.imm = v.step_loop;
    }
    switch (v.shape) {
        case VarInfo::Shape::unset:
        case VarInfo::Shape::constant: return;
        case VarInfo::Shape::uniform:
        case VarInfo::Shape::affine: {
            const auto give = [&](const Part& part, Slot to) {
                if (!value.owned || part.constant || !redirect(part.slot, to, true))
                    move(to, scalar(part), kind);
            };
            give(value.base, v.slot);
            if (v.shape == VarInfo::Shape::affine)
                give(value.form == Val::Form::affine ? value.stride : Part{}, v.slot2);
            return;
        }
        case VarInfo::Shape::varying: break;
    }
    if (is_bool) {
        const Slot a = bits(value);
        if (!divided) return move(v.slot, a, Kind::u32);
        Instr& i = emit(Code::bits_masked);
        i.d = v.slot, i.a = a, i.mask = mask();
        return;
    }
    value = number(value);
    value.kind = kind;
    if (!divided) {
        // The operation that made the value writes it into the variable at once.
        if (value.form == Val::Form::lanes && value.owned && redirect(value.slot, v.slot, false))
            return;
        if (value.is_scalar()) {
            const Slot a = scalar(value);
            Instr& i = emit(Code::splat);
            i.kind = kind;
            i.d = v.slot, i.a = a;
        } else if (value.form == Val::Form::affine) {
            const Slot a = scalar(value.base), b = scalar(value.stride);
            Instr& i = emit(Code::iota);
            i.kind = kind;
            i.d = v.slot, i.a = a, i.b = b;
        } else if (value.slot != v.slot) {
            Instr& i = emit(Code::copy);
            i.kind = kind;
            i.d = v.slot, i.a = value.slot;
        }
        return;
    }
    const bool one = value.is_scalar();
    const Slot a = one ? scalar(value) : lanes(value);
    Instr& i = emit(Code::copy_masked);
    i.kind = kind;
    i.form = one ? Form::vs : Form::vv;
    i.d = v.slot, i.a = a, i.mask = mask();
}

}  // namespace stridescope::language
