// Directives and macros: from a file's tokens to those that the parser sees.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "app/language/token.h"

namespace stridescope::language {

/// A top-level `#define NAME number`: something that one can turn without touching the rest.
struct Knob {
    std::string name{};
    std::string value{};  ///< as the text has it, or as it was defined from outside
    Place place{};

    bool operator==(const Knob&) const = default;
};

/// Runs the directives of a text and expands its macros. Tokens of an expansion stand at the place
/// where the macro is used.
class Preprocessor {
  public:
    /// What is put behind `struct` where `#pragma pack` is in force.
    static constexpr std::string_view pack_attribute = "__ss_pack";

    /// `each_once`: see ParseOptions.
    Preprocessor(Names& names, std::vector<SourceFile>& files, const IncludeLoader& load,
                 const IncludeLoader& load_further, bool each_once)
        : names_(names),
          files_(files),
          load_(load),
          load_further_(load_further),
          each_once_(each_once) {}

    /// As by -D; the text cannot redefine it. Headers of libraries see only what is theirs.
    void define(const Definition& definition, bool of_library = false);
    /// All tokens of files_[file], behind them one of kind `end`; what earlier files have defined
    /// stays defined. Throws FaultError.
    std::vector<Token> run(std::uint16_t file);

    const std::vector<Knob>& knobs() const { return knobs_; }
    /// What is included, but not to be had: faults that are put aside.
    const std::vector<Fault>& missing() const { return missing_; }
    /// Those in groups that are taken, file by file in the text's order.
    const std::vector<StepComment>& steps() const { return steps_; }

  private:
    struct Macro {
        bool function_like = false, variadic = false, outside = false;
        bool of_library = false;  ///< one of its headers has defined it
        std::vector<Atom> parameters{};
        std::vector<Token> body{};
    };
    using Tokens = std::vector<Token>;

    void file(std::uint16_t number);
    void pack(const Token* at, const Token* line);
    void put_packs();
    void join_launches();
    void read(const std::vector<Token>& tokens, std::uint16_t file);
    const Token* directive(const Token* at, std::uint16_t file);
    void unroll(const Token* hash, const Token* from, const Token* line);
    const Token* skip_group(const Token* at, bool to_end);
    const Token* end_of_group(const Token* at, bool to_end);
    void define_macro(const Token* at, const Token* end);
    void include(const Token* at, const Token* end, std::uint16_t file);
    std::string file_name(std::uint16_t number) const;
    bool condition(const Token* at, const Token* end, Place place);
    bool is_defined(const Token& name) const;
    Token has_include(const Token*& at, const Token* end);
    /// Expands what stands from `at` on: one token, or a macro with its arguments.
    const Token* expand(const Token* at, const Token* end, Tokens& out);
    bool is_hidden(const Token& name) const;
    bool takes_arguments(const Token& token) const;
    const Token* arguments(const Token* at, const Token* end, const Macro& macro,
                           std::vector<Tokens>& out, const Token& name);
    Tokens substitute(const Macro& macro, const std::vector<Tokens>& arguments, const Token& name);
    Token paste(const Token& left, const Token& right);
    /// What # or ## makes, for `name`.
    std::string_view keep(const std::string& text, const Token& name);
    void expand_all(const Tokens& in, Tokens& out);

    Names& names_;
    std::vector<SourceFile>& files_;
    const IncludeLoader& load_;
    const IncludeLoader& load_further_;
    std::unordered_map<Atom, Macro> macros_;
    std::vector<bool> is_macro_;  ///< [atom], to be quick about names that are none
    std::vector<Atom> active_;    ///< macros whose expansion is being expanded
    std::vector<Knob> knobs_;
    std::vector<Fault> missing_;
    std::vector<StepComment> steps_;
    std::vector<Place> groups_;         ///< of each open #if
    int counted_ = 0;                   ///< times that __COUNTER__ was read
    std::vector<std::string> once_;     ///< files that say that they are to be read once
    std::uint32_t pack_ = 0;            ///< bytes, of #pragma pack; 0: not said
    std::vector<std::uint32_t> packs_;  ///< that pack(push) has kept
    std::vector<std::pair<std::size_t, std::uint32_t>>
        packs_from_;  ///< from which token of out_ on
    bool each_once_ = false;
    Tokens out_;
    int depth_ = 0;
    int expanding_ = 0;  ///< macros, one within another
    std::uint64_t expansions_ = 0;
    std::size_t held_ = 0;     ///< tokens of the macros that are being expanded
    std::size_t letters_ = 0;  ///< that # and ## have made
};

/// The value of an integer literal or character as #if and the parser read it.
struct IntegerLiteral {
    std::uint64_t value = 0;
    bool is_unsigned = false;
    int longs = 0;  ///< how many l's stand behind it
    bool decimal = true;
};
/// Nothing if the text is no integer.
std::optional<IntegerLiteral> parse_integer(std::string_view text);
/// The character of 'x', or the characters of "x", escapes resolved. Throws FaultError.
std::string unescape(const Token& token);

}  // namespace stridescope::language
