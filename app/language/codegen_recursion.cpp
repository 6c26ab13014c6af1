// Functions that call themselves, by way of others or not. Where one is first called its body is
// written as if it were inlined, but so that it can be entered again: arguments and the result pass
// through registers outside of it, and a call keeps the registers of the body, and its masks, until
// it comes back. The lanes that call are those of the callee's mask, and wait for each other at its
// end. Variables that have an address lie on a stack, for pointers to them are handed on.
#include <algorithm>
#include <utility>

#include "app/language/codegen.h"
#include "app/language/library/library.h"

namespace stridescope::language {
namespace {

bool has_place(const Expr* e) {
    return e->kind == ExprKind::variable || e->kind == ExprKind::reference ||
           e->kind == ExprKind::member ||
           (e->kind == ExprKind::call && e->function->returns_reference);
}

}  // namespace

int Codegen::stack_object() {
    if (stack_object_ >= 0) return stack_object_;
    if (!std::exchange(uses_stack_, true)) changed_ = true;
    if (!on_host_) {
        const Slot slot = new_region(lane_stack_bytes, 16);
        stack_object_ = local_objects + static_cast<int>(locals_.size());
        LocalObject& stack = locals_.emplace_back();
        stack.slot = slot;
        stack.bytes = lane_stack_bytes;
        stack.element = unit_.types.basic(TypeKind::u8);
        return stack_object_;
    }
    Object o;
    o.name = "the stack of main";
    o.element = unit_.types.basic(TypeKind::u8);
    o.bytes = host_stack_bytes;
    o.address = addresses::begin(addresses::first_host_array + program_->host_arrays++);
    stack_object_ = static_cast<int>(program_->objects.size());
    program_->objects.push_back(std::move(o));
    return stack_object_;
}

/// How much of the stack is in use where something is called.
Slot Codegen::next_base() {
    if (frame_ == nullptr) return pool(0);
    Val base = scalar_in(frame_->base, Kind::i32);
    base = arithmetic(Code::add, Kind::i32, base,
                      constant(Kind::i32, static_cast<std::int64_t>(frame_->bytes)));
    return scalar(base);
}

void Codegen::copy_all(VarInfo& to, const VarInfo& from) {
    if (from.leaves.empty()) return assign(to, read(from));
    for (std::size_t i = 0; i < from.leaves.size(); ++i) assign(to.leaves[i], read(from.leaves[i]));
}

/// In a pass whose code is thrown away.
Val Codegen::nothing(const Expr* e, std::vector<Val>* aggregate, Location* referred) {
    const Type* type = e->function->result;
    const auto zero = [&](const Type* of) {
        Val v = constant(kind_of(of), 0);
        v.boolean = of->kind == TypeKind::bool_;
        v.pointer = of->is_pointer();
        return v;
    };
    if (referred != nullptr) {
        referred->type = e->type;
        referred->expr = e;
        referred->pointer = zero(unit_.types.pointer_to(type));
        return {};
    }
    if (type->is_void()) return {};
    if (!type->is_struct()) return zero(type);
    if (aggregate != nullptr) {
        for (const Leaf& leaf : type->structure->leaves) aggregate->push_back(zero(leaf.type));
    }
    return {};
}

/// An object without a place gets one, where what is given a reference to it calls itself.
Val Codegen::placed(const Expr* argument, const Variable& v) {
    const std::vector<Val> values = eval_struct(argument);
    VarInfo& object = instance_->temporaries[argument];
    object.wants_memory = true;
    declare(object, &v, v.type->plain, true);
    if (on_host_ && object.stack_offset < 0)
        object.memory_object = object_of(variable_of(object, v));
    Location place;
    place.type = v.type->plain;
    place.pointer = memory_of(object, v.type->plain);
    store_struct(place, values);
    return place.pointer;
}

/// What the call hands over; for references, what they are bound to.
std::vector<std::vector<Val>> Codegen::given_of(const Expr* e, Instance& in, bool first) {
    using Mode = Frame::Given::Mode;
    const Function& f = *in.function;
    std::vector<std::vector<Val>> values(f.parameters.size());
    for (const std::size_t i : order_of(e)) {
        const Variable& v = *f.parameters[i];
        const Expr* argument = e->args[i];
        Frame::Given& given = in.frame->given[i];
        const auto becomes = [&](Mode mode) {
            if (given.mode < mode) given.mode = mode, given.value = VarInfo{}, changed_ = true;
        };
        if (v.names_given() && !has_place(argument) && v.type->is_struct()) {
            // All calls mean this one object.
            const Val pointer = placed(argument, v);
            becomes(Mode::pointer);
            values[i] = {copy(pointer)};
            continue;
        }
        if (v.names_given() && !has_place(argument)) becomes(Mode::value);
        if (v.names_given() && given.mode != Mode::value) {
            const Location p = place_of(argument);
            if (given.mode == Mode::target && p.variable != nullptr) {
                if (first) given.target = p.variable, given.leaf = p.leaf;
                if (given.target == p.variable && given.leaf == p.leaf) continue;
            }
            becomes(Mode::pointer);
            if (p.variable != nullptr) {
                keep_in_memory(*p.variable, argument->place);
            } else {
                values[i] = {copy(p.pointer)};
            }
        } else if (v.type->is_struct()) {
            values[i] = eval_struct(argument);
            for (Val& each : values[i]) each = copy(each);
        } else {
            values[i] = {copy(eval(argument))};
        }
    }
    return values;
}

void Codegen::give(const Instance& in, std::vector<std::vector<Val>> values) {
    const int level = std::exchange(level_, in.frame->level);
    for (std::size_t i = 0; i < values.size(); ++i) {
        VarInfo& to = in.frame->given[i].value;
        if (to.type == nullptr) continue;  // what it is has changed in this pass
        for (std::size_t k = 0; k < values[i].size(); ++k) {
            // It stays where it was made: that may be kept, and this register is not.
            values[i][k].owned = false;
            assign(to.leaves.empty() ? to : to.leaves[k], values[i][k]);
        }
    }
    level_ = level;
}

/// The parameters, as the function's own.
void Codegen::take_given(Instance& in) {
    const Function& f = *in.function;
    for (std::size_t i = 0; i < f.parameters.size(); ++i) {
        const Variable& v = *f.parameters[i];
        VarInfo& p = in.variables[static_cast<std::size_t>(v.index)];
        Frame::Given& given = in.frame->given[i];
        if (v.names_given() && given.mode == Frame::Given::Mode::target) {
            p.variable = &v;
            p.type = v.type;
            p.bound = false;
            p.alias = true;
            p.target = given.target;
            p.target_leaf = given.leaf;
            continue;
        }
        std::vector<Val> values;
        // A struct without members has nothing to hand over.
        if (given.value.leaves.empty() && !given.value.type->is_struct())
            values.push_back(read(given.value));
        for (const VarInfo& leaf : given.value.leaves) values.push_back(read(leaf));
        if (!v.names_given() || given.mode == Frame::Given::Mode::value) {
            begin_parameter(p, v, values);
            continue;
        }
        // Where it points to is the call's own, too.
        VarInfo& own = in.frame->given[i].own;
        declare(own, nullptr, unit_.types.pointer_to(v.type), true);
        assign(own, values[0]);
        p.variable = &v;
        p.type = v.type;
        p.bound = false;
        p.alias = true;
        p.target = nullptr;
        p.target_pointer = read(own);
    }
}

/// Into a function that will call itself.
Val Codegen::first_call(const Expr* e, Instance& in, std::vector<Val>* aggregate,
                        Location* referred) {
    const Function& f = *in.function;
    Frame& frame = *in.frame;
    frame.pass = passes_;
    frame.given.resize(f.parameters.size());
    in.returns_pointer = f.returns_reference;
    const Type* result = f.returns_reference ? unit_.types.pointer_to(f.result) : f.result;
    std::vector<std::vector<Val>> values = given_of(e, in, true);
    frame.level = level_;
    for (std::size_t i = 0; i < f.parameters.size(); ++i) {
        const Variable& v = *f.parameters[i];
        Frame::Given& given = frame.given[i];
        if (v.names_given() && given.mode == Frame::Given::Mode::target) continue;
        const bool pointer = v.names_given() && given.mode == Frame::Given::Mode::pointer;
        declare(given.value, nullptr, pointer ? unit_.types.pointer_to(v.type) : v.type, true);
    }
    if (!result->is_void()) declare(frame.result, nullptr, result, true);
    give(in, std::move(values));
    frame.given_base = new_scalar();
    move(frame.given_base, next_base(), Kind::i32);
    frame.thrown = new_scalar();
    move(frame.thrown, pool(0), Kind::i32);
    const int outer_level = level_, outer_cleared = cleared_, outer_loop = loop_,
              outer_step = step_;
    const Slot outer_key = key_;
    const bool recorded = options_.record && !on_host_;
    if (recorded) {
        enter_loop(e->place, true);
        frame.given_key = key_;
        step_ = -1;
    }
    const int after = new_label();
    frame.entry = new_label();
    place_ = e->place;
    const Slot caller_mask = mask();
    const int end = in.return_label = new_label();
    // A host has one lane, and so no use for masks.
    if (!on_host_) {
        enter_level();
        exits_[static_cast<std::size_t>(level_)] = end;
    }
    frame.outer_level = level_;
    Frame* const outer_frame = std::exchange(frame_, &frame);
    frame.used = 0;
    {
        Instr& i = emit(Code::call);
        i.d = mask(), i.mask = caller_mask;
        i.target = frame.entry;
    }
    emit(Code::jump).target = after;
    bind(frame.entry);
    frame.scalars = scalar_top_;
    frame.lanes = lanes_top_;
    frame.base = new_scalar();
    move(frame.base, frame.given_base, Kind::i32);
    if (recorded) {
        key_ = new_scalar();
        move(key_, frame.given_key, Kind::u32);
    }
    in.result.alias = false;
    if (!result->is_void()) {
        declare(in.result, nullptr, result, true);
        in.result.in_memory = false;
    }
    if (in.divergent_return) enter_copied_level(end);
    in.return_level = level_;
    const Expr* const outer_outside = outside_;
    if (outside_ == nullptr && f.place.file == library_file) outside_ = e;
    Instance* caller = std::exchange(instance_, &in);
    std::vector<LoopFrame> outer_frames = std::exchange(frames_, {});
    take_given(in);
    body_of(in, end);
    level_ = frame.level;
    if (!result->is_void()) copy_all(frame.result, in.result);
    emit(Code::leave);
    bind(after);
    frame_ = outer_frame;
    if (frame.used > frame.bytes) {
        frame.bytes = frame.used;
        changed_ = true;
    }
    level_ = outer_level;
    cleared_ = outer_cleared;
    frames_ = std::move(outer_frames);
    instance_ = caller;
    outside_ = outer_outside;
    loop_ = outer_loop;
    key_ = outer_key;
    step_ = outer_step;
    place_ = e->place;
    unwind_behind(e, frame);
    return result_of(e, frame.result, true, aggregate, referred);
}

/// Within the function: it is entered once more.
Val Codegen::call_again(const Expr* e, Instance& in, std::vector<Val>* aggregate,
                        Location* referred) {
    if (in.frame == nullptr || in.frame->pass != passes_) {
        if (in.frame == nullptr) in.frame = std::make_unique<Frame>();
        recursive_ = changed_ = true;
        return nothing(e, aggregate, referred);
    }
    Frame& frame = *in.frame;
    const Function& f = *in.function;
    const Slot scalars = scalar_top_, lanes = lanes_top_;
    give(in, given_of(e, in, false));
    place_ = e->place;
    const Slot base = next_base();
    move(frame.given_base, base, Kind::i32);
    if (options_.record && !on_host_) {
        Instr& i = emit(Code::loop_next);
        i.d = frame.given_key;
    }
    Instr& i = emit(Code::call);
    i.target = frame.entry;
    i.a = frame.scalars, i.b = scalars;
    i.c = frame.lanes | lanes_flag, i.e = lanes | lanes_flag;
    i.d = mask(frame.outer_level), i.mask = mask();
    i.imm = level_ - frame.outer_level + (on_host_ ? 0 : 1);
    i.object = static_cast<std::int32_t>(program_->callees.size());
    program_->callees.push_back(f.name);
    if (uses_stack_) {
        i.flag = 1;
        i.key = frame.given_base;
        i.scale = static_cast<std::uint32_t>(frame.bytes);
    }
    unwind_behind(e, frame);
    if (f.result->is_void()) return {};
    VarInfo& t = instance_->temporaries[e];
    declare(t, nullptr, frame.result.type, true);
    copy_all(t, frame.result);
    return result_of(e, t, true, aggregate, referred);
}

}  // namespace stridescope::language
