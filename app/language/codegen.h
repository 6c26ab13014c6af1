// From the typed tree to a Program. Functions are inlined where they are called. Which registers
// are scalars is found by trying: every variable starts as narrow as can be (a constant, then one
// scalar for the warp, then base + lane · stride), whatever contradicts that widens it, and the
// code is made anew until nothing does. So there is one place that decides, and no analysis that
// could disagree with it. The methods are spread over codegen_*.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "app/language/compile.h"
#include "app/language/program.h"
#include "app/language/summands.h"
#include "app/language/tree.h"
#include "app/language/unset_reads.h"

namespace stridescope::language {

/// A scalar: known now, or in a register.
struct Part {
    bool constant = true;
    Slot slot = 0;
    std::int64_t bits = 0;  ///< of 32-bit kinds extended as the kind says
};

/// What an expression's value is made of.
struct Val {
    enum class Form : std::uint8_t { none, scalar, affine, lanes, bits };
    static constexpr int dynamic = -1;

    Form form = Form::none;
    Kind kind = Kind::i32;
    bool boolean = false;  ///< scalar: 0 or 1; bits: one for each lane
    bool owned = false;    ///< nobody else's register
    Part base{};           ///< of scalar and affine
    Part stride{};         ///< of affine
    Slot slot = 0;         ///< of lanes and bits
    // Of pointers: base is an index into the object, `scale` bytes each, `offset` bytes behind it;
    // or a 64-bit address.
    bool pointer = false;
    int object = dynamic;
    std::int64_t offset = 0;
    std::uint32_t scale = 1;
    int origin = -1;  ///< an OriginNode; -1: nothing that was read is in it

    bool is_constant() const { return form == Form::scalar && base.constant; }
    bool is_scalar() const { return form == Form::scalar; }
};

/// Where a value comes from, while code is made: see codegen_origins.cpp.
struct OriginNode {
    enum class Type : std::uint8_t {
        access,      ///< a load, shuffle or atomic that is recorded by itself
        local_load,  ///< of a lane's own array: recorded if there is need
        op,
        move,
        choice,   ///< one of two moves, whichever the lane made last
        variable  ///< what it was assigned last
    };
    struct Operand {
        int node = -1;
        bool known = false;  ///< a constant:
        std::int64_t bits = 0;
    };
    Type type = Type::op;
    std::uint8_t part = 0, detail = 0;
    std::uint8_t count = 0;  ///< of operands
    bool data = false;       ///< something that was read or passed between threads is in it
    bool needed = false;     ///< something that is written or passed on comes from it
    Builtin builtin = Builtin::none;
    Code operation = Code::count;
    Kind value = Kind::i32, computed = Kind::i32;
    Place place{};
    int loop = -1, step = -1;
    Place statement{};
    int site = -1;
    int holder = -1;
    int instr = -1, object = -1;  ///< of a local load
    std::uint32_t width = 4;
    int assigned = -1;  ///< of a variable or a choice: the first of origin_links_
    const void* instance = nullptr;
    std::array<Operand, 3> operands{};
};

/// What is known of a variable in one inlined instance of its function.
struct VarInfo {
    enum class Shape : std::uint8_t { unset, constant, uniform, affine, varying };
    static constexpr int no_object = -2;

    const Variable* variable = nullptr;
    const Type* type = nullptr;
    Shape shape = Shape::unset;
    std::int64_t constant = 0;
    // Of pointers: unset, one object, or dynamic.
    int object = no_object;
    std::uint32_t scale = 1;
    // Of this pass:
    Slot slot = 0, slot2 = 0;
    int level = 0;
    bool declared = false;
    int step_loop = -1;  ///< the loop whose steps it names
    int origin = -1;     ///< an OriginNode
    // Of structs: one for each leaf. Of arrays and what has an address: memory of each lane's own.
    std::vector<VarInfo> leaves{};
    bool in_memory = false;
    bool wants_memory = false;  ///< its address is taken by way of a reference
    bool is_temporary = false;  ///< a struct's value that has no name
    Slot memory = 0;
    int memory_object = -1;  ///< of the host's arrays
    /// Within functions that call themselves: where in the call's part of the stack it lies.
    std::int64_t stack_offset = -1;
    Slot stack_base = 0;
    // References:
    bool alias = false;
    VarInfo* target = nullptr;
    int target_leaf = 0;
    Val target_pointer{};
    bool bound = false;  ///< a parameter that nobody writes: `target_pointer` is its value
    /// Of one that may be used before it has a value: which lanes have given it one.
    std::vector<VarInfo> given{};
};

/// A constant of a 32-bit kind, extended as the kind says.
constexpr std::int64_t cut_constant(Kind kind, std::int64_t bits) {
    return kind == Kind::i32   ? static_cast<std::int32_t>(bits)
           : kind == Kind::u32 ? static_cast<std::uint32_t>(bits)
                               : bits;
}

/// Where something can be written.
struct Location {
    const Type* type = nullptr;
    VarInfo* variable = nullptr;  ///< a register
    int leaf = 0;
    Val pointer{};  ///< else memory
    const Expr* expr = nullptr;
    bool keeps = false;  ///< Expr::keeps
};

/// What a function that calls itself needs more than one that is inlined. Its registers, from those
/// that `first` counts, are kept whenever it is called again, and are as before when that call
/// ends; what has an address lies on a stack. See codegen_recursion.cpp.
struct Frame {
    /// A parameter as all calls hand it over. References are other names for the same register, or
    /// pointers; `value`: to what has no place.
    struct Given {
        enum class Mode : std::uint8_t { target, pointer, value };
        VarInfo value{}, own{};
        Mode mode = Mode::target;
        VarInfo* target = nullptr;
        int leaf = 0;
    };
    std::vector<Given> given{};
    VarInfo result{};
    std::uint64_t bytes = 0;  ///< of the stack
    // Of this pass:
    std::uint64_t used = 0;
    int pass = 0;  ///< in which it was entered last
    int entry = -1;
    int level = 0;                         ///< of masks: outside of it
    int outer_level = 0;                   ///< of the lanes that are in it
    std::uint32_t scalars = 0, lanes = 0;  ///< its first registers
    Slot given_base = 0, base = 0, given_key = 0;
    // Of exceptions:
    bool throws = false;  ///< one may go out of it
    Slot thrown = 0;      ///< whether one has, when a call of it has ended
    const Stmt* uncaught = nullptr;
};

/// One inlined function.
struct Instance {
    const Function* function = nullptr;
    const Expr* call = nullptr;  ///< that it is the function of
    Instance* parent = nullptr;
    std::vector<VarInfo> variables;
    struct Divergence {
        bool loop = false,
             rounds = false;  ///< lanes leave at different times; skip parts of rounds
        bool has_barrier = false;
        bool changes = false;  ///< something but what it loads changes in it
    };
    std::vector<Divergence> loops;
    std::unordered_map<std::uint64_t, std::unique_ptr<Instance>> calls;
    std::unordered_map<const Expr*, VarInfo> temporaries;
    VarInfo result{};
    bool divergent_return = false;
    /// Of one that returns a reference: to other things at other times, so that its result is a
    /// pointer. Else `result` is another name for what it refers to.
    bool returns_pointer = false;
    bool has_sites = false;
    bool repeated = false;           ///< it, or a function around it, is called at several places
    std::unique_ptr<Frame> frame{};  ///< of one that calls itself
    // Of this pass:
    int return_label = -1;
    int return_level = 0;
};

class Codegen {
  public:
    Codegen(Unit& unit, const Function& function, const Launch& launch,
            const CompileOptions& options);
    std::shared_ptr<const Program> run();

  private:
    struct LoopFrame {
        int break_label = -1, continue_label = -1;
        int level = 0;       ///< of the loop: lanes that are still in it
        int body_level = 0;  ///< of one round of it
        bool is_switch = false;
        std::int64_t name = 0;  ///< see Stmt::value
        Instance::Divergence* divergence = nullptr;
    };
    /// A try whose block is being compiled.
    struct Try {
        int handler = -1;  ///< label
        const Instance* instance = nullptr;
        int level = 0;
        bool is_used = false;  ///< something in it throws
    };
    struct Marks {
        std::uint32_t scalars = 0, lanes = 0;
    };
    /// Which lanes of the mask something is computed for.
    struct Guard {
        Slot bits = 0;
        std::uint8_t flag = 0;  ///< 1: where the bits are set, 2: where not, 0: all
    };

    // --- one pass (codegen.cpp)
    void pass();
    void bind_kernel_parameters();
    void prepare_specials();
    void finish_program();
    void layout_shared();

    // --- registers and labels
    Slot new_scalar();
    Slot new_lanes(Kind kind);
    /// `align`: of its address, bytes; at least 4.
    Slot new_region(std::uint64_t bytes_per_lane, std::uint32_t align = 4);
    Marks marks() const { return {scalar_top_, lanes_top_}; }
    void release(Marks m) { scalar_top_ = m.scalars, lanes_top_ = m.lanes; }
    Slot pool(std::int64_t bits);
    int new_label();
    void bind(int label);
    Instr& emit(Code code);
    Slot mask(int level) const;
    Slot mask() const { return mask(level_); }
    void enter_level();
    /// Enters a level with the lanes of this one; those that leave it go on at the label.
    void enter_copied_level(int exit);
    /// Runs `body` in the lanes whose bits are set (if_mask) or not (else_mask).
    template <typename Body>
    void in_mask(Code code, Slot bits, Body body);
    [[noreturn]] void fail(Place place, std::string message) const;
    /// Where the text itself asked for it, if the place is in the library.
    Place in_text(Place place) const;

    // --- values (codegen_values.cpp)
    static Kind kind_of(const Type* type);
    static Cell cell_of(const Type* type);
    Val constant(Kind kind, std::int64_t bits) const;
    Val boolean(bool value) const;
    Val scalar_in(Slot slot, Kind kind) const;
    Val lanes_in(Slot slot, Kind kind) const;
    Val bits_in(Slot slot) const;
    Slot scalar(const Part& part);
    Slot scalar(const Val& v) { return scalar(v.base); }
    Slot lanes(const Val& v);
    Slot bits(const Val& v);
    Val number(Val v);  ///< of a truth value 0 or 1
    Part part(Code code, Kind kind, const Part& a, const Part& b);
    Val arithmetic(Code code, Kind kind, Val a, Val b);
    Val affine(Code code, Kind kind, const Val& a, const Val& b);
    Val compare(Code code, bool negate, Kind kind, Val a, Val b);
    Val compare_affine(Code code, Kind kind, const Val& a, const Val& b);
    Val logical_not(Val v);
    Val unary(Code code, Kind kind, Val a);
    Val fused(Kind kind, Val a, Val b, Val c);
    Val convert(Val v, const Type* from, const Type* to);
    Val convert_kind(Val v, Kind to);
    Val truth(Val v, Kind kind);
    Val select(const Val& condition, Val a, Val b, const Type* type);
    Val copy(const Val& v);

    // --- variables (codegen_variables.cpp)
    VarInfo& info(const Variable& v);
    void declare(VarInfo& v, const Variable* variable, const Type* type, bool initialized);
    void setup(VarInfo& v, const Type* type, bool may_be_constant);
    void assign(VarInfo& v, const Val& value, bool means_it = true);
    void put(VarInfo& v, const Val& value);
    Val with_whole_index(Val pointer);
    void assign_pointer(VarInfo& v, const Val& value);
    void widen(VarInfo& v, VarInfo::Shape shape);
    Val read(const VarInfo& v);
    const UnsetReads& unset_reads_here();
    bool may_be_unset(const Expr* e);
    void check_given(const Expr* e);
    void set_given(VarInfo& v, bool has_value);
    bool redirect(Slot from, Slot to, bool scalar);
    void move(Slot to, Slot from, Kind kind);

    // --- pointers and memory (codegen_memory.cpp)
    Val pointer_to_object(int object, const Type* element) const;
    Val address_of(const Val& pointer);
    /// A kernel's heap hands out `bytes` at `at`: what to add to the address; or takes them back.
    /// Whether it is a variable of a function of the text that is called, not of the kernel.
    bool is_of_called(const Variable* variable) const;
    void mark_own(Slot at, bool ended);
    /// The call's function has ended, and with it what it had for itself.
    void end_variables(const Instance& in);
    /// Has the machine tell where what is reached is of a function that has ended.
    void check_alive(int object);
    void find_own_variables();
    Val heap_note(const Val& at, const std::optional<Val>& bytes);
    void note_copying(const Val& at, const Val& bytes, bool out = false);
    void note_copying(const Location& to, std::uint64_t bytes) {
        if (to.variable == nullptr)
            note_copying(to.pointer, constant(Kind::i32, static_cast<std::int64_t>(bytes)));
    }  ///< its 64-bit address
    Val pointer_add(Val p, Val index, const Type* index_type, std::uint64_t element, bool minus);
    Val rescaled(Val p, std::uint32_t scale);
    Location place_of(const Expr* e);
    Val load(const Location& p);
    void hold_listed(const Location& p) const;
    std::vector<Val> load_struct(const Location& p);
    void store(const Location& p, const Val& value);
    void store_struct(const Location& p, const std::vector<Val>& values);
    Val load_memory(const Val& pointer, const Type* type, const Expr* e, bool recorded);
    void store_memory(const Val& pointer, const Type* type, const Val& value, const Expr* e,
                      bool recorded);
    int record_wide(const Val& pointer, const Type* type, const Expr* e, SiteKind kind);
    /// Where an access's address lies: one for all lanes, base and stride, or lane by lane.
    struct AddressSlots {
        Form form = Form::vv;
        Slot a = 0, b = 0;
    };
    AddressSlots address_slots(const Val& pointer);
    Val for_each_lane(const Val& pointer);
    void fill_access(Instr& i, const Val& pointer, int site, const AddressSlots& at);
    int site(const Expr* e, SiteKind kind, int object, std::uint32_t width, Kind value,
             Builtin builtin);
    int object_of(const Variable& v);
    Val memory_pointer(const Variable& v);
    bool is_local(const Val& pointer) const { return pointer.object >= local_objects; }
    void initialize_memory(const Val& pointer, const Type* type, const Expr* init, const Expr* at);

    // --- where values come from (codegen_origins.cpp; from is_data on codegen_origin_sites.cpp)
    struct Computation {
        Code operation = Code::count;
        Kind kind = Kind::i32;  ///< of the operands
        Builtin builtin = Builtin::none;
        std::uint8_t detail = 0;
        bool is_move = false;
    };
    using Operands = std::initializer_list<const Val*>;
    int new_node(OriginNode::Type type);
    static OriginNode::Operand used(const Val& v);
    Val accessed(Val result, int site, std::uint8_t part = 0);
    Val computed(Val result, std::size_t before, const Computation& what, Operands operands);
    Val chosen(const Expr* e, const Val& condition, Val result, const Val& a, const Val& b);
    Val one_of(const Val& condition, Val result, const Val& a, const Val& b);
    Val extreme(const Expr* e, const Val& condition, Val result);
    int moved(const OriginNode::Operand& from, Kind kind);
    void note(int node);
    void note_here(int node);
    void link(int variable, int node);
    void note_assignment(VarInfo& v, const Val& value, std::size_t before);
    void note_use(int site, Operands values);
    void note_local_store(const Val& pointer, const Type* type, const Val* value);
    Val snapshot(Val copied, const Val& of);
    Val held(Val v);
    Val passed(Val v, Kind kind);
    Val earlier(Val v);
    Guard within(const Val& condition, bool sense);
    Val guarded(const Val& condition, bool sense, const Expr* e);
    bool is_data(const OriginNode::Operand& o) const;
    bool is_data(const OriginNode& node) const;
    void find_data();
    void find_needed();
    void need(const OriginNode::Operand& o);
    void need_node(int node);
    void need_object(int object);
    Source source_of(const OriginNode::Operand& o);
    void join_uses();
    void place_sites();
    void place_holders();
    void place_local_sites();
    void place_computed_sites();
    void place_notes();

    // --- expressions (codegen_expressions.cpp)
    /// Into another expression or statement; fails where the stack might not last.
    void go_deeper(Place place);
    Val eval(const Expr* e);
    std::optional<Val> known_constant(const Variable& v) const;
    Val value(const Expr* e);
    void listed_values(const Expr* part, const Type* type, std::vector<Val>& values);
    std::vector<Val> eval_struct(const Expr* e);
    void eval_void(const Expr* e);
    Val binary(const Expr* e);
    Val binary_values(Op op, const Type* type, const Type* shift_type, Val a, Val b, Place place);
    bool is_summand(const Variable& v);
    const Summands& summands_of(const Function& f);
    bool is_product(const Expr* e);
    std::pair<Val, Val> factors(const Expr* e);
    Val contracted(const Expr* e);
    Val product_added(const Type* type, Val x, const Val& y, Val z, bool negate_x, bool negate_z);
    Val half_mapped(Builtin function, std::vector<Val> operands, Kind result);
    Val half_value(const Val& v, const Type* type);
    Val half_of(Val v, const Type* type);
    Val half_operation(Op op, const Type* type, const Val& a, const Val& b);
    Val negated(const Val& v, const Type* type);
    Val half_builtin(const Expr* e);
    Val tile_element(const Expr* e);
    std::vector<Val> pair(const Expr* e);
    Val logical(const Expr* e);
    Val conditional(const Expr* e);
    Val assign_expression(const Expr* e);
    Val compound(const Expr* e);
    Val step(const Expr* e);
    Val cast(const Expr* e);
    Val special(Special s);
    bool is_simple(const Expr* e);
    /// Runs `body` in the lanes of the bits (or of none of them, if not `sense`).
    template <typename Body>
    void in_lanes(const Val& condition, bool sense, Body body);

    // --- calls (codegen_calls.cpp, codegen_builtins.cpp)
    void hold_aligned(const Expr* object) const;
    void deeper_call(Place place);
    Val call(const Expr* e, std::vector<Val>* aggregate, Location* referred = nullptr);
    std::vector<std::size_t> order_of(const Expr* e) const;
    Val eval_at_its_turn(const Expr* call, const Expr* argument);
    static bool may_change(const Expr* argument, bool by_references);
    std::vector<std::vector<Val>> arguments_of(const Expr* e, Instance& in);
    void begin_parameter(VarInfo& p, const Variable& v, const std::vector<Val>& values);
    void body_of(Instance& in, int end);
    Val result_of(const Expr* e, VarInfo& result, bool returns_pointer, std::vector<Val>* aggregate,
                  Location* referred);
    // Functions that call themselves (codegen_recursion.cpp)
    Val first_call(const Expr* e, Instance& in, std::vector<Val>* aggregate, Location* referred);
    Val call_again(const Expr* e, Instance& in, std::vector<Val>* aggregate, Location* referred);
    Val placed(const Expr* argument, const Variable& v);
    std::vector<std::vector<Val>> given_of(const Expr* e, Instance& in, bool first);
    void give(const Instance& in, std::vector<std::vector<Val>> values);
    void take_given(Instance& in);
    Slot next_base();
    void copy_all(VarInfo& to, const VarInfo& from);
    Val nothing(const Expr* e, std::vector<Val>* aggregate, Location* referred);
    int stack_object();
    Val memory_of(const VarInfo& v, const Type* type);
    void return_reference(const Expr* e);
    const Variable& variable_of(const VarInfo& place, const Variable& like);
    Val place_in_memory(const Expr* e);
    void keep_in_memory(VarInfo& v, Place place);
    void bind_parameter(const Expr* argument, Instance& callee, VarInfo& parameter,
                        const Variable& v);
    Val builtin(const Expr* e);
    Val warp_builtin(const Expr* e);
    Val atomic(const Expr* e);
    Val barrier(const Expr* e);
    Val print(const Expr* e);
    Val math(const Expr* e);
    Val math_of(const Expr* e, Kind kind, std::vector<Val> a);
    Slot emit_host_call(Call call);
    void zero_on_host(const Val& pointer, const Type* type, Place where);
    Val host_clock(Place where);
    Val host_builtin(const Expr* e);
    void stop(const Fault& fault);
    void host_statement(const Stmt* s);
    void launch(const Expr* e);
    Operand operand_of(Val v, const Type* type);

    // --- statements (codegen_statements.cpp)
    void statement(const Stmt* s);
    void statement_of(const Stmt* s);
    void begin_step(std::string_view name);
    void watch_variables();
    void declare_only(const Stmt* s);
    void declaration(const Stmt* s);
    void initialize(VarInfo& v, const Variable& variable);
    void if_statement(const Stmt* s);
    void loop(const Stmt* s);
    void leave_if_false(const Val& condition, int end_label);
    void leave_unless(const Expr* condition, Instance::Divergence& d, int end_label);
    void switch_statement(const Stmt* s);
    void break_statement(const Stmt* s);
    void continue_statement(const Stmt* s);
    LoopFrame& frame_named(const Stmt* s);
    void leave_loop(LoopFrame& f);
    void begin_round(LoopFrame& f);
    void return_statement(const Stmt* s);
    void try_statement(const Stmt* s);
    void throw_statement(const Stmt* s);
    void unwind(const Stmt* uncaught);
    void unwind_behind(const Expr* call, Frame& frame);
    void clean_up(const Expr* call);
    int note_exits();
    void remove_lanes(int from_level);
    void check_empty();
    int enter_loop(Place place, bool is_call);
    std::vector<VarInfo*> note_stepped(const Stmt* s, int loop);

    static constexpr int local_objects = 1 << 20;

    Unit& unit_;
    const Function& function_;
    const Launch& launch_;
    const CompileOptions& options_;
    std::unordered_map<const Function*, Summands> summands_;
    std::unordered_map<const Function*, UnsetReads> unset_reads_;
    bool on_host_ = false;
    bool changed_ = false;
    bool recursive_ = false;   ///< there are functions that call themselves
    bool uses_stack_ = false;  ///< and what of these has an address
    /// An address of a lane's own memory is a number somewhere: the same one for all lanes, each of
    /// which means its own.
    bool locals_escape_ = false;

    // Kept from pass to pass.
    std::unique_ptr<Instance> root_;
    std::unordered_map<const Variable*, int> shared_order_;
    std::vector<const Variable*> shared_;
    std::vector<std::uint64_t> shared_offsets_;
    std::uint64_t static_bytes_ = 0;  ///< of shared variables
    std::uint64_t dynamic_at_ = 0;    ///< where the extern ones begin
    std::unordered_map<const Function*, int> inlined_;
    std::size_t calls_made_ = 0;
    int depth_ = 0;  ///< of expressions and statements, one within another
    std::unordered_map<const Function*, bool> repeated_;
    std::unordered_map<const Variable*, VarInfo> host_arrays_;

    // Of this pass.
    std::shared_ptr<Program> program_;
    Instance* instance_ = nullptr;
    std::uint32_t scalar_top_ = 0, scalar_most_ = 0, lanes_top_ = 0, lanes_most_ = 0;
    std::unordered_map<std::int64_t, Slot> pool_;
    std::vector<int> labels_;
    int last_label_ = -1;     ///< the instruction that a label stands before, last bound
    std::vector<int> exits_;  ///< [level]: where to go when no lane is left in it
    std::vector<LoopFrame> frames_;
    std::vector<Try> tries_;
    /// Within a function of the library: the call in the text that leads there.
    const Expr* outside_ = nullptr;
    std::map<std::tuple<const Expr*, const Expr*, std::uint64_t>, int> sites_;
    std::unordered_map<std::uint32_t, std::uint32_t> operands_of_line_;
    struct LocalObject {
        Slot slot = 0;
        std::uint64_t bytes = 0;
        const Type* element = nullptr;
        const Variable* variable = nullptr;
        bool escapes = false;  ///< its address is a number somewhere
        /// Whose it is, if not the kernel's, and the mark that says whether that has ended.
        const Function* function = nullptr;
        Slot ended = 0;
        bool data = false, needed = false;
    };
    std::vector<LocalObject> locals_;
    /// Arrays and variables with addresses, by object, of functions that have ended.
    std::unordered_map<int, const Function*> ended_;
    std::unordered_map<int, const Variable*> ended_variables_;
    int level_ = 0;
    int cleared_ = most_mask_levels;  ///< the lowest level that lanes have left since
    bool dead_ = false;               ///< no lane comes to what follows
    bool waits_ = false;
    Slot key_ = 0;
    int loop_ = -1;
    int step_ = -1;               ///< the step's name that holds here
    std::uint8_t tile_ = 0;       ///< what accesses are of, from one note to the next
    const Expr* copy_ = nullptr;  ///< the asynchronous copy that is being made
    int calls_deep_ = 0;
    Frame* frame_ = nullptr;  ///< of the innermost function that calls itself
    int stack_object_ = -1;
    Place place_{};
    std::unordered_set<const Expr*> asked_;  ///< see add_asked_loads
    bool keeps_bits_ = false;                ///< what is loaded is; see Instr
    std::vector<VarInfo*> in_scope_;         ///< of the function that is being compiled
    Place statement_{};                      ///< the text's innermost one that is being compiled
    // Where values come from.
    struct Link {
        int node = -1, next = -1;
    };
    /// A row of the node, written behind an instruction for the lanes of `when`.
    struct Note {
        int instr = -1, node = -1;
        Slot mask = 0, key = 0;
        Guard when{};
    };
    struct Use {
        int site = -1;
        std::vector<OriginNode::Operand> values{};
    };
    struct LocalStore {
        int instr = -1, object = -1, loop = -1, step = -1;
        Place statement{};
        std::uint32_t width = 0;
        Kind value = Kind::i32;
        Place place{};
        OriginNode::Operand from{};
    };
    std::vector<OriginNode> nodes_;
    std::unordered_map<const VarInfo*, Variable*> made_variables_;
    std::vector<Link> origin_links_;
    std::vector<Note> notes_;
    std::vector<Use> uses_;
    std::vector<LocalStore> local_stores_;
    std::vector<int> local_loads_;
    Guard guard_{};
    bool origins_ = false;
    bool shares_site_ = false;  ///< what is stored now, with other parts of the same struct
    bool dynamic_loads_ = false, dynamic_stores_ = false;
    int passes_ = 0;
};

template <typename Body>
void Codegen::in_lanes(const Val& condition, bool sense, Body body) {
    in_mask(sense ? Code::if_mask : Code::else_mask, bits(condition), body);
}

template <typename Body>
void Codegen::in_mask(Code code, Slot bits, Body body) {
    const int end = new_label();
    {
        Instr& i = emit(code);
        i.d = mask(level_ + 1), i.mask = mask(level_), i.b = bits;
        i.target = end;
    }
    enter_level();
    exits_[static_cast<std::size_t>(level_)] = end;
    body();
    --level_;
    bind(end);
}

}  // namespace stridescope::language
