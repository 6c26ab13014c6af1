#include "app/experiment/text/card_questions.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "app/language/constant_values.h"
#include "app/language/half.h"

namespace stridescope {
namespace {

using language::Expr;
using language::ExprKind;
using language::FaultError;

constexpr std::string_view function_name = "stridescope_card";

/// Nothing may end the statement that it stands in.
void check_expression(const PlacedText& text) {
    const std::string& s = text.text();
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < s.size(); ++i) {
        const char c = s[i];
        const std::string_view two = std::string_view{s}.substr(i, 2);
        if (std::string_view{";{}#\"'\\`"}.find(c) != std::string_view::npos || two == "//" ||
            two == "/*") {
            text.fail(fmt::format("\"{}\" is not expected in an expression",
                                  two == "//" || two == "/*" ? two : two.substr(0, 1)),
                      i);
        }
        if (c == '(' || c == '[') open.push_back(i);
        if (c != ')' && c != ']') continue;
        const char wanted = c == ')' ? '(' : '[';
        if (open.empty() || s[open.back()] != wanted)
            text.fail(fmt::format("there is no \"{}\" before this \"{}\"", wanted, c), i);
        open.pop_back();
    }
    if (!open.empty()) {
        text.fail(fmt::format("\"{}\" is not closed", s[open.back()]), open.back());
    }
}

[[noreturn]] void fail_constant(const PlacedText& written) {
    written.fail(fmt::format("{} must be known before the run: a number, a #define or a constexpr",
                             written.empty() ? std::string{"this"} : written.text()));
}

std::uint64_t bits_of(const language::Type* type, const Expr& value, const PlacedText& written) {
    if (type->is_floating()) {
        const auto real = language::constant_real(&value);
        if (!real) fail_constant(written);
        if (type->is_half())
            return language::half::bits_of(*real, type->kind == language::TypeKind::f16);
        return type->kind == language::TypeKind::f32
                   ? std::bit_cast<std::uint32_t>(static_cast<float>(*real))
                   : std::bit_cast<std::uint64_t>(*real);
    }
    const auto whole = language::constant_value(&value);
    if (!whole) fail_constant(written);
    const auto bits = static_cast<std::uint64_t>(*whole);
    return type->size >= 8 ? bits : bits & ((std::uint64_t{1} << (8 * type->size)) - 1);
}

void add_leaves(const language::Type* type, const Expr* value, const PlacedText& written,
                std::vector<std::uint64_t>& out) {
    if (type->is_pointer()) {
        out.push_back(0);
    } else if (!type->is_struct()) {
        out.push_back(value == nullptr ? 0 : bits_of(type, *value, written));
    } else if (value != nullptr && value->kind == ExprKind::construct) {
        const auto& leaves = type->structure->leaves;
        for (std::size_t i = 0; i < leaves.size(); ++i) {
            add_leaves(leaves[i].type, i < value->args.size() ? value->args[i] : nullptr, written,
                       out);
        }
    } else if (value == nullptr || value->kind == ExprKind::list) {
        const auto& fields = type->structure->fields;
        for (std::size_t i = 0; i < fields.size(); ++i) {
            if (fields[i].type->is_array()) fail_constant(written);
            const bool given = value != nullptr && i < value->args.size();
            add_leaves(fields[i].type, given ? value->args[i] : nullptr, written, out);
        }
    } else {
        fail_constant(written);
    }
}

}  // namespace

CardQuestions::CardQuestions() {
    put("#define STRIDESCOPE_TEXT_OF(...) #__VA_ARGS__");
    put("#define STRIDESCOPE_TEXT(...) STRIDESCOPE_TEXT_OF(__VA_ARGS__)");
    put(fmt::format("static void {}() {{", function_name));
}

void CardQuestions::put(std::string text) {
    // What is wrong right behind an expression belongs to it.
    lines_.push_back({std::move(text), behind_, false, flag_});
}

void CardQuestions::put(const PlacedText& text) {
    check_expression(text);
    const auto& lines = text.lines();
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::size_t end = i + 1 < lines.size() ? lines[i + 1].begin : text.text().size();
        const language::Place place = lines[i].place;
        std::string shown(place.column > 0 ? place.column - 1u : 0u, ' ');
        shown += std::string_view{text.text()}.substr(lines[i].begin, end - lines[i].begin);
        lines_.push_back({std::move(shown), place, true, text.flag()});
    }
    behind_ = text.place(text.text().size());
    flag_ = text.flag();
}

std::size_t CardQuestions::ask_number(const PlacedText& expression) {
    put(fmt::format("const long long stridescope_number_{} = (", asked_numbers_));
    put(expression);
    put(");");
    written_.push_back(expression);
    ++asked_;
    return asked_numbers_++;
}

std::size_t CardQuestions::ask_expansion(const PlacedText& text) {
    // Never run: its format is the text, which nobody reads as one.
    put("printf(STRIDESCOPE_TEXT(");
    put(text);
    put("));");
    ++asked_;
    return asked_expansions_++;
}

std::size_t CardQuestions::ask_type(const PlacedText& name) {
    put("const");
    put(name);
    put(fmt::format("* stridescope_type_{} = nullptr;", asked_types_));
    ++asked_;
    return asked_types_++;
}

std::size_t CardQuestions::ask_launch(const PlacedText& head,
                                      const std::vector<Argument>& arguments) {
    for (const Argument& a : arguments) {
        if (!a.is_array) continue;
        put(fmt::format("#define {} {}", a.text.text(),
                        a.type.empty() ? "nullptr" : fmt::format("(({} *)nullptr)", a.type)));
    }
    put(head);
    put("(");
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (i > 0) put(",");
        if (arguments[i].text.empty()) {
            put(arguments[i].made);
        } else {
            put(arguments[i].text);
        }
    }
    put(");");
    for (const Argument& a : arguments) {
        if (a.is_array) put(fmt::format("#undef {}", a.text.text()));
    }
    ++asked_;
    return asked_launches_++;
}

language::SourceFile CardQuestions::file() const {
    std::string text;
    for (const Line& line : lines_) text.append(line.text).append("\n");
    return {"card", text + "}\n"};
}

language::Fault CardQuestions::of_card(const language::Fault& fault, std::size_t number) const {
    if (fault.place.file != number) return fault;
    language::Fault told = fault;
    const Line& line = lines_[std::clamp<std::size_t>(fault.place.line, 1, lines_.size()) - 1];
    told.place = line.place;
    if (line.is_expression && line.place.line != 0) told.place.column = fault.place.column;
    if (line.flag.starts_with("--arg") && told.message.ends_with(" is not declared"))
        told.message += ": write a number, or an expression of the text's #defines";
    if (!line.flag.empty()) told.message = line.flag + ": " + told.message;
    return told;
}

void CardQuestions::read(language::Unit& unit) {
    const language::Function* card = nullptr;
    for (const language::Function& f : unit.functions) {
        if (f.name == function_name) card = &f;
    }
    if (card == nullptr) return;
    fault_ = card->fault;
    if (card->body == nullptr) return;
    for (const language::Stmt* s : card->body->body) {
        if (s->kind == language::StmtKind::fault && fault_ == nullptr) fault_ = s->fault;
        if (s->kind == language::StmtKind::declaration) {
            for (const language::Variable* v : s->variables) {
                if (v->type->is_pointer()) {
                    types_.push_back(v->type->of);
                } else {
                    numbers_.push_back(v->init);
                }
            }
        } else if (s->kind == language::StmtKind::expression) {
            const Expr* e = s->condition;
            if (e->kind == ExprKind::launch) {
                launches_.push_back(e);
            } else if (e->kind == ExprKind::builtin && !e->args.empty()) {
                expansions_.emplace_back(e->args[0]->string);
            }
        }
    }
    unit.files.pop_back();
    file_ = unit.files.size();
    if (&unit.functions.back() == card) unit.functions.pop_back();
}

/// What `evaluate` finds; a fault is told at its place in the card.
template <class Evaluate>
auto CardQuestions::placed(Evaluate evaluate) const {
    try {
        return evaluate();
    } catch (const FaultError& error) {
        language::Fault told = of_card(error.fault(), file_);
        throw FaultError(told.place, std::move(told.message));
    }
}

/// Where the text makes a question one that nobody understands, its answer is not there.
template <class Answer>
const Answer& CardQuestions::answered(const std::vector<Answer>& answers, std::size_t n) const {
    if (n < answers.size()) return answers[n];
    throw FaultError(fault_ != nullptr ? of_card(*fault_, file_)
                                       : language::Fault{behind_, "the card is not understood"});
}

const std::string& CardQuestions::expansion(std::size_t n) const {
    return answered(expansions_, n);
}

const language::Type* CardQuestions::type(std::size_t n) const {
    return answered(types_, n);
}

const Expr& CardQuestions::launch(std::size_t n) const {
    return *answered(launches_, n);
}

std::int64_t CardQuestions::number(std::size_t n) const {
    const auto value = constant(*answered(numbers_, n));
    if (!value) fail_constant(written_[n]);
    return *value;
}

std::optional<std::int64_t> CardQuestions::constant(const Expr& value) const {
    return placed([&] { return language::constant_value(&value); });
}

std::vector<std::uint64_t> CardQuestions::leaves(const Expr& value,
                                                 const PlacedText& written) const {
    return placed([&] {
        std::vector<std::uint64_t> out;
        add_leaves(value.type, &value, written, out);
        return out;
    });
}

}  // namespace stridescope
