#include "app/ui/kit/text_field.h"

#include "app/ui/kit/imgui_versions.h"

namespace stridescope::widgets {
namespace {

struct Field {
    std::string& text;
    ImGuiInputTextCallback callback;
    void* callback_data;
};

int answer(ImGuiInputTextCallbackData* data) {
    auto& field = *static_cast<Field*>(data->UserData);
    if (data->EventFlag == ImGuiInputTextFlags_CallbackResize) {
        field.text.resize(static_cast<std::size_t>(data->BufTextLen));
        data->Buf = field.text.data();
        return 0;
    }
    data->UserData = field.callback_data;
    return field.callback(data);
}

}  // namespace

bool text_field(const std::string& id, const std::string& hint, std::string& text,
                ImGuiInputTextFlags flags, ImGuiInputTextCallback callback, void* callback_data) {
    Field field{text, callback, callback_data};
    const imgui::PasteInOneLine paste;
    return ImGui::InputTextWithHint(id.c_str(), hint.c_str(), text.data(), text.size() + 1,
                                    flags | ImGuiInputTextFlags_CallbackResize, answer, &field);
}

}  // namespace stridescope::widgets
