// Loops, and the lanes that leave them.
#include <algorithm>

#include "app/language/asked_loads.h"
#include "app/language/codegen.h"
#include "app/language/library/library.h"
#include "app/language/waiting_loops.h"
#include "app/language/walk.h"

namespace stridescope::language {
namespace {

/// `depth`: of functions that it calls.
bool has_atomic(const Expr* e, int depth = 0) {
    constexpr int most = 4;
    bool found = false;
    auto in_body = [&](const Expr& x) {
        found |= x.kind == ExprKind::builtin && is_atomic(x.builtin);
        found |= x.kind == ExprKind::call && depth < most && has_atomic(&x, depth + 1);
    };
    auto visit = [&](const Expr& x) {
        found |= x.kind == ExprKind::builtin && is_atomic(x.builtin);
        if (x.kind == ExprKind::call && x.function->place.file == library_file)
            for_each_expression(x.function->body, in_body);
    };
    for_each_expression(e, visit);
    return found;
}

/// Whether a loop goes on until an atomic hands back what it wants: it may be a lock.
bool spins(const Stmt* s) {
    if (has_atomic(s->condition)) return true;
    const Stmt* body = s->then;
    if (body == nullptr) return false;
    const auto leaves = [](const Stmt* inner) {
        if (inner->kind != StmtKind::if_ || !has_atomic(inner->condition)) return false;
        const Stmt* last = inner->then;
        if (last != nullptr && last->kind == StmtKind::block && !last->body.empty())
            last = last->body.back();
        return last != nullptr && last->kind == StmtKind::break_;
    };
    return leaves(body) || std::ranges::any_of(body->body, leaves);
}

}  // namespace

int Codegen::enter_loop(Place place, bool is_call) {
    Loop l;
    l.place = in_text(place);
    l.parent = loop_;
    l.step = step_;
    l.is_call = is_call;
    l.of_library = place.file == library_file;
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
        for_each_expression(s->step, visit);
    } else if (s->then != nullptr) {
        for (const Stmt* inner : s->then->body) {
            if (inner->kind == StmtKind::expression) {
                auto visit = [&](const Expr& e) { consider(&e); };
                for_each_expression(inner->condition, visit);
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

/// Lanes for which the condition does not hold leave the loop.
void Codegen::leave_unless(const Expr* condition, Instance::Divergence& d, int end) {
    const Marks inner = marks();
    const Val c = eval(condition);
    if (!c.is_scalar() && !d.loop) {
        d.loop = true;
        changed_ = true;
    }
    leave_if_false(c, end);
    release(inner);
}

void Codegen::loop(const Stmt* s) {
    Instance::Divergence& d = instance_->loops[s->number];
    const Marks m = marks();
    const int outer_level = level_;
    const int outer_cleared = cleared_;
    const int end = new_label(), next = new_label(), top = new_label();
    const bool waits = only_waits(s);
    if (!on_host_) add_asked_loads(s, asked_);
    const bool locks = !waits && spins(s);
    program_->waits |= waits || locks;
    const int outer_loop = loop_;
    const std::size_t outer_scope = in_scope_.size();
    const Slot outer_key = key_;
    if (d.loop) enter_copied_level(end);
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
    frame.name = s->value;
    bind(top);
    if (s->kind != StmtKind::do_while && s->condition != nullptr)
        leave_unless(s->condition, d, end);
    if (d.rounds) enter_copied_level(next);
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
        watch_variables();
    }
    if (s->kind == StmtKind::do_while) leave_unless(s->condition, d, end);
    {
        if (options_.record && !on_host_) {
            Instr& i = emit(Code::loop_next);
            i.d = key_;
            i.imm = loop_;
        }
        place_ = s->place;
        Instr& i = emit(Code::jump_back);
        i.target = top;
        i.flag = waits ? 1 : locks ? 2 : 0;
        i.mask = mask();
        i.imm = note_exits();
    }
    for (VarInfo* v : stepped) v->step_loop = -1;
    if (loop_ != outer_loop && program_->loops[static_cast<std::size_t>(loop_)].has_barrier &&
        !std::exchange(d.has_barrier, true)) {
        changed_ = true;
    }
    bind(end);
    in_scope_.resize(std::min(in_scope_.size(), outer_scope));
    key_ = outer_key;
    loop_ = outer_loop;
    level_ = outer_level;
    // Who left this loop is back; who left more than this loop is not.
    if (cleared_ > outer_level) cleared_ = outer_cleared;
    release(m);
    check_empty();
}

/// Where those go on who wait for the lanes that are here: its number among the program's exits.
int Codegen::note_exits() {
    program_->exits.emplace_back(exits_.begin(), exits_.begin() + level_ + 1);
    return static_cast<int>(program_->exits.size()) - 1;
}

void Codegen::remove_lanes(int from_level) {
    Instr& i = emit(Code::gone);
    i.a = mask(from_level), i.b = mask(), i.c = mask();
    cleared_ = std::min(cleared_, from_level);
}

void Codegen::break_statement(const Stmt* s) {
    const auto f = std::ranges::find(frames_.rbegin(), frames_.rend(), 0, &LoopFrame::name);
    if (f == frames_.rend()) fail(s->place, "break outside a loop or switch");
    leave_loop(*f);
}

/// The loop that a goto's label became.
Codegen::LoopFrame& Codegen::frame_named(const Stmt* s) {
    const auto found = std::ranges::find_if(frames_.rbegin(), frames_.rend(),
                                            [&](const LoopFrame& f) { return f.name == s->value; });
    if (found == frames_.rend())
        fail(s->place, "this goto goes into what is around neither it nor its label: use loops");
    return *found;
}

void Codegen::leave_loop(LoopFrame& f) {
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

void Codegen::continue_statement(const Stmt* s) {
    auto f = frames_.rbegin();
    while (f != frames_.rend() && (f->is_switch || f->name != 0)) ++f;
    if (f == frames_.rend()) fail(s->place, "continue outside a loop");
    begin_round(*f);
}

void Codegen::begin_round(LoopFrame& f) {
    if (level_ > f.body_level) {
        if (!f.divergence->rounds) {
            f.divergence->rounds = true;
            changed_ = true;
        }
        remove_lanes(f.body_level);
        emit(Code::jump).target = exits_[static_cast<std::size_t>(level_)];
    } else {
        emit(Code::jump).target = f.continue_label;
    }
    dead_ = true;
}

}  // namespace stridescope::language
