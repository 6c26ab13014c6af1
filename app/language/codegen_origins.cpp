// Where values come from. While code is made, each value carries a node: the load that read it, the
// op that computed it, or the variable that it stands in. When the code is ready, it is known which
// values end in something that is written or passed on; only what leads there is recorded.
//
// A row does not say where its values come from; its site says which holders have them. So whatever
// a variable is given must have a row of its own, which says that it holds something new: a value
// that was just computed or read has one, anything else becomes a move.
#include "app/language/codegen.h"

namespace stridescope::language {

bool same_value(const Expr* a, const Expr* b) {
    if (a == nullptr || b == nullptr) return a == b;
    if (a->kind != b->kind || a->op != b->op || a->type->plain != b->type->plain) return false;
    switch (a->kind) {
        case ExprKind::integer: return a->integer == b->integer;
        case ExprKind::real: return a->real == b->real;
        case ExprKind::variable: return a->variable == b->variable;
        case ExprKind::special: return a->special == b->special;
        case ExprKind::member:
            if (a->field != b->field) return false;
            break;
        case ExprKind::unary:
        case ExprKind::binary:
        case ExprKind::pointer_add:
        case ExprKind::reference:
        case ExprKind::decay:
        case ExprKind::cast: break;
        default: return false;
    }
    return same_value(a->a, b->a) && same_value(a->b, b->b);
}

namespace {

using Node = OriginNode;

/// The larger or the less of two, written as a > b ? a : b: max or min, else count.
Code extreme_of(const Expr* e) {
    const Expr* c = e->a;
    if (c->kind == ExprKind::cast) c = c->a;
    if (c->kind != ExprKind::binary || c->op < Op::lt || c->op > Op::ge) return Code::count;
    const bool greater = c->op == Op::gt || c->op == Op::ge;
    if (same_value(c->a, e->b) && same_value(c->b, e->c)) return greater ? Code::max : Code::min;
    if (same_value(c->a, e->c) && same_value(c->b, e->b)) return greater ? Code::min : Code::max;
    return Code::count;
}

bool computes(const Expr* e) {
    switch (e->kind) {
        case ExprKind::integer:
        case ExprKind::real:
        case ExprKind::special:
        case ExprKind::variable: return false;
        default: return true;
    }
}

bool same_register(const Val& a, const Val& b) {
    const auto same = [](const Part& p, const Part& q) {
        return p.constant == q.constant && (p.constant ? p.bits == q.bits : p.slot == q.slot);
    };
    if (a.form != b.form) return false;
    switch (a.form) {
        case Val::Form::scalar: return same(a.base, b.base);
        case Val::Form::affine: return same(a.base, b.base) && same(a.stride, b.stride);
        default: return a.slot == b.slot;
    }
}

}  // namespace

int Codegen::new_node(Node::Type type) {
    Node& node = nodes_.emplace_back();
    node.type = type;
    node.place = in_text(place_);
    node.loop = loop_;
    node.step = step_;
    node.statement = statement_;
    node.instance = instance_;
    return static_cast<int>(nodes_.size()) - 1;
}

Node::Operand Codegen::used(const Val& v) {
    Node::Operand o;
    o.node = v.origin;
    if (v.is_constant()) o = {-1, true, v.base.bits};
    return o;
}

/// A row of the node, behind the instruction that was made last.
void Codegen::note(int node) {
    const int end = static_cast<int>(program_->code.size());
    if (last_label_ == end)
        note_here(node);
    else
        notes_.push_back({end - 1, node, mask(), key_, guard_});
}

/// The same where several ways have come together.
void Codegen::note_here(int node) {
    Instr& i = emit(Code::note);
    i.imm = node;
    i.mask = mask();
    i.key = key_;
    i.a = guard_.bits;
    i.flag = guard_.flag;
}

void Codegen::link(int variable, int node) {
    Node& v = nodes_[static_cast<std::size_t>(variable)];
    origin_links_.push_back({node, v.assigned});
    v.assigned = static_cast<int>(origin_links_.size()) - 1;
}

int Codegen::moved(const Node::Operand& from, Kind kind) {
    const int made = new_node(Node::Type::move);
    Node& node = nodes_.back();
    node.operation = Code::move;
    node.value = node.computed = kind;
    node.operands[0] = from;
    node.count = 1;
    return made;
}

/// What was read at a site. Of a function that is called at several places the site is the same
/// for all of them: then the value is held by a move.
Val Codegen::accessed(Val result, int site, std::uint8_t part) {
    if (!origins_ || site < 0) return result;
    result.origin = new_node(Node::Type::access);
    nodes_.back().site = site;
    nodes_.back().part = part;
    return instance_->repeated ? held(result) : result;
}

/// The value that the instruction made last read, under a site of its own.
Val Codegen::held(Val v) {
    if (v.origin < 0 || nodes_[static_cast<std::size_t>(v.origin)].type != Node::Type::access)
        return v;
    v.origin = moved(used(v), v.kind);
    note(v.origin);
    return v;
}

/// What a row uses whose site is not its own alone: handed to it by a move.
Val Codegen::passed(Val v, Kind kind) {
    if (!origins_ || (!instance_->repeated && !shares_site_)) return v;
    v.origin = moved(used(v), kind);
    note(v.origin);
    return v;
}

/// A value that is kept while other things are computed: a variable that is given it is given it
/// later.
Val Codegen::earlier(Val v) {
    if (v.origin < 0 || nodes_[static_cast<std::size_t>(v.origin)].type == Node::Type::variable)
        return v;
    const int kept = new_node(Node::Type::variable);
    const Node from = nodes_[static_cast<std::size_t>(v.origin)];
    if (from.type == Node::Type::choice) {
        for (int l = from.assigned; l >= 0; l = origin_links_[static_cast<std::size_t>(l)].next)
            link(kept, origin_links_[static_cast<std::size_t>(l)].node);
    } else {
        link(kept, v.origin);
    }
    v.origin = kept;
    return v;
}

/// A copy of what may change: it comes from where its original came from now.
Val Codegen::snapshot(Val copied, const Val& of) {
    copied.origin = of.origin;
    if (of.origin < 0 || nodes_[static_cast<std::size_t>(of.origin)].type != Node::Type::variable)
        return copied;
    copied.origin = moved(used(of), of.kind);
    note(copied.origin);
    return copied;
}

/// The result of an operation whose code begins at `before`.
Val Codegen::computed(Val result, std::size_t before, const Computation& what, Operands operands) {
    if (!origins_) return result;
    result.origin = -1;
    if (result.is_constant() || result.pointer) return result;
    bool any = false;
    for (const Val* v : operands) any = any || v->origin >= 0;
    if (!any) return result;
    const bool nothing = program_->code.size() == before;
    if (nothing) {
        // x + 0 and its like are x.
        for (const Val* v : operands) {
            if (!same_register(result, *v)) continue;
            result.origin = v->origin;
            return result;
        }
    }
    result.origin = new_node(what.is_move ? Node::Type::move : Node::Type::op);
    Node& node = nodes_.back();
    node.operation = what.operation;
    node.builtin = what.builtin;
    node.computed = what.kind;
    node.value = result.kind;
    node.detail = what.detail;
    for (const Val* v : operands) {
        if (node.count < node.operands.size()) node.operands[node.count++] = used(*v);
    }
    if (nothing)
        note_here(result.origin);
    else
        note(result.origin);
    return result;
}

/// Those lanes in the guard that the condition chooses.
Codegen::Guard Codegen::within(const Val& condition, bool sense) {
    const Slot c = bits(condition);
    if (guard_.flag == 0) return {c, static_cast<std::uint8_t>(sense ? 1 : 2)};
    const auto plain = [&](Slot slot, bool as_it_is) {
        if (as_it_is) return slot;
        const Slot ones = pool(0xffffffff);
        const Slot d = new_scalar();
        Instr& i = emit(Code::xor_);
        i.kind = Kind::u32, i.form = Form::ss;
        i.d = d, i.a = slot, i.b = ones;
        return d;
    };
    const Slot a = plain(guard_.bits, guard_.flag == 1), b = plain(c, sense);
    const Slot d = new_scalar();
    Instr& i = emit(Code::and_);
    i.kind = Kind::u32, i.form = Form::ss;
    i.d = d, i.a = a, i.b = b;
    return {d, 1};
}

/// An expression that all lanes compute, but only those mean that the condition chooses.
Val Codegen::guarded(const Val& condition, bool sense, const Expr* e) {
    if (!origins_ || condition.is_constant() || !computes(e)) return eval(e);
    const Guard outer = std::exchange(guard_, within(condition, sense));
    Val v = eval(e);
    guard_ = outer;
    return v;
}

/// c ? a : b without a jump: the larger or the less of both, or one of two moves.
Val Codegen::chosen(const Expr* e, const Val& condition, Val result, const Val& a, const Val& b) {
    if (!origins_ || condition.is_constant()) return result;
    result.origin = -1;
    const Val most = extreme(e, condition, result);
    return most.origin >= 0 ? most : one_of(condition, result, a, b);
}

/// Where the condition holds a, else b.
Val Codegen::one_of(const Val& condition, Val result, const Val& a, const Val& b) {
    result.origin = -1;
    if (!origins_ || (a.origin < 0 && b.origin < 0)) return result;
    const Guard outer = guard_;
    result.origin = new_node(Node::Type::choice);
    for (const bool sense : {true, false}) {
        guard_ = outer;
        guard_ = within(condition, sense);
        const int move = moved(used(sense ? a : b), result.kind);
        note(move);
        link(result.origin, move);
    }
    guard_ = outer;
    return result;
}

/// The larger or the less of two values is an op on them, as they were compared.
Val Codegen::extreme(const Expr* e, const Val& condition, Val result) {
    if (!origins_ || condition.origin < 0) return result;
    const Code code = extreme_of(e);
    const Node compared = nodes_[static_cast<std::size_t>(condition.origin)];
    if (code == Code::count || compared.type != Node::Type::op || compared.count != 2)
        return result;
    const Op op = (e->a->kind == ExprKind::cast ? e->a->a : e->a)->op;
    result.origin = new_node(Node::Type::op);
    Node& node = nodes_.back();
    node.place = in_text(e->place);
    node.operation = code;
    node.value = result.kind;
    node.computed = compared.computed;
    node.operands = compared.operands;
    // a > b was compared as b < a.
    if (op == Op::gt || op == Op::ge) std::swap(node.operands[0], node.operands[1]);
    node.count = 2;
    note_here(result.origin);
    return result;
}

/// What `put` has just written into the variable.
void Codegen::note_assignment(VarInfo& v, const Val& value, std::size_t before) {
    if (v.origin < 0 || value.origin == v.origin || v.shape == VarInfo::Shape::unset ||
        v.shape == VarInfo::Shape::constant)
        return;
    if (value.origin >= 0) {
        const Node from = nodes_[static_cast<std::size_t>(value.origin)];
        if (from.type == Node::Type::choice) {
            for (int l = from.assigned; l >= 0; l = origin_links_[static_cast<std::size_t>(l)].next)
                link(v.origin, origin_links_[static_cast<std::size_t>(l)].node);
            return;
        }
        if (from.type != Node::Type::variable) {
            link(v.origin, value.origin);
            return;
        }
    }
    const int move = moved(used(value), kind_of(v.type));
    if (program_->code.size() == before)
        note_here(move);
    else
        note(move);
    link(v.origin, move);
}

void Codegen::note_use(int site, Operands values) {
    if (!origins_ || site < 0) return;
    Use use;
    use.site = site;
    for (const Val* v : values) use.values.push_back(used(*v));
    uses_.push_back(std::move(use));
}

/// A store into a lane's own array; no value: all of it becomes 0.
void Codegen::note_local_store(const Val& pointer, const Type* type, const Val* value) {
    if (!origins_) return;
    LocalStore s;
    s.instr = static_cast<int>(program_->code.size()) - 1;
    s.object = pointer.object - local_objects;
    s.loop = loop_;
    s.step = step_;
    s.statement = statement_;
    s.place = in_text(place_);
    s.width = static_cast<std::uint32_t>(type->size);
    if (value != nullptr) {
        s.from = used(*value);
        s.value = kind_of(type);
    } else {
        s.from.known = true;
    }
    local_stores_.push_back(s);
}

}  // namespace stridescope::language
