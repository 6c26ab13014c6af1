// Tokens, scopes, and how the parser goes on after a fault.
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

Parser::Parser(Unit& unit, std::vector<Token> tokens) : unit_(unit), names_(unit.names) {
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
    while (peek().kind != TokenKind::end) {
        const std::size_t begin = at_;
        try {
            top_level();
        } catch (const FaultError& error) {
            faults.push_back(error.fault());
            if (faults.size() >= 20) return;
            function_ = nullptr;
            depth_ = open_ = loop_depth_ = switch_depth_ = 0;
            jumps_.clear();
            blocks_.clear();
            close_scope(0);
            at_ = begin;
            skip_function();
            if (at_ == begin) next();
        }
    }
}

/// Goes on behind the declaration that is not understood.
void Parser::skip_function() {
    int depth = 0;
    while (peek().kind != TokenKind::end) {
        const Token& token = next();
        if (token.kind != TokenKind::punctuator) continue;
        if (token.punct == Punct::open_brace) ++depth;
        if (token.punct == Punct::close_brace && --depth <= 0) {
            take(Punct::semicolon);
            return;
        }
        if (token.punct == Punct::semicolon && depth == 0) return;
    }
}

}  // namespace stridescope::language
