// Pictures of a page are set in the fonts that it brings.
#pragma once

namespace stridescope {

/// From now on; a worker has fonts of its own to be told of.
void use_file_faces();

}  // namespace stridescope
