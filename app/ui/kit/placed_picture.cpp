#include "app/ui/kit/placed_picture.h"

#include <array>
#include <cmath>

namespace stridescope {
namespace {

void copy_to_screen(const ImDrawList* /*list*/, const ImDrawCmd* command) {
    const auto& picture = *static_cast<const PlacedPicture*>(command->UserCallbackData);
    std::array<GLint, 4> viewport{};
    glGetIntegerv(GL_VIEWPORT, viewport.data());
    // The scissor is still that of whatever was drawn before.
    glDisable(GL_SCISSOR_TEST);
    picture.canvas->copy_to(picture.x, picture.y, viewport[3], clip_of(*command));
    glEnable(GL_SCISSOR_TEST);
}

}  // namespace

void PlacedPicture::add_to(ImDrawList& list) {
    list.AddCallback(copy_to_screen, this);
}

const PlacedPicture* picture_of(const ImDrawCmd& command) {
    return command.UserCallback == copy_to_screen
               ? static_cast<const PlacedPicture*>(command.UserCallbackData)
               : nullptr;
}

PixelBox clip_of(const ImDrawCmd& command) {
    const ImVec2 scale = ImGui::GetIO().DisplayFramebufferScale;
    const ImVec4& clip = command.ClipRect;
    return {static_cast<int>(std::floor(clip.x * scale.x)),
            static_cast<int>(std::floor(clip.y * scale.y)),
            static_cast<int>(std::ceil(clip.z * scale.x)),
            static_cast<int>(std::ceil(clip.w * scale.y))};
}

}  // namespace stridescope
