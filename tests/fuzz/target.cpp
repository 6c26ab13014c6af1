// One of the targets, under the name that libFuzzer calls.
#include <cstddef>
#include <cstdint>

extern "C" int FUZZ_TARGET(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return FUZZ_TARGET(data, size);
}
