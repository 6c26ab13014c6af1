// Recursive descent: tokens -> typed tree, in one pass. The methods are spread over
// parser_*.cpp, typing.cpp and constant_values.cpp.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "app/language/constant_values.h"
#include "app/language/tree.h"

namespace stridescope::language {

/// Only the first `n` of them stay, where there are more.
inline void keep(std::vector<Expr*>& all, std::size_t n) {
    if (all.size() > n) all.resize(n);
}

class Parser {
  public:
    /// Of the file `strict_file` nothing is put aside: what is wrong there is told at once.
    Parser(Unit& unit, std::vector<Token> tokens, std::uint16_t strict_file);
    /// Reads the whole text. Faults are gathered, so that one text can tell several; those of
    /// functions and declarations are put aside for whoever needs them.
    void run(std::vector<Fault>& faults);

  private:
    struct Template {
        struct Parameter {
            Atom atom = 0;
            bool is_type = false;
            const Type* type = nullptr;         ///< of a value
            const Type* placeholder = nullptr;  ///< of a type, while arguments are deduced
            std::optional<std::int64_t> default_value{};
            const Type* default_type = nullptr;
        };
        std::vector<Parameter> parameters{};
        const std::vector<Token>* tokens = nullptr;
        std::size_t begin = 0;  ///< token behind template<…>
        std::string_view name{};
        std::unordered_map<std::string, Function*> instances{};
    };
    struct Argument {
        const Type* type = nullptr;
        std::int64_t value = 0;
        bool given = false;
    };
    /// A goto whose label has not been read yet.
    struct Jump {
        Token label{};
        Stmt* from = nullptr;
        std::vector<int> blocks{};  ///< that it stands in
    };
    struct Symbol {
        enum class Kind : std::uint8_t {
            none,
            variable,
            functions,
            type,
            function_template,
            constant,
            library,  ///< a part of the library that nobody has asked for yet: `value`
            faulty    ///< declared, but not understood: `fault`
        };
        Kind kind = Kind::none;
        Variable* variable = nullptr;
        std::vector<Function*>* functions = nullptr;
        Template* function_template = nullptr;
        const Type* type = nullptr;
        std::int64_t value = 0;
        const Fault* fault = nullptr;
    };
    /// What a fault leaves open.
    struct Open {
        Function* function = nullptr;
        int depth = 0, expressions = 0, loops = 0, switches = 0;
        std::size_t at = 0, scope = 0, blocks = 0, jumps = 0;
    };
    /// Away from where the parser is: to the top of a text, and back again.
    class AtTheTop {
      public:
        explicit AtTheTop(Parser& parser);
        AtTheTop(const AtTheTop&) = delete;
        ~AtTheTop();

      private:
        Parser& parser_;
        const std::vector<Token>* tokens_;
        std::size_t at_;
        Function* function_;
        std::vector<std::pair<Atom, Symbol>> undo_;
        int loops_, switches_, open_;
    };
    /// What stands before a declarator.
    struct Specifiers {
        const Type* type = nullptr;
        Place place{};
        bool is_inline = false, is_static = false, is_extern = false, is_constexpr = false,
             is_typedef = false;
        bool global = false, device = false, host = false, shared = false, constant = false;
        bool managed = false, is_auto = false, is_noinline = false;
        std::uint32_t align = 0;
        std::int64_t most_threads = 0, least_blocks = 0;  ///< of __launch_bounds__; 0: not said
    };
    struct Declarator {
        const Type* type = nullptr;
        Token name{};
        bool is_reference = false;
        bool is_restrict = false;
        bool is_function = false;
    };

    // --- tokens
    const Token& peek(std::size_t n = 0) const {
        return (*tokens_)[std::min(at_ + n, tokens_->size() - 1)];
    }
    bool at(Punct p, std::size_t n = 0) const {
        const Token& t = peek(n);
        return t.kind == TokenKind::punctuator && t.punct == p;
    }
    bool at(Word w, std::size_t n = 0) const {
        const Token& t = peek(n);
        return t.kind == TokenKind::identifier && t.atom == static_cast<Atom>(w);
    }
    const Token& next() {
        const Token& token = (*tokens_)[at_];
        if (token.kind != TokenKind::end) ++at_;
        return token;
    }
    bool take(Punct p) { return at(p) ? (next(), true) : false; }
    bool take(Word w) { return at(w) ? (next(), true) : false; }
    void expect(Punct p, std::string_view where);
    Place place() const { return peek().place; }
    [[noreturn]] void fail(Place place, std::string message) const {
        throw FaultError(place, std::move(message));
    }
    [[noreturn]] void fail_token(std::string_view wanted) const;
    void deeper(Place place);
    std::string_view step_comment() const;

    // --- names
    Symbol* find(Atom atom) { return atom < symbols_.size() ? &symbols_[atom] : nullptr; }
    void bind(Atom atom, Symbol symbol);
    std::size_t open_scope() const { return undo_.size(); }
    void close_scope(std::size_t mark);
    void suspend_scopes(std::size_t mark);
    void resume_scopes(std::size_t mark);
    bool at_type(std::size_t n = 0);
    const Type* named_type(const Token& token);
    /// What the name stands for; a part of the library is read now.
    Symbol symbol_of(Atom atom);
    void read_library(std::size_t part);

    // --- declarations
    void top_level();
    /// As long as there is something before the end of the text, or before a closing brace.
    void declarations(bool in_braces);
    bool skip_declaration();
    std::optional<Token> declared_name(std::size_t begin) const;
    const Fault* put_aside(const FaultError& error);
    Open open() const;
    void go_back(const Open& open);
    bool stops_alone() const;
    Specifiers specifiers();
    bool specifier_word(Specifiers& s);
    const Type* basic_type();
    void skip_attributes(Specifiers& s);
    Declarator declarator(const Type* base);
    const Type* array_suffix(const Type* base);
    const Type* type_name();
    const Type* pointer_to(const Type* type);
    void hold_size(const Struct& s, Place place);
    const Type* structure();
    void enumeration();
    void function(const Specifiers& s, const Declarator& d, std::string name);
    /// A template's types may not be known yet: then the default arguments wait.
    void parameters(Function& f, bool with_defaults = true);
    void skip_default();
    void global_variable(const Specifiers& s, Declarator d);
    void type_alias();
    Variable* declare(const Declarator& d, Storage storage);
    Expr* initializer(const Type* type);
    Expr* initializer_list(const Type* type);
    const Type* complete_extent(const Type* type, const Expr* init);
    void read_template();
    Function* instantiate(Template& t, const std::vector<Argument>& given,
                          const std::vector<Expr*>* arguments, Place place);
    bool deduce(Template& t, const Type* parameter, const Type* argument,
                std::vector<Argument>& out);
    std::vector<Argument> template_arguments();

    // --- statements
    Stmt* statement();
    Stmt* statement_of();
    void skip_statement();
    Stmt* block(bool of_switch = false);
    Stmt* declaration_statement();
    Stmt* if_statement();
    Stmt* unrolled();
    Stmt* for_statement();
    Stmt* while_statement();
    Stmt* do_statement();
    Stmt* switch_statement();
    Stmt* return_statement();
    Stmt* goto_statement();
    Stmt* label();
    Stmt* body(Function& f);
    void read_body(Function& f);
    Stmt* make(StmtKind kind, Place place);
    void shared_variable(const Specifiers& s, const Declarator& d, std::vector<Variable*>& out);

    // --- expressions
    Expr* expression();
    void hold_height(const Expr* e);
    Expr* assignment();
    Expr* conditional();
    Expr* binary(int least);
    Expr* cast_expression();
    Expr* unary();
    Expr* postfix();
    Expr* primary();
    Expr* identifier();
    Expr* number(const Token& token);
    Expr* named_cast();
    Expr* size_of();
    Expr* construct(const Type* type, Place place);
    Expr* member(Expr* object, const Token& name);
    Expr* call(const Symbol& callee, const Token& name);
    Expr* call_function(Function* f, std::vector<Expr*> args, Place place);
    Function* overload(const std::vector<Function*>& all, const std::vector<Expr*>& args,
                       const Token& name);
    Expr* builtin_call(const BuiltinInfo& info, std::vector<Expr*> args, Place place);
    Expr* copy_async(const std::vector<Expr*>& args, Place place);
    Expr* host_call(const BuiltinInfo& info, std::vector<Expr*> args, Place place);
    Expr* vector_maker(const Token& name, const std::vector<Expr*>& args);
    Expr* new_expression();
    Expr* delete_expression();
    Expr* lambda();
    static bool is_list(const Type* type);
    bool at_list(std::size_t n) const;
    bool at_range() const;
    Stmt* range_statement(Stmt* s);
    const Type* list_type();
    Expr* list_of(const Type* list, std::vector<Expr*> values, Place place);
    Expr* list_with(const Type* list);
    Expr* list_call(Expr* list, const Token& name);
    Expr* list_member(Expr* list, std::string_view name);
    std::size_t chrono_end(std::size_t n) const;
    Expr* chrono();
    Expr* library_call(std::string_view name, std::initializer_list<const Type*> types,
                       std::vector<Expr*> args, Place place);
    Expr* launch(const Symbol& callee, const Token& name, const std::vector<Argument>* given);
    Expr* stream_output(Place place);
    std::vector<Expr*> arguments();
    Expr* known_constant(const Token& name);
    std::string perhaps_missing() const;

    // --- typing
    Expr* make(ExprKind kind, Place place, const Type* type);
    Expr* integer(std::int64_t value, TypeKind kind, Place place);
    Expr* value_of(Expr* e);  ///< arrays decay
    Expr* convert(Expr* e, const Type* to, std::string_view what);
    Expr* explicit_cast(Expr* e, const Type* to, Place place, bool reinterpret);
    Expr* condition_of(Expr* e, Place place);
    const Type* promoted(const Type* type);
    const Type* common(const Type* a, const Type* b);
    Expr* make_binary(Op op, Expr* a, Expr* b, Place place);
    Expr* make_unary(Op op, Expr* a, Place place);
    Expr* make_assign(Expr* a, Expr* b, Place place);
    Expr* make_compound(Op op, Expr* a, Expr* b, Place place);
    Expr* make_step(Op op, Expr* a, bool after, Place place);
    Expr* make_reference(Expr* pointer, Place place);
    Expr* make_index(Expr* base, Expr* index, Place place);
    Expr* make_address(Expr* a, Place place);
    bool is_lvalue(const Expr* e) const;
    void mark_assigned(Expr* e, Place place);
    Variable* root_variable(Expr* e) const;
    std::int64_t constant_integer(Expr* e, std::string_view what);
    const Type* basic(TypeKind kind) const { return unit_.types.basic(kind); }

    std::uint16_t strict_file_;
    Unit& unit_;
    std::deque<std::vector<Token>> texts_;  ///< the text's tokens, then the library's parts
    const std::vector<Token>* tokens_ = nullptr;
    std::size_t at_ = 0;
    std::vector<Symbol> symbols_;
    std::vector<std::pair<Atom, Symbol>> undo_;
    std::deque<std::vector<Function*>> overloads_;
    std::deque<Template> templates_;
    Function* function_ = nullptr;
    int depth_ = 0;
    int open_ = 0;  ///< expressions, one within another
    int loop_depth_ = 0, switch_depth_ = 0;
    bool directly_in_switch_ = false;  ///< what comes next
    std::vector<Jump> jumps_;
    std::vector<int> blocks_;  ///< that are open, by number
    int blocks_read_ = 0;
    int instantiations_ = 0;
    std::unordered_map<const Type*, const Type*> lists_;  ///< std::vector of each element's type
    std::vector<std::string> pending_;
    std::vector<Fault>* told_ = nullptr;
    const Function* told_of_ = nullptr;  ///< whose statements a fault was told of last
    Names& names_;
};

/// A 64-bit value cut to an integer type, as a conversion to it does.
std::int64_t cut_to(TypeKind kind, std::int64_t value);

}  // namespace stridescope::language
