#include "app/export/browser/file_faces.h"

#include <cairo-ft.h>

#include <map>
#include <string>

#include "app/export/picture_faces.h"
#include "app/io/errors.h"

namespace stridescope {
namespace {

cairo_font_face_t* face_in(const std::string& path) {
    static FT_Library library = nullptr;
    FT_Face face = nullptr;
    if ((library == nullptr && FT_Init_FreeType(&library) != 0) ||
        FT_New_Face(library, path.c_str(), 0, &face) != 0) {
        throw RunError("The picture cannot be drawn: its fonts are missing.");
    }
    return cairo_ft_font_face_create_for_ft_face(face, FT_LOAD_NO_HINTING);
}

/// Read when first needed, and kept.
cairo_font_face_t* face_of(bool bold, bool mono) {
    static std::map<std::string, cairo_font_face_t*> faces;
    const std::string name = mono ? "mono" : bold ? "bold" : "sans";
    const auto found = faces.find(name);
    if (found != faces.end()) return found->second;
    return faces.emplace(name, face_in("/fonts/" + name + ".ttf")).first->second;
}

}  // namespace

void use_file_faces() {
    set_picture_faces(face_of);
}

}  // namespace stridescope
