// What the window remembers.
#include "app/session/saved_state.h"
#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace stridescope;
    fuzz::refused_or_fine(fuzz::text_of(data, size), [&] {
        const std::string text = encode_state(decode_state(std::string{fuzz::text_of(data, size)}));
        fuzz::promise(encode_state(decode_state(text)) == text);
    });
    return 0;
}
