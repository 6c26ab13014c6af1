#include "app/canvas/canvas.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "app/canvas/gl_objects.h"

namespace stridescope {
namespace {

/// How the bound texture's pixels are read where they are not met exactly.
void smooth_or_not(GLint filter) {
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filter);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, filter);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

/// Makes the texture an empty picture of that size.
void make_room(GlTexture& texture, int width, int height) {
    glBindTexture(GL_TEXTURE_2D, texture.get());
    smooth_or_not(GL_NEAREST);
#ifdef GL_BGRA
    // The order of bytes that screens have: copying then converts nothing.
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_BGRA, GL_UNSIGNED_INT_8_8_8_8_REV,
                 nullptr);
#else  // OpenGL ES has no other order
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
#endif
}

/// Binds the framebuffer, which draws to that texture and no other.
void draw_to(GlFramebuffer& framebuffer, GlTexture& texture) {
    const bool fresh = !framebuffer.exists();
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer.get());
    if (fresh) {
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture.get(),
                               0);
    }
}

/// One field of a vertex: its place in the shader and in the struct.
struct Field {
    GLuint location;
    GLint components;
    GLenum type;
    GLboolean normalized;
    std::size_t offset;
};

template <class Vertex, std::size_t N>
void describe(GlVertexArray& array, GlBuffer& buffer, const std::array<Field, N>& fields) {
    glBindVertexArray(array.get());
    glBindBuffer(GL_ARRAY_BUFFER, buffer.get());
    for (const Field& field : fields) {
        glEnableVertexAttribArray(field.location);
        glVertexAttribPointer(field.location, field.components, field.type, field.normalized,
                              sizeof(Vertex),
                              reinterpret_cast<const void*>(field.offset));  // NOLINT: GL's way
    }
}

template <class Vertex>
void fill(GlBuffer& buffer, const std::vector<Vertex>& vertices) {
    glBindBuffer(GL_ARRAY_BUFFER, buffer.get());
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(vertices.size() * sizeof(Vertex)),
                 vertices.data(), GL_STATIC_DRAW);
}

struct GridVertex {
    Point position, uv;
};

/// Whether anything in it grows with the progress.
bool moves(const Batches& batches) {
    return batches.first_moving < batches.layers.size();
}

constexpr std::array shape_fields{
    Field{0, 2, GL_FLOAT, GL_FALSE, offsetof(ShapeVertex, center)},
    Field{1, 2, GL_FLOAT, GL_FALSE, offsetof(ShapeVertex, half)},
    Field{2, 4, GL_BYTE, GL_FALSE, offsetof(ShapeVertex, corner)},
    Field{3, 2, GL_FLOAT, GL_FALSE, offsetof(ShapeVertex, radius)},
    Field{4, 4, GL_UNSIGNED_BYTE, GL_TRUE, offsetof(ShapeVertex, fill)},
    Field{5, 4, GL_UNSIGNED_BYTE, GL_TRUE, offsetof(ShapeVertex, border)},
};
constexpr std::array line_fields{
    Field{0, 2, GL_FLOAT, GL_FALSE, offsetof(LineVertex, from)},
    Field{1, 2, GL_FLOAT, GL_FALSE, offsetof(LineVertex, to)},
    Field{2, 4, GL_BYTE, GL_FALSE, offsetof(LineVertex, corner)},
    Field{3, 1, GL_FLOAT, GL_FALSE, offsetof(LineVertex, width)},
    Field{4, 4, GL_UNSIGNED_BYTE, GL_TRUE, offsetof(LineVertex, color)},
};
constexpr std::array run_fields{
    Field{0, 2, GL_FLOAT, GL_FALSE, offsetof(RunVertex, from)},
    Field{1, 2, GL_FLOAT, GL_FALSE, offsetof(RunVertex, to)},
    Field{2, 4, GL_BYTE, GL_FALSE, offsetof(RunVertex, corner)},
    Field{3, 3, GL_FLOAT, GL_FALSE, offsetof(RunVertex, gap)},
    Field{4, 4, GL_UNSIGNED_BYTE, GL_TRUE, offsetof(RunVertex, color)},
};
constexpr std::array text_fields{
    Field{0, 2, GL_FLOAT, GL_FALSE, offsetof(TextVertex, anchor)},
    Field{1, 2, GL_SHORT, GL_FALSE, offsetof(TextVertex, offset)},
    Field{2, 2, GL_UNSIGNED_SHORT, GL_FALSE, offsetof(TextVertex, uv)},
    Field{3, 4, GL_UNSIGNED_BYTE, GL_TRUE, offsetof(TextVertex, color)},
};
constexpr std::array grid_fields{
    Field{0, 2, GL_FLOAT, GL_FALSE, offsetof(GridVertex, position)},
    Field{1, 2, GL_FLOAT, GL_FALSE, offsetof(GridVertex, uv)},
};

}  // namespace

CanvasResources::CanvasResources(FontSet fonts) : atlas_(std::move(fonts)) {}

/// Binds the index buffer to the bound vertex array, long enough for that many quads.
void CanvasResources::bind_quad_indices(std::uint32_t quads) {
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, quad_indices_.get());
    if (quads <= quads_) return;
    quads_ = std::max(quads, quads_ * 2);
    std::vector<std::uint32_t> indices;
    indices.reserve(std::size_t{quads_} * 6);
    for (std::uint32_t quad = 0; quad < quads_; ++quad) {
        for (const std::uint32_t corner : {0U, 1U, 2U, 2U, 1U, 3U}) {
            indices.push_back(quad * 4 + corner);
        }
    }
    glBufferData(GL_ELEMENT_ARRAY_BUFFER,
                 static_cast<GLsizeiptr>(indices.size() * sizeof(std::uint32_t)), indices.data(),
                 GL_STATIC_DRAW);
}

void CanvasResources::bind_atlas() {
    const bool fresh = !atlas_texture_.exists();
    glBindTexture(GL_TEXTURE_2D, atlas_texture_.get());
    if (!fresh && uploaded_revision_ == atlas_.revision()) return;
    uploaded_revision_ = atlas_.revision();
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    if (fresh) {
        smooth_or_not(GL_LINEAR);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, GlyphAtlas::size, GlyphAtlas::size, 0, GL_RED,
                     GL_UNSIGNED_BYTE, atlas_.coverage().data());
    } else {
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, GlyphAtlas::size, GlyphAtlas::size, GL_RED,
                        GL_UNSIGNED_BYTE, atlas_.coverage().data());
    }
}

void Canvas::set_scene(Scene scene) {
    scene_ = std::move(scene);
    scene_changed_ = true;
}

void Canvas::set_highlight(std::optional<Hotspot> spot) {
    // What lights nothing up needs no new picture.
    if (!scene_.highlight || (spot && spot->step < 0 && spot->means.word < 0)) spot.reset();
    if (spot == highlight_) return;
    highlight_ = std::move(spot);
    highlight_changed_ = picture_old_ = true;
}

void Canvas::set_least_type(float pixels) {
    const float least = std::max(pixels, Scene::min_text_pixels);
    if (least == least_type_) return;
    least_type_ = least;
    built_.reset();
    picture_old_ = true;
}

void Canvas::set_progress(float progress) {
    if (scene_.progress == progress) return;
    scene_.progress = progress;
    moved_ = true;
}

void Canvas::render(int width, int height, const ViewTransform& view,
                    const std::optional<ViewTransform>& wanted_home) {
    const ViewTransform home = wanted_home.value_or(view);
    width = std::max(width, 1);
    height = std::max(height, 1);
    // Where nothing grows, progress makes no other picture.
    const bool other_progress = moved_ && (moves(base_.batches) || moves(overlay_.batches));
    if (!scene_changed_ && !picture_old_ && !other_progress && width == width_ &&
        height == height_ && view == view_ && home == home_) {
        return;
    }
    std::array<GLint, 4> viewport{};
    GLint drawn_to = 0;
    glGetIntegerv(GL_VIEWPORT, viewport.data());
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &drawn_to);
    const bool seen_anew =
        width != width_ || height != height_ || view != view_ || home != home_ || !target_.exists();
    prepare_target(width, height);
    view_ = view;
    home_ = home;
    changed_ = {};
    // What is built anew tells in which part it is another.
    update_batches();
    if (seen_anew || scene_.background != ground_) changed_ = still_old_ = whole();
    ground_ = scene_.background;
    if (scene_.progress != drawn_progress_) {
        for (const Part* part : {&base_, &overlay_}) {
            changed_ = joined(changed_, reach_of_moving(part->batches, {view_, home_}));
        }
    }
    drawn_progress_ = scene_.progress;
    changed_ = changed_.within(whole());
    if (!changed_.empty()) {
        draw();
        redrawn_ = changed_;
        ++pictures_drawn_;
    }
    glBindVertexArray(0);
    glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(drawn_to));
    glViewport(viewport[0], viewport[1], viewport[2], viewport[3]);
    scene_changed_ = picture_old_ = highlight_changed_ = moved_ = false;
}

void Canvas::copy_to(int x, int y, int height, const std::optional<PixelBox>& clip) {
    PixelBox seen{x, y, x + width_, y + height_};
    if (clip) seen = seen.within(*clip);
    if (seen.empty()) return;
    GLint read_from = 0;
    glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &read_from);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_.get());
    // Both count from below.
    const int left = seen.left - x, right = seen.right - x;
    const int low = y + height_ - seen.bottom, high = y + height_ - seen.top;
    glBlitFramebuffer(left, low, right, high, seen.left, height - seen.bottom, seen.right,
                      height - seen.top, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, static_cast<GLuint>(read_from));
}

/// False: they are what they were.
bool Canvas::upload_grids(const std::vector<Layer>& layers) {
    std::vector<ColorMatrix> grids;
    for (const Layer& layer : layers) {
        grids.insert(grids.end(), layer.matrices.begin(), layer.matrices.end());
    }
    if (grids == grids_) return false;
    grids_ = std::move(grids);
    std::vector<GridVertex> corners;
    std::size_t used = 0;
    for (const Layer& layer : layers) {
        for (const ColorMatrix& grid : layer.matrices) {
            for (const float v : {0.0F, 1.0F}) {
                for (const float u : {0.0F, 1.0F}) {
                    corners.push_back(
                        {{grid.box.x + u * grid.box.w, grid.box.y + v * grid.box.h}, {u, v}});
                }
            }
            if (used == grid_textures_.size()) grid_textures_.emplace_back();
            glBindTexture(GL_TEXTURE_2D, grid_textures_[used++].get());
            smooth_or_not(GL_NEAREST);
            glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
            glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, grid.columns, grid.rows, 0, GL_RGBA,
                         GL_UNSIGNED_BYTE, grid.colors.data());
        }
    }
    fill(grid_buffer_, corners);
    if (!grid_array_.exists()) describe<GridVertex>(grid_array_, grid_buffer_, grid_fields);
    return true;
}

/// `shapes`: more than the text is another.
void Canvas::upload(Part& part, const std::vector<Layer>& layers, bool shapes) {
    Batches batches = shapes ? build_batches(layers, *built_) : part.batches;
    TextBatch text = build_text(layers, *built_, resources_->atlas_, least_type_);
    const BatchDifference differs =
        difference(part.batches, part.text, batches, text, {view_, home_});
    const PixelBox still = differs.anywhere ? whole() : differs.still.within(whole());
    if (&part == &base_) still_old_ = joined(still_old_, still);
    changed_ = joined(changed_, joined(still, differs.above.within(whole())));
    // Which there are may depend on the view: rows that are too low for bars are a matrix.
    if (&part == &base_ && shapes && upload_grids(layers)) changed_ = still_old_ = whole();
    if (shapes) {
        part.batches = std::move(batches);
        fill(part.shape_buffer, part.batches.shapes);
        fill(part.run_buffer, part.batches.runs);
        fill(part.line_buffer, part.batches.lines);
    }
    part.text = std::move(text);
    fill(part.text_buffer, part.text.vertices);
    if (part.shape_array.exists()) return;
    describe<ShapeVertex>(part.shape_array, part.shape_buffer, shape_fields);
    describe<RunVertex>(part.run_array, part.run_buffer, run_fields);
    describe<LineVertex>(part.line_array, part.line_buffer, line_fields);
    describe<TextVertex>(part.text_array, part.text_buffer, text_fields);
}

/// Builds what the view needs anew, if it has gone beyond what was built, or the scene is another.
void Canvas::update_batches() {
    const Point low = view_.to_scene({0, 0});
    const Point high = view_.to_scene({static_cast<float>(width_), static_cast<float>(height_)});
    const bool covered = built_ && built_->zoom == view_.zoom && built_->stretch == view_.stretch &&
                         built_->home == home_.zoom && built_->box.contains(low) &&
                         built_->box.contains(high);
    const auto atlas_same = [this](const Part& part) {
        return part.text.generation == resources_->atlas_.generation();
    };
    const bool base_stands = covered && atlas_same(base_) && !scene_changed_;
    if (!base_stands) {
        // A quarter of a pane more on every side, so that dragging need not build every picture
        // anew.
        const Point more{(high.x - low.x) / 4, (high.y - low.y) / 4};
        built_ = Sight{view_.zoom, view_.stretch, home_.zoom,
                       Box{low.x - more.x, low.y - more.y, high.x - low.x + 2 * more.x,
                           high.y - low.y + 2 * more.y}};
        if (scene_.detail) {
            upload(base_, scene_.detail(*built_), true);
        } else {
            upload(base_, scene_.layers, scene_changed_ || base_.batches.for_this_view);
        }
    }
    if (base_stands && !highlight_changed_ && (!highlight_ || atlas_same(overlay_))) return;
    std::vector<Layer> lit;
    if (highlight_) lit = scene_.highlight(*highlight_, *built_);
    upload(overlay_, lit, true);
    // Its letters may have filled the atlas, which was begun anew.
    if (!atlas_same(base_)) upload(base_, scene_.layers_at(*built_), true);
}

void Canvas::prepare_target(int width, int height) {
    if (width != width_ || height != height_) {
        width_ = width;
        height_ = height;
        make_room(target_, width, height);
        if (still_.exists()) make_room(still_, width, height);
    }
    draw_to(framebuffer_, target_);
}

/// What is pinned stands as at home, along x, y or both.
void Canvas::set_view(const ShaderProgram& program, Pin pin) const {
    const ViewTransform& across = pin == Pin::left || pin == Pin::both ? home_ : view_;
    const ViewTransform& down = pin == Pin::top || pin == Pin::both ? home_ : view_;
    program.use();
    glUniform2f(program.uniform("u_target"), static_cast<float>(width_),
                static_cast<float>(height_));
    // Whole pixels, so that type and sharp edges stay where they are relative to each other.
    glUniform4f(program.uniform("u_view"), std::floor(across.x + 0.5F), std::floor(down.y + 0.5F),
                across.zoom_x(), down.zoom);
    glUniform1f(program.uniform("u_progress"), std::clamp(scene_.progress, 0.0F, 1.0F));
    glUniform2f(program.uniform("u_head"), Line::head_length, Line::head_half_breadth);
    glUniform1f(program.uniform("u_faintest"), Line::faintest);
    glUniform2f(program.uniform("u_atlas"), GlyphAtlas::size, GlyphAtlas::size);
    glUniform1i(program.uniform("u_texture"), 0);
    glUniform1f(program.uniform("u_hatch_period"), Rect::hatch_period);
}

void Canvas::draw() {
    glViewport(0, 0, width_, height_);
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_CULL_FACE);
    glEnable(GL_BLEND);
    glBlendEquation(GL_FUNC_ADD);
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glActiveTexture(GL_TEXTURE0);
    glBindSampler(0, 0);
    const std::size_t layers = base_.batches.layers.size(), still = base_.batches.first_moving;
    const bool parted = still > 0 && still < layers;
    if (parted && (scene_.progress < 1 || (still_.exists() && still_old_.empty()))) {
        if (!still_.exists()) {
            make_room(still_, width_, height_);
            still_old_ = whole();
        }
        if (!still_old_.empty()) {
            draw_to(still_framebuffer_, still_);
            cut_to(still_old_);
            draw_still();
            glDisable(GL_SCISSOR_TEST);
            still_old_ = {};
            glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.get());
        }
        const int left = changed_.left, right = changed_.right;
        const int low = height_ - changed_.bottom, high = height_ - changed_.top;
        glBindFramebuffer(GL_READ_FRAMEBUFFER, still_framebuffer_.get());
        glBlitFramebuffer(left, low, right, high, left, low, right, high, GL_COLOR_BUFFER_BIT,
                          GL_NEAREST);
        cut_to(changed_);
    } else {
        cut_to(changed_);
        draw_still();
    }
    draw_layers(base_, still, layers);
    draw_part(overlay_);
    glDisable(GL_SCISSOR_TEST);
}

/// Nothing is drawn beyond that part of the picture.
void Canvas::cut_to(const PixelBox& box) const {
    glEnable(GL_SCISSOR_TEST);
    glScissor(box.left, height_ - box.bottom, box.width(), box.height());
}

/// The ground, and what lies below all that grows.
void Canvas::draw_still() {
    const Rgba ground = scene_.background;
    glClearColor(static_cast<float>(ground.r) / 255, static_cast<float>(ground.g) / 255,
                 static_cast<float>(ground.b) / 255, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    draw_layers(base_, 0, base_.batches.first_moving);
}

void Canvas::set_views(Pin pin) const {
    for (const ShaderProgram* program : {&resources_->shape_, &resources_->run_, &resources_->line_,
                                         &resources_->text_, &resources_->grid_}) {
        set_view(*program, pin);
    }
}

void Canvas::draw_part(Part& part) {
    draw_layers(part, 0, part.batches.layers.size());
}

void Canvas::draw_layers(Part& part, std::size_t first, std::size_t end) {
    std::optional<Pin> pin;
    for (std::size_t i = first; i < end; ++i) {
        const LayerRanges& ranges = part.batches.layers[i];
        if (pin != ranges.pin) set_views(*(pin = ranges.pin));
        draw_grids(ranges);
        draw_quads(resources_->shape_, part.shape_array, ranges.shapes);
        draw_quads(resources_->run_, part.run_array, ranges.runs);
        draw_quads(resources_->line_, part.line_array, ranges.lines);
        if (part.text.layers[i].count == 0) continue;
        resources_->bind_atlas();
        draw_quads(resources_->text_, part.text_array, part.text.layers[i]);
    }
}

void Canvas::draw_quads(const ShaderProgram& program, GlVertexArray& array, QuadRange range) {
    if (range.count == 0) return;
    program.use();
    glBindVertexArray(array.get());
    resources_->bind_quad_indices(range.first + range.count);
    const std::size_t start = std::size_t{range.first} * 6 * sizeof(std::uint32_t);
    glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(range.count * 6), GL_UNSIGNED_INT,
                   reinterpret_cast<const void*>(start));  // NOLINT: GL's way
}

void Canvas::draw_grids(const LayerRanges& ranges) {
    if (ranges.grid_count == 0) return;
    resources_->grid_.use();
    glBindVertexArray(grid_array_.get());
    for (std::size_t i = ranges.first_grid; i < ranges.first_grid + ranges.grid_count; ++i) {
        glBindTexture(GL_TEXTURE_2D, grid_textures_[i].get());
        glDrawArrays(GL_TRIANGLE_STRIP, static_cast<GLint>(i * 4), 4);
    }
}

}  // namespace stridescope
