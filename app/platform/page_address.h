// Where the page is that the window is a part of.
#pragma once

#include <string>

namespace stridescope {

/// Its address, without what stands behind the #; empty: the window is no page.
std::string page_address();

/// Opens the page once more, beside this one, with that behind the #. Elsewhere does nothing.
void open_page(const std::string& fragment);

}  // namespace stridescope
