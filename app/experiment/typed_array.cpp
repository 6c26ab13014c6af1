#include "app/experiment/typed_array.h"

#include <charconv>
#include <cmath>

#include "app/experiment/recycled_buffer.h"
#include "app/io/real_number.h"

namespace stridescope {
namespace {

template <class T>
std::string shortest_text(T value) {
    char text[32];  // the longest double, -2.2250738585072014e-308, takes 24
    const auto result = std::to_chars(text, text + sizeof(text), value);
    return {text, result.ptr};
}

/// Whole numbers in full, as floats are written: 65504, though 65500 would be read as it, too.
template <language::half::Format format>
std::string shortest_text(HalfNumber<format> number) {
    const auto value = static_cast<float>(number);
    constexpr float whole_floats = 0x1p24F;
    if (!std::isfinite(value) || (std::abs(value) < whole_floats && std::trunc(value) == value))
        return shortest_text(value);
    constexpr int enough_digits = 5;
    for (int digits = 1; digits <= enough_digits; ++digits) {
        char text[32];
        const auto written = std::to_chars(text, text + sizeof(text), value,
                                           std::chars_format::scientific, digits - 1);
        double read = 0;
        (void)read_real({text, written.ptr}, read);
        if (HalfNumber<format>{read}.bits() == number.bits()) return shortest_text(read);
    }
    return shortest_text(value);
}

}  // namespace

std::string number_text(ElementType type, const std::byte* element) {
    return with_number_type(type, [&](auto value) -> std::string {
        using T = decltype(value);
        std::memcpy(&value, element, sizeof(T));
        if constexpr (is_real_number_v<T>) {
            // The sign of a NaN differs between processors; what people see must not.
            if (std::isnan(static_cast<double>(value))) return "nan";
        }
        return shortest_text(value);
    });
}

TypedArray::TypedArray(ElementType type, std::size_t size)
    : type_{type}, size_{size}, data_{recycled_bytes(size * size_of(type))} {
    std::memset(data_.get(), 0, size_bytes());
}

TypedArray TypedArray::uninitialized(ElementType type, std::size_t size) {
    TypedArray array;
    array.type_ = type;
    array.size_ = size;
    array.data_ = recycled_bytes(size * size_of(type));
    return array;
}

TypedArray TypedArray::over(ElementType type, std::size_t size,
                            std::shared_ptr<std::byte[]> bytes) {
    TypedArray array;
    array.type_ = type;
    array.size_ = size;
    array.data_ = std::move(bytes);
    return array;
}

TypedArray TypedArray::bits_as(ElementType type) && {
    return over(type, size_, std::move(data_));
}

void TypedArray::part() {
    std::shared_ptr<std::byte[]> own = recycled_bytes(size_bytes());
    if (size_ > 0) std::memcpy(own.get(), data_.get(), size_bytes());
    data_ = std::move(own);
}

double TypedArray::number(std::size_t i) const {
    return with_number_type(
        type_, [&](auto value) { return static_cast<double>(as<decltype(value)>()[i]); });
}

std::string TypedArray::text(std::size_t i) const {
    return number_text(type_, data_.get() + i * size_of(type_));
}

bool TypedArray::operator==(const TypedArray& other) const {
    if (type_ != other.type_ || size_ != other.size_) return false;
    return size_ == 0 || std::memcmp(data_.get(), other.data_.get(), size_bytes()) == 0;
}

}  // namespace stridescope
