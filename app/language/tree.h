// The typed tree. Every node keeps its place, so that any later stage can point at the text. Nodes
// live in the Unit's arena and are never freed one by one.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "app/language/builtins.h"
#include "app/language/preprocessor.h"
#include "app/language/source.h"
#include "app/language/token.h"
#include "app/language/type.h"

namespace stridescope::language {

struct Expr;
struct Stmt;
struct Function;

enum class Storage : std::uint8_t {
    local,  ///< of a function
    parameter,
    shared,    ///< __shared__, static or extern
    device,    ///< __device__ at file scope
    constant,  ///< __constant__
    host,      ///< of the host, at file scope
};

/// A variable or a parameter as the text declares it.
struct Variable {
    std::string_view name{};
    const Type* type = nullptr;
    Place place{};
    Storage storage = Storage::local;
    bool is_reference = false;
    bool is_rvalue = false;      ///< a reference T &&, to what nobody needs any more
    bool is_forwarding = false;  ///< or, in a template, to whatever is given
    bool is_extern = false;      ///< extern __shared__ T name[]
    bool is_declared = false;    ///< by extern, and nothing that was read defines it yet
    bool is_managed = false;     ///< __managed__: the host reaches it as well
    bool is_constexpr = false;   ///< its initializer is a constant expression
    bool is_restrict = false;    ///< nothing else reaches what it points to
    bool is_held = false;        ///< a parameter by value: an object that the caller makes and ends
    bool names_another = false;  ///< a reference of a kernel's or at the top: a pointer to that
    bool has_default = false;    ///< of a template's parameter: a value that is not read yet
    bool assigned = false;       ///< something but its declaration writes it
    bool written_within = false;  ///< a lambda that stands in its function does
    std::uint32_t align = 0;      ///< in bytes, more than its type has; 0: not said
    int address_taken = 0;        ///< how often, so that it has to lie in memory
    int index = -1;               ///< within its function, or among the unit's
    Variable* extent = nullptr;   ///< of the host's array whose extent is known when it runs: that
    Expr* init = nullptr;         ///< of an array or a struct an initializer list, perhaps
    const Function* function = nullptr;

    /// A parameter that is another name for what the caller has.
    bool names_given() const { return is_reference || is_held; }
};

enum class ExprKind : std::uint8_t {
    integer,      ///< `integer`, of any integer type
    real,         ///< `real`
    string,       ///< only as printf's format and cout's operand: `string`
    variable,     ///< `variable`
    special,      ///< threadIdx.x …: `special` says which
    unary,        ///< `op` on a
    binary,       ///< a `op` b, both of one type
    pointer_add,  ///< a + b elements (op: add or sub)
    pointer_sub,  ///< (a - b) elements
    logical,      ///< && or ||
    conditional,  ///< a ? b : c
    assign,       ///< a = b, b of a's type
    compound,   ///< a op= b: computed in `other`, then converted back; of pointers a ± b elements
    step,       ///< ++ or -- (op: add or sub); `after`: the old value is its value
    cast,       ///< a converted to `type`
    reference,  ///< *a: an lvalue
    address,    ///< &a
    decay,      ///< the array a as a pointer to its first element
    member,     ///< a.field
    call,       ///< `function`(args); of one that returns a reference an lvalue
    builtin,    ///< `builtin`(args)
    launch,     ///< function<<<args[0], args[1], args[2]>>>(args[3] …)
    comma,      ///< a, b
    list,       ///< { args … }, of an array or struct
    construct,  ///< a struct of args, one for each leaf or none
};

enum class Op : std::uint8_t {
    none,
    add,
    sub,
    mul,
    div,
    rem,
    shl,
    shr,
    and_,
    or_,
    xor_,
    lt,
    gt,
    le,
    ge,
    eq,
    ne,
    neg,
    plus,
    bit_not,
    logical_not,
    land,
    lor,
};

constexpr bool is_comparison(Op op) {
    return op >= Op::lt && op <= Op::ne;
}

/// threadIdx.x and its like.
enum class Special : std::uint8_t {
    thread_x,
    thread_y,
    thread_z,
    block_x,
    block_y,
    block_z,
    block_dim_x,
    block_dim_y,
    block_dim_z,
    grid_dim_x,
    grid_dim_y,
    grid_dim_z,
    cluster_dim_x,  ///< blocks of a cluster; texts ask for it by groups
    cluster_dim_y,
    cluster_dim_z,
};

struct Expr {
    ExprKind kind = ExprKind::integer;
    Op op = Op::none;
    Special special = Special::thread_x;
    bool after = false;     ///< of a trap: because a pointer to a function points to none
    bool keeps = false;     ///< of a member: read to be written back, with some bits changed
    bool of_block = false;  ///< of an atomic: only threads of one block may take part
    bool in_order = false;  ///< of a call: its arguments stood in braces
    Builtin builtin = Builtin::none;
    std::uint32_t number = 0;  ///< of a call: which of its function's
    Place place{};
    Place end{};  ///< of a reference: where its text ends
    const Type* type = nullptr;
    const Type* other = nullptr;
    Expr* a = nullptr;
    Expr* b = nullptr;
    Expr* c = nullptr;
    std::span<Expr*> args{};
    union {
        std::int64_t integer = 0;
        double real;
        Variable* variable;
        const Field* field;
        Function* function;
    };
    std::string_view string{};
};

/// The object of a method, its first parameter.
inline constexpr std::string_view this_name = "ss_this";

/// Whether both are the same text of the same variables, with no effect but their value.
bool same_value(const Expr* a, const Expr* b);

enum class StmtKind : std::uint8_t {
    empty,
    expression,
    declaration,
    block,
    if_,
    for_,
    while_,
    do_while,
    switch_,
    case_,
    default_,
    break_,
    continue_,
    return_,
    leave_,  ///< out of the loop around it that has this `value`
    again_,  ///< on to the next round of it
    label,   ///< `value`; while a block is read, which then has loops instead
    try_,    ///< `then`; what is thrown in it goes on in `otherwise`
    throw_,  ///< `init`, then on to the handler of the innermost try; `then` where there is none
    fault,   ///< of the host: what is not understood; `fault` says why
};

struct Stmt {
    StmtKind kind = StmtKind::empty;
    Place place{};
    std::uint32_t number = 0;   ///< of a loop or switch: which of its function's
    Expr* condition = nullptr;  ///< also an expression statement's, a return's, a switch's
    Expr* step = nullptr;
    Stmt* init = nullptr;
    Stmt* then = nullptr;  ///< also a loop's or switch's body
    Stmt* otherwise = nullptr;
    /// Of a case; which label; which loop, more than 0 if its text is a goto's; of a throw 1:
    /// nobody can catch it here.
    std::int64_t value = 0;
    /// What `#pragma unroll` says of a loop: so many rounds at once, 0: all; -1: nothing.
    std::int64_t unroll = -1;
    std::span<Stmt*> body{};
    bool is_open = false;  ///< of a block: what it declares lives on in the one around it
    std::span<Variable*> variables{};
    std::string_view step_name{};  ///< of the `// step: name` comment right before it
    const Fault* fault = nullptr;
};

/// Of a grid, a block, a cluster: in x, y and z.
using Extents = std::array<std::uint32_t, 3>;

struct Function {
    std::string name{};
    const Type* result = nullptr;
    std::vector<Variable*> parameters{};
    std::vector<Variable*> variables{};  ///< all, parameters first
    Stmt* body = nullptr;
    const Fault* fault = nullptr;  ///< why its body is not understood, which is null then
    bool is_constexpr = false;     ///< what it gives for constants is one
    Place place{}, end{};
    bool is_kernel = false, on_device = false, on_host = false;
    bool is_local = false;  ///< static, inline, or an instance of a template
    bool is_noinline = false;
    bool returns_reference = false;  ///< to something of the type `result`
    bool returns_rvalue = false;     ///< as std::move does
    bool throws_nothing = false;     ///< a constructor, which says so
    /// What decltype(auto) or auto && stands for: a reference where the first return gives one.
    bool keeps_reference = false;
    /// By `__launch_bounds__`: threads of a block at most, blocks of a multiprocessor at least; 0:
    /// it does not say.
    std::int64_t most_threads = 0, least_blocks = 0;
    Extents cluster{1, 1, 1};  ///< by `__cluster_dims__`: blocks of a cluster
    std::uint32_t loops = 0;   ///< loops and switches in it
    std::uint32_t calls = 0;
    std::uint32_t labels = 0;
};

/// A block of memory out of which nodes are cut.
class Arena {
  public:
    template <typename T>
    T* make() {
        static_assert(std::is_trivially_destructible_v<T>);
        return new (take(sizeof(T), alignof(T))) T{};
    }
    template <typename T>
    std::span<T> copy(const std::vector<T>& from) {
        if (from.empty()) return {};
        // Lists of pointers are what is meant. NOLINTNEXTLINE(bugprone-sizeof-expression)
        T* to = static_cast<T*>(take(sizeof(T) * from.size(), alignof(T)));
        std::uninitialized_copy(from.begin(), from.end(), to);
        return {to, from.size()};
    }

  private:
    void* take(std::size_t bytes, std::size_t align);

    std::vector<std::unique_ptr<std::byte[]>> blocks_;
    std::size_t used_ = 0, size_ = 0;
};

/// A text, read: everything that a program can be made of.
struct Unit {
    Unit();
    Unit(Unit&&) = delete;

    std::vector<SourceFile> files;
    Names names;
    Types types;
    Arena arena;
    std::deque<Variable> variables;
    std::deque<Function> functions;
    std::vector<Function*> kernels;  ///< in the text's order; instances of templates as well
    std::vector<Variable*> globals;  ///< __device__, __constant__ and the host's, by index
    Function* main = nullptr;
    Function* at_exit = nullptr;  ///< the host's, when main has ended; nullptr: there is nothing
    /// What ends where something is thrown out of a call.
    std::unordered_map<const Expr*, Stmt*> cleanups;
    std::vector<Stmt*> at_begin;         ///< sets the host's variables at the top, before main
    std::deque<Fault> faults;            ///< that functions and statements point to
    std::vector<Fault> missing_headers;  ///< that it includes
    /// Names of what is declared, but not understood.
    std::vector<std::pair<std::string, const Fault*>> refused;
    bool has_kernel_templates = false;
    /// By kernels' names: the block of a launch that the text says in numbers, whoever launches.
    std::unordered_map<std::string, std::array<std::uint32_t, 3>> said_blocks;
    std::vector<Knob> knobs;
    std::vector<StepComment> steps;
};

}  // namespace stridescope::language
