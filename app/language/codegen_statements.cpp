// Statements: branches and loops, with the masks of the lanes that are in them.
#include <algorithm>

#include <fmt/format.h>

#include "app/language/codegen.h"

namespace stridescope::language {
namespace {

/// Walks all expressions of a statement, calls' bodies included.
template <typename Visit>
void walk(const Expr* e, Visit& visit, int depth) {
    if (e == nullptr || depth > 60) return;
    visit(*e);
    walk(e->a, visit, depth + 1);
    walk(e->b, visit, depth + 1);
    walk(e->c, visit, depth + 1);
    for (const Expr* arg : e->args) walk(arg, visit, depth + 1);
}
template <typename Visit>
void walk(const Stmt* s, Visit& visit, int depth) {
    if (s == nullptr || depth > 60) return;
    walk(s->condition, visit, depth + 1);
    walk(s->step, visit, depth + 1);
    walk(s->init, visit, depth + 1);
    walk(s->then, visit, depth + 1);
    walk(s->otherwise, visit, depth + 1);
    for (const Variable* v : s->variables) walk(v->init, visit, depth + 1);
    for (const Stmt* inner : s->body) walk(inner, visit, depth + 1);
}

bool reads_memory(const Expr* e) {
    bool found = false;
    auto visit = [&](const Expr& x) {
        found |= x.kind == ExprKind::reference || x.kind == ExprKind::call ||
                 (x.kind == ExprKind::variable && x.variable->storage != Storage::local &&
                  x.variable->storage != Storage::parameter) ||
                 (x.kind == ExprKind::builtin && x.builtin >= Builtin::atomic_add &&
                  x.builtin <= Builtin::atomic_dec);
    };
    walk(e, visit, 0);
    return found;
}

/// Whether a loop does nothing but look at memory until it has changed: then others must run.
bool only_waits(const Stmt* s) {
    if (s->step != nullptr) return false;
    bool looks = false, works = false;
    auto visit = [&](const Expr& e) {
        switch (e.kind) {
            case ExprKind::reference: looks = true; break;
            case ExprKind::variable:
                looks |= e.variable->storage == Storage::device ||
                         e.variable->storage == Storage::shared;
                break;
            case ExprKind::builtin:
                if (e.builtin >= Builtin::atomic_add && e.builtin <= Builtin::atomic_dec) {
                    looks = true;
                } else if (e.builtin == Builtin::syncthreads || e.builtin == Builtin::printf) {
                    works = true;
                }
                break;
            case ExprKind::assign:
                works |= e.a->kind != ExprKind::variable || !reads_memory(e.b);
                break;
            case ExprKind::compound:
            case ExprKind::step: works = true; break;
            case ExprKind::call: {
                // What a function does to memory, it does for good.
                bool writes = false;
                auto inner = [&](const Expr& x) {
                    writes |= (x.kind == ExprKind::assign || x.kind == ExprKind::compound ||
                               x.kind == ExprKind::step) &&
                              x.a->kind == ExprKind::reference;
                };
                walk(e.function->body, inner, 0);
                looks = true;
                works |= writes;
                break;
            }
            default: break;
        }
    };
    walk(s->condition, visit, 0);
    walk(s->then, visit, 0);
    return looks && !works;
}

}  // namespace

void Codegen::statement(const Stmt* s) {
    if (s == nullptr) return;
    place_ = s->place;
    switch (s->kind) {
        case StmtKind::empty: return;
        case StmtKind::expression: {
            const Marks m = marks();
            eval_void(s->condition);
            release(m);
            return;
        }
        case StmtKind::declaration: declaration(s); return;
        case StmtKind::block: {
            const Marks m = marks();
            for (const Stmt* inner : s->body) {
                if (dead_) break;
                statement(inner);
            }
            release(m);
            return;
        }
        case StmtKind::if_: if_(s); return;
        case StmtKind::for_:
        case StmtKind::while_:
        case StmtKind::do_while: loop(s); return;
        case StmtKind::switch_: switch_(s); return;
        case StmtKind::case_:
        case StmtKind::default_:
            fail(s->place, "a case must be directly in its switch, not in a statement within it");
        case StmtKind::break_: break_(s); return;
        case StmtKind::continue_: continue_(s); return;
        case StmtKind::return_: return_(s); return;
    }
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
        const Marks m = marks();
        if (v.in_memory) {
            const Val pointer = pointer_to_object(v.memory_object, variable->type->element());
            const bool partly = init == nullptr || init->kind == ExprKind::list;
            if (!on_host_ && partly) {
                Instr& i = emit(Code::zero_local);
                i.c = v.memory;
                i.target = static_cast<std::int32_t>(variable->type->size);
            }
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
                    assign(leaf, zero);
                }
            }
        } else if (init != nullptr) {
            assign(v, eval(init));
        } else if (!variable->type->is_pointer()) {
            Val zero = constant(kind_of(variable->type), 0);
            zero.boolean = variable->type->kind == TypeKind::bool_;
            assign(v, zero);
        }
        release(m);
    }
}

void Codegen::check_empty() {
    if (cleared_ > level_ || dead_) return;
    Instr& i = emit(Code::jump_empty);
    i.a = mask(level_);
    i.target = exits_[static_cast<std::size_t>(level_)];
}

void Codegen::if_(const Stmt* s) {
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
    const int no = new_label();
    {
        Instr& i = emit(Code::if_mask);
        i.d = mask(level_ + 1), i.mask = mask(level_), i.b = b;
        i.target = no;
    }
    enter_level();
    exits_[static_cast<std::size_t>(level_)] = no;
    statement(s->then);
    const bool then_dead = std::exchange(dead_, false);
    --level_;
    bind(no);
    bool else_dead = false;
    if (s->otherwise != nullptr) {
        const int end = new_label();
        Instr& i = emit(Code::else_mask);
        i.d = mask(level_ + 1), i.mask = mask(level_), i.b = b;
        i.target = end;
        enter_level();
        exits_[static_cast<std::size_t>(level_)] = end;
        statement(s->otherwise);
        else_dead = std::exchange(dead_, false);
        --level_;
        bind(end);
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

int Codegen::enter_loop(Place place, bool is_call) {
    Loop l;
    l.place = place;
    l.parent = loop_;
    l.is_call = is_call;
    program_->loops.push_back(l);
    const Slot key = new_scalar();
    Instr& i = emit(Code::loop_enter);
    i.d = key, i.a = key_;
    i.imm = static_cast<std::int64_t>(program_->loops.size()) - 1;
    key_ = key;
    loop_ = static_cast<int>(program_->loops.size()) - 1;
    return loop_;
}

/// The uniform variables that a loop's step changes, or a while's body.
std::vector<VarInfo*> Codegen::note_stepped(const Stmt* s, int loop) {
    std::vector<VarInfo*> found;
    const auto consider = [&](const Expr* e) {
        if (e->kind != ExprKind::assign && e->kind != ExprKind::compound &&
            e->kind != ExprKind::step)
            return;
        if (e->a->kind != ExprKind::variable) return;
        const Variable& v = *e->a->variable;
        if (v.storage != Storage::local && v.storage != Storage::parameter) return;
        if (v.is_reference || !v.type->is_integer() || v.type->kind == TypeKind::bool_ ||
            v.function != instance_->function)
            return;
        const bool outside = v.place.line < s->place.line || s->kind == StmtKind::for_ ||
                             v.storage == Storage::parameter ||
                             (v.place.line == s->place.line && v.place.column < s->place.column);
        VarInfo& i = instance_->variables[static_cast<std::size_t>(v.index)];
        if (!outside || !i.declared || i.in_memory || std::ranges::find(found, &i) != found.end())
            return;
        found.push_back(&i);
    };
    if (s->kind == StmtKind::for_ && s->step != nullptr) {
        auto visit = [&](const Expr& e) { consider(&e); };
        walk(s->step, visit, 0);
    } else if (s->then != nullptr) {
        for (const Stmt* inner : s->then->body) {
            if (inner->kind == StmtKind::expression) {
                auto visit = [&](const Expr& e) { consider(&e); };
                walk(inner->condition, visit, 0);
            }
        }
    }
    std::erase_if(found, [](const VarInfo* v) { return v->shape != VarInfo::Shape::uniform; });
    for (VarInfo* v : found) {
        program_->loops[static_cast<std::size_t>(loop)].stepped.push_back(
            {std::string{v->variable->name}, v->slot, kind_of(v->type)});
    }
    return found;
}

void Codegen::leave_if_false(const Val& condition, int end) {
    if (condition.is_constant()) {
        if (condition.base.bits == 0) emit(Code::jump).target = end;
        return;
    }
    if (condition.is_scalar()) {
        const Slot a = scalar(condition);
        Instr& i = emit(Code::jump_zero);
        i.a = a, i.target = end;
        return;
    }
    const Slot b = bits(condition);
    Instr& i = emit(Code::if_mask);
    i.d = mask(), i.mask = mask(), i.b = b;
    i.target = end;
}

void Codegen::loop(const Stmt* s) {
    Instance::Divergence& d = instance_->loops[s->number];
    const Marks m = marks();
    const int outer_level = level_;
    const int outer_cleared = cleared_;
    const int end = new_label(), next = new_label(), top = new_label();
    const bool waits = only_waits(s);
    program_->waits |= waits;
    const int outer_loop = loop_;
    const Slot outer_key = key_;
    if (d.loop) {
        Instr& i = emit(Code::move);
        i.d = mask(level_ + 1), i.a = mask(level_);
        enter_level();
        exits_[static_cast<std::size_t>(level_)] = end;
    }
    if (s->init != nullptr) statement(s->init);
    std::vector<VarInfo*> stepped;
    if (options_.record && !on_host_) {
        const int loop = enter_loop(s->place, false);
        program_->loops[static_cast<std::size_t>(loop)].has_barrier = d.has_barrier;
        stepped = note_stepped(s, loop);
        if (d.has_barrier) {
            for (VarInfo* v : stepped) v->step_loop = loop;
        }
    }
    LoopFrame frame;
    frame.break_label = end;
    frame.continue_label = next;
    frame.level = level_;
    frame.divergence = &d;
    bind(top);
    if (s->kind != StmtKind::do_while && s->condition != nullptr) {
        const Marks inner = marks();
        const Val c = eval(s->condition);
        if (!c.is_scalar() && !d.loop) {
            d.loop = true;
            changed_ = true;
        }
        leave_if_false(c, end);
        release(inner);
    }
    if (d.rounds) {
        Instr& i = emit(Code::move);
        i.d = mask(level_ + 1), i.a = mask(level_);
        enter_level();
        exits_[static_cast<std::size_t>(level_)] = next;
    }
    frame.body_level = level_;
    frames_.push_back(frame);
    statement(s->then);
    frames_.pop_back();
    level_ = frame.level;
    dead_ = false;
    bind(next);
    if (d.loop && cleared_ <= level_) {
        Instr& i = emit(Code::jump_empty);
        i.a = mask();
        i.target = end;
    } else if (!d.loop) {
        check_empty();
    }
    if (s->step != nullptr) {
        const Marks inner = marks();
        eval_void(s->step);
        release(inner);
    }
    if (s->kind == StmtKind::do_while) {
        const Marks inner = marks();
        const Val c = eval(s->condition);
        if (!c.is_scalar() && !d.loop) {
            d.loop = true;
            changed_ = true;
        }
        leave_if_false(c, end);
        release(inner);
    }
    {
        if (options_.record && !on_host_) {
            Instr& i = emit(Code::loop_next);
            i.d = key_;
            i.imm = loop_;
        }
        place_ = s->place;
        Instr& i = emit(Code::jump_back);
        i.target = top;
        i.flag = waits;
        i.mask = mask();
    }
    for (VarInfo* v : stepped) v->step_loop = -1;
    if (loop_ != outer_loop && program_->loops[static_cast<std::size_t>(loop_)].has_barrier &&
        !std::exchange(d.has_barrier, true)) {
        changed_ = true;
    }
    bind(end);
    key_ = outer_key;
    loop_ = outer_loop;
    level_ = outer_level;
    // Who left this loop is back; who left more than this loop is not.
    if (cleared_ > outer_level) cleared_ = outer_cleared;
    release(m);
    check_empty();
}

void Codegen::remove_lanes(int from_level) {
    Instr& i = emit(Code::gone);
    i.a = mask(from_level), i.b = mask(), i.c = mask();
    cleared_ = std::min(cleared_, from_level);
}

void Codegen::break_(const Stmt* s) {
    if (frames_.empty()) fail(s->place, "break outside a loop or switch");
    LoopFrame& f = frames_.back();
    const bool by_lanes = f.is_switch && f.divergence->rounds;
    if (level_ > f.level || by_lanes) {
        if (!f.divergence->loop) {
            f.divergence->loop = true;
            changed_ = true;
        }
        remove_lanes(f.level);
        emit(Code::jump).target = exits_[static_cast<std::size_t>(level_)];
    } else {
        emit(Code::jump).target = f.break_label;
    }
    dead_ = true;
}

void Codegen::continue_(const Stmt* s) {
    auto f = frames_.rbegin();
    while (f != frames_.rend() && f->is_switch) ++f;
    if (f == frames_.rend()) fail(s->place, "continue outside a loop");
    if (level_ > f->body_level) {
        if (!f->divergence->rounds) {
            f->divergence->rounds = true;
            changed_ = true;
        }
        remove_lanes(f->body_level);
        emit(Code::jump).target = exits_[static_cast<std::size_t>(level_)];
    } else {
        emit(Code::jump).target = f->continue_label;
    }
    dead_ = true;
}

void Codegen::return_(const Stmt* s) {
    Instance& in = *instance_;
    const Marks m = marks();
    if (s->condition != nullptr) {
        if (in.function->result->is_void()) {
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

void Codegen::switch_(const Stmt* s) {
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
            if (cases[i]->kind == StmtKind::default_) matches[i] = bits(not_(any));
        }
        const Slot zero = pool(0);
        Instr& i = emit(Code::move);
        i.d = mask(level_ + 1), i.a = zero;
        enter_level();
        emit(Code::jump).target = entries[0];
    } else {
        if (d.loop) {
            Instr& i = emit(Code::move);
            i.d = mask(level_ + 1), i.a = mask(level_);
            enter_level();
            exits_[static_cast<std::size_t>(level_)] = end;
        }
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
        if (dead_ && inner->kind != StmtKind::declaration) continue;
        if (dead_) {
            // Declared before the first case: its name counts, its value does not.
            for (Variable* v : inner->variables) {
                if (v->storage == Storage::shared) continue;
                declare(instance_->variables[static_cast<std::size_t>(v->index)], v, v->type,
                        false);
            }
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
