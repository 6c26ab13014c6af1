#include "app/export/picture_faces.h"

#include <utility>

namespace stridescope {
namespace {

PictureFaces& the_faces() {
    static PictureFaces faces;
    return faces;
}

}  // namespace

void set_picture_faces(PictureFaces faces) {
    the_faces() = std::move(faces);
}

const PictureFaces& picture_faces() {
    return the_faces();
}

}  // namespace stridescope
