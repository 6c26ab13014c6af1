#include "app/ui/window/kept_screen.h"

#include <imgui_impl_opengl3.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <utility>

#include "app/canvas/canvas.h"
#include "app/ui/kit/imgui_versions.h"
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

bool same_clip(const ImDrawCmd& a, const ImDrawCmd& b) {
    const ImVec4 &one = a.ClipRect, &two = b.ClipRect;
    return one.x == two.x && one.y == two.y && one.z == two.z && one.w == two.w;
}

std::uint64_t hash_of(const ImDrawVert& vertex) {
    std::uint64_t hash = vertex.col;
    for (const float part : {vertex.pos.x, vertex.pos.y, vertex.uv.x, vertex.uv.y}) {
        hash = (hash ^ std::bit_cast<std::uint32_t>(part)) * 0x9E3779B97F4A7C15ULL;
        hash ^= hash >> 29;
    }
    return hash;
}

/// All that a triangle may draw to.
PixelBox reach_of(const ImDrawVert* vertices, const ImDrawIdx* corners, ImVec2 scale) {
    const ImVec2 &a = vertices[corners[0]].pos, &b = vertices[corners[1]].pos,
                 &c = vertices[corners[2]].pos;
    const auto pixel = [](float at) { return static_cast<int>(std::floor(at)); };
    // Soft edges reach no farther than the next pixel.
    return {pixel(std::min({a.x, b.x, c.x}) * scale.x) - 1,
            pixel(std::min({a.y, b.y, c.y}) * scale.y) - 1,
            pixel(std::max({a.x, b.x, c.x}) * scale.x) + 2,
            pixel(std::max({a.y, b.y, c.y}) * scale.y) + 2};
}

/// Where pieces stand among others, from a begin to an end.
template <class Piece>
class PlacesOf {
  public:
    PlacesOf(const std::vector<Piece>& pieces, std::size_t begin, std::size_t end)
        : pieces_(pieces), end_(end) {
        for (std::size_t i = begin; i < end; ++i) places_.emplace_back(pieces[i].hash, i);
        std::ranges::sort(places_);
    }
    /// Where the next one like it is, not before `from`; the end if there is none.
    std::size_t next(const Piece& wanted, std::size_t from) const {
        auto at = std::ranges::lower_bound(places_, std::pair{wanted.hash, from});
        for (; at != places_.end() && at->first == wanted.hash; ++at) {
            if (pieces_[at->second] == wanted) return at->second;
        }
        return end_;
    }

  private:
    const std::vector<Piece>& pieces_;
    std::size_t end_;
    std::vector<std::pair<std::uint64_t, std::size_t>> places_;
};

}  // namespace

KeptScreen::List KeptScreen::list_of(const ImDrawList& list) {
    List copy{{}, copy_of(list.VtxBuffer), copy_of(list.IdxBuffer), {}};
    for (const ImDrawCmd& command : list.CmdBuffer) copy.commands.push_back(imgui::kept(command));
    for (const ImDrawCmd& command : copy.commands) {
        if (const PlacedPicture* placed = picture_of(command)) {
            const PixelBox seen = placed->box().within(clip_of(command));
            const PixelBox& redrawn = placed->canvas->redrawn();
            copy.pictures.push_back({placed->canvas, placed->canvas->pictures_drawn(), seen,
                                     PixelBox{placed->x + redrawn.left, placed->y + redrawn.top,
                                              placed->x + redrawn.right, placed->y + redrawn.bottom}
                                         .within(seen)});
        }
    }
    return copy;
}

bool KeptScreen::same(const List& a, const List& b) {
    return same_bytes(a.commands, b.commands) && same_bytes(a.vertices, b.vertices) &&
           same_bytes(a.indices, b.indices);
}

bool KeptScreen::Piece::operator==(const Piece& other) const {
    if (hash != other.hash || box != other.box) return false;
    const ImDrawCmd &one = of->commands[command], &two = other.of->commands[other.command];
    if (one.UserCallback != two.UserCallback || one.UserCallbackData != two.UserCallbackData ||
        one.GetTexID() != two.GetTexID() || !same_clip(one, two)) {
        return false;
    }
    if (one.UserCallback != nullptr) return true;
    for (std::uint32_t corner = 0; corner < 3; ++corner) {
        const ImDrawVert& first = of->vertices[of->indices[at + corner] + one.VtxOffset];
        const ImDrawVert& second =
            other.of->vertices[other.of->indices[other.at + corner] + two.VtxOffset];
        if (first.pos.x != second.pos.x || first.pos.y != second.pos.y ||
            first.uv.x != second.uv.x || first.uv.y != second.uv.y || first.col != second.col) {
            return false;
        }
    }
    return true;
}

/// All that is drawn, in order. Pixels that only equal pieces lie on, in the same order, look the
/// same.
std::vector<KeptScreen::Piece> KeptScreen::pieces_of(const List& list) {
    const ImVec2 scale = ImGui::GetIO().DisplayFramebufferScale;
    std::vector<Piece> pieces;
    pieces.reserve(list.indices.size() / 3);
    std::uint32_t picture = 0;
    for (std::uint32_t c = 0; c < list.commands.size(); ++c) {
        const ImDrawCmd& command = list.commands[c];
        const PixelBox clip = clip_of(command);
        if (picture_of(command) != nullptr) {
            const Picture& placed = list.pictures[picture];
            pieces.push_back({&list, c, picture++, 0, placed.box});
            continue;
        }
        if (command.UserCallback != nullptr) continue;
        for (unsigned i = 0; i + 2 < command.ElemCount; i += 3) {
            const std::uint32_t at = command.IdxOffset + i;
            const ImDrawIdx* corners = list.indices.data() + at;
            const PixelBox box =
                reach_of(list.vertices.data() + command.VtxOffset, corners, scale).within(clip);
            if (box.empty()) continue;
            std::uint64_t hash = 1;
            for (int k = 0; k < 3; ++k) {
                hash = hash * 0x9E3779B97F4A7C15ULL ^
                       hash_of(list.vertices[corners[k] + command.VtxOffset]);
            }
            pieces.push_back({&list, c, at, hash, box});
        }
    }
    return pieces;
}

/// One more part to be drawn; those that meet become one, and so do those that are hardly less
/// apart than together.
void KeptScreen::add(PixelBox box) {
    constexpr long little = 48 * 48;
    box = box.within({0, 0, width_, height_});
    if (box.empty()) return;
    const auto pixels = [](const PixelBox& of) { return long{of.width()} * of.height(); };
    for (std::size_t i = 0; i < drawn_.size();) {
        const PixelBox both = box.with(drawn_[i]);
        if (drawn_[i].within(box).empty() &&
            pixels(both) > pixels(box) + pixels(drawn_[i]) + little) {
            ++i;
            continue;
        }
        box = both;
        drawn_.erase(drawn_.begin() + static_cast<std::ptrdiff_t>(i));
        i = 0;
    }
    drawn_.push_back(box);
}

/// Finds what is in only one of two lists, or not in the same order.
void KeptScreen::compare(const List& before, const List& after) {
    const std::vector<Piece> old = pieces_of(before), now = pieces_of(after);
    std::size_t i = 0, k = 0, old_end = old.size(), now_end = now.size();
    const auto keep = [this](const Piece& one, const Piece& two) {
        if (one.of->commands[one.command].UserCallback == nullptr) return;
        compare(one.of->pictures[one.at], two.of->pictures[two.at]);
    };
    while (i < old_end && k < now_end && old[i] == now[k]) keep(old[i++], now[k++]);
    while (old_end > i && now_end > k && old[old_end - 1] == now[now_end - 1]) {
        keep(old[--old_end], now[--now_end]);
    }
    const PlacesOf<Piece> in_old{old, i, old_end}, in_now{now, k, now_end};
    while (i < old_end && k < now_end) {
        if (old[i] == now[k]) {
            keep(old[i++], now[k++]);
            continue;
        }
        // Whatever is skipped is drawn: a bad choice costs time, no more.
        const std::size_t gone = in_old.next(now[k], i), come = in_now.next(old[i], k);
        const std::size_t to_old = gone - i, to_now = come - k;
        if (gone == old_end && come == now_end) {
            add(old[i++].box);
            add(now[k++].box);
        } else if (come == now_end || (gone != old_end && to_old < to_now)) {
            while (i < gone) add(old[i++].box);
        } else {
            while (k < come) add(now[k++].box);
        }
    }
    while (i < old_end) add(old[i++].box);
    while (k < now_end) add(now[k++].box);
}

void KeptScreen::compare(const Picture& before, const Picture& after) {
    if (before.canvas == after.canvas && before.box == after.box) {
        if (before.version == after.version) return;
        if (before.version + 1 == after.version) return add(after.redrawn);
    }
    add(before.box);
    add(after.box);
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
            compare(before, after);
            continue;
        }
        for (std::size_t k = 0; k < after.pictures.size(); ++k) {
            compare(before.pictures[k], after.pictures[k]);
        }
    }
}

/// Chooses those of a list's commands that have a part in one of the boxes, clipped to it.
void KeptScreen::choose(const ImDrawList& list, const std::vector<PixelBox>& boxes, ImVec2 scale,
                        Drawn& chosen) {
    std::vector<PixelBox> reaches;
    for (const ImDrawCmd& command : list.CmdBuffer) {
        if (command.UserCallback != nullptr && picture_of(command) == nullptr) {
            chosen.commands.push_back(command);
            continue;
        }
        const PixelBox clip = clip_of(command);
        const ImDrawIdx* first = list.IdxBuffer.Data + command.IdxOffset;
        reaches.clear();
        for (const PixelBox& box : boxes) {
            if (box.within(clip).empty()) continue;
            ImDrawCmd part = command;
            part.ClipRect = {std::max(part.ClipRect.x, static_cast<float>(box.left) / scale.x),
                             std::max(part.ClipRect.y, static_cast<float>(box.top) / scale.y),
                             std::min(part.ClipRect.z, static_cast<float>(box.right) / scale.x),
                             std::min(part.ClipRect.w, static_cast<float>(box.bottom) / scale.y)};
            if (part.UserCallback != nullptr) {
                chosen.commands.push_back(part);
                continue;
            }
            if (reaches.empty()) {
                const ImDrawVert* vertices = list.VtxBuffer.Data + command.VtxOffset;
                for (unsigned i = 0; i + 2 < command.ElemCount; i += 3) {
                    reaches.push_back(reach_of(vertices, first + i, scale));
                }
            }
            part.IdxOffset = static_cast<unsigned>(chosen.indices.Size);
            for (std::size_t i = 0; i < reaches.size(); ++i) {
                if (reaches[i].within(box).empty()) continue;
                for (std::size_t k = 0; k < 3; ++k) chosen.indices.push_back(first[3 * i + k]);
            }
            part.ElemCount = static_cast<unsigned>(chosen.indices.Size) - part.IdxOffset;
            if (part.ElemCount > 0) chosen.commands.push_back(part);
        }
    }
}

/// All parts at once: what is drawn is handed to the graphics driver one time only.
void KeptScreen::draw_parts(ImDrawData& data) const {
    glEnable(GL_SCISSOR_TEST);
    glClearColor(static_cast<float>(ground_.r) / 255, static_cast<float>(ground_.g) / 255,
                 static_cast<float>(ground_.b) / 255, 1);
    for (const PixelBox& box : drawn_) {
        glScissor(box.left, height_ - box.bottom, box.width(), box.height());
        glClear(GL_COLOR_BUFFER_BIT);
    }
    glDisable(GL_SCISSOR_TEST);
    std::vector<Drawn> parts(static_cast<std::size_t>(data.CmdListsCount));
    // Swapped and swapped back: ImGui remembers where in its buffers it wrote last.
    const auto swap = [&] {
        for (std::size_t i = 0; i < parts.size(); ++i) {
            ImDrawList& list = *data.CmdLists[static_cast<int>(i)];
            list.CmdBuffer.swap(parts[i].commands);
            list.IdxBuffer.swap(parts[i].indices);
        }
    };
    for (std::size_t i = 0; i < parts.size(); ++i) {
        choose(*data.CmdLists[static_cast<int>(i)], drawn_, data.FramebufferScale, parts[i]);
    }
    swap();
    ImGui_ImplOpenGL3_RenderDrawData(&data);
    swap();
}

bool KeptScreen::show(ImDrawData& data, int width, int height, Rgba ground) {
    const bool letters_moved = imgui::upload_textures(data);
    if (letters_moved || width != width_ || height != height_ || ground != ground_) forget();
    width_ = width;
    height_ = height;
    ground_ = ground;
    std::vector<List> now;
    for (int i = 0; i < data.CmdListsCount; ++i) now.push_back(list_of(*data.CmdLists[i]));
    compare(now);
    lists_ = std::move(now);
    if (drawn_.empty()) return false;
    draw_parts(data);
    return true;
}

}  // namespace stridescope
