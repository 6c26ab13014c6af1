// The types of the subset. Every type exists once, so that equal types are equal pointers.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stridescope::language {

enum class TypeKind : std::uint8_t {
    void_,
    bool_,
    i8,
    u8,
    i16,
    u16,
    i32,
    u32,
    i64,
    u64,
    f16,   ///< __half, 2 bytes
    bf16,  ///< __nv_bfloat16
    f32,
    f64,
    pointer,
    array,
    structure
};

struct Function;
struct Type;

/// A member of a struct.
struct Field {
    std::string_view name{};
    const Type* type = nullptr;
    std::uint32_t offset = 0;   ///< bytes from the struct's begin
    int first_leaf = 0;         ///< index into Struct::leaves of its first scalar
    bool is_open = false;       ///< a base or an unnamed member: its members are the struct's
    bool is_reference = false;  ///< `type` is a pointer then, to what it names
    bool is_mutable = false;    ///< written in objects that are const, too
    std::uint32_t align = 0;    ///< bytes, of `alignas` and its like; 0: as its type
};

/// Some bits of a member that has no name of its own.
struct BitField {
    std::string_view name{};
    const Type* type = nullptr;
    std::size_t unit = 0;  ///< the index of the field whose bits they are
    int begin = 0, width = 0;
};

/// A scalar somewhere within a struct.
struct Leaf {
    const Type* type = nullptr;
    std::uint32_t offset = 0;
    std::string path{};  ///< "x", "inner.x"
};

/// So many elements of an array within a struct are leaves of it: as many as a kernel's parameters
/// may have of 4 bytes.
inline constexpr std::int64_t most_listed = 8192;

/// A struct's members. CUDA's vector types are structs, too.
struct Struct {
    std::string name{};
    std::vector<Field> fields{};
    std::vector<Leaf> leaves{};
    std::vector<BitField> bits{};     ///< in the order of their declarations
    std::uint32_t align_of_bits = 1;  ///< as the types of its bit-fields want it
    bool has_arrays = false;          ///< a member is an array: such a value lives in memory only
    bool is_cut = false;     ///< of an array only most_listed elements are among the leaves
    bool is_vector = false;  ///< float4 and its like
    /// Moved at once, as compilers do: of CUDA's own, and where it is aligned to all of its 8 or 16
    /// bytes, which members of one type fill.
    bool is_whole = false;
    bool has_mutable = false;  ///< a member that is written in const objects, too
    bool is_union = false;     ///< all members lie at its begin
    std::uint32_t packed =
        0;  ///< no member is aligned to more bytes, by `#pragma pack`; 0: not said
    bool is_unaligned =
        false;               ///< a scalar in it, or in an array of it, may lie beside its alignment
    bool has_table = false;  ///< begins with what says which class it is of: it has virtual methods
    std::uint64_t taken = 0;  ///< bytes without the room at its end, which a derived class uses
    bool complete = false;
    Function* called = nullptr;  ///< of a lambda: what a call of it calls

    const Field* find(std::string_view name) const;
    const BitField* find_bits(std::string_view name) const;
};

/// What distinguishes the type of an `enum` from the number that its values are kept as.
struct Enumeration {
    std::string name{};
    const Type* number = nullptr;  ///< what a value is kept as, whose kind the type has, too
    bool is_scoped = false;        ///< `enum class`: no number by itself
    bool is_typed = false;         ///< the text says what its values are kept as: `enum E : char`
    bool is_defined = false;
    bool is_signed = false;  ///< one of the values is less than 0
};

/// Bytes that a member is aligned to within its struct.
std::uint32_t alignment_of(const Struct& s, const Field& field);

struct Type {
    TypeKind kind = TypeKind::void_;
    bool is_const = false, is_volatile = false;
    std::uint32_t align = 1;
    std::uint64_t size = 0;  ///< bytes; of an array without extent 0
    const Type* of = nullptr;
    std::int64_t count = 0;  ///< of an array: elements; -1: not said
    Struct* structure = nullptr;
    const Enumeration* enumeration = nullptr;  ///< of an `enum`; its kind is its number's
    const Type* plain = nullptr;               ///< the same without const and volatile

    bool is_integer() const { return kind >= TypeKind::bool_ && kind <= TypeKind::u64; }
    bool is_floating() const { return kind >= TypeKind::f16 && kind <= TypeKind::f64; }
    /// __half or __nv_bfloat16.
    bool is_half() const { return kind == TypeKind::f16 || kind == TypeKind::bf16; }
    /// Two of them side by side: __half2 or __nv_bfloat162.
    bool is_half2() const;
    bool is_arithmetic() const { return kind >= TypeKind::bool_ && kind <= TypeKind::f64; }
    bool is_pointer() const { return kind == TypeKind::pointer; }
    bool is_array() const { return kind == TypeKind::array; }
    bool is_struct() const { return kind == TypeKind::structure; }
    bool is_enumeration() const { return enumeration != nullptr; }
    bool is_scoped_enumeration() const { return is_enumeration() && enumeration->is_scoped; }
    bool is_scalar() const { return is_arithmetic() || is_pointer(); }
    bool is_void() const { return kind == TypeKind::void_; }
    bool is_unsigned() const {
        return kind == TypeKind::bool_ || kind == TypeKind::u8 || kind == TypeKind::u16 ||
               kind == TypeKind::u32 || kind == TypeKind::u64;
    }
    /// The innermost element's type of an array of arrays.
    const Type* element() const {
        const Type* t = this;
        while (t->is_array()) t = t->of;
        return t;
    }
};

/// Makes types, each once.
class Types {
  public:
    Types();
    const Type* basic(TypeKind kind) const { return &basic_[static_cast<std::size_t>(kind)]; }
    const Type* pointer_to(const Type* of);
    const Type* array_of(const Type* of, std::int64_t count);
    const Type* qualified(const Type* type, bool is_const, bool is_volatile);
    /// A new, incomplete struct.
    Struct* new_struct(std::string name);
    const Type* of_struct(Struct* structure);
    /// Lays the members out and makes the struct complete.
    void complete(Struct* structure, std::uint32_t least_align);
    /// A new `enum` of values that are kept as `number`.
    const Type* new_enumeration(Enumeration facts);
    /// The enumeration's values are read, of which some may be negative; they are kept as `number`.
    void define(const Type* enumeration, const Type* number, bool is_signed);
    /// float4, uint2, dim3 …; nullptr if the name is none of them.
    const Type* vector_type(std::string_view name);

  private:
    std::deque<Type> made_;
    std::vector<Type> basic_;
    std::map<std::pair<const Type*, std::int64_t>, const Type*> derived_;
    std::map<std::pair<const Type*, int>, const Type*> qualified_;
    std::map<Struct*, const Type*> struct_types_;
    std::deque<Struct> structs_;
    std::deque<Enumeration> enumerations_;
    std::map<std::string, const Type*, std::less<>> vector_types_;
};

/// What a value of the type is kept as: of an enumeration its number, of all others the type
/// itself, without const and volatile.
const Type* number_of(const Type* type);

/// As one writes it: "const float*", "int[32][33]".
std::string name_of(const Type* type);

}  // namespace stridescope::language
