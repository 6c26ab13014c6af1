// Draws only what of a frame is another than in the one before. A software renderer takes its time
// for each pixel, and most of a window is ground and letters that stand there already.
#pragma once

#include <imgui.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "app/canvas/pixel_box.h"
#include "app/scene/scene.h"

namespace stridescope {

class Canvas;

class KeptScreen {
  public:
    /// Draws what ImGui has collected, on that ground, into the bound framebuffer of that size,
    /// which has what was drawn there the last time. False: it is all there already.
    bool show(ImDrawData& data, int width, int height, Rgba ground);
    /// What was drawn is there no more, or is of no use: letters look otherwise.
    void forget() { lists_.clear(); }

  private:
    struct Picture {
        const Canvas* canvas = nullptr;
        std::uint64_t version = 0;
        PixelBox box{};      ///< what is seen of it
        PixelBox redrawn{};  ///< and of that what is another than in the version before
    };
    /// One of ImGui's windows.
    struct List {
        std::vector<ImDrawCmd> commands;
        std::vector<ImDrawVert> vertices;
        std::vector<ImDrawIdx> indices;
        std::vector<Picture> pictures;
    };
    /// A triangle, or a picture.
    struct Piece {
        const List* of = nullptr;
        std::uint32_t command = 0;  ///< of the list
        std::uint32_t at = 0;       ///< its first index; of a picture its place among them
        std::uint64_t hash = 0;     ///< equal ones have the same
        PixelBox box{};             ///< all that it may have drawn to
        bool operator==(const Piece& other) const;
    };

    /// What is handed to the graphics driver of a window.
    struct Drawn {
        ImVector<ImDrawCmd> commands;
        ImVector<ImDrawIdx> indices;
    };

    static List list_of(const ImDrawList& list);
    static bool same(const List& a, const List& b);
    static std::vector<Piece> pieces_of(const List& list);
    void compare(const std::vector<List>& now);
    void compare(const List& before, const List& after);
    void compare(const Picture& before, const Picture& after);
    void add(PixelBox box);
    static void choose(const ImDrawList& list, const std::vector<PixelBox>& boxes, ImVec2 scale,
                       Drawn& chosen);
    void draw_parts(ImDrawData& data) const;

    std::vector<List> lists_;      ///< of the last frame; empty: none counts
    std::vector<PixelBox> drawn_;  ///< parts of this one, of which no two meet
    Rgba ground_;
    int width_ = 0, height_ = 0;
};

}  // namespace stridescope
