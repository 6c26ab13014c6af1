// Tokens, and the names that are known before any text is read.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/language/source.h"

namespace stridescope::language {

enum class TokenKind : std::uint8_t { end, identifier, number, character, string, punctuator };

/// Every punctuator of C that the subset has, and the launch's brackets.
enum class Punct : std::uint8_t {
    none,
    open_paren,
    close_paren,
    open_bracket,
    close_bracket,
    open_brace,
    close_brace,
    dot,
    arrow,
    increment,
    decrement,
    ampersand,
    star,
    plus,
    minus,
    tilde,
    exclaim,
    slash,
    percent,
    shift_left,
    shift_right,
    less,
    greater,
    less_equal,
    greater_equal,
    equal_equal,
    not_equal,
    caret,
    pipe,
    and_and,
    or_or,
    question,
    colon,
    scope,
    semicolon,
    ellipsis,
    assign,
    star_assign,
    slash_assign,
    percent_assign,
    plus_assign,
    minus_assign,
    left_assign,
    right_assign,
    and_assign,
    xor_assign,
    or_assign,
    comma,
    hash,
    hash_hash,
    launch_open,
    launch_close,
};

/// The number of an interned name; names that the language knows come first (`Word`).
using Atom = std::uint32_t;

/// One token. Its text lives as long as the Names and files that it was read from.
struct Token {
    TokenKind kind = TokenKind::end;
    Punct punct = Punct::none;
    bool line_start = false;    ///< the first of its line
    bool space_before = false;  ///< something blank stands before it
    bool no_expand = false;     ///< a macro's name within its own expansion
    Atom atom = 0;              ///< of an identifier
    Place place{};
    std::string_view text{};
};

/// Words with a meaning of their own: keywords of C and of CUDA.
enum class Word : Atom {
    none,
    // types and their parts
    kw_void,
    kw_bool,
    kw_char,
    kw_short,
    kw_int,
    kw_long,
    kw_float,
    kw_double,
    kw_signed,
    kw_unsigned,
    kw_auto,
    kw_struct,
    kw_const,
    kw_volatile,
    kw_restrict,
    kw_restrict2,
    kw_restrict3,
    kw_constexpr,
    kw_static,
    kw_inline,
    kw_inline2,
    kw_inline3,
    kw_forceinline,
    kw_noinline,
    kw_extern,
    kw_typedef,
    kw_using,
    kw_template,
    kw_typename,
    kw_class,
    kw_register,
    kw_thread_local,
    // CUDA
    kw_global,
    kw_device,
    kw_host,
    kw_shared,
    kw_constant,
    kw_managed,
    kw_launch_bounds,
    kw_align,
    kw_alignas,
    kw_grid_constant,
    // statements
    kw_if,
    kw_else,
    kw_for,
    kw_while,
    kw_do,
    kw_switch,
    kw_case,
    kw_default,
    kw_break,
    kw_continue,
    kw_return,
    kw_goto,
    // expressions
    kw_sizeof,
    kw_true,
    kw_false,
    kw_nullptr,
    kw_static_cast,
    kw_reinterpret_cast,
    kw_const_cast,
    kw_dynamic_cast,
    kw_new,
    kw_delete,
    kw_operator,
    kw_this,
    kw_static_assert,
    kw_namespace,
    kw_enum,
    kw_union,
    kw_try,
    kw_throw,
    kw_asm,
    kw_asm2,
    kw_friend,
    kw_virtual,
    kw_public,
    kw_private,
    kw_decltype,
    kw_typeof,
    kw_typeof2,
    kw_typeof3,
    kw_attribute,
    kw_pragma,
    // the preprocessor's
    pp_define,
    pp_undef,
    pp_include,
    pp_ifdef,
    pp_ifndef,
    pp_elif,
    pp_endif,
    pp_error,
    pp_line,
    pp_warning,
    pp_defined,
    pp_va_args,
    pp_file_macro,
    pp_line_macro,
    pp_counter,
    pp_has_include,
    pp_pragma_operator,
    count,
};

/// GNU's, in its three spellings.
constexpr bool is_typeof(Word word) {
    return word >= Word::kw_typeof && word <= Word::kw_typeof3;
}

/// Gives every name a number, the same for the same spelling.
class Names {
  public:
    Names();
    Atom intern(std::string_view name);
    std::string_view text(Atom atom) const { return texts_[atom]; }
    std::size_t size() const { return texts_.size(); }
    /// Keeps a text alive as long as this.
    std::string_view keep(std::string text);

  private:
    void grow();

    std::vector<std::string_view> texts_;
    std::vector<std::uint32_t> hashes_;
    std::vector<Atom> table_;
    std::vector<std::unique_ptr<std::string>> kept_;
};

/// Cuts a file into tokens; comments become blanks, but those that name steps are told. Throws
/// FaultError.
std::vector<Token> lex(std::string_view text, std::uint16_t file, Names& names,
                       std::vector<StepComment>* steps = nullptr);

/// As one writes it: "<<=".
std::string_view spelling(Punct punct);

}  // namespace stridescope::language
