// What is thrown and caught. A thrown value waits in a variable at the top of the text, one for
// each type, beside a number that says which; whoever catches looks there.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/language/library/library.h"
#include "app/language/parser.h"

namespace stridescope::language {

/// A variable of the host at the top of the text, which no text names.
Variable* Parser::hidden_global(std::string name, const Type* type) {
    Variable& v = unit_.variables.emplace_back();
    v.name = names_.keep(std::move(name));
    v.type = type;
    v.place = {.file = library_file};
    v.storage = Storage::host;
    v.assigned = true;
    v.index = static_cast<int>(unit_.globals.size());
    unit_.globals.push_back(&v);
    return &v;
}

/// Which kind of value waits, and what a program prints of it where nobody catches it.
void Parser::begin_exceptions() {
    if (thrown_kind_ != nullptr) return;
    const Type* text =
        unit_.types.pointer_to(unit_.types.qualified(basic(TypeKind::i8), true, false));
    thrown_kind_ = hidden_global("ss_thrown", basic(TypeKind::i32));
    thrown_again_ = hidden_global("ss_thrown_again", basic(TypeKind::i32));
    thrown_name_ = hidden_global("ss_thrown_name", text);
    thrown_what_ = hidden_global("ss_thrown_what", text);
}

/// Where a thrown value of this type waits.
const Parser::Thrown& Parser::thrown_of(const Type* type) {
    const auto same = [&](const Thrown& t) { return t.value->type == type; };
    const auto found = std::ranges::find_if(thrown_, same);
    if (found != thrown_.end()) return *found;
    begin_exceptions();
    const int number = static_cast<int>(thrown_.size()) + 1;
    Variable* value = hidden_global(fmt::format("ss_thrown_{}", number), type);
    Variable* lives =
        hidden_global(fmt::format("ss_thrown_lives_{}", number), basic(TypeKind::i32));
    return thrown_.emplace_back(Thrown{value, lives, number});
}

Expr* Parser::read_variable(Variable* v, Place where) {
    Expr* e = make(ExprKind::variable, where, v->type);
    e->variable = v;
    return e;
}

void Parser::set_global(std::vector<Stmt*>& out, Variable* v, Expr* value) {
    Stmt* s = make(StmtKind::expression, value->place);
    s->condition = make_assign(read_variable(v, value->place), value, value->place);
    out.push_back(s);
}

/// What a program prints where nobody catches it, and its end; nothing, where a try is open.
Stmt* Parser::uncaught(Place where) {
    const std::vector<Expr*> told{read_variable(thrown_name_, where),
                                  read_variable(thrown_what_, where),
                                  integer(0, TypeKind::i64, where)};
    std::vector<Stmt*> both{make(StmtKind::expression, where), make(StmtKind::expression, where)};
    both[0]->condition = host_call(*find_builtin("__thrown"), told, where);
    both[1]->condition =
        host_call(*find_builtin("_exit"), {integer(134, TypeKind::i32, where)}, where);
    Stmt* s = make(StmtKind::if_, where);
    Expr* open = host_call(*find_builtin("__catching"), {integer(0, TypeKind::i32, where)}, where);
    s->condition = make_binary(Op::eq, open, integer(0, TypeKind::i32, where), where);
    s->then = make(StmtKind::block, where);
    s->then->body = unit_.arena.copy(both);
    return s;
}

/// An object is thrown. Each type has one place where such objects wait.
void Parser::live(std::vector<Stmt*>& out, const Thrown& thrown, Place where) {
    Stmt* s = make(StmtKind::if_, where);
    s->condition = make_binary(Op::ne, read_variable(thrown.lives, where),
                               integer(0, TypeKind::i32, where), where);
    s->then = make(StmtKind::fault, where);
    s->then->fault = &unit_.faults.emplace_back(
        Fault{where, fmt::format("another {} that was thrown is not caught to its end: two at a "
                                 "time are not in the subset",
                                 name_of(thrown.value->type))});
    out.push_back(s);
    set_global(out, thrown.lives, integer(1, TypeKind::i32, where));
}

/// What is caught ends where the catch does.
void Parser::end_with_catch(std::vector<Stmt*>& out, Variable* kind, Place where) {
    const Symbol own = symbol_of(names_.intern("__caught"));
    Expr* value = make(ExprKind::list, where, own.type);
    value->args = unit_.arena.copy(std::vector<Expr*>{read_variable(kind, where)});
    Variable* guard = hidden("ss_guard", own.type, value, where);
    guard->assigned = true;
    out.push_back(declared({guard}, where));
    destroyed_later(guard);
}

Stmt* Parser::throw_statement() {
    const Place where = next().place;
    if (function_ != nullptr && !function_->on_host)
        fail(where, "a kernel throws nothing: use assert or __trap()");
    const auto text = [&](std::string_view what) {
        Expr* e =
            make(ExprKind::string, where,
                 unit_.types.pointer_to(unit_.types.qualified(basic(TypeKind::i8), true, false)));
        e->string = names_.keep(std::string{what});
        return e;
    };
    begin_exceptions();
    std::vector<Stmt*> first;
    Stmt* s = make(StmtKind::throw_, where);
    std::vector<Variable*> own;
    if (!at(Punct::semicolon)) {
        const OwnTemporaries mine(*this, own);
        Expr* thrown = text_data(value_of(expression()));
        const Class* c = class_of(thrown->type);
        const bool is_librarys = c != nullptr && !c->constructors.functions.empty() &&
                                 c->constructors.functions.front()->place.file == library_file;
        const std::string name = (is_librarys ? "std::" : "") +
                                 (thrown->type->is_pointer() ? std::string{"char const*"}
                                                             : name_of(thrown->type->plain));
        const Thrown& waits = thrown_of(thrown->type->plain);
        if (has_end(waits.value->type)) live(first, waits, where);
        set_value(first, read_variable(waits.value, where),
                  convert(thrown, waits.value->type, "what is thrown"));
        set_global(first, thrown_kind_, integer(waits.number, TypeKind::i32, where));
        set_global(first, thrown_name_, text(name));
        Token what = peek();
        what.text = "what";
        what.atom = names_.intern("what");
        what.place = where;
        Expr* object = read_variable(waits.value, where);
        const bool tells = c != nullptr && methods_of(object, what.atom) != nullptr;
        set_global(first, thrown_what_,
                   tells ? call_overload(*methods_of(object, what.atom), {}, {object}, what)
                         : integer(0, TypeKind::i64, where));
    } else {
        // The one that is caught here goes on, or the one around this call.
        if (caught_ != nullptr) set_global(first, thrown_kind_, read_variable(caught_, where));
        set_global(first, thrown_again_, read_variable(thrown_kind_, where));
    }
    expect(Punct::semicolon, "after what is thrown");
    if (!own.empty()) {
        // What it was made of ends before anybody catches it.
        first.insert(first.begin(), declared(own, where));
        end_all(first, own, where);
    }
    s->then = uncaught(where);
    destroy(first, lived_in_try_);
    s->init = make(StmtKind::block, where);
    s->init->body = unit_.arena.copy(first);
    return s;
}

/// try { … } catch (…) { … }: what is thrown within, in functions that are called as well, goes on
/// in the first catch that takes its type.
Stmt* Parser::try_statement() {
    const Place where = next().place;
    if (function_ != nullptr && !function_->on_host)
        fail(where, "a kernel catches nothing: use if");
    begin_exceptions();
    const auto catching = [&](int number) {
        Stmt* s = make(StmtKind::expression, where);
        s->condition =
            host_call(*find_builtin("__catching"), {integer(number, TypeKind::i32, where)}, where);
        return s;
    };
    const std::size_t lived = std::exchange(lived_in_try_, ended_.size());
    std::vector<Stmt*> tried{catching(1), block(), catching(-1)};
    lived_in_try_ = lived;
    Stmt* s = make(StmtKind::try_, where);
    s->then = make(StmtKind::block, where);
    s->then->body = unit_.arena.copy(tried);

    const std::size_t scope = open_scope();
    Variable* kind =
        hidden("ss_kind", basic(TypeKind::i32), read_variable(thrown_kind_, where), where);
    kind->assigned = true;
    std::vector<Stmt*> handler{make(StmtKind::declaration, where), catching(-1)};
    handler[0]->variables = unit_.arena.copy(std::vector<Variable*>{kind});
    Variable* outer = std::exchange(caught_, kind);
    std::vector<Stmt*> clauses;
    while (peek().text == "catch") clauses.push_back(catch_clause(kind, handler));
    caught_ = outer;
    // Whom nobody takes goes on outwards.
    Stmt* rest = make(StmtKind::throw_, where);
    std::vector<Stmt*> first;
    destroy(first, lived_in_try_);
    rest->init = make(StmtKind::block, where);
    rest->init->body = unit_.arena.copy(first);
    rest->then = uncaught(where);
    for (std::size_t i = clauses.size(); i-- > 0;) {
        clauses[i]->otherwise = rest;
        rest = clauses[i];
    }
    handler.push_back(rest);
    close_scope(scope);
    s->otherwise = make(StmtKind::block, where);
    s->otherwise->body = unit_.arena.copy(handler);
    return s;
}

/// catch (const T& e) { … }: an if whose condition is that a value waits which is a T; what finds
/// that out goes into `before`.
Stmt* Parser::catch_clause(Variable* kind, std::vector<Stmt*>& before) {
    const Place where = next().place;
    expect(Punct::open_paren, "after catch");
    Stmt* s = make(StmtKind::if_, where);
    if (take(Punct::ellipsis)) {
        expect(Punct::close_paren, "after ...");
        s->condition = integer(1, TypeKind::bool_, where);
        s->then = caught_body(kind, where, [](std::vector<Stmt*>&) {});
        return s;
    }
    const Specifiers spec = specifiers();
    Declarator d = declarator(spec);
    expect(Punct::close_paren, "after what is caught");
    Variable* pointer = hidden("ss_caught", unit_.types.pointer_to(d.type->plain),
                               explicit_cast(integer(0, TypeKind::i64, where),
                                             unit_.types.pointer_to(d.type->plain), where, true),
                               where);
    pointer->assigned = true;
    Stmt* declared = make(StmtKind::declaration, where);
    declared->variables = unit_.arena.copy(std::vector<Variable*>{pointer});
    Stmt* found = make(StmtKind::block, where);
    before.insert(before.end(), {declared, found});
    catches_.push_back({found, kind, pointer, function_});
    s->condition = condition_of(read_variable(pointer, where), where);
    s->then = caught_body(kind, where, [&](std::vector<Stmt*>& all) {
        if (d.name.atom == 0) return;
        Expr* value = make_reference(read_variable(pointer, where), where);
        if (!d.is_reference) value = convert(value, d.type->plain, "what is caught");
        Variable* v = declare(d, Storage::local);
        v->init = value;
        v->assigned = true;
        all.push_back(this->declared({v}, where));
        if (!d.is_reference) destroyed_later(v);
    });
    return s;
}

/// What a catch does, behind what declares its name, and what ends there.
Stmt* Parser::caught_body(Variable* kind, Place where,
                          const std::function<void(std::vector<Stmt*>&)>& declare_name) {
    const std::size_t scope = open_scope(), lived = ended_.size();
    std::vector<Stmt*> all;
    end_with_catch(all, kind, where);
    declare_name(all);
    all.push_back(block());
    destroy(all, lived);
    ended_.resize(lived);
    close_scope(scope);
    Stmt* s = make(StmtKind::block, where);
    s->body = unit_.arena.copy(all);
    return s;
}

/// The body of the library's __end_thrown(kind), now that all that is thrown is known.
void Parser::write_end_of_thrown() {
    const Symbol* known = find(names_.intern("__end_thrown"));
    if (known == nullptr || known->functions == nullptr) return;
    Function* f = known->functions->functions.front();
    Function* outer = std::exchange(function_, f);
    std::vector<Stmt*> all;
    for (const Thrown& thrown : thrown_) {
        if (!has_end(thrown.value->type)) continue;
        std::vector<Stmt*> ended;
        set_global(ended, thrown.lives, integer(0, TypeKind::i32, f->place));
        ended.push_back(make(StmtKind::expression, f->place));
        ended.back()->condition = end_of(*thrown.value, f->place);
        std::vector<Stmt*> goes_on;
        set_global(goes_on, thrown_again_, integer(0, TypeKind::i32, f->place));
        const auto is = [&](Variable* v) {
            return make_binary(Op::eq, read_variable(v, f->place),
                               integer(thrown.number, TypeKind::i32, f->place), f->place);
        };
        const auto block_with = [&](const std::vector<Stmt*>& body) {
            Stmt* s = make(StmtKind::block, f->place);
            s->body = unit_.arena.copy(body);
            return s;
        };
        Stmt* either = make(StmtKind::if_, f->place);
        either->condition = is(thrown_again_);
        either->then = block_with(goes_on);
        either->otherwise = block_with(ended);
        Stmt* s = make(StmtKind::if_, f->place);
        s->condition = is(f->parameters[0]);
        s->then = either;
        all.push_back(s);
    }
    f->body = make(StmtKind::block, f->place);
    f->body->body = unit_.arena.copy(all);
    function_ = outer;
}

/// Which of the thrown types each catch takes is known when all that is thrown is.
void Parser::complete_catches() {
    for (const Catch& each : catches_) {
        Function* outer = std::exchange(function_, each.function);
        const Type* wanted = each.pointer->type->of;
        const Place where = each.found->place;
        std::vector<Stmt*> all;
        for (const Thrown& thrown : thrown_) {
            const Type* type = thrown.value->type;
            if (type->plain != wanted->plain && !is_base_of(wanted, type)) continue;
            Stmt* s = make(StmtKind::if_, where);
            s->condition = make_binary(Op::eq, read_variable(each.kind, where),
                                       integer(thrown.number, TypeKind::i32, where), where);
            Expr* value = read_variable(thrown.value, where);
            if (type->is_struct()) value = to_base(value, wanted, where);
            s->then = make(StmtKind::expression, where);
            s->then->condition =
                make_assign(read_variable(each.pointer, where), make_address(value, where), where);
            all.push_back(s);
        }
        each.found->body = unit_.arena.copy(all);
        function_ = outer;
    }
    if (!catches_.empty()) write_end_of_thrown();
}

/// What ends where something is thrown out of this call.
void Parser::note_cleanup(const Expr* call, Place where) {
    const bool has_temporaries =
        temporaries_ != nullptr &&
        std::ranges::any_of(*temporaries_, [&](const Variable* v) { return has_end(v->type); });
    if (is_cleaning_ || (ended_.size() <= lived_in_try_ && !has_temporaries)) return;
    is_cleaning_ = true;
    std::vector<Stmt*> all;
    for (std::size_t i = has_temporaries ? temporaries_->size() : 0; i-- > 0;) {
        Variable* v = (*temporaries_)[i];
        if (!has_end(v->type)) continue;
        all.push_back(make(StmtKind::expression, where));
        all.back()->condition = call_function(ender(v->type), {read_variable(v, where)}, where);
    }
    destroy(all, lived_in_try_);
    Stmt* s = make(StmtKind::block, where);
    s->body = unit_.arena.copy(all);
    unit_.cleanups[call] = s;
    is_cleaning_ = false;
}

}  // namespace stridescope::language
