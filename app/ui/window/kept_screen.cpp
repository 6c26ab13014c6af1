#include "app/ui/window/kept_screen.h"

#include <backends/imgui_impl_opengl3.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "app/canvas/canvas.h"
#include "app/ui/kit/placed_picture.h"

namespace stridescope {
namespace {

template <class T>
std::vector<T> copy_of(const ImVector<T>& from) {
    return {from.Data, from.Data + from.Size};
}

/// Plain data of ImGui's, which sets its padding to zero.
template <class T>
bool same_bytes(const std::vector<T>& a, const std::vector<T>& b) {
    return a.size() == b.size() && (a.empty() || std::memcmp(static_cast<const void*>(a.data()),
                                                             b.data(), a.size() * sizeof(T)) == 0);
}

}  // namespace

KeptScreen::List KeptScreen::list_of(const ImDrawList& list) {
    List copy{copy_of(list.CmdBuffer), copy_of(list.VtxBuffer), copy_of(list.IdxBuffer), {}};
    for (const ImDrawCmd& command : copy.commands) {
        if (const PlacedPicture* placed = picture_of(command)) {
            copy.pictures.push_back({placed->canvas, placed->canvas->pictures_drawn(),
                                     placed->box().within(clip_of(command))});
        }
    }
    return copy;
}

bool KeptScreen::same(const List& a, const List& b) {
    return same_bytes(a.commands, b.commands) && same_bytes(a.vertices, b.vertices) &&
           same_bytes(a.indices, b.indices);
}

/// All that it may have drawn to.
PixelBox KeptScreen::area(const List& list) {
    const ImVec2 scale = ImGui::GetIO().DisplayFramebufferScale;
    PixelBox reach;
    for (const ImDrawVert& vertex : list.vertices) {
        const auto x = static_cast<int>(std::floor(vertex.pos.x * scale.x));
        const auto y = static_cast<int>(std::floor(vertex.pos.y * scale.y));
        // Soft edges reach no farther than the next pixel.
        const PixelBox around{x - 1, y - 1, x + 2, y + 2};
        reach = reach.empty() ? around : reach.with(around);
    }
    PixelBox clips, pictures;
    for (const ImDrawCmd& command : list.commands) {
        const PixelBox clip = clip_of(command);
        if (command.ElemCount > 0 && !clip.empty()) {
            clips = clips.empty() ? clip : clips.with(clip);
        }
    }
    for (const Picture& picture : list.pictures) {
        if (picture.box.empty()) continue;
        pictures = pictures.empty() ? picture.box : pictures.with(picture.box);
    }
    const PixelBox drawn = reach.within(clips);
    if (drawn.empty()) return pictures;
    return pictures.empty() ? drawn : drawn.with(pictures);
}

/// One more part to be drawn; those that meet become one.
void KeptScreen::add(PixelBox box) {
    box = box.within({0, 0, width_, height_});
    if (box.empty()) return;
    for (std::size_t i = 0; i < drawn_.size();) {
        if (drawn_[i].within(box).empty()) {
            ++i;
            continue;
        }
        box = box.with(drawn_[i]);
        drawn_.erase(drawn_.begin() + static_cast<std::ptrdiff_t>(i));
        i = 0;
    }
    drawn_.push_back(box);
}

/// What lies at the same place in the order of windows, and is the same, needs no drawing.
void KeptScreen::compare(const std::vector<List>& now) {
    drawn_.clear();
    if (lists_.empty()) return add({0, 0, width_, height_});
    const List none;
    for (std::size_t i = 0; i < std::max(now.size(), lists_.size()); ++i) {
        const List& before = i < lists_.size() ? lists_[i] : none;
        const List& after = i < now.size() ? now[i] : none;
        if (!same(before, after)) {
            add(area(before));
            add(area(after));
            continue;
        }
        for (std::size_t k = 0; k < after.pictures.size(); ++k) {
            if (before.pictures[k] == after.pictures[k]) continue;
            add(before.pictures[k].box);
            add(after.pictures[k].box);
        }
    }
}

void KeptScreen::draw_within(ImDrawData& data, const PixelBox& box, int height, Rgba ground) {
    glEnable(GL_SCISSOR_TEST);
    glScissor(box.left, height - box.bottom, box.width(), box.height());
    glClearColor(static_cast<float>(ground.r) / 255, static_cast<float>(ground.g) / 255,
                 static_cast<float>(ground.b) / 255, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glDisable(GL_SCISSOR_TEST);
    const ImVec2 scale = data.FramebufferScale;
    const ImVec4 cut{static_cast<float>(box.left) / scale.x, static_cast<float>(box.top) / scale.y,
                     static_cast<float>(box.right) / scale.x,
                     static_cast<float>(box.bottom) / scale.y};
    std::vector<ImVec4> clips;
    for (int i = 0; i < data.CmdListsCount; ++i) {
        for (ImDrawCmd& command : data.CmdLists[i]->CmdBuffer) {
            ImVec4& clip = command.ClipRect;
            clips.push_back(clip);
            clip = {std::max(clip.x, cut.x), std::max(clip.y, cut.y), std::min(clip.z, cut.z),
                    std::min(clip.w, cut.w)};
            clip.z = std::max(clip.x, clip.z);
            clip.w = std::max(clip.y, clip.w);
        }
    }
    ImGui_ImplOpenGL3_RenderDrawData(&data);
    auto whole = clips.begin();
    for (int i = 0; i < data.CmdListsCount; ++i) {
        for (ImDrawCmd& command : data.CmdLists[i]->CmdBuffer) command.ClipRect = *whole++;
    }
}

bool KeptScreen::show(ImDrawData& data, int width, int height, Rgba ground) {
    if (width != width_ || height != height_ || ground != ground_) forget();
    width_ = width;
    height_ = height;
    ground_ = ground;
    std::vector<List> now;
    for (int i = 0; i < data.CmdListsCount; ++i) now.push_back(list_of(*data.CmdLists[i]));
    compare(now);
    lists_ = std::move(now);
    for (const PixelBox& box : drawn_) draw_within(data, box, height, ground);
    return !drawn_.empty();
}

}  // namespace stridescope
