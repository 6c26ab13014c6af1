#include "app/ui/kit/file_field.h"

#include <imgui_stdlib.h>

#include <algorithm>

#include "app/ui/kit/widgets.h"

namespace stridescope {

bool FileField::draw(Ui& ui, const std::string& name, float width, const char* hint) {
    if (focus_) ImGui::SetKeyboardFocusHere();
    focus_ = false;
    ImGui::SetNextItemWidth(width);
    const bool entered = ImGui::InputTextWithHint(("##" + name).c_str(), hint, &text_,
                                                  ImGuiInputTextFlags_EnterReturnsTrue);
    widgets::note_control(ui, name);
    return entered;
}

void FileField::look_up() {
    if (looked_up_ == text_) return;
    looked_up_ = text_;
    entries_.clear();
    const std::filesystem::path typed{text_};
    const std::filesystem::path folder =
        typed.has_parent_path() ? typed.parent_path() : std::filesystem::path{"."};
    const std::string start = typed.filename().string();
    std::error_code error;
    std::filesystem::directory_iterator it{folder, error};
    // A folder that cannot be read simply offers nothing; what is typed is judged when opened.
    for (; !error && it != std::filesystem::directory_iterator{}; it.increment(error)) {
        const std::string name = it->path().filename().string();
        if (!name.starts_with(start) || (name.starts_with('.') && !start.starts_with('.')))
            continue;
        std::error_code unreadable;
        const bool is_folder = it->is_directory(unreadable);
        const bool wanted =
            std::ranges::find(endings_, it->path().extension().string()) != endings_.end();
        if (is_folder || wanted) entries_.push_back({name, is_folder});
        if (entries_.size() >= 500) break;
    }
    std::ranges::sort(entries_, [](const Entry& a, const Entry& b) {
        return a.folder != b.folder ? a.folder : a.name < b.name;
    });
}

bool FileField::draw_list(Ui& ui, const std::string& name, int rows) {
    look_up();
    bool picked = false;
    const float height = static_cast<float>(rows) * ImGui::GetTextLineHeightWithSpacing();
    ImGui::PushStyleColor(ImGuiCol_ChildBg, packed(ui.colors.raised));
    ImGui::BeginChild(("##" + name).c_str(), {0, height}, true);
    if (entries_.empty()) {
        widgets::wrapped_text("No matching file here.", ui.fonts.small, ui.colors.faint);
    }
    for (const Entry& entry : entries_) {
        const std::string label = entry.folder ? entry.name + "/" : entry.name;
        if (ImGui::Selectable(label.c_str())) {
            const std::filesystem::path typed{text_};
            const std::filesystem::path path = typed.parent_path() / entry.name;
            text_ = entry.folder ? path.string() + "/" : path.string();
            picked = !entry.folder;
        }
        widgets::note_item(ui, name + "." + entry.name);
    }
    ImGui::EndChild();
    ImGui::PopStyleColor();
    return picked;
}

}  // namespace stridescope
