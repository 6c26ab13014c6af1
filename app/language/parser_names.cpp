// Tokens, scopes, and how the parser goes on after a fault.
#include <algorithm>

#include <fmt/format.h>

#include "app/language/library.h"
#include "app/language/parser.h"

namespace stridescope::language {

/// The last comment between this token and the one before it that names a step.
std::string_view Parser::step_comment() const {
    if (unit_.steps.empty()) return {};
    const auto position = [](Place p) { return std::pair(p.line, p.column); };
    const Place here = place();
    const Place before = at_ > 0 ? (*tokens_)[at_ - 1].place : Place{};
    std::string_view name;
    for (const StepComment& s : unit_.steps) {
        if (s.place.file == here.file && position(s.place) < position(here) &&
            (before.file != here.file || position(before) < position(s.place)))
            name = s.name;
    }
    return name;
}

Parser::Parser(Unit& unit, std::vector<Token> tokens, std::uint16_t strict_file)
    : strict_file_(strict_file), unit_(unit), names_(unit.names) {
    tokens_ = &texts_.emplace_back(std::move(tokens));
    symbols_.resize(names_.size() + 64);
    // The names that C's and CUDA's headers give to types.
    const auto alias = [&](std::string_view name, TypeKind kind) {
        const Atom atom = names_.intern(name);
        if (atom >= symbols_.size()) symbols_.resize(atom + 64);
        symbols_[atom].kind = Symbol::Kind::type;
        symbols_[atom].type = basic(kind);
    };
    alias("size_t", TypeKind::u64);
    alias("ptrdiff_t", TypeKind::i64);
    alias("intptr_t", TypeKind::i64);
    alias("uintptr_t", TypeKind::u64);
    alias("int8_t", TypeKind::i8);
    alias("uint8_t", TypeKind::u8);
    alias("int16_t", TypeKind::i16);
    alias("uint16_t", TypeKind::u16);
    alias("int32_t", TypeKind::i32);
    alias("uint32_t", TypeKind::u32);
    alias("int64_t", TypeKind::i64);
    alias("uint64_t", TypeKind::u64);
    alias("uint", TypeKind::u32);
    alias("uchar", TypeKind::u8);
    alias("ushort", TypeKind::u16);
    alias("ulong", TypeKind::u64);
    alias("clock_t", TypeKind::i64);
    alias("cudaError_t", TypeKind::i32);
    alias("cudaEvent_t", TypeKind::i64);
    alias("cudaStream_t", TypeKind::i64);
    alias("cudaError", TypeKind::i32);
    for (std::size_t part = 0; part < library().size(); ++part) {
        const Atom atom = names_.intern(library()[part].name);
        if (atom >= symbols_.size()) symbols_.resize(atom + 64);
        symbols_[atom].kind = Symbol::Kind::library;
        symbols_[atom].value = static_cast<std::int64_t>(part);
    }
    symbols_.resize(names_.size() + 64);
}

Parser::Symbol Parser::symbol_of(Atom atom) {
    if (atom >= symbols_.size()) return {};
    if (symbols_[atom].kind == Symbol::Kind::library) {
        read_library(static_cast<std::size_t>(symbols_[atom].value));
    }
    return symbols_[atom];
}

/// Reads a part as if it stood at the text's top.
void Parser::read_library(std::size_t part) {
    std::vector<Token>& tokens =
        texts_.emplace_back(lex(library()[part].text, library_file, names_));
    symbols_.resize(std::max(symbols_.size(), names_.size() + 64));
    const AtTheTop top(*this);
    tokens_ = &tokens;
    at_ = 0;
    while (peek().kind != TokenKind::end) top_level();
}

void Parser::bind(Atom atom, Symbol symbol) {
    if (atom >= symbols_.size()) symbols_.resize(atom + 64);
    undo_.emplace_back(atom, symbols_[atom]);
    symbols_[atom] = symbol;
}

void Parser::close_scope(std::size_t mark) {
    while (undo_.size() > mark) {
        symbols_[undo_.back().first] = undo_.back().second;
        undo_.pop_back();
    }
}

/// Takes the names of open scopes away for a while, so that a template sees only global ones.
void Parser::suspend_scopes(std::size_t mark) {
    for (std::size_t i = undo_.size(); i > mark; --i) {
        std::swap(symbols_[undo_[i - 1].first], undo_[i - 1].second);
    }
}

void Parser::resume_scopes(std::size_t mark) {
    for (std::size_t i = mark; i < undo_.size(); ++i) {
        std::swap(symbols_[undo_[i].first], undo_[i].second);
    }
}

Parser::AtTheTop::AtTheTop(Parser& parser)
    : parser_(parser),
      tokens_(parser.tokens_),
      at_(parser.at_),
      function_(std::exchange(parser.function_, nullptr)),
      loops_(std::exchange(parser.loop_depth_, 0)),
      switches_(std::exchange(parser.switch_depth_, 0)),
      open_(std::exchange(parser.open_, 0)) {
    parser.suspend_scopes(0);
    undo_ = std::exchange(parser.undo_, {});
}

Parser::AtTheTop::~AtTheTop() {
    parser_.close_scope(0);
    parser_.undo_ = std::move(undo_);
    parser_.resume_scopes(0);
    parser_.tokens_ = tokens_;
    parser_.at_ = at_;
    parser_.function_ = function_;
    parser_.loop_depth_ = loops_;
    parser_.switch_depth_ = switches_;
    parser_.open_ = open_;
}

void Parser::expect(Punct p, std::string_view where) {
    if (take(p)) return;
    // What is missing belongs behind what was read last.
    Place at = place();
    if (at_ > 0 && peek().line_start) {
        const Token& last = (*tokens_)[at_ - 1];
        at = last.place;
        at.column = static_cast<std::uint16_t>(at.column + last.text.size());
    }
    const Token& token = peek();
    const std::string_view have = token.kind == TokenKind::end ? "the text ends" : token.text;
    fail(at, fmt::format("\"{}\" is missing {}{}", spelling(p), where,
                         peek().line_start ? "" : fmt::format(", before \"{}\"", have)));
}

void Parser::fail_token(std::string_view wanted) const {
    const Token& token = peek();
    if (token.kind == TokenKind::end)
        fail(token.place, fmt::format("the text ends where {} is expected", wanted));
    fail(token.place, fmt::format("\"{}\" found where {} is expected", token.text, wanted));
}

void Parser::run(std::vector<Fault>& faults) {
    told_ = &faults;
    declarations(false);
}

/// What is wrong with one declaration, or with a function's body, is a matter of those that need
/// it. Where a brace is missing nobody knows where it ends: that is a fault of the whole text.
void Parser::declarations(bool in_braces) {
    constexpr std::size_t most_told = 20;
    while (peek().kind != TokenKind::end && !(in_braces && at(Punct::close_brace))) {
        const Open before = open();
        const std::size_t globals = unit_.globals.size();
        try {
            top_level();
        } catch (const FaultError& error) {
            go_back(before);
            unit_.globals.resize(globals);
            if (!skip_declaration() || error.fault().place.file == strict_file_) {
                if (in_braces) throw;
                told_->push_back(error.fault());
                continue;
            }
            const Fault* fault = put_aside(error);
            if (const auto name = declared_name(before.at)) {
                Symbol symbol;
                symbol.kind = Symbol::Kind::faulty;
                symbol.fault = fault;
                bind(name->atom, symbol);
                unit_.refused.emplace_back(name->text, fault);
                undo_.clear();
            }
            if (told_->size() >= most_told) told_->resize(most_told);
        }
    }
}

/// Keeps the fault for whoever needs what it is in, and tells it once.
const Fault* Parser::put_aside(const FaultError& error) {
    Fault& fault = unit_.faults.emplace_back(error.fault());
    fault.put_aside = true;
    if (std::ranges::find(*told_, fault) == told_->end()) told_->push_back(fault);
    return &fault;
}

Parser::Open Parser::open() const {
    return {function_, depth_,       open_,          loop_depth_,  switch_depth_,
            at_,       undo_.size(), blocks_.size(), jumps_.size()};
}

void Parser::go_back(const Open& open) {
    function_ = open.function;
    depth_ = open.depth;
    open_ = open.expressions;
    loop_depth_ = open.loops;
    switch_depth_ = open.switches;
    directly_in_switch_ = false;
    close_scope(open.scope);
    blocks_.resize(std::min(blocks_.size(), open.blocks));
    while (jumps_.size() > open.jumps) jumps_.pop_back();
    at_ = open.at;
}

/// Goes on behind the declaration that is not understood. False: nobody knows where it ends.
bool Parser::skip_declaration() {
    int depth = 0;
    while (peek().kind != TokenKind::end) {
        const Token& token = next();
        if (token.kind != TokenKind::punctuator) continue;
        if (token.punct == Punct::open_brace) ++depth;
        if (token.punct == Punct::semicolon && depth == 0) return true;
        if (token.punct != Punct::close_brace || --depth > 0) continue;
        // struct { … } name; and = { … }, other = …;
        const bool goes_on = at(Punct::semicolon) || at(Punct::comma) || at(Punct::assign) ||
                             at(Punct::star) ||
                             (peek().kind == TokenKind::identifier &&
                              (at(Punct::semicolon, 1) || at(Punct::comma, 1) ||
                               at(Punct::assign, 1) || at(Punct::open_bracket, 1)));
        if (!goes_on) return true;
    }
    return false;
}

/// What the declaration from `begin` on gives a name to, as far as that can be seen without
/// understanding it.
std::optional<Token> Parser::declared_name(std::size_t begin) const {
    const auto& all = *tokens_;
    const auto is = [&](std::size_t i, Punct p) {
        return all[i].kind == TokenKind::punctuator && all[i].punct == p;
    };
    const auto word = [&](std::size_t i) {
        return all[i].kind == TokenKind::identifier ? static_cast<Word>(all[i].atom) : Word::count;
    };
    const auto is_name = [&](std::size_t i) {
        return all[i].kind == TokenKind::identifier && all[i].atom > static_cast<Atom>(Word::count);
    };
    std::size_t i = begin;
    if (i < at_ && word(i) == Word::kw_template) {
        int depth = 0;
        for (++i; i < at_; ++i) {
            if (is(i, Punct::less)) ++depth;
            if (is(i, Punct::greater)) --depth;
            if (is(i, Punct::shift_right)) depth -= 2;
            if (depth <= 0) break;
        }
        ++i;
    }
    const bool is_typedef = i < at_ && word(i) == Word::kw_typedef;
    std::optional<Token> last;
    int depth = 0;
    for (; i < at_; ++i) {
        const bool tags = word(i) == Word::kw_struct || word(i) == Word::kw_class ||
                          word(i) == Word::kw_union || word(i) == Word::kw_enum ||
                          word(i) == Word::kw_using;
        if (tags && depth == 0 && !is_typedef) {
            if (i + 2 < at_ && is_name(i + 1) &&
                (is(i + 2, Punct::open_brace) || is(i + 2, Punct::colon) ||
                 is(i + 2, Punct::assign) || is(i + 2, Punct::semicolon)))
                return all[i + 1];
        }
        const bool attribute = word(i) == Word::kw_launch_bounds || word(i) == Word::kw_align ||
                               word(i) == Word::kw_alignas || word(i) == Word::kw_attribute;
        if (attribute) {
            int inner = 0;
            for (++i; i < at_; ++i) {
                if (is(i, Punct::open_paren)) ++inner;
                if (is(i, Punct::close_paren) && --inner == 0) break;
            }
            continue;
        }
        if (depth == 0 && is_name(i)) last = all[i];
        const bool ends = is(i, Punct::open_paren) || is(i, Punct::assign) ||
                          is(i, Punct::open_bracket) || is(i, Punct::semicolon);
        if (ends && depth == 0 && last && (!is_typedef || is(i, Punct::semicolon))) return last;
        if (is(i, Punct::open_brace) || is(i, Punct::less)) ++depth;
        if (is(i, Punct::close_brace) || is(i, Punct::greater)) --depth;
        if (is(i, Punct::shift_right)) depth -= 2;
    }
    return last;
}

}  // namespace stridescope::language
