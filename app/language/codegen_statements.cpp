// Statements: branches and loops, with the masks of the lanes that are in them.
#include <algorithm>

#include <fmt/format.h>

#include "app/language/codegen.h"

namespace stridescope::language {
namespace {

/// Whether the values in braces are fewer than there are elements or members.
bool leaves_out(const Type* type, const Expr* init) {
    if (init == nullptr) return true;
    if (init->kind != ExprKind::list || (!type->is_array() && !type->is_struct())) return false;
    const std::size_t count =
        type->is_array() ? static_cast<std::size_t>(type->count) : type->structure->fields.size();
    if (init->args.size() < count) return true;
    for (std::size_t i = 0; i < count; ++i) {
        const Type* part = type->is_array() ? type->of : type->structure->fields[i].type;
        if (leaves_out(part, init->args[i])) return true;
    }
    return false;
}

}  // namespace

void Codegen::begin_step(std::string_view name) {
    if (name.empty()) return;
    std::vector<std::string_view>& names = program_->step_names;
    const auto known = std::ranges::find(names, name);
    step_ = static_cast<int>(known - names.begin());
    if (known == names.end()) names.push_back(name);
}

/// The text's numbers and truth values that have a place now.
void Codegen::watch_variables() {
    if (!options_.watch || on_host_ || dead_ || frame_ != nullptr || outside_ != nullptr) return;
    std::vector<Watched> all;
    for (const VarInfo* v : in_scope_) {
        const Type& type = *v->variable->type;
        const bool number = type.is_integer() || type.is_floating();
        if (!number || v->alias || (v->in_memory && v->stack_offset >= 0)) continue;
        Watched w{.variable = v->variable, .kind = kind_of(&type), .slot = v->slot};
        if (v->in_memory) {
            w.form = Watched::Form::memory;
            w.slot = v->memory;
        } else {
            switch (v->shape) {
                case VarInfo::Shape::unset: continue;
                case VarInfo::Shape::constant: w.bits = v->constant; break;
                case VarInfo::Shape::uniform: w.form = Watched::Form::scalar; break;
                case VarInfo::Shape::affine:
                    w.form = Watched::Form::affine;
                    w.stride = v->slot2;
                    break;
                case VarInfo::Shape::varying:
                    w.form =
                        type.kind == TypeKind::bool_ ? Watched::Form::bits : Watched::Form::lanes;
                    break;
            }
        }
        all.push_back(w);
    }
    if (all.empty()) return;
    Instr& i = emit(Code::watch);
    i.imm = static_cast<std::int64_t>(program_->watches.size());
    i.mask = mask();
    program_->watches.push_back(std::move(all));
}

/// memset(pointer, 0, sizeof(type))
void Codegen::zero_on_host(const Val& pointer, const Type* type, Place where) {
    Call c;
    c.place = in_text(where);
    c.builtin = Builtin::memset_;
    c.text = "memset";
    const Type* bytes = unit_.types.pointer_to(unit_.types.basic(TypeKind::void_));
    c.operands.push_back(operand_of(pointer, bytes));
    c.operands.push_back(operand_of(constant(Kind::i32, 0), unit_.types.basic(TypeKind::i32)));
    c.operands.push_back(operand_of(constant(Kind::u64, static_cast<std::int64_t>(type->size)),
                                    unit_.types.basic(TypeKind::u64)));
    emit_host_call(std::move(c));
}

void Codegen::statement(const Stmt* s) {
    if (s == nullptr) return;
    begin_step(s->step_name);
    const int step = step_;
    const Place outer = statement_;
    if (outside_ == nullptr && s->kind != StmtKind::block) statement_ = s->place;
    go_deeper(s->place);
    if (on_host_) {
        host_statement(s);
    } else {
        statement_of(s);
    }
    --depth_;
    statement_ = outer;
    step_ = step;  // names within it end with it
}

/// What main launches before a statement that cannot be compiled is there to be seen: the run stops
/// at it.
void Codegen::host_statement(const Stmt* s) {
    const std::size_t code = program_->code.size(), frames = frames_.size();
    const Marks before = marks();
    Instance* const instance = instance_;
    Frame* const frame = frame_;
    const int level = level_, cleared = cleared_, loop = loop_, step = step_, calls = calls_deep_,
              depth = depth_;
    const Slot key = key_;
    const std::size_t tries = tries_.size();
    std::vector<LoopFrame> outer;  // a call puts those around it aside
    if (frames > 0) outer = frames_;
    try {
        statement_of(s);
    } catch (const FaultError& error) {
        program_->code.resize(code);
        program_->places.resize(code);
        last_label_ = static_cast<int>(code);
        frames_ = std::move(outer);
        tries_.resize(tries);
        instance_ = instance;
        frame_ = frame;
        level_ = level, cleared_ = cleared, loop_ = loop, step_ = step, calls_deep_ = calls;
        depth_ = depth;
        key_ = key;
        release(before);
        place_ = s->place;
        stop(error.fault());
        dead_ = true;
    }
}

void Codegen::statement_of(const Stmt* s) {
    place_ = s->place;
    switch (s->kind) {
        case StmtKind::empty:
        case StmtKind::case_:  // switch_statement has them
        case StmtKind::default_: return;
        case StmtKind::expression: {
            const Marks m = marks();
            eval_void(s->condition);
            release(m);
            watch_variables();
            return;
        }
        case StmtKind::declaration:
            declaration(s);
            watch_variables();
            return;
        case StmtKind::block: {
            const Marks m = marks();
            const std::size_t scope = in_scope_.size();
            for (const Stmt* inner : s->body) {
                if (dead_) break;
                statement(inner);
            }
            if (s->is_open) return;
            in_scope_.resize(std::min(in_scope_.size(), scope));
            release(m);
            return;
        }
        case StmtKind::if_: if_statement(s); return;
        case StmtKind::for_:
        case StmtKind::while_:
        case StmtKind::do_while: loop(s); return;
        case StmtKind::switch_: switch_statement(s); return;
        case StmtKind::break_: break_statement(s); return;
        case StmtKind::continue_: continue_statement(s); return;
        case StmtKind::leave_: leave_loop(frame_named(s)); return;
        case StmtKind::again_: begin_round(frame_named(s)); return;
        case StmtKind::return_: return_statement(s); return;
        case StmtKind::fault:
            if (!on_host_) throw FaultError(*s->fault);
            stop(*s->fault);
            dead_ = true;
            return;
        case StmtKind::try_: try_statement(s); return;
        case StmtKind::throw_: throw_statement(s); return;
        case StmtKind::label: return;  // the parser has made loops of them
    }
}

void Codegen::try_statement(const Stmt* s) {
    const int end = new_label();
    tries_.push_back({new_label(), instance_, level_, false});
    statement(s->then);
    const Try tried = tries_.back();
    tries_.pop_back();
    if (!tried.is_used) return;
    const bool goes_on = !dead_;
    if (goes_on) emit(Code::jump).target = end;
    bind(tried.handler);
    dead_ = false;
    statement(s->otherwise);
    bind(end);
    dead_ = dead_ && !goes_on;
}

void Codegen::throw_statement(const Stmt* s) {
    statement(s->init);
    unwind(s->then);
}

/// What ends where something is thrown out of the call.
void Codegen::clean_up(const Expr* call) {
    const auto found = unit_.cleanups.find(call);
    if (found != unit_.cleanups.end()) statement(found->second);
}

/// To the handler, behind the end of what lives in the functions between. A function that calls
/// itself is left by its end: behind the call it goes on. Where no try is open, nothing ends.
void Codegen::unwind(const Stmt* uncaught) {
    const bool may_be_caught = !tries_.empty() && level_ <= tries_.back().level;
    if (!may_be_caught) statement(uncaught);
    if (!may_be_caught && frame_ == nullptr) return;
    for (Instance* i = instance_; i != nullptr; i = i->parent) {
        if (may_be_caught && i == tries_.back().instance) {
            tries_.back().is_used = true;
            emit(Code::jump).target = tries_.back().handler;
            dead_ = true;
            return;
        }
        if (i->frame != nullptr) {
            changed_ |= !std::exchange(i->frame->throws, true);
            i->frame->uncaught = uncaught;
            move(i->frame->thrown, pool(1), Kind::i32);
            emit(Code::jump).target = i->return_label;
            dead_ = true;
            return;
        }
        clean_up(i->call);
    }
}

/// Behind a call of a function that calls itself: whether something was thrown out of it.
void Codegen::unwind_behind(const Expr* call, Frame& frame) {
    if (!frame.throws || !on_host_ || dead_) return;
    const int none = new_label();
    Instr& i = emit(Code::jump_zero);
    i.a = frame.thrown, i.target = none;
    move(frame.thrown, pool(0), Kind::i32);
    clean_up(call);
    unwind(frame.uncaught);
    bind(none);
    dead_ = false;
}

void Codegen::declaration(const Stmt* s) {
    for (Variable* variable : s->variables) {
        place_ = variable->place;
        if (variable->storage == Storage::shared) {
            object_of(*variable);
            continue;
        }
        VarInfo& v = instance_->variables[static_cast<std::size_t>(variable->index)];
        if (variable->is_reference) {
            bind_parameter(variable->init, *instance_, v, *variable);
            continue;
        }
        // The registers of the initial value's parts are free again behind it.
        const Expr* init = variable->init;
        declare(v, variable, variable->type, init != nullptr);
        const bool waits_for_sum = is_summand(*variable);
        if (waits_for_sum) {
            v.leaves.resize(2);
            for (VarInfo& factor : v.leaves) declare(factor, nullptr, variable->type, true);
        }
        const Marks m = marks();
        if (v.in_memory) {
            const Val pointer = memory_of(v, variable->type);
            const bool partly = init == nullptr || init->kind == ExprKind::list;
            if (!on_host_ && partly) {
                Instr& i = emit(Code::zero_local);
                i.c = v.memory;
                if (v.stack_offset >= 0) i.a = v.stack_base, i.imm = v.stack_offset;
                i.target = static_cast<std::int32_t>(variable->type->size);
                i.mask = mask();
                i.key = key_;
                if (init != nullptr) note_local_store(pointer, variable->type, nullptr);
            }
            // The host's memory still holds what an earlier round of a loop left there.
            if (on_host_ && init != nullptr && leaves_out(variable->type, init))
                zero_on_host(pointer, variable->type, variable->place);
            if (init != nullptr) {
                Expr at;
                at.place = variable->place;
                initialize_memory(pointer, variable->type, init, nullptr);
            }
        } else if (variable->type->is_struct()) {
            if (init != nullptr) {
                const std::vector<Val> values = eval_struct(init);
                for (std::size_t i = 0; i < values.size(); ++i) assign(v.leaves[i], values[i]);
            } else {
                for (VarInfo& leaf : v.leaves) {
                    Val zero = constant(kind_of(leaf.type), 0);
                    zero.boolean = leaf.type->kind == TypeKind::bool_;
                    assign(leaf, zero, false);
                }
            }
        } else if (waits_for_sum) {
            assign(v.leaves[0], eval(init->a));
            assign(v.leaves[1], eval(init->b));
        } else if (init != nullptr) {
            assign(v, eval(init));
        } else if (!variable->type->is_pointer()) {
            Val zero = constant(kind_of(variable->type), 0);
            zero.boolean = variable->type->kind == TypeKind::bool_;
            assign(v, zero, false);
            if (on_host_ || frame_ != nullptr || outside_ != nullptr) continue;
            if (!unset_reads_here().variables.contains(variable)) continue;
            v.given.resize(1);
            declare(v.given[0], nullptr, unit_.types.basic(TypeKind::bool_), true);
            set_given(v, false);
            continue;
        }
        release(m);
    }
}

/// Where a declaration is jumped over: its names count, their values do not.
void Codegen::declare_only(const Stmt* s) {
    for (Variable* v : s->variables) {
        if (v->storage == Storage::shared || v->is_reference) continue;
        declare(instance_->variables[static_cast<std::size_t>(v->index)], v, v->type, false);
    }
}

void Codegen::check_empty() {
    if (cleared_ > level_ || dead_) return;
    Instr& i = emit(Code::jump_empty);
    i.a = mask(level_);
    i.target = exits_[static_cast<std::size_t>(level_)];
}

void Codegen::if_statement(const Stmt* s) {
    const Marks m = marks();
    Val c = eval(s->condition);
    if (c.is_constant()) {
        release(m);
        statement(c.base.bits != 0 ? s->then : s->otherwise);
        return;
    }
    if (c.is_scalar()) {
        const int no = new_label();
        const Slot a = scalar(c);
        Instr& i = emit(Code::jump_zero);
        i.a = a, i.target = no;
        release(m);
        statement(s->then);
        const bool then_dead = std::exchange(dead_, false);
        if (s->otherwise == nullptr) {
            bind(no);
            check_empty();
            return;
        }
        const int end = new_label();
        if (!then_dead) emit(Code::jump).target = end;
        bind(no);
        statement(s->otherwise);
        const bool else_dead = std::exchange(dead_, false);
        bind(end);
        dead_ = then_dead && else_dead;
        check_empty();
        return;
    }
    // Its lanes are looked at again for the else.
    if (s->otherwise != nullptr) c = copy(c);
    const Slot b = bits(c);
    bool then_dead = false, else_dead = false;
    in_mask(Code::if_mask, b, [&] {
        statement(s->then);
        then_dead = std::exchange(dead_, false);
    });
    if (s->otherwise != nullptr) {
        in_mask(Code::else_mask, b, [&] {
            statement(s->otherwise);
            else_dead = std::exchange(dead_, false);
        });
    }
    release(m);
    if (then_dead && else_dead) {
        // Nobody is left, but other lanes may have gone elsewhere.
        emit(Code::jump).target = exits_[static_cast<std::size_t>(level_)];
        dead_ = true;
        return;
    }
    check_empty();
}

void Codegen::return_statement(const Stmt* s) {
    Instance& in = *instance_;
    const Marks m = marks();
    if (s->condition != nullptr) {
        if (in.function->returns_reference) {
            return_reference(s->condition);
        } else if (in.function->result->is_void()) {
            eval_void(s->condition);
        } else if (in.function->result->is_struct()) {
            const std::vector<Val> values = eval_struct(s->condition);
            for (std::size_t i = 0; i < values.size(); ++i) assign(in.result.leaves[i], values[i]);
        } else {
            assign(in.result, eval(s->condition));
        }
    }
    release(m);
    if (level_ > in.return_level) {
        if (!in.divergent_return && in.parent != nullptr) {
            in.divergent_return = true;
            changed_ = true;
        }
        remove_lanes(in.return_level);
        emit(Code::jump).target = exits_[static_cast<std::size_t>(level_)];
    } else {
        emit(Code::jump).target = in.return_label;
    }
    dead_ = true;
}

void Codegen::switch_statement(const Stmt* s) {
    Instance::Divergence& d = instance_->loops[s->number];
    const Marks m = marks();
    const int outer_level = level_;
    const int outer_cleared = cleared_;
    const int end = new_label();
    const Val value = copy(eval(s->condition));
    const Kind kind = kind_of(s->condition->type);
    std::vector<const Stmt*> cases;
    for (const Stmt* inner : s->then->body) {
        if (inner->kind == StmtKind::case_ || inner->kind == StmtKind::default_)
            cases.push_back(inner);
    }
    std::vector<int> entries;
    for (std::size_t i = 0; i <= cases.size(); ++i) entries.push_back(new_label());
    LoopFrame frame;
    frame.break_label = end;
    frame.is_switch = true;
    frame.divergence = &d;
    const bool by_lanes = !value.is_scalar();
    if (by_lanes && !d.rounds) {
        d.rounds = d.loop = true;
        changed_ = true;
    }
    std::vector<Slot> matches;
    if (by_lanes) {
        // Each case's lanes are known beforehand; the default takes those that no case has.
        Val any = boolean(false);
        for (const Stmt* c : cases) {
            if (c->kind == StmtKind::default_) {
                matches.push_back(0);
                continue;
            }
            const Val match = compare(Code::eq, false, kind, value, constant(kind, c->value));
            matches.push_back(bits(match));
            const Slot x = bits(any), y = matches.back();
            const Slot sum = new_scalar();
            Instr& i = emit(Code::or_);
            i.kind = Kind::u32, i.form = Form::ss;
            i.d = sum, i.a = x, i.b = y;
            any = bits_in(sum);
        }
        for (std::size_t i = 0; i < cases.size(); ++i) {
            if (cases[i]->kind == StmtKind::default_) matches[i] = bits(logical_not(any));
        }
        const Slot zero = pool(0);
        move(mask(level_ + 1), zero, Kind::u32);
        enter_level();
        emit(Code::jump).target = entries[0];
    } else {
        if (d.loop) enter_copied_level(end);
        int otherwise = end;
        for (std::size_t i = 0; i < cases.size(); ++i) {
            if (cases[i]->kind == StmtKind::default_) {
                otherwise = entries[i];
                continue;
            }
            const Val match =
                compare(Code::eq, false, kind, value, constant(kind, cases[i]->value));
            const Slot a = scalar(match);
            Instr& j = emit(Code::jump_nonzero);
            j.a = a, j.target = entries[i];
        }
        emit(Code::jump).target = otherwise;
    }
    frame.level = level_;
    frames_.push_back(frame);
    dead_ = true;
    std::size_t at = 0;
    if (by_lanes) exits_[static_cast<std::size_t>(level_)] = entries[0];
    for (const Stmt* inner : s->then->body) {
        if (inner->kind == StmtKind::case_ || inner->kind == StmtKind::default_) {
            begin_step(inner->step_name);
            bind(entries[at]);
            if (by_lanes) {
                const int next = entries[at + 1];
                exits_[static_cast<std::size_t>(level_)] = next;
                Instr& i = emit(Code::join_mask);
                i.d = mask(), i.mask = mask(level_ - 1), i.b = matches[at];
                i.target = next;
            }
            ++at;
            dead_ = false;
            continue;
        }
        begin_step(inner->step_name);
        if (dead_ && inner->kind != StmtKind::declaration) continue;
        if (dead_ && inner->kind == StmtKind::declaration) {
            declare_only(inner);  // before the first case
            continue;
        }
        statement(inner);
    }
    frames_.pop_back();
    bind(entries.back());
    bind(end);
    dead_ = false;
    level_ = outer_level;
    if (cleared_ > outer_level) cleared_ = outer_cleared;
    release(m);
    check_empty();
}

}  // namespace stridescope::language
