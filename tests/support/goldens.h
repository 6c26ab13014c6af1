// Goldens: what came out when a person last looked at it and found it right. They lie in
// tests/goldens. STRIDESCOPE_UPDATE_GOLDENS=1 writes them anew; then look at the difference.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace stridescope::testing {

/// Whether the goldens are being written anew.
bool updating_goldens();

/// Fails, naming the first line that differs, unless tests/goldens/NAME holds `text`. What came out
/// is left in the build tree beside the failure's message.
void expect_text_golden(const std::string& name, const std::string& text);

/// Fails unless the PNG in tests/goldens/NAME and this one have the same size and no channel of any
/// pixel differs by more than `tolerance`. What came out and a picture of the difference (white:
/// same, black: beyond the tolerance) are left in the build tree.
void expect_image_golden(const std::string& name, std::span<const std::byte> png,
                         int tolerance = 2);

}  // namespace stridescope::testing
