// The faces that words in pictures are set in.
#pragma once

#include <cairo.h>

#include <functional>

namespace stridescope {

/// The face for bold words, and for words of even width. It must live as long as pictures are
/// drawn.
using PictureFaces = std::function<cairo_font_face_t*(bool bold, bool mono)>;

/// What all pictures are drawn with from now on. Without it Cairo finds installed ones by their
/// names; where there are none to find, as in a page, it has but one, and that lacks most signs.
void set_picture_faces(PictureFaces faces);
const PictureFaces& picture_faces();

}  // namespace stridescope
