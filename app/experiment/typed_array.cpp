#include "app/experiment/typed_array.h"

#include <charconv>
#include <cmath>

#include "app/experiment/recycled_buffer.h"

namespace stridescope {

std::string number_text(ElementType type, const std::byte* element) {
    return with_number_type(type, [&](auto value) -> std::string {
        using T = decltype(value);
        std::memcpy(&value, element, sizeof(T));
        if constexpr (std::is_floating_point_v<T>) {
            // The sign of a NaN differs between processors; what people see must not.
            if (std::isnan(value)) return "nan";
        }
        char text[32];  // the longest double, -2.2250738585072014e-308, takes 24
        const auto result = std::to_chars(text, text + sizeof(text), value);
        return {text, result.ptr};
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
