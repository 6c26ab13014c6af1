// Writes blocks of styled text: headings, emphasis, code, lists, tables, links, pictures.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "app/canvas/gl_objects.h"
#include "app/lesson/markdown.h"
#include "app/ui/kit/ui.h"

namespace stridescope {

/// The pictures that a text names, each read when it is first seen.
class TextPictures {
  public:
    /// From now on pictures are looked for in another text's folder.
    void look_in(const std::filesystem::path& folder);
    ImageTexture& at(const std::string& name);

  private:
    std::filesystem::path folder_;
    std::map<std::string, ImageTexture> read_;
};

/// Writes the blocks into the current window from the cursor down, `width` pixels wide, and leaves
/// the cursor below them. Returns the link that was clicked, or an empty one. Without `pictures`
/// only their words are written.
std::string draw_text_blocks(Ui& ui, const std::vector<TextBlock>& blocks, float width,
                             TextPictures* pictures = nullptr);

}  // namespace stridescope
