#include "app/language/asm_flow.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

namespace stridescope::language {
namespace {

bool is_of_name(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' || c == '%' ||
           c == '=';
}

std::string trimmed(std::string_view text) {
    const auto begin = text.find_first_not_of(" \t\n\r");
    if (begin == std::string_view::npos) return {};
    return std::string{text.substr(begin, text.find_last_not_of(" \t\n\r") - begin + 1)};
}

/// A name from the beginning on, and where it ends.
std::size_t name_end(std::string_view text) {
    std::size_t n = 0;
    while (n < text.size() && is_of_name(text[n])) ++n;
    return n;
}

/// ".reg .pred p, q": what follows the first word.
void declare(std::string_view text, std::vector<AsmRegister>& registers) {
    const std::size_t dot = text.find('.', 1);
    if (dot == std::string_view::npos) return;
    const std::string type{text.substr(dot + 1, name_end(text.substr(dot + 1)))};
    std::string_view names = text.substr(dot + 1 + type.size());
    while (!names.empty()) {
        const std::size_t comma = std::min(names.find(','), names.size());
        registers.push_back({trimmed(names.substr(0, comma)), type});
        names.remove_prefix(std::min(comma + 1, names.size()));
    }
}

std::string with_registers(std::string_view text, const std::vector<AsmRegister>& registers) {
    std::string made;
    while (!text.empty()) {
        const std::size_t end = name_end(text);
        if (end == 0) {
            made += text[0];
            text.remove_prefix(1);
            continue;
        }
        const std::string_view name = text.substr(0, end);
        const auto known = std::ranges::find(registers, name, &AsmRegister::name);
        made += known == registers.end() ? std::string{name}
                                         : fmt::format("${}", known - registers.begin());
        text.remove_prefix(end);
    }
    return made;
}

/// The label that it jumps to; empty: it is no jump.
std::string target_of(const AsmPiece& piece) {
    std::string_view text = piece.instruction;
    if (!text.starts_with("bra")) return {};
    const std::size_t blank = text.find_first_of(" \t");
    return blank == std::string_view::npos ? std::string{} : trimmed(text.substr(blank));
}

bool has_label(const AsmPiece& piece, const std::string& label) {
    return std::ranges::find(piece.labels, label) != piece.labels.end();
}

std::string condition_of(const AsmPiece& piece) {
    if (piece.predicate.empty()) return "true";
    return fmt::format("{}{}", piece.negated ? "!" : "",
                       register_name(std::string_view{piece.predicate}.substr(1)));
}

}  // namespace

std::string register_name(std::string_view number) {
    return fmt::format("__ss_register_{}", number);
}

AsmText asm_text(std::string_view text) {
    AsmText made;
    AsmPiece piece;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(';'), text.size());
        std::string part = trimmed(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        for (std::size_t n = name_end(part);
             n > 0 && n < part.size() && part[n] == ':' && part.substr(n, 2) != "::";
             n = name_end(part)) {
            piece.labels.push_back(part.substr(0, n));
            part = trimmed(std::string_view{part}.substr(n + 1));
        }
        if (part.starts_with(".reg")) {
            declare(part, made.registers);
            continue;
        }
        if (part.empty() && !text.empty()) continue;
        part = with_registers(part, made.registers);
        if (part.starts_with('@')) {
            const std::size_t blank = std::min(part.find_first_of(" \t"), part.size());
            piece.negated = part.size() > 1 && part[1] == '!';
            piece.predicate = part.substr(piece.negated ? 2 : 1, blank - (piece.negated ? 2 : 1));
            part = trimmed(std::string_view{part}.substr(blank));
        }
        piece.instruction = std::move(part);
        if (!piece.instruction.empty() || !piece.labels.empty()) made.pieces.push_back(piece);
        piece = {};
    }
    if (!piece.labels.empty()) made.pieces.push_back(piece);
    return made;
}

bool AsmText::loops() const {
    for (std::size_t at = 0; at < pieces.size(); ++at) {
        const std::string target = target_of(pieces[at]);
        for (std::size_t before = 0; !target.empty() && before <= at; ++before) {
            if (has_label(pieces[before], target)) return true;
        }
    }
    return false;
}

std::string flow_of(const AsmText& text,
                    const std::function<std::optional<std::string>(const std::string&)>& statement,
                    std::string& unknown) {
    const std::vector<AsmPiece>& pieces = text.pieces;
    const auto place_of = [&](const std::string& label) {
        return static_cast<std::size_t>(
            std::ranges::find_if(pieces, [&](const AsmPiece& p) { return has_label(p, label); }) -
            pieces.begin());
    };
    // [piece]: with which piece the loop ends that begins there; none: itself, minus one.
    constexpr auto none = static_cast<std::size_t>(-1);
    std::vector<std::size_t> ends(pieces.size(), none);
    for (std::size_t at = 0; at < pieces.size(); ++at) {
        const std::string target = target_of(pieces[at]);
        if (target.empty()) continue;
        const std::size_t to = place_of(target);
        if (to <= at) ends[to] = at;
    }
    std::string made;
    std::vector<std::size_t> open;  // loops, by the pieces with which they end
    for (std::size_t at = 0; at < pieces.size(); ++at) {
        const AsmPiece& piece = pieces[at];
        if (ends[at] != none) {
            made += " while (true) {";
            open.push_back(ends[at]);
        }
        const std::string target = target_of(piece);
        if (!target.empty()) {
            const std::size_t to = place_of(target);
            const bool ends_loop = !open.empty() && open.back() == at && to <= at;
            const bool leaves = !open.empty() && to == open.back() + 1;
            if (!ends_loop && !leaves) {
                unknown = piece.instruction;
                return {};
            }
            if (leaves) made += fmt::format(" if ({}) break;", condition_of(piece));
            if (ends_loop) {
                made += piece.predicate.empty()
                            ? " }"
                            : fmt::format(" if (!({})) break; }}", condition_of(piece));
                open.pop_back();
            }
            continue;
        }
        if (piece.instruction.empty()) continue;
        const auto done = statement(piece.instruction);
        if (!done) {
            unknown = piece.instruction;
            return {};
        }
        made += piece.predicate.empty()
                    ? " " + *done
                    : fmt::format(" if ({}) {{ {} }}", condition_of(piece), *done);
    }
    if (!open.empty()) unknown = "bra";
    return made;
}

}  // namespace stridescope::language
