// What the window can ask of the page that it is a part of (browser/). On a desktop there is none.
#pragma once

#include <string>

namespace stridescope {

/// Has the reader choose files in the browser's dialog; they come as if they were dropped on the
/// window. False: there is no such dialog, and the window has one of its own.
bool choose_files();

/// The page's address, without what stands behind the #; empty: the window is no page.
std::string page_address();

/// Opens the page once more, beside this one, with that behind the #. Elsewhere does nothing.
void open_page(const std::string& fragment);

}  // namespace stridescope
