// Recursive descent: tokens -> typed tree, in one pass. The methods are spread over
// parser_*.cpp, typing.cpp and constant_values.cpp.
#pragma once

#include <array>
#include <functional>
#include <initializer_list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "app/language/constant_values.h"
#include "app/language/library/library.h"
#include "app/language/tree.h"

namespace stridescope::language {

/// Only the first `n` of them stay, where there are more.
inline void keep(std::vector<Expr*>& all, std::size_t n) {
    if (all.size() > n) all.resize(n);
}

/// Whether the member is a base, whose own members stand open as those of an unnamed struct do.
inline bool is_base(const Field& field) {
    return field.is_open && field.name != "unnamed";
}

class Parser {
  public:
    /// Nothing of the file `strict_file` is put aside: what is wrong there is told at once.
    Parser(Unit& unit, std::vector<Token> tokens, std::uint16_t strict_file);
    /// Reads the whole text. Faults are gathered, so that one text can tell several; those of
    /// functions and declarations are put aside for whoever needs them.
    void run(std::vector<Fault>& faults);

  private:
    struct Template;
    /// An argument of a template.
    struct Argument {
        const Type* type = nullptr;
        std::int64_t value = 0;
        bool given = false;
        bool deduced = false;             ///< from the call's arguments, which have to agree
        bool is_reference = false;        ///< written with & or &&
        Template* of_template = nullptr;  ///< the name of a class template
        const Expr* named = nullptr;      ///< a function's name, as `several_` has it
        Function* function = nullptr;     ///< the one that it is, where there is one of that name
        bool by_lvalue = false;           ///< deduced of a T&&, which refers to what has a name
    };
    /// A class of a template whose arguments are of some pattern: template <> struct S<float>.
    struct Case;
    struct Scope;
    /// A method that is defined outside of its class.
    struct OutOfLine {
        std::string_view name{};
        Template* as = nullptr;  ///< its own names of the class's parameters; nullptr: none
        const std::vector<Token>* tokens = nullptr;
        std::size_t begin = 0;  ///< the bracket before its parameters
    };
    /// What has to hold of a template's arguments: that there is a type, or that a number is not 0.
    struct Condition {
        const std::vector<Token>* tokens = nullptr;
        std::size_t at = 0;
        bool is_type = false;
        Template* asked = nullptr;  ///< a concept, of the parameter and of what stands at `at`
        std::size_t parameter = 0;
    };
    struct Template {
        struct Parameter {
            Atom atom = 0;
            bool is_type = false;
            Template* stand_in = nullptr;  ///< of a class template, while arguments are deduced
            bool is_pack = false;          ///< stands for any number
            std::size_t typed_by = 0;      ///< its type is that parameter's, from 1 on
            const Type* type = nullptr;    ///< of a value
            const Type* placeholder = nullptr;  ///< of a type, while arguments are deduced
            std::optional<std::int64_t> default_value{};
            const Type* default_type = nullptr;
            const std::vector<Token>* default_tokens = nullptr;  ///< nullptr: it has none
            std::size_t default_at = 0;
            void take_default(const Parameter& before) {
                if (default_tokens != nullptr) return;
                default_type = before.default_type;
                default_value = before.default_value;
                default_tokens = before.default_tokens;
                default_at = before.default_at;
            }
        };
        std::vector<Parameter> parameters{};
        const std::vector<Token>* tokens = nullptr;
        std::size_t begin = 0;    ///< token behind template<…>
        std::size_t name_at = 0;  ///< of a function whose result hangs on its arguments; 0: of none
        std::vector<Condition> conditions{};
        // A value's:
        std::unordered_map<std::string, const Expr*> values{};  ///< what it is for these arguments
        bool is_concept = false;
        std::size_t value_at = 0;  ///< "=" or "{"
        std::string_view name{};
        struct Instance {
            Function* function = nullptr;
            std::vector<Argument> values{};
            bool is_special = false;  ///< written for these arguments
        };
        std::unordered_map<std::string, Instance> instances{};
        bool has_body = false;
        Template* declaration = nullptr;  ///< a function's, before its definition; may be null
        Scope* scope = nullptr;           ///< that it stands in
        // A class's:
        std::unordered_map<std::string, const Type*> types{};
        std::unordered_map<std::string, const Fault*> refused{};  ///< what is wrong with these
        std::vector<Case*> specials{};
        std::vector<OutOfLine> methods{};
        std::vector<OutOfLine> statics{};  ///< variables, each from what stands behind its name
        bool is_alias = false;
        bool is_stand_in = false;  ///< for one that a template is given
        // A method's:
        bool has_this = false, is_const = false;
        bool makes = false;  ///< a constructor
        // Of one with a pack, which is read as one template for each number (parser_packs.cpp):
        bool is_variadic = false;
        std::size_t end = 0;                          ///< token behind it
        std::map<std::size_t, Template*> versions{};  ///< by how many the pack is
        std::vector<Template*> open_specials{};       ///< cases that have packs themselves
        Template* family = nullptr;                   ///< that this is the version of
        std::size_t parts = 0;                        ///< of its pack, and one; 0: it has none
    };
    /// All that goes by one name and is called.
    struct Overloads {
        const Type* of_class = nullptr;  ///< methods of it
        std::vector<Function*> functions{};
        std::vector<Template*> templates{};
    };
    /// What a call may mean, and how well each of its arguments goes into it.
    struct Candidate {
        Function* function = nullptr;
        Template* from = nullptr;  ///< of a template: not made yet
        std::vector<Argument> values{};
        std::vector<int> costs{};
        std::vector<bool> by_value{};  ///< of each argument: its parameter is no reference
        bool forwards = false;         ///< a parameter T && takes anything
    };
    /// A name of several functions, where it is not called.
    struct Several {
        Overloads all{};
        std::vector<Argument> given{};
        Token name{};
    };
    /// An expression that is the value of some bits: of which member, and which.
    struct BitUse {
        Expr* unit = nullptr;
        const BitField* bits = nullptr;
    };
    /// One that has been read, and the block that it is in.
    struct Label {
        Token name{};
        Stmt* at = nullptr;
        int block = 0;
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
            class_template,
            value_template,
            member,      ///< of the class whose methods see it
            name_space,  ///< `scope`
            constant,
            library,  ///< a part of the library that nobody has asked for yet: `value`
            faulty  ///< declared, but not understood: `fault`; `functions` are what was understood
        };
        Kind kind = Kind::none;
        Variable* variable = nullptr;
        Overloads* functions = nullptr;
        Template* class_template = nullptr;
        Scope* scope = nullptr;
        const Type* type = nullptr;
        std::int64_t value = 0;
        const Fault* fault = nullptr;
        bool refers = false;     ///< a type: what is declared by it is a reference
        bool by_lvalue = false;  ///< as an argument of a template has it
    };
    /// The names of a namespace or of a class, or a template's parameters.
    struct Scope {
        Scope* outer = nullptr;
        const Type* of_class = nullptr;
        bool is_local = false;  ///< a class in a function
        std::string prefix{};   ///< as one writes it before a name: "a::b::"
        std::vector<std::pair<Atom, Symbol>> names{};
        std::unordered_map<Atom, std::size_t> places{};  ///< of each in `names`, if there are many

        const Symbol* find(Atom atom) const;
        void set(Atom atom, const Symbol& symbol);
    };
    /// What a struct has beside its data.
    struct Class {
        struct Initial {
            const std::vector<Token>* tokens = nullptr;  ///< nullptr: none is given
            std::size_t at = 0;
        };
        const Type* type = nullptr;
        Scope scope{};
        std::string_view name{};
        std::vector<Initial> initials{};  ///< one for each member
        Overloads constructors{};
        bool has_constructors() const {
            return !constructors.functions.empty() || !constructors.templates.empty();
        }
        Function* destructor = nullptr;
        Function* plain_maker = nullptr;  ///< makes one whose members have their initial values
        Function* copier = nullptr;       ///< copies the members one by one
        Function* mover = nullptr;        ///< takes them over one by one
        std::array<Function*, 2>
            assigners{};                      ///< assign them one by one: copy them, take them over
        Function* ender = nullptr;            ///< calls its destructor and its bases'
        std::array<Function*, 3> deleters{};  ///< that, and give the memory back; of each Side
        bool virtual_end = false;             ///< its destructor is virtual
        bool copies_nothing = false;          ///< its copying constructor is deleted
        bool moves_by_default = false;        ///< its moving constructor is = default
        bool is_equal_by_members = false,
             is_ordered_by_members = false;  ///< == or <=> is = default
        bool is_plainly_made = false;        ///< its constructor without arguments is = default
        bool has_initials = false;           ///< one whose members need something done at first
        int bases = 0;                       ///< how many it has, and these have
        Template* from = nullptr;
        std::vector<Argument> arguments{};
    };
    /// What pointers to functions of one kind have in common, and the functions that call by them.
    struct Pointed {
        const Type* type = nullptr;  ///< the pointer's
        const Type* result = nullptr;
        const Type* of_class = nullptr;  ///< of methods: the first parameter is the object
        std::vector<Variable*> parameters{};
        Function *on_host = nullptr, *on_device = nullptr, *launches = nullptr;
    };
    /// What pointers to data members of one kind have in common.
    struct PointedMember {
        const Type* of_class = nullptr;
        const Type* member = nullptr;
    };
    /// object.*pointer, which is called next.
    struct BoundMethod {
        Expr* object = nullptr;
        Expr* pointer = nullptr;
    };
    /// Where a function runs.
    enum class Side : std::uint8_t { host, device, both };
    /// A function that asks an object which class it is of.
    struct Chooser {
        Function* method = nullptr;    ///< nullptr: the destructor
        const Type* object = nullptr;  ///< as it is known where it is called
        Function* function = nullptr;
        const Type* cast = nullptr;  ///< what a dynamic_cast looks for; nullptr: it is none
    };
    /// A body that is read when somebody needs it.
    struct Pending {
        const std::vector<Token>* tokens = nullptr;
        std::size_t at = 0;
        Scope* scope = nullptr;
        Class* makes = nullptr;  ///< of a constructor
    };
    /// Where the parser is: what a fault leaves open goes back to it.
    struct Open {
        const std::vector<Token>* tokens = nullptr;
        std::size_t at = 0;
        Function* function = nullptr;
        Scope* scope = nullptr;
        bool converts = false;
        int closed = 0, choices = 0;
        bool is_for_host = false, is_between_angles = false;
        std::vector<Variable*>* temporaries = nullptr;
        std::size_t made = 0;  ///< of temporaries
        bool names_only = false;
        int depth = 0, expressions = 0, loops = 0, switches = 0;
        std::size_t names = 0, blocks = 0, jumps = 0;
        std::size_t ended = 0, lived_in_loop = 0, lived_in_switch = 0;
    };
    /// What is open around a function's body is no matter of the body.
    class InBody {
      public:
        explicit InBody(Parser& parser);
        InBody(const InBody&) = delete;
        ~InBody();

      private:
        Parser& parser_;
        std::vector<Jump> jumps_;
        std::vector<Label> labels_;
        std::vector<int> blocks_;
        std::vector<Variable*> ended_;
        std::size_t lived_in_loop_, lived_in_switch_;
        std::vector<Variable*>* temporaries_;
        bool names_only_;
        std::size_t lived_in_try_;
        Variable* caught_;
        const Template* forwards_;
        std::size_t body_at_;
    };
    /// What is read while there is one puts its objects without a name there.
    class OwnTemporaries {
      public:
        OwnTemporaries(Parser& parser, std::vector<Variable*>& own);
        OwnTemporaries(const OwnTemporaries&) = delete;
        ~OwnTemporaries();

      private:
        Parser& parser_;
        std::vector<Variable*>* temporaries_;
        int choices_;
        bool names_only_;
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
        Scope* scope_;
        std::vector<std::pair<Atom, Symbol>> undo_;
        int loops_, switches_, open_, closed_;
        bool is_for_host_, is_between_angles_;
        const Template* forwards_;
    };
    struct Case {
        Template pattern{};  ///< its parameters; none where all arguments are given
        std::vector<Argument> arguments{};
    };
    /// The value of a template's number while it is not known: one that no extent has by chance.
    static constexpr std::int64_t stand_in(std::size_t parameter) {
        return 53 + 2 * static_cast<std::int64_t>(parameter);
    }
    /// What stands before a declarator.
    struct Specifiers {
        const Type* type = nullptr;
        Place place{};
        bool is_inline = false, is_static = false, is_extern = false, is_constexpr = false,
             is_typedef = false;
        bool global = false, device = false, host = false, shared = false, constant = false;
        bool managed = false, is_auto = false, is_noinline = false, is_friend = false,
             is_explicit = false;
        bool is_virtual = false, is_mutable = false;
        bool refers = false;  ///< by decltype, or a type's name: what is declared is a reference
        bool keeps_reference = false;  ///< decltype(auto)
        std::uint32_t align = 0;
        std::uint32_t packed = 0;                         ///< as Struct has it
        std::int64_t most_threads = 0, least_blocks = 0;  ///< of __launch_bounds__; 0: not said
        std::array<std::uint32_t, 3> cluster{1, 1, 1};    ///< of __cluster_dims__
    };
    struct Declarator {
        const Type* type = nullptr;
        Token name{};
        bool is_reference = false, is_rvalue = false;
        bool is_restrict = false;
        std::uint32_t align = 0;  ///< of what stands behind the name
        Scope* of = nullptr;      ///< that the name is qualified with
        std::size_t end = 0;      ///< behind the parameters of a function in brackets: its end
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
        if (++read_ > most_read) fail_too_much();
        const Token& token = (*tokens_)[at_];
        if (token.kind != TokenKind::end) ++at_;
        return token;
    }
    bool take(Punct p) { return at(p) ? (next(), true) : false; }
    bool take(Word w) { return at(w) ? (next(), true) : false; }
    [[noreturn]] void fail_too_much() const;
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
    void publish(Atom atom, const Symbol& symbol);
    void note_own_type(Atom atom, const Symbol& symbol);
    void enter(const Scope* scope);
    void bind_members(const Scope& scope);
    const Symbol* in_scope(const Scope& scope, Atom atom);
    Symbol scope_named(Atom atom);
    class Looking;
    std::optional<bool> opens_arguments(std::size_t n);
    bool ends_at_arguments(std::size_t n);
    Scope* scope_before(std::size_t n, std::size_t& end, bool of_std = false);
    void name_space(bool is_inline);
    void use(const Scope& scope);
    void see_namespaces();
    std::size_t open_scope() const { return undo_.size(); }
    void close_scope(std::size_t mark);
    void suspend_scopes(std::size_t mark);
    void resume_scopes(std::size_t mark);
    bool at_type(std::size_t n = 0);
    bool at_class() const;
    bool at_function_type(std::size_t n = 0) const;
    const Type* function_type();
    bool is_callable(const Type* type);
    const Type* named_type(const Token& token);
    /// What the name stands for; a part of the library is read now.
    Symbol symbol_of(Atom atom);
    void read_library(std::size_t part);

    // --- declarations
    void top_level();
    /// As long as there is something before the end of the text, or before a closing brace.
    void declarations(bool in_braces);
    bool skip_declaration(bool in_braces = false);
    std::optional<Token> declared_name(std::size_t begin);
    const Fault* put_aside(const FaultError& error);
    Token named_operator(std::size_t at);
    void refuse(std::size_t begin, const Fault* fault);
    void make_default_kernels();
    std::int64_t guessed_value(const Template& t, const Template::Parameter& parameter) const;
    void refuse_member(const Token& scope, const Token& name, const Fault* fault);
    void forget_globals(std::size_t since, Place begin);
    static void hold_understood(const Symbol* symbol);
    Open open() const;
    void go_back(const Open& open);
    bool has_case(const Token& first, std::size_t begin) const;
    bool stops_alone() const;
    Specifiers specifiers();
    Specifiers specifiers(Specifiers s);
    const Symbol* hidden_type_of_std(Atom atom);
    bool is_hidden_from_library(const Token& token);
    bool specifier_word(Specifiers& s);
    bool take_exceptions();
    const Type* basic_type();
    void attribute(Specifiers& s);
    void skip_attributes(Specifiers& s);
    Declarator declarator(const Type* base);
    Declarator member_declarator(const Type* type, const Type* of_class, std::size_t star,
                                 bool is_reference);
    Declarator inner_declarator(const Type* type, bool is_reference);
    void end_declarator(const Declarator& d);
    Declarator declarator(const Specifiers& s);
    const Type* array_suffix(const Type* base);
    bool is_constant(const Expr* e) const;
    bool opens_behind();
    Variable* open_array(Declarator d, const std::vector<Expr*>& extents,
                         std::vector<Variable*>& out);
    bool take_zeros();
    const Type* type_name();
    bool is_without_name(std::size_t n) const;
    const Type* pointer_to(const Type* type);
    void hold_size(const Struct& s, Place place);
    const Type* structure();

    // --- classes (parser_classes.cpp, parser_methods.cpp)
    Class* class_of(const Type* type);
    Class* class_of(const Scope* scope);
    void read_class(Struct& s, Class& c, Place place);
    void read_bases(Struct& s);
    bool skip_friend_template();
    void read_member(Struct& s, Class& c);
    void data_member(const Specifiers& m, Struct& s, Class& c);
    Expr* ones(Place place);
    bool matches(const Template& t, const Type* pattern, const Type* type,
                 const std::vector<Argument>& found);
    bool deduce_number(const Template& t, std::int64_t pattern, std::int64_t value,
                       std::vector<Argument>& out);
    bool is_local_class(const Scope* scope) const;
    void set_value(std::vector<Stmt*>& out, Expr* to, Expr* value);
    Expr* member_value(const Type* type, Place place);
    Expr* named_by_member(const Field& field);
    Expr* referred_to(Expr* e, const Field& field);
    Expr* initial_of(const Type* type, const Class::Initial& initial);
    Expr* call_overload(const Overloads& all, const std::vector<Argument>& given,
                        std::vector<Expr*> args, const Token& name);
    bool define_template_outside(Template& t);
    bool find_outside(Function& f);
    void skip_to_body(Place where);
    Expr* named(const Symbol& symbol, const Token& name);
    void static_member(const Specifiers& m, const Declarator& d);
    void method(const Specifiers& m, const Declarator& d, Class& c);
    void compare_members(Struct& s, Class& c);
    void constructor(const Specifiers& m, Class& c);
    Function* constructor_of(Template& t, const std::vector<Argument>& values);
    bool inherits_constructors(Class& c);
    Expr* made_by_inherited(const Function& f, Function* from);
    Function* constructor_head(const Specifiers& m, Class& c);
    bool constructor_body(Function& f, Class& c, Scope& scope);
    void destructor(const Specifiers& m, Class& c);
    bool define_outside(const Specifiers& s, const Declarator& d);
    bool constructor_outside();
    void declare_this(const Type* type, bool is_const);
    void complete(Function* f);
    void complete_awaited(Function* f);
    void complete_body(Function& f, const Pending& p);
    void make_object(Function& f, const Pending& p);
    Function* plain_maker(Class& c, Place place);
    Expr* initial_value(const Type* type, Place place);
    Expr* made_by(Class& c, std::vector<Expr*> args, Place place);
    Function* converting(const Type* type, const Expr* from);
    bool takes(Class& c, const Expr* from);
    bool converts_to(const Expr* from, const Type* to);
    Function* copying(const Type* type);
    Function* moving(const Type* type);
    bool needs_copying(const Type* type);
    Function* copier(Class& c, bool moves = false);
    Expr* copied(Expr* e);
    static bool is_moved(const Expr* e);
    void set_member(std::vector<Stmt*>& out, Expr* self, const Field& field, Expr* value);
    Expr* to_base(Expr* object, const Type* base, Place place);
    bool is_base_of(const Type* base, const Type* derived);
    Expr* moved_to_part(Expr* pointer, const Type* to, Place place);
    Expr* member_of(Expr* object, const Token& name);
    Expr* method_call(Expr* object, const Token& name);
    Overloads* methods_of(Expr*& object, Atom name);
    Expr* overloaded(std::string_view op, std::vector<Expr*> args, Place place);
    Token operator_name();
    const Type* class_instance(Template& t, std::vector<Argument> values, Place place);
    const Type* allocated_instance(Template& t, std::vector<Argument>& values, Place where);
    void read_class_template(Template& t, Place place);
    void close_angle(std::string_view where);
    bool at_close() const {
        return at(Punct::greater) || at(Punct::shift_right) || at(Punct::launch_close);
    }
    static bool is_method(const Function& f);
    const Type* enumeration();
    void enumerators(const Type* type);
    Scope* scope_of(const Type* type);
    const Scope* scope_around(const Type* type);
    const Type* underlying(const Type* type);
    Expr* offset_of(const Token& name);
    Function* function(const Specifiers& s, const Declarator& d, std::string name,
                       Template* from = nullptr, const std::vector<Argument>* values = nullptr);
    void result_of(Function& f, const Specifiers& s);
    Overloads& overloads_of(Atom atom);
    Overloads& overloads_of_library(Atom atom);
    bool hide_type(Atom atom, const Symbol& known);
    const Type* type_behind_functions(Atom atom) const;
    Symbol symbol_of_library(Atom atom);
    /// Whether a part of the library is being read. Its headers are part of the text.
    bool in_library() const {
        return tokens_ != &texts_.front() && peek().place.file == library_file;
    }
    /// A template's types may not be known yet: then the default arguments wait.
    void type_of_argument(const Function& f, const Specifiers& s, Declarator& d);
    /// Of a template's instance default values that there cannot be are left out.
    void parameters(Function& f, bool with_defaults = true, bool of_template = false);
    void skip_default();
    bool at_object(const Declarator& d);
    void define_member(const Declarator& d);
    static bool is_text_array(const Type* type);
    Expr* text_list(const Type* type);
    Expr* braced(const Type* type, bool has_braces);
    bool needs_initials(const Type* type, const Class* c, std::size_t from);
    Expr* unnamed_part(const Type* type, Class* c, std::size_t index, Place place);
    void global_reference(const Specifiers& s, Declarator d);
    Variable* known_global(Atom atom);
    void declare_elsewhere(const Specifiers& s, const Declarator& d, Storage storage);
    bool at_parameters(const Declarator& d);
    void declare_function(const Specifiers& s, const Declarator& d);
    void global_variable(const Specifiers& s, Declarator d);
    void set_at_begin(Variable* v);
    Stmt* end_at_exit(Variable& v);
    Expr* in_parentheses(const Type* type);
    bool names_variable(const Declarator& d);
    static bool is_known_at_first(const Type* type, const Expr* e);
    static bool names_locals(const Expr* e);
    void type_alias();
    void use_library_function(Atom name);
    void use_functions(Atom name, const Overloads& others);
    void use_base_methods(Scope& scope, Atom name, const Overloads& of_base);
    static void hide_base_methods(Overloads& all, const Function& own);
    Variable* declare(const Declarator& d, Storage storage);
    Expr* initializer(const Type* type);
    Expr* initializer_list(const Type* type);
    const Type* complete_extent(const Type* type, const Expr* init);
    void read_template();
    void note_template(Atom name, Template& t);
    std::size_t behind_own_arguments(std::size_t n) const;
    bool at_constructor();
    bool at_type_parameter() const;
    void read_template_parameter(Template& t);
    void skip_argument();
    std::size_t name_before_bracket() const;
    bool define_method_template(Template& t, Place where);
    bool define_static_outside(Template& t);
    void define_static(Class& c, const OutOfLine& from);
    std::optional<std::vector<Argument>> found_for(const Case& special,
                                                   const std::vector<Argument>& values);
    bool is_closer(const Case& special, const Case& other);
    const Template& pattern_for(Template& t, const std::vector<Argument>& values,
                                std::vector<Argument>& chosen);

    bool at_abbreviated() const;
    void read_abbreviated();
    std::optional<std::size_t> defined_later(std::size_t begin, std::size_t end);

    // --- what templates ask, and templates of values (parser_conditions.cpp)
    bool at_value_template() const;
    void read_value_template(Template& t);
    Expr* value_instance(Template& t, std::vector<Argument> values, Place place);
    const Template* take_concept(Template& t);
    void read_requirement(Template& t);
    void skip_requirement();
    bool holds(const Template& t, const std::vector<Argument>& values);
    Expr* requirement();
    Expr* requires_expression();
    bool one_requirement();
    Atom read_template_head(Template& t, Place place);
    void skip_template(Template& t, Place place);

    // --- templates of any number of parameters (parser_packs.cpp)
    struct LambdaText;
    void read_variadic(Template& t, Place place);
    void skip_variadic(Template& t, Place place);
    void read_variadic_class(Template& t, Place place);
    Template& written_for(Template& family, std::size_t count);
    Template* version(Template& t, std::size_t given, std::size_t args,
                      const std::vector<Expr*>* values = nullptr);
    Template& class_version(Template& t, std::size_t given);
    void open_cases(Template& made, const Template& family, std::size_t given);
    void write_out_autos(const LambdaText& text, std::size_t args);
    Function* instantiate_given(Template& t, const std::vector<Argument>& given, Place place);
    void read_alias_template(Template& t);
    struct TemplateCase {
        Template* of;
        std::vector<Argument> values;
        std::size_t parameters;  ///< where they begin
    };
    TemplateCase case_of_template(const Declarator& d, Place place);
    void read_special_function(Place place);
    void read_explicit_instance(Place place);
    static std::string key_of(const std::vector<Argument>& values);
    static std::string shown_values(const std::vector<Argument>& values);
    bool fits(const Argument& a, const Template::Parameter& p) const;
    std::vector<Argument> explicit_values(const Template& t, const std::vector<Argument>& given,
                                          Place place);
    void bind_parameters(const Template& t, const std::vector<Argument>& values);
    void note_lvalue(const Template& t, const Variable& p, const Expr* argument,
                     std::vector<Argument>& values) const;
    std::optional<bool> forwards_lvalue() const;
    bool read_signature(Template& t, const std::vector<Argument>& values, Function& trial);
    void take_defaults(Template& t, std::vector<Argument>& values);
    Function* instantiate(Template& t, std::vector<Argument> values, Place place);
    Function* make_instance(Template& t, const std::vector<Argument>& values);
    bool deduce(const Template& t, const Type* parameter, const Type* argument,
                std::vector<Argument>& out);
    void hold_no_reference(const Template& t, const std::vector<Argument>& values,
                           Place place) const;
    std::vector<Argument> template_arguments();

    // --- overloads (parser_overloads.cpp)
    std::optional<int> cost(Expr* argument, const Variable& parameter);
    std::optional<int> cost_of_argument(Expr* argument, const Variable& p);
    std::optional<int> conversion_cost(const Expr* argument, const Type* to);
    static bool is_dimensions(const Type* type);
    Function* conversion(const Expr* e, const Type* to);
    Function* pointer_conversion(const Expr* e);
    std::optional<Candidate> candidate(Function* f, const std::vector<Expr*>& args);
    std::optional<Candidate> candidate(Template& t, const std::vector<Argument>& given,
                                       const std::vector<Expr*>& args, Place place);
    bool is_better(const Candidate& a, const Candidate& b);
    bool may_be(const Template& t, const Type* type, const Type* from);
    bool is_more_special(Template& a, Template& b);
    /// nullptr: none of them takes these arguments, and `must` is not asked for.
    Function* resolve(const Overloads& all, const std::vector<Argument>& given,
                      const std::vector<Expr*>& args, const Token& name, bool must,
                      bool has_object = false);

    // --- statements
    Stmt* statement();
    Stmt* statement_of();
    void range_from(const Stmt* first);
    Stmt* asm_statement();
    void skip_statement();
    Stmt* block(bool of_switch = false);
    Stmt* declaration_statement(bool as_condition = false);
    Variable* reference(const Specifiers& spec, Declarator d, std::vector<Variable*>& others);
    bool at_declaration();
    std::optional<std::size_t> behind_declared(std::size_t n) const;
    bool at_inner_declarator(std::size_t n);
    bool at_made_value(std::size_t n) const;
    bool at_first_part() const;
    Stmt* first_part();
    Stmt* declared_with_ends(bool as_condition);
    Stmt* together(Stmt* first, Stmt* second);
    Expr* declared_condition(Stmt* declared, std::string_view what);
    Stmt* if_statement();
    Stmt* unrolled();
    Stmt* for_statement();
    Stmt* while_statement();
    Stmt* while_declared(Stmt* s);
    Stmt* do_statement();
    Stmt* asked_from_the_second(Stmt* s, std::vector<Stmt*> before);
    Stmt* switch_statement();
    void result_by(Expr* value);
    Stmt* return_statement();
    bool is_result(const Variable& v) const;
    Expr* returned(Expr* value);
    Stmt* loop_body();
    Stmt* loop_body(std::size_t before);
    Stmt* ending_loop(Stmt* s, std::size_t lived);
    Stmt* static_variable(const Specifiers& spec, Declarator d);
    Stmt* set_when_met(Variable& v, bool is_known, Stmt* ends);
    Expr* auto_value(const Specifiers& spec, Declarator& d);
    void hold_known(const Variable& v);
    void hold_named(Expr*& e);
    Expr* temporary(Expr* e);
    bool is_held_by_caller(const Function& f, const Variable& p);
    Expr* held(Expr* e);
    Expr* noted(Expr* made, const Variable* object);
    Expr* with_ended(std::vector<Stmt*>& before, const std::function<Expr*()>& read);
    void ask_within(Stmt* s, std::vector<Stmt*> before);
    Stmt* ending_all(Stmt* first, std::vector<Stmt*> all, std::size_t lived);
    Stmt* declared(const std::vector<Variable*>& own, Place where);
    void end_all(std::vector<Stmt*>& all, const std::vector<Variable*>& own, Place where);
    Stmt* with_temporaries(const std::function<Stmt*()>& read);
    void destroyed_later(Variable* v);
    Expr* end_of_each(Expr* array);
    Expr* end_of(Variable& v, Place where);
    void destroy(std::vector<Stmt*>& out, std::size_t since, const Variable* but = nullptr);
    Stmt* leaving(Stmt* s, std::size_t since);
    Stmt* goto_statement();
    Stmt* label();
    void declared_before(Stmt* s, std::vector<Stmt*>& before, std::vector<Stmt*>& round);
    Stmt* loop_of_label(const Stmt* label, const std::vector<Stmt*>& of, bool is_round);
    std::vector<Stmt*> without_labels(std::vector<Stmt*> all);
    Stmt* body(Function& f);
    void read_body(Function& f);
    Stmt* make(StmtKind kind, Place place);
    void shared_variable(const Specifiers& s, const Declarator& d, std::vector<Variable*>& out);

    // --- expressions
    Expr* expression();
    void hold_height(const Expr* e);
    Expr* between_angles();
    Expr* assignment();
    Expr* conditional();
    Expr* binary(int least);
    Expr* cast_expression();
    Expr* unary();
    Expr* postfix();
    Expr* primary();
    Expr* called(Expr* object, Place place);
    Expr* identifier(bool of_std = false);
    Expr* number(const Token& token);
    Expr* named_cast();
    Expr* part_of(const Token& name);
    Expr* tied(const Token& name);
    static constexpr std::string_view outer_name = "ss_outer";  ///< a lambda's member
    Expr* around(Expr* lambda, Place place);
    Expr* own_object(Place place, const Type* of = nullptr);
    void read_template_as_parameter(Template& t);
    Template* take_template_name();
    static bool takes_template(const Template& pattern, const Argument& want, const Argument& given,
                               std::vector<Argument>& found);
    static bool lacks_allocator_of(const Template& t);
    const Type* stand_in_instance(Template& t, const std::vector<Argument>& values);
    bool deduce_template(const Template& t, const Class& pattern, const Class* given,
                         std::vector<Argument>& out);
    std::string spelled_type(std::span<const Token> tokens, bool is_result);
    std::string spelled_function();
    Expr* pretty_function(Place where);
    Expr* size_of_row(Expr* row, Place where);
    Expr* size_of();
    const Type* deduced_instance(Template& t, const Token& name);
    std::vector<std::size_t> constructors_in(const Template& t) const;
    const Type* deduced_by(Template& t, std::size_t parameters_at, const std::vector<Expr*>& args,
                           Place where, bool is_guide = false);
    bool read_guide(Template* t);
    const Type* deduced_by_constructors(Template& t, const Token& name);
    const Type* typeof_of();
    const Type* deduced_one_by_one(Template& t, const std::vector<Expr*>& args, const Token& name);
    const Type* decltype_of(bool* refers = nullptr);
    void leave_out_statement();
    void skip_balanced();
    Expr* construct(const Type* type, Place place);
    Expr* member(Expr* object, const Token& name);
    static bool is_policy(const Type* type);
    static bool is_of_library(const Overloads& all);
    Expr* call(const Symbol& callee, const Token& name);
    Expr* forwarded(const Token& name);
    Expr* call_function(Function* f, std::vector<Expr*> args, Place place);
    static bool is_of_library(const Function* f, std::string_view name);
    Expr* source_location(Place where);
    Expr* builtin_call(const BuiltinInfo& info, std::vector<Expr*> args, Place place);
    Expr* copy_async(Builtin builtin, const std::vector<Expr*>& args, Place place);
    Expr* host_call(const BuiltinInfo& info, std::vector<Expr*> args, Place place);
    Expr* vector_maker(const Token& name, const std::vector<Expr*>& args);
    Expr* new_expression();
    Expr* memory_call();
    Expr* placement();
    Expr* new_listed(const Type* type, Expr* count, Place where);
    Variable* static_list(const Type* type, Expr* values, Place where);
    Function* memory_operator(const Type* type, std::string_view name);
    Expr* delete_expression();
    struct Capture {
        Token name{};
        Expr* value = nullptr;
    };
    bool is_captured(Atom atom);
    std::optional<Capture> captured_object(bool by_copy, bool by_reference);
    std::vector<Capture> captures();
    Expr* lambda();
    Expr* statement_expression();
    std::vector<Token> written_as_lambda(std::size_t from, std::size_t to);
    Expr* new_lambda();
    /// What a lambda is read from, where it is called.
    struct LambdaText {
        Function* function = nullptr;  ///< without a body, where it has auto parameters
        const Type* type = nullptr;
        std::vector<Atom> copied{};
        bool is_mutable = false;
        const std::vector<Token>* tokens = nullptr;
        std::size_t begin = 0;  ///< the bracket before its parameters
        std::size_t end = 0;    ///< token behind its body
        bool has_head = false;  ///< [] <typename T>(…), which begins with what stands in the angles
        Scope* scope = nullptr;
        std::vector<std::pair<Atom, Symbol>> names{};
        std::unordered_map<std::string, Function*> instances{};
    };
    void hold_copies(const Struct& s, const Type* type, bool is_mutable);
    void read_lambda(Function& f, const LambdaText& text);
    void keep_lambda(LambdaText text, std::size_t parameters_end);
    Function* lambda_for(const Type* type, const std::vector<Expr*>& args);
    Expr* called_of_bases(Expr* object, Place where);
    void bind_lambda_head(const LambdaText& text, const std::vector<Expr*>& args);
    std::size_t parts_of_head(const Template& head, const std::vector<Expr*>& args) const;
    const Type* element_of(const Type* type);
    Expr* made_by_list(Class& c);
    Expr* standard_literal(const Token& number);
    Expr* standard_text(Expr* text);
    Expr* own_literal(std::vector<Expr*> value);
    Expr* call_literal(std::vector<Expr*> value, const Token& suffix);
    bool becomes(const Type* from, const Type* to);
    Expr* alternative_of(const Token& name, const std::vector<Argument>& given, Expr* variant);
    bool at_range() const;
    Stmt* range_statement(Stmt* s);
    Expr* list_with(const Type* list, const Type* element);
    Expr* list_between(const Type* list, const Type* element, const std::vector<Expr*>& values,
                       Place place);
    Expr* braced_values(const Type* element);
    Expr* emplaced(Expr* object, const Token& name);
    std::vector<Token> bound_names();
    Variable* hidden(std::string_view name, const Type* type, Expr* value, Place place);
    void copy_parts(const std::vector<Token>& names, Expr* array, std::vector<Variable*>& out);
    void bind_parts(const std::vector<Token>& names, Expr* object, std::vector<Variable*>& out);
    static bool is_trait(std::string_view name);
    bool needs_end(const Type* type);
    Expr* put_or_drop(const Token& name);
    Expr* end_of(Expr* object, Place where);
    Expr* trait(const Token& name);
    Expr* type_id(const Token& name);
    Expr* construct_with(const Type* type, std::vector<Expr*> values, Place place);
    // --- exceptions (parser_exceptions.cpp)
    /// Where a thrown value waits, and the number of its type.
    struct Thrown {
        Variable* value = nullptr;
        Variable* lives = nullptr;  ///< whether one waits that has an end
        int number = 0;
    };
    /// A catch that looks for what it takes when all that is thrown is known.
    struct Catch {
        Stmt* found = nullptr;  ///< sets the pointer, where a value of its type waits
        Variable* kind = nullptr;
        Variable* pointer = nullptr;
        Function* function = nullptr;
    };
    Variable* hidden_global(std::string name, const Type* type);
    const Thrown& thrown_of(const Type* type);
    Expr* read_variable(Variable* v, Place place);
    void begin_exceptions();
    void set_global(std::vector<Stmt*>& out, Variable* v, Expr* value);
    Stmt* uncaught(Place place);
    Stmt* throw_statement();
    Stmt* try_statement();
    Stmt* catch_clause(Variable* kind, std::vector<Stmt*>& before);
    Stmt* caught_body(Variable* kind, Place where,
                      const std::function<void(std::vector<Stmt*>&)>& declare_name);
    void live(std::vector<Stmt*>& out, const Thrown& thrown, Place where);
    void end_with_catch(std::vector<Stmt*>& out, Variable* kind, Place where);
    void write_end_of_thrown();
    void complete_catches();
    void note_cleanup(const Expr* call, Place place);
    Expr* library_call(std::string_view name, std::initializer_list<const Type*> types,
                       std::vector<Expr*> args, Place place);
    std::vector<Expr*> launch_sizes(Place place);
    Expr* launch(const Symbol& callee, const Token& name, const std::vector<Argument>& given);
    Function* kernel_named();
    Expr* function_attribute(const Token& name);
    Expr* launch_by_pointers(const Token& name);
    bool is_kernel_named();
    Expr* argument_behind(Expr* pointers, const Function& kernel, std::size_t i, Place place);
    Expr* occupancy(const Token& name);
    Expr* stream_of(Expr* given);
    Expr* launch_of(Function* kernel, std::vector<Expr*> sizes, std::vector<Expr*> args,
                    Place where);
    Expr* bound_of(Expr* object, std::string_view name, Place where);
    Expr* counted(Expr* e);
    void printed_values(std::vector<Expr*>& args, std::size_t first, std::string_view name);
    const Type* native_type(char letter);
    void native_arguments(Expr& call, std::vector<Expr*>& args);
    std::vector<Expr*> arguments();
    std::size_t unnamed() const;
    void order_unnamed(const std::vector<std::size_t>& begins);
    void order_groups(const std::vector<std::vector<Variable*>>& groups);
    void note_unnamed(const Expr* e, std::size_t begin);
    bool hands_on_given(const Expr* e, bool hands_on) const;
    void give(const Function& f, std::vector<Expr*>& args, std::size_t i, Place where,
              bool hands_on);
    Expr* braced_argument();
    const Type* type_of_list(const Expr* e);
    bool deduce_list(const Template& t, const Type* parameter, const Expr* list,
                     std::vector<Argument>& out);
    Expr* unbraced(Expr* e, const Type* to);
    Expr* known_name(const Token& name);
    Expr* call_of_types(const BuiltinInfo& info, const Token& name);
    Expr* known_call(const BuiltinInfo& info, const Token& name, std::vector<Expr*> args);
    Expr* array_literal(const Type* type);
    Expr* global_name();
    Expr* known_constant(const Token& name);
    const Overloads* beside_arguments(Atom name, const std::vector<Expr*>& args);
    std::string perhaps_missing() const;

    // --- objects assigned as a whole (parser_assignment.cpp)
    bool is_seen_assigned(const Type* type);
    bool moves_by_members(const Class& c) const;
    Expr* assign_members(Expr* a, Expr* b, Place place);
    Function* assigner(Class& c, bool moves);

    // --- bit-fields (parser_bit_fields.cpp)
    void bit_field(const Type* type, const Token& name, Struct& s, Class& c);
    void hold_bits_layout(const Struct& s, const Type& type, Place place);
    Expr* bits_of(Expr* unit, const BitField& bits, Place place);
    Expr* placed_bits(Expr* value, const BitField& bits, const Type* unit, Place place);
    const BitUse* bit_use(const Expr* e) const;
    Expr* assign_bits(const BitUse& use, Expr* value, Place place);
    Expr* braced_bits(const Type* type, bool has_braces);

    // --- pointers to functions (parser_function_pointers.cpp)
    bool is_function_pointer(const Type* type) const;
    static std::string signature_key(const Function& f);
    const Type* pointer_type(const Function& f);
    const Type* function_type(const Type* result, bool returns_reference);
    const Type* pointer_to_function(const Type* result, bool returns_reference);
    Expr* function_value(const Overloads& all, const std::vector<Argument>& given,
                         const Token& name);
    Expr* function_value(Function* f, Place place);
    Function* one_of(const Expr* e, const Type* to);
    const Overloads* values_of_builtin(const Token& name);
    Expr* builtin_value(const Overloads& all, const Token& name);
    Expr* pointer_value(const Type* type, std::int64_t number, Place place);
    Expr* pointed_number(Expr* pointer);
    Expr* as_function_pointer(Expr* e, const Type* to);
    Function* named_function(const Template& t, const std::vector<Argument>& values, std::size_t i);
    void settle_functions(const Template& t, std::vector<Argument>& values);
    Argument value_argument(Expr* e);
    bool deduce_signature(const Template& t, const Type* parameter, const Type* argument,
                          std::vector<Argument>& out);
    Function* caller_of(Pointed& s, Function*& made, bool on_device);
    Function* launcher();
    Stmt* launcher_body();
    void note_said_blocks(std::size_t begin, std::size_t end);
    std::optional<std::array<std::uint32_t, 3>> said_extents(std::size_t at, int depth);
    std::optional<std::array<std::uint32_t, 3>> said_list(std::size_t at, int depth);
    std::optional<std::uint32_t> said_number(std::size_t at, int depth);
    std::optional<std::size_t> said_before(std::size_t at);
    Function* attribute_setter();
    Stmt* attribute_setter_body();
    Function* asked_by_pointer(std::string_view name);
    Stmt* of_pointed_kernel(const Function& f, const std::function<Expr*(Function*)>& value);
    Function* attribute_teller();
    Stmt* attribute_teller_body();
    Expr* attributes_into(Expr* told, const Function& kernel, Place where);
    Expr* attribute_of(Function* kernel, std::string_view name, const std::vector<Expr*>& args,
                       Place where);
    Expr* parameter_of(const Function& f, std::size_t index);
    Stmt* where_pointed(Expr* number, std::size_t index, bool of_device, Stmt* chosen,
                        Stmt* otherwise);
    Stmt* block_of(Stmt* only);
    void add_parameter(Function& f, std::string_view name, const Type* type, bool is_reference);
    Expr* call_by_pointer(Expr* pointer, Place place);
    Expr* launch_by_pointer(Expr* pointer);
    void write_callers();
    Stmt* caller_body(const Pointed& s, Function& caller, bool launches);
    void note_cast_function(const Expr* number);
    bool is_called_as(const Function& f, const Pointed& s) const;
    Stmt* nothing_pointed_to(Function& caller);

    // --- pointers to members (parser_member_pointers.cpp)
    bool is_member_pointer(const Type* type) const;
    bool is_method_pointer(const Type* type) const;
    const Type* member_pointer_type(const Type* of_class, const Type* member);
    const Type* class_before_star(std::size_t n, std::size_t& end);
    const Type* pointer_to_method(const Type* result, bool returns_reference, const Type* of_class);
    Expr* address_of_member();
    Expr* by_member_pointers(Expr* e);
    Expr* member_by_pointer(Expr* object, Expr* pointer, Place where);
    Expr* call_by_member_pointer(Expr* pointer, std::vector<Expr*> args, Place where);

    // --- virtual methods (parser_virtual.cpp)
    static bool is_polymorphic(const Type* type);
    void lay_table(Struct& s, Class& c);
    void set_table(std::vector<Stmt*>& out, Expr* object, const Class& c);
    Expr* table_number(const Class& c, Place place);
    Expr* table_number(std::size_t index, Side side, Place place);
    static Side side_of(const Function& f);
    Side side_here() const;
    void note_virtual(Function* f, Atom name, const Class& c, bool is_said);
    Function* chosen_of(const Type* type, const Function& like, Atom name);
    bool is_exact(const Expr* object);
    Function* choosing(Function* f, const std::vector<Expr*>& args, Place place);
    Function* chooser(Function* method, const Type* object, Side side);
    bool is_chooser(const Function* f) const;
    Function* choice(const Chooser& chooser, const Class& c);
    void complete_choices();
    void write_choosers();
    Stmt* chooser_body(const Chooser& chooser);
    Expr* class_number(Expr* object, Place where);
    Expr* dynamic_cast_of(Expr* e, const Type* type, Punct reference, Place where);
    Function* caster(const Type* from, const Type* to);
    Stmt* caster_body(const Chooser& chooser);
    Expr* derived(Expr* object, const Type* type);
    Stmt* nothing_chosen(Function& f);
    bool has_end(const Type* type);
    bool has_ending_parts(const Type* type);
    void end_member(Expr* object, const Field& field,
                    const std::function<void(Function*, Expr*)>& call);
    Function* ender(const Type* type);
    Function* ender_of_any(const Type* type);
    Function* deleter(const Type* type);

    // --- typing
    Expr* make(ExprKind kind, Place place, const Type* type);
    Expr* integer(std::int64_t value, TypeKind kind, Place place);
    Expr* integer(std::int64_t value, const Type* type, Place place);
    Expr* value_of(Expr* e);  ///< arrays decay
    Expr* lvalue_of(Expr* e);
    Expr* text_data(Expr* e);
    Expr* convert(Expr* e, const Type* to, std::string_view what);
    Expr* explicit_cast(Expr* e, const Type* to, Place place, bool reinterpret);
    Punct reference_mark();
    Expr* reference_cast(Expr* e, const Type* type, Punct mark, Place place, bool reinterpret);
    Expr* as_dimensions(Expr* e, const Type* to);
    Expr* condition_of(Expr* e, Place place);
    const Type* promoted(const Type* type);
    const Type* common(const Type* a, const Type* b);
    void hold_halves(const Type* a, const Type* b, std::string_view what, Place where);
    static bool is_steady(const Expr* e);
    Expr* tile_element(const BuiltinInfo& info, const std::vector<Expr*>& args, const Type* result,
                       const Type* given, Place where);
    Expr* header_call(std::string_view name, Expr* argument, Place where);
    Expr* allocate_at(const BuiltinInfo& info, std::vector<Expr*> args, Place where);
    Expr* kernel_copy(const BuiltinInfo& info, std::vector<Expr*> args, Place where);
    void name_by_typedef(const Declarator& d);
    Expr* half_call(const BuiltinInfo& info, std::vector<Expr*> args, Place where);
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
    void fold(Variable& v);
    const Type* basic(TypeKind kind) const { return unit_.types.basic(kind); }

    std::uint16_t strict_file_;
    Unit& unit_;
    std::deque<std::vector<Token>> texts_;  ///< the text's tokens, then the library's parts
    const std::vector<Token>* tokens_ = nullptr;
    std::size_t at_ = 0;
    std::vector<Symbol> symbols_;
    std::vector<std::pair<Atom, Symbol>> undo_;
    std::map<Atom, Symbol> hidden_types_;  ///< of std, behind names of the text's own
    std::map<Atom, Symbol> own_types_{};   ///< types of the text's that such a name means
    std::deque<Overloads> overloads_;
    struct Part {
        std::size_t number = 0;
        bool is_read = false;
    };
    std::unordered_map<Atom, Part> parts_;                    ///< of the library, but for its types
    std::unordered_map<Atom, Overloads*> of_library_;         ///< that parts have declared
    std::unordered_map<Atom, const Type*> behind_functions_;  ///< classes whose names these have
    std::deque<Template> templates_;
    std::deque<Case> specials_;
    std::deque<Scope> scopes_;
    std::map<const Enumeration*, Scope*> enumerations_;  ///< where their values are named
    std::unordered_map<const Struct*, Class> classes_;
    /// Of each ({ … }) that was read: the lambda that says the same.
    std::map<std::pair<const std::vector<Token>*, std::size_t>, const std::vector<Token>*>
        written_as_lambda_;
    std::unordered_map<const Struct*, LambdaText> lambda_texts_;  ///< with auto parameters
    const std::vector<Expr*>* auto_arguments_ = nullptr;  ///< that those of a lambda are given
    std::unordered_map<const Function*, Pending> pending_bodies_;
    std::unordered_map<const Function*, Class*> of_class_;  ///< of methods without an object
    std::unordered_set<const Function*> awaited_{};        ///< needed before their bodies have come
    std::unordered_map<Atom, const Type*> conversions_;    ///< operator float and its like
    std::unordered_map<const Function*, Variable*> made_;  ///< by constructors
    std::map<std::string, const Type*> function_pointers_;  ///< by signature_key
    std::map<const Struct*, Pointed> pointed_;
    std::map<std::pair<const Type*, const Type*>, const Type*> member_pointers_{};
    std::map<const Struct*, PointedMember> pointed_members_{};
    std::unordered_map<const Expr*, BoundMethod> bound_methods_{};
    const Type* bound_method_ = nullptr;                ///< of the expressions in `bound_methods_`
    std::map<const Struct*, const Type*> functions_{};  ///< types of functions: pointers to them
    std::vector<Function*> addressed_;                  ///< functions whose address is taken
    std::unordered_map<const Expr*, Several> several_;
    std::map<const Function*, Overloads> arguments_;  ///< functions that templates were given
    std::unordered_map<const Expr*, BitUse> bit_uses_;
    const Type* one_of_several_ = nullptr;  ///< of the expressions in `several_`
    Function* launcher_ = nullptr;          ///< launches the kernel that a number stands for
    Function* attribute_setter_ = nullptr;  ///< as `launcher_`, of cudaFuncSetAttribute
    Function* attribute_teller_ = nullptr;  ///< and of cudaFuncGetAttributes
    /// Functions that were read where they are declared, by where they are defined.
    std::set<std::pair<const std::vector<Token>*, std::size_t>> read_early_;
    int sought_early_ = 0, tried_blocks_ = 0;
    std::set<const Function*> cast_;  ///< whose addresses were cast to other types of pointers
    bool are_any_cast_ = false;       ///< or those that some pointer holds
    std::unordered_map<const Function*, Atom> virtuals_;
    std::vector<const Class*> tables_;  ///< classes with virtual methods that objects are made of
    std::vector<Chooser> choosers_;
    std::vector<Place> qualified_;  ///< names behind Base::, which call what they name
    bool by_name_ = false;          ///< the next call calls what it names, virtual or not
    Scope* scope_ = nullptr;
    std::unordered_set<const Function*> explicit_;              ///< constructors
    std::unordered_map<const Function*, Function*> inherited_;  ///< constructors: the base's
    bool implicitly_ = false;  ///< what an argument becomes is asked
    bool converts_ = false;    ///< by a text's own conversion, of which there is one at a time
    std::map<std::pair<std::string, bool>, Variable*> texts_of_strings_;
    std::deque<Thrown> thrown_;
    std::vector<Catch> catches_;
    Variable *thrown_kind_ = nullptr, *thrown_name_ = nullptr, *thrown_what_ = nullptr;
    Variable* thrown_again_ = nullptr;  ///< the kind of what leaves its catch by throw;
    Variable* caught_ = nullptr;        ///< the kind that the catch around here has caught
    std::size_t lived_in_try_ = 0;      ///< how many of ended_ lived when the innermost try began
    bool is_cleaning_ = false;          ///< calls that end objects throw nothing
    std::vector<Variable*>* temporaries_ = nullptr;  ///< of the statement that is read
    /// Those that arguments are made of, by the arguments.
    std::unordered_map<const Expr*, std::vector<Variable*>> made_for_{};
    bool hands_on_ = false;    ///< what is given to a function goes to another one as it is
    bool names_only_ = false;  ///< a reference gets its object: no others than named ones
    /// Of those that may not be reached: what says whether they were.
    std::unordered_map<const Variable*, Variable*> made_by_choice_;
    bool is_for_host_ = false;        ///< a variable of the host at the top gets its first value
    bool is_between_angles_ = false;  ///< a > closes a template's arguments
    int choices_ = 0;                 ///< what is read may not be carried out
    std::unordered_set<const Expr*> nulls_{};                               ///< written nullptr
    std::unordered_map<const Template*, std::vector<Template*>> guides_{};  ///< for arguments
    /// Lambdas that were read to know of which type a variable is, by where they begin: each is a
    /// type of its own, so that it is not read once more.
    struct ReadLambda {
        Expr* value = nullptr;
        std::size_t end = 0;
    };
    std::map<std::pair<const Token*, const Function*>, ReadLambda> read_lambdas_{};
    int deducing_ = 0;
    std::vector<Variable*> ended_;     ///< with destructors, of the blocks that are open
    std::size_t lived_in_loop_ = 0;    ///< how many of them lived when the innermost loop began
    std::size_t lived_in_switch_ = 0;  ///< or the innermost loop or switch
    int closed_ = 0;                   ///< angles of >> or >>> that have closed something
    Function* function_ = nullptr;
    int depth_ = 0;
    int open_ = 0;             ///< expressions, one within another
    std::size_t body_at_ = 0;  ///< where the function's body begins
    int loop_depth_ = 0, switch_depth_ = 0;
    bool directly_in_switch_ = false;    ///< what comes next
    std::vector<Stmt*> cases_of_range_;  ///< behind the first of `case 1 ... 5`
    std::vector<Jump> jumps_;
    std::vector<Label> labels_;
    std::vector<int> blocks_;  ///< that are open, by number
    int blocks_read_ = 0;
    int instantiations_ = 0;
    /// How many tokens are read, again and again where templates or overloads are tried: those of a
    /// long text with all that it includes are a hundredth of these.
    static constexpr std::int64_t most_read = 20'000'000;
    std::int64_t read_ = 0;
    int looking_ = 0;  ///< readings of template arguments within each other, to see what is behind
    int looks_ = 0;    ///< how many of these lay deep in others
    bool names_reference_ = false;       ///< the type that was read last
    bool may_be_open_ = false;           ///< an array's first extent may be known when it runs
    std::vector<Expr*> open_extents_{};  ///< and is, these
    const Type* braced_ = nullptr;       ///< of { … } as an argument, before it is known what for
    const Template* forwards_ = nullptr;  ///< of functions, whose parameters are read
    std::vector<const Type*> type_ids_;   ///< that typeid was asked for
    std::vector<std::string> pending_;
    std::vector<Fault>* told_ = nullptr;
    const Function* told_of_ = nullptr;  ///< whose statements a fault was told of last
    Names& names_;
};

/// A 64-bit value cut to an integer type, as a conversion to it does.
std::int64_t cut_to(TypeKind kind, std::int64_t value);

}  // namespace stridescope::language
