// goto. What goes back to a label is a loop of all that is behind the label in its block; what goes
// on to one leaves a loop of a single round that ends there. So lanes that part meet again where
// others come to, and rounds are counted as those of any loop.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/language/parser.h"

namespace stridescope::language {
namespace {

/// Whether something in it goes to that label.
bool goes_to(const Stmt* s, StmtKind kind, std::int64_t label) {
    if (s == nullptr) return false;
    if (s->kind == kind && s->value == label) return true;
    return goes_to(s->init, kind, label) || goes_to(s->then, kind, label) ||
           goes_to(s->otherwise, kind, label) ||
           std::ranges::any_of(s->body,
                               [&](const Stmt* inner) { return goes_to(inner, kind, label); });
}

}  // namespace

Stmt* Parser::goto_statement() {
    const Place where = next().place;
    const Token name = next();
    if (name.kind != TokenKind::identifier) fail(name.place, "goto wants the name of a label");
    expect(Punct::semicolon, "after goto");
    if (!ended_.empty()) fail(where, "goto past objects with destructors is not in the subset");
    const auto back = std::ranges::find_if(labels_.rbegin(), labels_.rend(), [&](const Label& l) {
        return l.name.atom == name.atom && std::ranges::find(blocks_, l.block) != blocks_.end();
    });
    if (back != labels_.rend()) {
        Stmt* s = make(StmtKind::again_, where);
        s->value = back->at->value;
        return s;
    }
    Stmt* s = make(StmtKind::leave_, where);
    jumps_.push_back({name, s, blocks_});
    return s;
}

Stmt* Parser::label() {
    const Token name = next();
    next();
    Stmt* s = make(StmtKind::label, name.place);
    s->value = ++function_->labels;
    labels_.push_back({name, s, blocks_.back()});
    std::erase_if(jumps_, [&](const Jump& jump) {
        const bool meant = jump.label.atom == name.atom &&
                           std::ranges::find(jump.blocks, blocks_.back()) != jump.blocks.end();
        if (meant) jump.from->value = s->value;
        return meant;
    });
    return s;
}

/// The loop of these statements that stands for a label.
Stmt* Parser::loop_of_label(const Stmt* label, const std::vector<Stmt*>& of, bool is_round) {
    for (const Stmt* s : of) {
        if (s->kind == StmtKind::case_ || s->kind == StmtKind::default_)
            fail(label->place, "a goto from case to case is not in the subset: use a loop");
    }
    Stmt* loop = make(is_round ? StmtKind::while_ : StmtKind::do_while, label->place);
    loop->number = function_->loops++;
    loop->value = label->value;
    loop->condition = integer(is_round ? 1 : 0, TypeKind::bool_, label->place);
    loop->then = make(StmtKind::block, label->place);
    loop->then->body = unit_.arena.copy(of);
    return loop;
}

/// What is declared in a round is there behind it, too: it is declared before, and set in the
/// round.
void Parser::declared_before(Stmt* s, std::vector<Stmt*>& before, std::vector<Stmt*>& round) {
    if (s->kind != StmtKind::declaration) return round.push_back(s);
    before.push_back(s);
    for (Variable* v : s->variables) {
        if (v->init == nullptr) continue;
        if (!v->type->is_scalar() || v->type->is_const || v->is_reference ||
            v->storage != Storage::local)
            fail(v->place,
                 fmt::format("a goto goes back past {}: declare it before the label", v->name));
        Expr* to = make(ExprKind::variable, v->place, v->type);
        to->variable = v;
        Stmt* set = make(StmtKind::expression, s->place);
        set->condition = make_assign(to, std::exchange(v->init, nullptr), v->place);
        round.push_back(set);
    }
}

/// A block's statements, with loops instead of its labels, the last one first.
std::vector<Stmt*> Parser::without_labels(std::vector<Stmt*> all) {
    // All of the block is looked through for each of them.
    constexpr std::ptrdiff_t most_labels = 200;
    const auto is_label = [](const Stmt* s) { return s->kind == StmtKind::label; };
    if (std::ranges::count_if(all, is_label) > most_labels) {
        fail((*std::ranges::find_if(all, is_label))->place,
             fmt::format("more than {} labels in a block are not in the subset", most_labels));
    }
    for (std::size_t k = all.size(); k-- > 0;) {
        if (all[k]->kind != StmtKind::label) continue;
        Stmt* const label = all[k];
        const auto at = all.begin() + static_cast<std::ptrdiff_t>(k);
        // A round ends behind the last that goes back, where lanes meet that went around more or
        // less often.
        std::size_t last = all.size() - 1;
        while (last > k && !goes_to(all[last], StmtKind::again_, label->value)) --last;
        if (last > k) {
            std::vector<Stmt*> round, before;
            for (std::size_t i = k + 1; i <= last; ++i) declared_before(all[i], before, round);
            Stmt* end = make(StmtKind::leave_, label->place);
            end->value = label->value;
            round.push_back(end);
            before.push_back(loop_of_label(label, round, true));
            all.erase(at, all.begin() + static_cast<std::ptrdiff_t>(last) + 1);
            all.insert(all.begin() + static_cast<std::ptrdiff_t>(k), before.begin(), before.end());
        } else {
            all.erase(at);
        }
        const auto first_to = [&](std::int64_t to) {
            std::size_t i = 0;
            while (i < k && !goes_to(all[i], StmtKind::leave_, to)) ++i;
            return i;
        };
        // Labels in between take those along that go to them.
        std::size_t begin = first_to(label->value);
        for (std::size_t i = k; i-- > begin;) {
            if (all[i]->kind == StmtKind::label) begin = std::min(begin, first_to(all[i]->value));
        }
        if (begin >= k) continue;
        // What is declared on the way has no value, and is there behind the label, too.
        std::vector<Stmt*> before, over;
        for (std::size_t i = begin; i < k; ++i) {
            const bool is_declared = all[i]->kind == StmtKind::declaration;
            (is_declared ? before : over).push_back(all[i]);
            for (const Variable* v : all[i]->variables) {
                if (v->init != nullptr && v->storage == Storage::local)
                    fail(all[i]->place, fmt::format("a goto goes past the first value of {}, which "
                                                    "C++ does not allow",
                                                    v->name));
            }
        }
        before.push_back(loop_of_label(label, without_labels(std::move(over)), false));
        before.insert(before.end(), all.begin() + static_cast<std::ptrdiff_t>(k), all.end());
        all.resize(begin);
        all.insert(all.end(), before.begin(), before.end());
        k = begin;
    }
    return all;
}

}  // namespace stridescope::language
