#include "app/io/digest.h"

#include <fmt/format.h>
#include <sha2.h>

#include <array>
#include <cstdint>

namespace stridescope {

std::string sha256_of(std::string_view bytes) {
    SHA2_CTX context;
    SHA256Init(&context);
    SHA256Update(&context, reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    std::array<std::uint8_t, SHA256_DIGEST_LENGTH> digest{};
    SHA256Final(digest.data(), &context);
    std::string digits;
    for (const std::uint8_t byte : digest) digits += fmt::format("{:02x}", byte);
    return digits;
}

}  // namespace stridescope
