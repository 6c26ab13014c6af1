
#include <gtest/gtest.h>

#include <random>
#include <string>

#include "app/io/errors.h"
#include "app/session/link.h"

namespace stridescope {
namespace address_letters_test {

constexpr std::size_t plenty = 1 << 20;

TEST(AddressLetters, ReadsWhatPythonsZlibAndBase64Wrote) {
    // urlsafe_b64encode(compressobj(9, DEFLATED, -15)…) without its padding.
    EXPECT_EQ(bytes_of_letters("i49Pz8lPSsyJj1coy89MUcjWyMwr0VJw1FSoVnCMLskoSk1M8Uyp0KuIVbBVQOJaK9"
                               "RyxQ-QXgA",
                               plenty),
              "__global__ void k(int* A) { A[threadIdx.x] = threadIdx.x; }\n"
              "__global__ void k(int* A) { A[threadIdx.x] = threadIdx.x; }\n"
              "__global__ void k(int* A) { A[threadIdx.x] = threadIdx.x; }\n");
}

TEST(AddressLetters, BringBackAnyBytes) {
    std::mt19937 random(7);
    for (std::size_t size = 0; size < 300; ++size) {
        std::string bytes(size, '\0');
        for (char& c : bytes) c = static_cast<char>(random());
        const std::string letters = address_letters(bytes);
        EXPECT_EQ(letters.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                            "0123456789-_"),
                  std::string::npos);
        EXPECT_EQ(bytes_of_letters(letters, plenty), bytes) << size;
    }
}

TEST(AddressLetters, HoldNoMoreThanTheyMay) {
    const std::string letters = address_letters(std::string(200'000, 'a'));
    EXPECT_LT(letters.size(), 1000U);
    EXPECT_EQ(bytes_of_letters(letters, 200'000).size(), 200'000U);
    EXPECT_THROW(bytes_of_letters(letters, 199'999), UsageError);
    EXPECT_THROW(bytes_of_letters(letters, 0), UsageError);
}

TEST(AddressLetters, AreRefusedWhereTheyWereChanged) {
    const std::string letters = address_letters("__global__ void k() {}");
    EXPECT_THROW(bytes_of_letters(letters + "=", plenty), UsageError);
    EXPECT_THROW(bytes_of_letters("é", plenty), UsageError);
    EXPECT_THROW(bytes_of_letters("", plenty), UsageError);
    for (std::size_t size = 0; size < letters.size(); ++size) {
        EXPECT_THROW(bytes_of_letters(letters.substr(0, size), plenty), UsageError) << size;
    }
}

}  // namespace address_letters_test
}  // namespace stridescope
