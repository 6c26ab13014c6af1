// Draws a scene into a texture with OpenGL 3.3 core. Buffers are kept: a new scene fills them anew,
// a new pan, zoom or progress only draws them again, and nothing changed draws nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "app/canvas/batch_difference.h"
#include "app/canvas/batches.h"
#include "app/canvas/gl_objects.h"
#include "app/canvas/pixel_box.h"
#include "app/canvas/text_batch.h"
#include "app/scene/pane_sight.h"
#include "app/scene/scene.h"

namespace stridescope {

/// What all canvases of one GL context share: programs, fonts, the quads' indices.
class CanvasResources {
  public:
    /// Needs a current context. Throws RunError if a shader or the font is rejected.
    explicit CanvasResources(FontSet fonts);

    GlyphAtlas& atlas() { return atlas_; }

  private:
    friend class Canvas;
    void bind_quad_indices(std::uint32_t quads);
    void bind_atlas();

    ShaderProgram shape_{"shape"}, run_{"run"}, line_{"line"}, text_{"text"}, grid_{"grid"};
    GlyphAtlas atlas_;
    GlTexture atlas_texture_;
    std::uint64_t uploaded_revision_ = ~std::uint64_t{0};
    GlBuffer quad_indices_;
    std::uint32_t quads_ = 0;
};

/// One scene in one texture.
class Canvas {
  public:
    /// `resources` must outlive the canvas.
    explicit Canvas(CanvasResources& resources) : resources_(&resources) {}

    void set_scene(Scene scene);
    const Scene& scene() const { return scene_; }
    /// What the pointer is at: the scene's highlight of it is drawn above all.
    void set_highlight(std::optional<Hotspot> spot);
    /// Moves the current step's animation without a new scene: 0 … 1.
    void set_progress(float progress);

    /// Smaller type is not drawn, in pixels: it could not be read.
    void set_least_type(float pixels);

    /// Draws if anything changed, into a picture of its own. `view` is in that picture's pixels,
    /// and so is `home`, which shows all and is what pinned layers keep to; without it they move,
    /// too. Restores the framebuffer and viewport that were bound.
    void render(int width, int height, const ViewTransform& view,
                const std::optional<ViewTransform>& home = {});
    /// Copies the picture into the bound framebuffer, `height` pixels high; (x, y) is where its
    /// upper left corner goes, counted from the framebuffer's. A plain copy: under a software
    /// renderer ten times as fast as drawing the picture as a textured rectangle.
    /// Nothing is copied to beyond `clip`.
    void copy_to(int x, int y, int height, const std::optional<PixelBox>& clip = {});
    int width() const { return width_; }
    int height() const { return height_; }
    /// The picture as a texture, lower row first.
    GLuint texture() { return target_.get(); }
    /// Pictures drawn so far, for tests: a call that changed nothing draws none.
    std::uint64_t pictures_drawn() const { return pictures_drawn_; }
    /// The part of the last picture that may be another than in the one before it; y down.
    const PixelBox& redrawn() const { return redrawn_; }

  private:
    /// Layers as they lie on the graphics card.
    struct Part {
        Batches batches;
        TextBatch text;
        GlBuffer shape_buffer, run_buffer, line_buffer, text_buffer;
        GlVertexArray shape_array, run_array, line_array, text_array;
    };

    bool upload_grids(const std::vector<Layer>& layers);
    void update_batches();
    void upload(Part& part, const std::vector<Layer>& layers, bool shapes);
    PixelBox whole() const { return {0, 0, width_, height_}; }
    void cut_to(const PixelBox& box) const;
    void prepare_target(int width, int height);
    void draw();
    void draw_still();
    void draw_part(Part& part);
    void draw_layers(Part& part, std::size_t first, std::size_t end);
    void draw_quads(const ShaderProgram& program, GlVertexArray& array, QuadRange range);
    void draw_grids(const LayerRanges& ranges);
    void set_view(const ShaderProgram& program, Pin pin) const;
    void set_views(Pin pin) const;

    CanvasResources* resources_;
    Scene scene_;
    bool scene_changed_ = true, picture_old_ = true;
    std::optional<Hotspot> highlight_;
    bool highlight_changed_ = false;
    Part base_, overlay_;
    GlBuffer grid_buffer_;
    GlVertexArray grid_array_;
    std::vector<GlTexture> grid_textures_;
    std::vector<ColorMatrix> grids_;  ///< what they show

    std::optional<Sight> built_;  ///< what the batches were built for
    float least_type_ = Scene::min_text_pixels;

    GlTexture target_;
    GlFramebuffer framebuffer_;
    /// While a step's edges grow, what lies below them stays as it is: that is drawn once, and
    /// copied into each picture.
    GlTexture still_;
    GlFramebuffer still_framebuffer_;
    PixelBox still_old_;  ///< what of it is not of this scene and view
    PixelBox changed_;    ///< what has to be drawn
    PixelBox redrawn_;    ///< and what was, of the last picture
    float drawn_progress_ = 1;
    Rgba ground_;         ///< of that picture
    bool moved_ = false;  ///< the progress is another
    int width_ = 0, height_ = 0;
    ViewTransform view_, home_;
    std::uint64_t pictures_drawn_ = 0;
};

}  // namespace stridescope
