#include "app/language/preprocessor.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/language/condition.h"
#include "app/language/library/library.h"

namespace stridescope::language {
namespace {

constexpr int deepest_include = 32;
constexpr std::size_t most_files = 2000;
constexpr std::size_t most_tokens = 500'000;
constexpr std::size_t most_letters = std::size_t{1} << 24;  // that # and ## make
constexpr int deepest_expansion = 200;
constexpr std::uint64_t most_expansions = 4'000'000;

bool is(const Token& token, Punct punct) {
    return token.kind == TokenKind::punctuator && token.punct == punct;
}
bool is(const Token& token, Word word) {
    return token.kind == TokenKind::identifier && token.atom == static_cast<Atom>(word);
}
/// The first token of the next line.
const Token* end_of_line(const Token* at) {
    while (at->kind != TokenKind::end && !at->line_start) ++at;
    return at;
}
bool is_number(const std::vector<Token>& body) {
    if (body.size() == 2) return is(body[0], Punct::minus) && body[1].kind == TokenKind::number;
    return body.size() == 1 && body[0].kind == TokenKind::number;
}
std::string text_of(const std::vector<Token>& tokens) {
    std::string text;
    for (const Token& token : tokens) {
        if (!text.empty() && token.space_before) text += ' ';
        // A line that goes on in the next one may do so within a string.
        for (std::size_t at = 0; at < token.text.size(); ++at) {
            if (token.text.substr(at, 2) == "\\\n") {
                ++at;
            } else {
                text += token.text[at];
            }
        }
    }
    return text;
}
[[noreturn]] void grow_without_end(const Token& name) {
    throw FaultError(name.place, "the macros of this text grow without end");
}

}  // namespace

void Preprocessor::define(const Definition& definition, bool of_library) {
    const std::string_view value = names_.keep(definition.value.empty() ? "1" : definition.value);
    Tokens body = lex(value, 0, names_);
    body.pop_back();
    const Atom atom = names_.intern(names_.keep(definition.name));
    Macro& macro = macros_[atom];
    macro = {};
    macro.outside = true;
    macro.of_library = of_library;
    macro.body = std::move(body);
    is_macro_.resize(std::max<std::size_t>(is_macro_.size(), atom + 1));
    is_macro_[atom] = true;
}

std::vector<Token> Preprocessor::run(std::uint16_t number) {
    file(number);
    Token end;
    end.line_start = true;
    const std::string& text = files_[number].text;
    end.place = {static_cast<std::uint32_t>(std::count(text.begin(), text.end(), '\n') + 1), 1,
                 number};
    put_packs();
    join_launches();
    out_.push_back(end);
    return std::exchange(out_, {});
}

void Preprocessor::file(std::uint16_t number) {
    // The files' list may grow meanwhile; their texts are kept where they are by `names_`.
    const std::string_view text = names_.keep(files_[number].text);
    read(lex(text, number, names_, &steps_), number);
}

void Preprocessor::read(const Tokens& tokens, std::uint16_t number) {
    is_macro_.resize(std::max(is_macro_.size(), names_.size()));
    out_.reserve(out_.size() + tokens.size() + 64);
    const std::size_t open = groups_.size();
    const Token* at = tokens.data();
    const Token* end = at + tokens.size() - 1;
    while (at->kind != TokenKind::end) {
        if (at->line_start && is(*at, Punct::hash)) {
            at = directive(at + 1, number);
            continue;
        }
        at = expand(at, end, out_);
        if (out_.size() > most_tokens) grow_without_end(*at);
    }
    if (groups_.size() > open)
        throw FaultError(groups_.back(), "this is not closed: #endif is missing");
}

const Token* Preprocessor::directive(const Token* at, std::uint16_t file_number) {
    const Token& name = *at;
    const Token* line = end_of_line(at);
    if (at == line) return line;  // a lone #
    const Token* rest = at + 1;
    if (name.kind == TokenKind::identifier) {
        switch (static_cast<Word>(name.atom)) {
            case Word::pp_define: define_macro(rest, line); return line;
            case Word::pp_undef:
                if (rest != line) {
                    const auto found = macros_.find(rest->atom);
                    if (found != macros_.end() && !found->second.outside) {
                        macros_.erase(found);
                        is_macro_[rest->atom] = false;
                    }
                }
                return line;
            case Word::pp_include: include(rest, line, file_number); return line;
            case Word::pp_ifdef:
            case Word::pp_ifndef: {
                if (rest == line) throw FaultError(name.place, "which macro? #ifdef NAME");
                const bool yes = is_defined(*rest) == is(name, Word::pp_ifdef);
                groups_.push_back(name.place);
                return yes ? line : skip_group(line, false);
            }
            case Word::kw_if:
                groups_.push_back(name.place);
                return condition(rest, line, name.place) ? line : skip_group(line, false);
            case Word::pp_elif:
            case Word::kw_else:
                if (groups_.empty()) throw FaultError(name.place, "there is no #if before this");
                return skip_group(line, true);
            case Word::pp_endif:
                if (groups_.empty()) throw FaultError(name.place, "there is no #if before this");
                groups_.pop_back();
                return line;
            case Word::pp_error:
                throw FaultError(name.place, fmt::format("#error {}", text_of({rest, line})));
            case Word::kw_pragma:
                if (rest != line && rest->text == "once" && file_number != library_file)
                    once_.push_back(file_name(file_number));
                if (rest != line && rest->text == "pack") pack(rest + 1, line);
                if (rest != line && rest->text == "unroll") unroll(at - 1, rest, line);
                return line;
            case Word::pp_warning:
            case Word::pp_line: return line;
            default: break;
        }
    }
    throw FaultError(name.place, fmt::format("there is no directive #{}", name.text));
}

/// Hands on what the compiler is told of the loop that comes next, between two `#`. Elsewhere than
/// before a statement it is dropped, as a compiler does.
void Preprocessor::unroll(const Token* hash, const Token* from, const Token* line) {
    if (out_.empty()) return;
    const Token& before = out_.back();
    const bool begins = is(before, Punct::open_brace) || is(before, Punct::close_brace) ||
                        is(before, Punct::semicolon) || is(before, Punct::colon) ||
                        is(before, Punct::close_paren) || is(before, Word::kw_else) ||
                        is(before, Word::kw_do);
    if (!begins) return;
    out_.push_back(*hash);
    expand_all({from, line}, out_);
    out_.push_back(*hash);
}

/// #pragma pack(4), pack(push, 1), pack(pop) or pack(): for the structs that come next.
void Preprocessor::pack(const Token* at, const Token* line) {
    bool is_empty = true;
    for (; at != line; ++at) {
        if (at->text == "push") packs_.push_back(pack_);
        if (at->text == "pop" && !packs_.empty()) {
            pack_ = packs_.back();
            packs_.pop_back();
        }
        if (at->kind == TokenKind::number) {
            const std::uint64_t told = parse_integer(at->text).value_or(IntegerLiteral{99}).value;
            if (told > 16 || (told & (told - 1)) != 0)
                throw FaultError(at->place, "#pragma pack takes 1, 2, 4, 8 or 16");
            pack_ = static_cast<std::uint32_t>(told);
        }
        is_empty &= at->kind == TokenKind::punctuator;
    }
    if (is_empty) pack_ = 0;
    packs_from_.emplace_back(out_.size(), pack_);
}

/// Says of each struct how it is packed, as its own attribute.
void Preprocessor::put_packs() {
    if (packs_from_.empty()) return;
    Tokens all;
    std::size_t next = 0;
    std::uint32_t packed = 0;
    for (std::size_t i = 0; i < out_.size(); ++i) {
        for (; next < packs_from_.size() && packs_from_[next].first <= i; ++next)
            packed = packs_from_[next].second;
        all.push_back(out_[i]);
        const bool names_one = is(out_[i], Word::kw_struct) || is(out_[i], Word::kw_class) ||
                               is(out_[i], Word::kw_union);
        if (!names_one || packed == 0) continue;
        const std::string said = fmt::format("__attribute__(({}({})))", pack_attribute, packed);
        Tokens attribute = lex(names_.keep(said), 0, names_);
        attribute.pop_back();
        for (Token& token : attribute) {
            token.place = out_[i].place;
            token.line_start = false;
            all.push_back(token);
        }
    }
    out_ = std::move(all);
    packs_from_.clear();
}

/// Goes on behind the group that is not taken: at the #else, a true #elif, or the #endif.
const Token* Preprocessor::skip_group(const Token* at, bool to_end) {
    const Token* end = end_of_group(at, to_end);
    const std::uint32_t first = at[-1].place.line, last = end[-1].place.line;
    std::erase_if(steps_, [&](const StepComment& s) {
        return s.place.file == end->place.file && s.place.line > first && s.place.line < last;
    });
    return end;
}

const Token* Preprocessor::end_of_group(const Token* at, bool to_end) {
    int depth = 0;
    for (; at->kind != TokenKind::end; ++at) {
        if (!at->line_start || !is(*at, Punct::hash)) continue;
        const Token& name = at[1];
        if (is(name, Word::kw_if) || is(name, Word::pp_ifdef) || is(name, Word::pp_ifndef)) {
            ++depth;
        } else if (is(name, Word::pp_endif)) {
            if (depth-- == 0) {
                groups_.pop_back();
                return end_of_line(at + 2);
            }
        } else if (depth == 0 && !to_end && is(name, Word::kw_else)) {
            return end_of_line(at + 2);
        } else if (depth == 0 && !to_end && is(name, Word::pp_elif)) {
            const Token* line = end_of_line(at + 2);
            if (condition(at + 2, line, name.place)) return line;
        }
    }
    throw FaultError(groups_.back(), "this is not closed: #endif is missing");
}

void Preprocessor::define_macro(const Token* at, const Token* end) {
    if (at == end || at->kind != TokenKind::identifier) {
        throw FaultError(at == end ? at[-1].place : at->place,
                         "a macro wants a name: #define NAME value");
    }
    const Token& name = *at++;
    Macro macro;
    if (at != end && is(*at, Punct::open_paren) && !at->space_before) {
        macro.function_like = true;
        ++at;
        while (at != end && !is(*at, Punct::close_paren)) {
            if (is(*at, Punct::ellipsis)) {
                macro.variadic = true;
                macro.parameters.push_back(static_cast<Atom>(Word::pp_va_args));
            } else if (at->kind == TokenKind::identifier) {
                macro.parameters.push_back(at->atom);
                // GNU's: the last one takes all that is left.
                if (at + 1 != end && is(at[1], Punct::ellipsis)) {
                    macro.variadic = true;
                    ++at;
                }
            } else {
                throw FaultError(at->place,
                                 "a macro's parameters are names with commas between them");
            }
            ++at;
            if (at != end && is(*at, Punct::comma)) ++at;
        }
        if (at == end)
            throw FaultError(name.place, "the macro's parameters are not closed by \")\"");
        ++at;
    }
    macro.body.assign(at, end);
    macro.of_library = name.place.file == library_file;
    is_macro_.resize(std::max<std::size_t>(is_macro_.size(), name.atom + 1));
    const auto old = macros_.find(name.atom);
    const bool outside = old != macros_.end() && old->second.outside;
    if (!macro.function_like && name.place.file == 0 && is_number(macro.body)) {
        knobs_.push_back(
            {std::string{name.text}, text_of(outside ? old->second.body : macro.body), name.place});
    }
    if (outside) return;
    is_macro_[name.atom] = true;
    macros_[name.atom] = std::move(macro);
}

/// As __FILE__ has it; a header of the library has no file.
std::string Preprocessor::file_name(std::uint16_t number) const {
    return number == library_file ? std::string{} : files_[number].name;
}

void Preprocessor::include(const Token* at, const Token* end, std::uint16_t file_number) {
    if (at == end) return;
    const Place where = at->place;
    const bool in_quotes = at->kind == TokenKind::string;
    std::string name;
    if (in_quotes) {
        name = at->text.substr(1, at->text.size() - 2);
    } else {
        for (++at; at != end && !is(*at, Punct::greater); ++at) name += at->text;
    }
    std::ranges::replace(name, '\\', '/');
    // What CUDA's and C's own headers say is known without them.
    if (!in_quotes && is_system_header(name)) return;
    if (++depth_ > deepest_include) {
        throw FaultError(where, fmt::format("\"{}\" includes itself without end", name));
    }
    // Beside the file that includes it, or beside the text.
    std::vector<std::string> candidates{name};
    if (file_number != 0 && file_number != library_file) {
        const std::string& includer = files_[file_number].name;
        if (const std::size_t folder = includer.rfind('/'); folder != std::string::npos)
            candidates.insert(candidates.begin(), includer.substr(0, folder + 1) + name);
    }
    // Between < and > a name is that of what the samples bring along, if there is such.
    const auto header = library_header(name);
    if (header && (!in_quotes || file_number == library_file || is_drawing_header(name)))
        candidates.clear();
    for (std::string& found : candidates) {
        const auto is_once = [&](const SourceFile& file) {
            return each_once_ || std::ranges::find(once_, file.name) != once_.end();
        };
        bool is_read = std::ranges::any_of(
            files_, [&](const SourceFile& file) { return file.name == found && is_once(file); });
        std::optional<std::string> text =
            load_ && !is_read ? load_(found) : std::optional<std::string>();
        const bool may_lie_further = in_quotes && !header && !is_system_header(name);
        if (!is_read && !text && found == name && may_lie_further && load_further_)
            text = load_further_(name);
        if (!is_read && !text) continue;
        // From another folder it goes by another name. Behind the text itself others may be read.
        is_read = is_read || std::ranges::any_of(files_, [&](const SourceFile& file) {
                      const bool is_same = &file == files_.data() ? file.text.starts_with(*text)
                                                                  : file.text == *text;
                      return is_same && is_once(file);
                  });
        if (!is_read) {
            if (files_.size() >= most_files)
                throw FaultError(where, "this text includes too many others");
            files_.push_back({std::move(found), std::move(*text)});
            file(static_cast<std::uint16_t>(files_.size() - 1));
        }
        --depth_;
        return;
    }
    if (header) {
        read(lex(*header, library_file, names_), library_file);
    } else if (in_quotes && !is_system_header(name)) {
        // Whoever needs what stands in it says so.
        missing_.push_back(
            {where,
             fmt::format("there is no \"{}\" beside this text; of a library's header "
                         "write out what is used of it",
                         name),
             true});
    }
    --depth_;
}

/// `k << < 4, 256 >> > (…)`, as formatters write it, is a launch.
void Preprocessor::join_launches() {
    Tokens joined;
    joined.reserve(out_.size());
    bool open = false;
    for (std::size_t i = 0; i < out_.size(); ++i) {
        const auto next = [&](std::size_t n, Punct p) {
            return i + n < out_.size() && is(out_[i + n], p);
        };
        std::size_t spelled = 0;
        if (next(0, Punct::shift_left) && next(1, Punct::less)) spelled = 2;
        if (next(0, Punct::less) && next(1, Punct::shift_left)) spelled = 2;
        const bool opens = spelled > 0;
        if (open && !opens) {
            if (next(0, Punct::shift_right) && next(1, Punct::greater)) spelled = 2;
            if (next(0, Punct::greater) && next(1, Punct::shift_right)) spelled = 2;
            if (next(0, Punct::greater) && next(1, Punct::greater) && next(2, Punct::greater))
                spelled = 3;
        }
        joined.push_back(out_[i]);
        if (is(out_[i], Punct::launch_open)) open = true;
        if (is(out_[i], Punct::launch_close)) open = false;
        if (spelled == 0) continue;
        joined.back().punct = opens ? Punct::launch_open : Punct::launch_close;
        joined.back().text = opens ? "<<<" : ">>>";
        i += spelled - 1;
        open = opens;
    }
    out_ = std::move(joined);
}

bool Preprocessor::is_defined(const Token& name) const {
    return macros_.contains(name.atom) || is(name, Word::pp_has_include) ||
           is(name, Word::pp_counter);
}

/// 1 or 0 in place of __has_include(<…>) or ("…"), which `at` is led to the end of.
Token Preprocessor::has_include(const Token*& at, const Token* end) {
    Token value = *at;
    value.kind = TokenKind::number;
    const Token* name = at + 2;
    const Token* close =
        std::find_if(at, end, [](const Token& t) { return is(t, Punct::close_paren); });
    if (name >= close || !is(at[1], Punct::open_paren))
        throw FaultError(value.place, "which header? __has_include(<NAME>)");
    std::string header;
    if (name->kind == TokenKind::string) {
        header = name->text.substr(1, name->text.size() - 2);
    } else {
        for (++name; name != close && !is(*name, Punct::greater); ++name) header += name->text;
    }
    const bool is_known = is_system_header(header) || library_header(header).has_value();
    value.text = is_known || (load_ && load_(header)) ? "1" : "0";
    at = close;
    return value;
}

bool Preprocessor::condition(const Token* at, const Token* end, Place place) {
    Tokens line;
    for (; at != end; ++at) {
        if (is(*at, Word::pp_has_include)) {
            line.push_back(has_include(at, end));
            continue;
        }
        if (!is(*at, Word::pp_defined)) {
            line.push_back(*at);
            continue;
        }
        const bool paren = at + 1 != end && is(at[1], Punct::open_paren);
        const Token* name = at + (paren ? 2 : 1);
        if (name >= end) throw FaultError(place, "which macro? defined(NAME)");
        Token value = *name;
        value.kind = TokenKind::number;
        value.text = is_defined(*name) ? "1" : "0";
        line.push_back(value);
        at = name + (paren ? 1 : 0);
        if (at >= end) throw FaultError(place, "which macro? defined(NAME)");
    }
    Tokens expanded;
    expand_all(line, expanded);
    return evaluate_condition(expanded, place);
}

void Preprocessor::expand_all(const Tokens& in, Tokens& out) {
    const Token* at = in.data();
    const Token* end = at + in.size();
    while (at != end) at = expand(at, end, out);
}

/// A header of a library uses names that no text may define. What ours are called instead, the
/// text's macros leave alone.
bool Preprocessor::is_hidden(const Token& name) const {
    if (name.place.file != library_file) return false;
    const auto found = macros_.find(name.atom);
    return found != macros_.end() && !found->second.of_library;
}

const Token* Preprocessor::expand(const Token* at, const Token* end, Tokens& out) {
    const Token& name = *at;
    if (name.kind != TokenKind::identifier || name.no_expand || name.atom >= is_macro_.size() ||
        !is_macro_[name.atom] || is_hidden(name)) {
        if (is(name, Word::pp_line_macro) || is(name, Word::pp_file_macro)) {
            Token value = name;
            const bool line = is(name, Word::pp_line_macro);
            value.kind = line ? TokenKind::number : TokenKind::string;
            value.text = names_.keep(line ? std::to_string(name.place.line)
                                          : '"' + file_name(name.place.file) + '"');
            out.push_back(value);
            return at + 1;
        }
        if (is(name, Word::pp_counter)) {
            Token value = name;
            value.kind = TokenKind::number;
            value.text = names_.keep(std::to_string(counted_++));
            out.push_back(value);
            return at + 1;
        }
        // What it says of a loop or of warnings changes no value.
        const bool says_pragma = is(name, Word::pp_pragma_operator) && end - at > 3 &&
                                 is(at[1], Punct::open_paren) && is(at[3], Punct::close_paren);
        if (says_pragma) return at + 4;
        out.push_back(name);
        return at + 1;
    }
    if (std::ranges::find(active_, name.atom) != active_.end()) {
        out.push_back(name);
        out.back().no_expand = true;
        return at + 1;
    }
    const auto found = macros_.find(name.atom);
    const Macro& macro = found->second;
    const Token* next = at + 1;
    std::vector<Tokens> values;
    if (macro.function_like) {
        if (next == end || !is(*next, Punct::open_paren)) {
            out.push_back(name);
            return next;
        }
        next = arguments(next + 1, end, macro, values, name);
    }
    // Some come to nothing, and none of them need stand in another one: arguments nest as well.
    if (++expansions_ > most_expansions || expanding_ >= deepest_expansion) grow_without_end(name);
    ++expanding_;
    std::size_t held = 0;
    for (const Tokens& value : values) held += value.size();
    held_ += held;
    const Tokens body = substitute(macro, values, name);
    held += body.size();
    held_ += body.size();
    active_.push_back(name.atom);
    const std::size_t first = out.size();
    const Token* inner = body.data();
    const Token* inner_end = inner + body.size();
    while (inner != inner_end) {
        inner = expand(inner, inner_end, out);
        if (held_ + out.size() > most_tokens) grow_without_end(name);
    }
    active_.pop_back();
    held_ -= held;
    --expanding_;
    // A function-like macro's name at the end may take its arguments from behind what was expanded.
    while (out.size() > first && next != end && is(*next, Punct::open_paren) &&
           takes_arguments(out.back())) {
        Tokens joined{out.back()};
        int depth = 0;
        const Token* close = next;
        do {
            if (is(*close, Punct::open_paren)) ++depth;
            if (is(*close, Punct::close_paren)) --depth;
            joined.push_back(*close++);
        } while (depth > 0 && close != end);
        out.pop_back();
        const Token* stop = expand(joined.data(), joined.data() + joined.size(), out);
        next += (stop - joined.data()) - 1;
    }
    if (out.size() > first) {
        out[first].line_start = name.line_start;
        out[first].space_before = name.space_before;
    }
    return next;
}

/// Whether it is the name of a function-like macro that may be expanded here.
bool Preprocessor::takes_arguments(const Token& token) const {
    return token.kind == TokenKind::identifier && !token.no_expand &&
           token.atom < is_macro_.size() && is_macro_[token.atom] &&
           macros_.at(token.atom).function_like &&
           std::ranges::find(active_, token.atom) == active_.end();
}

const Token* Preprocessor::arguments(const Token* at, const Token* end, const Macro& macro,
                                     std::vector<Tokens>& out, const Token& name) {
    int depth = 0;
    out.emplace_back();
    for (; at != end; ++at) {
        if (depth == 0 && is(*at, Punct::close_paren)) break;
        const bool rest = macro.variadic && out.size() == macro.parameters.size();
        if (depth == 0 && is(*at, Punct::comma) && !rest) {
            out.emplace_back();
            continue;
        }
        if (is(*at, Punct::open_paren)) ++depth;
        if (is(*at, Punct::close_paren)) --depth;
        out.back().push_back(*at);
    }
    if (at == end) {
        throw FaultError(name.place,
                         fmt::format("the arguments of {} are not closed by \")\"", name.text));
    }
    if (macro.parameters.empty() && out.size() == 1 && out[0].empty()) out.clear();
    if (macro.variadic && out.size() + 1 == macro.parameters.size()) out.emplace_back();
    if (out.size() != macro.parameters.size()) {
        throw FaultError(name.place,
                         fmt::format("the macro {} takes {} argument{}, not {}", name.text,
                                     macro.parameters.size(),
                                     macro.parameters.size() == 1 ? "" : "s", out.size()));
    }
    return at + 1;
}

namespace {

/// A macro's body with what __VA_OPT__(…) holds, or without it.
std::vector<Token> with_optional(const std::vector<Token>& body, bool kept) {
    std::vector<Token> result;
    for (std::size_t i = 0; i < body.size(); ++i) {
        const bool begins = body[i].text == "__VA_OPT__" && i + 1 < body.size() &&
                            is(body[i + 1], Punct::open_paren);
        if (!begins) {
            result.push_back(body[i]);
            continue;
        }
        int depth = 1;
        for (i += 2; i < body.size(); ++i) {
            if (is(body[i], Punct::open_paren)) ++depth;
            if (is(body[i], Punct::close_paren) && --depth == 0) break;
            if (kept) result.push_back(body[i]);
        }
    }
    return result;
}

}  // namespace

std::vector<Token> Preprocessor::substitute(const Macro& macro, const std::vector<Tokens>& values,
                                            const Token& name) {
    const auto parameter = [&](const Token& token) -> int {
        if (token.kind != TokenKind::identifier) return -1;
        const auto found = std::ranges::find(macro.parameters, token.atom);
        return found == macro.parameters.end() ? -1
                                               : static_cast<int>(found - macro.parameters.begin());
    };
    Tokens result;
    std::vector<Token> of_rest;
    if (macro.variadic) of_rest = with_optional(macro.body, !values.back().empty());
    const std::vector<Token>& body = macro.variadic ? of_rest : macro.body;
    bool left_is_empty = false;  // Nothing stands before ##.
    for (std::size_t i = 0; i < body.size(); ++i) {
        if (held_ + result.size() > most_tokens) grow_without_end(name);
        const bool pastes = i + 2 < body.size() && is(body[i + 1], Punct::hash_hash);
        if (macro.function_like && is(body[i], Punct::hash) && i + 1 < body.size() &&
            parameter(body[i + 1]) >= 0) {
            Token text = body[i];
            std::string quoted = "\"";
            for (const char c : text_of(values[static_cast<std::size_t>(parameter(body[i + 1]))])) {
                if (c == '"' || c == '\\') quoted += '\\';
                quoted += c;
            }
            text.kind = TokenKind::string;
            text.text = keep(quoted + '"', name);
            result.push_back(text);
            ++i;
        } else if (is(body[i], Punct::hash_hash) && i > 0 && i + 1 < body.size()) {
            const int p = parameter(body[i + 1]);
            Tokens right = p >= 0 ? values[static_cast<std::size_t>(p)] : Tokens{body[i + 1]};
            // GNU's `, ## __VA_ARGS__` joins nothing: without arguments the comma goes.
            const bool is_rest = macro.variadic && p + 1 == std::ssize(macro.parameters);
            if (is_rest && is(body[i - 1], Punct::comma)) {
                if (right.empty()) {
                    result.pop_back();
                } else {
                    const std::size_t held = result.size();
                    held_ += held;
                    expand_all(right, result);
                    held_ -= held;
                }
            } else if (!right.empty()) {
                if (!left_is_empty) {
                    right.front() = paste(result.back(), right.front());
                    result.pop_back();
                }
                result.insert(result.end(), right.begin(), right.end());
                left_is_empty = false;
            }
            ++i;
        } else if (const int p = parameter(body[i]); p >= 0) {
            const Tokens& value = values[static_cast<std::size_t>(p)];
            if (pastes) {
                result.insert(result.end(), value.begin(), value.end());
                left_is_empty = value.empty();
            } else {
                const std::size_t held = result.size();
                held_ += held;
                expand_all(value, result);
                held_ -= held;
            }
        } else {
            result.push_back(body[i]);
        }
    }
    for (Token& token : result) {
        token.place = name.place;
        token.line_start = false;
    }
    return result;
}

/// Both # and ## can double their text each time: 40 in one another would fill any memory.
std::string_view Preprocessor::keep(const std::string& text, const Token& name) {
    letters_ += text.size();
    if (letters_ > most_letters) grow_without_end(name);
    return names_.keep(text);
}

Token Preprocessor::paste(const Token& left, const Token& right) {
    const std::string_view text = keep(std::string{left.text} + std::string{right.text}, left);
    Tokens pasted = lex(text, 0, names_);
    is_macro_.resize(std::max(is_macro_.size(), names_.size()));
    if (pasted.size() != 2) {
        throw FaultError(left.place, fmt::format("## makes \"{}\", which is not one token", text));
    }
    pasted[0].place = left.place;
    return pasted[0];
}

}  // namespace stridescope::language
