// Numbers: .csv and .txt, and .npy. The first byte chooses the type, and which of them.
#include <cstring>

#include "app/experiment/npy_file.h"
#include "app/experiment/numbers.h"
#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace stridescope;
    if (size == 0) return 0;
    const ElementType type = number_types[data[0] % number_types.size()];
    const bool npy = data[0] >= 128;
    fuzz::refused_or_fine(fuzz::text_of(data, size), [&] {
        const TypedArray read =
            npy ? read_npy(std::as_bytes(std::span{data + 1, size - 1}), type, "the file")
                : read_numbers(fuzz::text_of(data + 1, size - 1), type, "the file");
        if (npy) return;
        // What was read is written, and read again, as the same.
        std::string text;
        for (std::size_t i = 0; i < read.size(); ++i) text += read.text(i) + "\n";
        const TypedArray again = read_numbers(text, type, "the file");
        fuzz::promise(again.size() == read.size());
        for (std::size_t i = 0; i < read.size(); ++i) {
            fuzz::promise(again.text(i) == read.text(i));
        }
    });
    return 0;
}
