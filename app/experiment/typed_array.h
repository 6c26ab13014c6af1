// A flat array of elements whose type is known at run time: inputs, outputs, snapshots.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

#include "app/experiment/element.h"

namespace stridescope {

/// Calls f with a value-initialised element of the C++ type that `type`, one of `element_types`,
/// names.
template <class F>
decltype(auto) with_element_type(ElementType type, F&& f) {
    switch (type) {
        case ElementType::i32: return f(std::int32_t{});
        case ElementType::u32: return f(std::uint32_t{});
        case ElementType::f32: return f(float{});
        case ElementType::f64: return f(double{});
        default: break;
    }
    return f(std::int64_t{});
}

/// Calls f with a zero of any type in `number_types`.
template <class F>
decltype(auto) with_number_type(ElementType type, F&& f) {
    switch (type) {
        case ElementType::u64: return f(std::uint64_t{});
        case ElementType::i16: return f(std::int16_t{});
        case ElementType::u16: return f(std::uint16_t{});
        case ElementType::i8: return f(std::int8_t{});
        case ElementType::u8: return f(std::uint8_t{});
        case ElementType::f16: return f(Half{});
        case ElementType::bf16: return f(Bfloat16{});
        default: return with_element_type(type, std::forward<F>(f));
    }
}

/// One number as text, in full: integers exactly, floats by the shortest text that reads back to
/// the same value ("0.1", "inf").
std::string number_text(ElementType type, const std::byte* element);

/// `size` elements of `type`; zero-filled unless told otherwise. Copies are apart: they share
/// memory until one of them is asked for elements that may be written. Whoever holds such elements
/// copies the array only when they are done writing.
class TypedArray {
  public:
    TypedArray() = default;
    TypedArray(ElementType type, std::size_t size);
    /// For buffers that are written in full at once: skips the zeroing.
    static TypedArray uninitialized(ElementType type, std::size_t size);
    /// Over elements that lie there already. Who shares them must not write there any more.
    static TypedArray over(ElementType type, std::size_t size, std::shared_ptr<std::byte[]> bytes);
    /// The same bits as elements of another type of that width.
    TypedArray bits_as(ElementType type) &&;
    ElementType type() const { return type_; }
    std::size_t size() const { return size_; }
    std::size_t size_bytes() const { return size_ * size_of(type_); }
    std::byte* bytes() {
        if (data_.use_count() > 1) part();
        return data_.get();
    }
    const std::byte* bytes() const { return data_.get(); }

    /// The elements as T, which must be the type of `type()`.
    template <class T>
    std::span<T> as() {
        return {reinterpret_cast<T*>(bytes()), size_};
    }
    template <class T>
    std::span<const T> as() const {
        return {reinterpret_cast<const T*>(data_.get()), size_};
    }

    double number(std::size_t i) const;     ///< element i as a double (i64 may round)
    std::string text(std::size_t i) const;  ///< element i in full, see number_text

    bool operator==(const TypedArray& other) const;

  private:
    /// Elements of its own from now on.
    void part();

    ElementType type_ = ElementType::f32;
    std::size_t size_ = 0;
    std::shared_ptr<std::byte[]> data_;
};

}  // namespace stridescope
