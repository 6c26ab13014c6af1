// Words that a POSIX shell reads as they are meant.
#pragma once

#include <string>

namespace stridescope {

/// `text` as one word: quoted where it has to be.
std::string shell_word(const std::string& text);

}  // namespace stridescope
