// Templates with a pack, typename... Args: each is read as one template for each number of parts,
// from tokens in which the pack is written out (packs.h).
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/language/packs.h"
#include "app/language/parser.h"

namespace stridescope::language {
namespace {

constexpr std::size_t most_parts = 64;

}  // namespace

/// template <…, typename... Args>, behind the parameters.
void Parser::read_variadic(Template& t, Place where) {
    if (std::ranges::count_if(t.parameters, &Template::Parameter::is_pack) > 1)
        fail(where, "a template of two packs is not in the subset: give it one");
    t.is_variadic = true;
    t.tokens = tokens_;
    t.begin = at_;
    t.scope = scope_;
    if (at(Word::kw_struct) || at(Word::kw_class) || at(Word::kw_union))
        return read_variadic_class(t, where);
    if (at(Word::kw_using)) {
        read_alias_template(t);
        t.end = at_;
        return;
    }
    skip_variadic(t, where);
    const std::size_t behind = at_;
    // Its name is the same for any number of parts.
    Template& one = written_for(t, 1);
    Atom name = 0;
    {
        Scope* scope = scope_;
        const AtTheTop top(*this);
        enter(scope);
        scope_ = scope;
        tokens_ = one.tokens;
        at_ = one.begin;
        name = read_template_head(one, where);
    }
    at_ = behind;
    t.name = one.name;
    t.has_this = one.has_this;
    t.is_const = one.is_const;
    t.makes = one.makes;
    note_template(name, t);
}

void Parser::skip_variadic(Template& t, Place where) {
    skip_template(t, where);
    t.end = at_;
}

/// template <typename… T> struct Name, or a case of it.
void Parser::read_variadic_class(Template& t, Place where) {
    std::size_t n = 1;
    while (peek(n).kind == TokenKind::identifier && at(Punct::open_paren, n + 1)) {
        // __align__(16) and its like
        while (!at(Punct::close_paren, n)) ++n;
        ++n;
    }
    const Token name = peek(n);
    if (name.kind != TokenKind::identifier) fail(name.place, "this template needs a name");
    t.name = name.text;
    const bool is_case = at(Punct::less, n + 1);
    while (!at(Punct::semicolon) && !at(Punct::open_brace)) {
        if (peek().kind == TokenKind::end) fail(where, "this template has no members");
        next();
    }
    t.has_body = at(Punct::open_brace);
    if (t.has_body) skip_balanced();
    expect(Punct::semicolon, "after the template");
    t.end = at_;
    const Symbol* known = find(name.atom);
    const bool is_known = known != nullptr && known->kind == Symbol::Kind::class_template &&
                          known->class_template->is_variadic;
    if (is_case) {
        if (!is_known)
            fail(name.place, "a pack in a case of a template that has none is not in the subset");
        known->class_template->open_specials.push_back(&t);
    } else if (!is_known || known->class_template->scope != t.scope ||
               (t.has_body && !known->class_template->has_body)) {
        if (is_known && known->class_template->scope == t.scope) {
            t.specials = known->class_template->specials;
            t.open_specials = known->class_template->open_specials;
        }
        Symbol symbol;
        symbol.kind = Symbol::Kind::class_template;
        symbol.class_template = &t;
        publish(name.atom, symbol);
    }
}

/// The template for a pack of this many parts.
Parser::Template& Parser::written_for(Template& family, std::size_t count) {
    if (const auto found = family.versions.find(count); found != family.versions.end())
        return *found->second;
    Template& t = templates_.emplace_back();
    family.versions.emplace(count, &t);
    t.family = &family;
    t.parts = count + 1;
    t.name = family.name;
    t.scope = family.scope;
    t.has_body = family.has_body;
    t.is_alias = family.is_alias;
    t.has_this = family.has_this;
    t.is_const = family.is_const;
    t.makes = family.makes;
    Packs packs;
    for (const Template::Parameter& p : family.parameters) {
        if (!p.is_pack) {
            t.parameters.push_back(p);
            continue;
        }
        packs[p.atom] = count;
        const std::string_view pack = names_.text(p.atom);
        for (std::size_t i = 0; i < count; ++i) {
            Template::Parameter& part = t.parameters.emplace_back(p);
            part.is_pack = false;
            part.atom = names_.intern(names_.keep(part_name(pack, i)));
            if (!p.is_type) continue;
            Struct* s = unit_.types.new_struct(std::string{pack});
            part.placeholder = unit_.types.of_struct(s);
            unit_.types.complete(s, 1);
        }
    }
    const std::span<const Token> all{*family.tokens};
    std::vector<Token> tokens =
        written_out(all.subspan(family.begin, family.end - family.begin), packs, names_);
    Token end = all.back();
    end.kind = TokenKind::end;
    tokens.push_back(end);
    t.tokens = &texts_.emplace_back(std::move(tokens));
    return t;
}

/// The version of a template of functions that a call with this many arguments may mean; nullptr:
/// none. One without a pack is its own.
Parser::Template* Parser::version(Template& t, std::size_t given, std::size_t args,
                                  const std::vector<Expr*>* values) {
    if (!t.is_variadic) return &t;
    const std::size_t named = given - std::min(given, t.parameters.size() - 1);
    Function none, one;
    Template& without = written_for(t, 0);
    Template& with = written_for(t, 1);
    const bool is_read =
        read_signature(without, std::vector<Argument>(without.parameters.size()), none) &&
        read_signature(with, std::vector<Argument>(with.parameters.size()), one);
    if (is_read && one.parameters.size() > none.parameters.size()) {
        // The pack's parts are parameters of the function.
        const std::size_t each = one.parameters.size() - none.parameters.size();
        const std::size_t left = args - std::min(args, none.parameters.size());
        if (left % each != 0 || left / each > most_parts) return nullptr;
        return &written_for(t, left / each);
    }
    if (named > 0 || values == nullptr) return &written_for(t, std::min(named, most_parts));
    // They are arguments of a class that is a parameter: index_sequence<I...>.
    for (const Expr* e : *values) {
        const Class* c = class_of(e->type);
        if (c == nullptr || c->from == nullptr) continue;
        if (c->from->family != nullptr) return &written_for(t, c->from->parts - 1);
        // C<T...> of a class of any template.
        const bool takes_templates = std::ranges::any_of(
            t.parameters, [](const Template::Parameter& p) { return p.stand_in != nullptr; });
        if (takes_templates)
            return &written_for(t, c->arguments.size() + (lacks_allocator_of(*c->from) ? 1 : 0));
    }
    return &without;
}

/// The version of a template of classes that has this many arguments, with the cases of it.
Parser::Template& Parser::class_version(Template& t, std::size_t given) {
    const std::size_t fixed = t.parameters.size() - 1;
    const std::size_t count = std::min(given - std::min(given, fixed), most_parts);
    const bool is_new = !t.versions.contains(count);
    Template& made = written_for(t, count);
    if (is_new && !t.is_alias) open_cases(made, t, fixed + count);
    return made;
}

/// template <typename First, typename... Rest> struct Name<First, Rest...>: what it is where the
/// template has this many arguments.
void Parser::open_cases(Template& made, const Template& family, std::size_t given) {
    for (Template* open : family.open_specials) {
        for (std::size_t count = 0; count <= given; ++count) {
            Template& pattern = written_for(*open, count);
            std::vector<Argument> arguments;
            {
                const AtTheTop top(*this);
                enter(pattern.scope);
                tokens_ = pattern.tokens;
                bind_parameters(pattern, std::vector<Argument>(pattern.parameters.size()));
                at_ = 0;
                while (!at(Punct::less)) next();
                arguments = template_arguments();
            }
            if (arguments.size() != given) continue;
            Case& special = specials_.emplace_back();
            special.arguments = std::move(arguments);
            special.pattern = pattern;
            made.specials.push_back(&special);
            break;
        }
    }
}

/// [](auto... args): the lambda's tokens from here on, for this many arguments.
void Parser::write_out_autos(const LambdaText& text, std::size_t args) {
    std::size_t others = 0;
    bool has_pack = false;
    int depth = 0;
    for (std::size_t n = 0; peek(n).kind != TokenKind::end; ++n) {
        if (at(Punct::open_paren, n)) ++depth;
        if (at(Punct::close_paren, n) && --depth == 0) break;
        if (depth == 1 && at(Punct::comma, n)) ++others;
        has_pack |= depth == 1 && at(Punct::ellipsis, n);
    }
    if (!has_pack || args < others || args - others > most_parts) return;
    const std::span<const Token> all{*text.tokens};
    std::vector<Token> tokens =
        written_out(all.subspan(text.begin, text.end - text.begin), {}, names_, args - others);
    Token end = all.back();
    end.kind = TokenKind::end;
    tokens.push_back(end);
    tokens_ = &texts_.emplace_back(std::move(tokens));
    at_ = 0;
}

/// A function template whose arguments are all said: f<int, 4>.
Function* Parser::instantiate_given(Template& t, const std::vector<Argument>& given, Place where) {
    Template* one = version(t, given.size(), 0);
    if (t.is_variadic)
        one = &written_for(
            t, std::min(given.size() + 1 - std::min(given.size() + 1, t.parameters.size()),
                        most_parts));
    return instantiate(*one, explicit_values(*one, given, where), where);
}

}  // namespace stridescope::language
