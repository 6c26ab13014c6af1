// What stands behind the # of an address.
#include "app/session/link.h"
#include "tests/fuzz/fuzz.h"

namespace {

using namespace stridescope;

void link(const std::string& fragment) {
    (void)looks_like_link("#" + fragment);
    const Link read = read_link(fragment);
    // Written again it is the same link, in letters that no program changes.
    const std::string written = fragment_of(read);
    fuzz::promise(read_link(written) == read);
    for (const char c : written) fuzz::promise(c > ' ' && c < 0x7F);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text{fuzz::text_of(data, size)};
    fuzz::refused_or_fine(text, [&] { link(text); });
    return 0;
}
