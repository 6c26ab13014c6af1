#include "app/ui/dialogs.h"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <utility>

#include "app/ui/messages.h"
#include "app/ui/widgets.h"

namespace stridescope {
namespace {

constexpr std::array formats{"png", "svg", "pdf", "csv"};
constexpr const char* popup = "##dialog";

std::string stem_of(const AppState& state) {
    const Experiment& e = state.shown ? state.shown->trace->experiment() : state.experiment;
    std::string stem = fmt::format("{}-{}", e.kernel, e.block * e.coarsen);
    if (e.padding != Padding::none) stem += fmt::format("-{}", name_of(e.padding));
    return stem;
}

struct Key {
    const char* keys;
    const char* meaning;
};
constexpr std::array help_keys{
    Key{"→  or  F10", "one step on"},
    Key{"←  or  Shift+F10", "one step back"},
    Key{"Home, End", "first step, last step"},
    Key{"Space", "play or pause"},
    Key{"Page Up, Page Down", "another block, where several were recorded"},
    Key{"F", "show all of the picture under the pointer, or of all pictures"},
    Key{"wheel, drag", "zoom to the pointer, move the picture"},
    Key{"click in the heatmap", "go to that step"},
    Key{"1, 2, 3", "tree, shared memory or conflicts alone"},
    Key{"C", "no padding and the chosen padding side by side"},
    Key{"Ctrl+Z, Ctrl+Y", "undo or redo a change of the experiment"},
    Key{"Ctrl+O, Ctrl+S", "open or save a trace"},
    Key{"Ctrl+E", "export the heatmap"},
    Key{"Esc", "close a message, stop a recording, back to all pictures"},
    Key{"Ctrl++, Ctrl+−, Ctrl+0", "larger, smaller, ordinary type"},
};

}  // namespace

void Dialogs::ask_export(View view, const AppState& state) {
    view_ = view;
    const std::filesystem::path old{export_path_.text()};
    const std::string name = fmt::format("{}-{}.{}", name_of(view), stem_of(state), format_);
    export_path_.set_text((old.parent_path() / name).string());
    export_path_.focus();
    wanted_ = Kind::export_view;
}

void Dialogs::ask_open() {
    trace_path_.focus();
    wanted_ = Kind::open_trace;
}

void Dialogs::ask_save(const AppState& state) {
    const std::filesystem::path old{trace_path_.text()};
    trace_path_.set_text((old.parent_path() / (stem_of(state) + ".npz")).string());
    trace_path_.focus();
    wanted_ = Kind::save_trace;
}

void Dialogs::close() {
    current_ = Kind::none;
    overwrite_asked_ = false;
    ImGui::CloseCurrentPopup();
}

void Dialogs::draw(Ui& ui) {
    if (wanted_ != Kind::none) {
        current_ = std::exchange(wanted_, Kind::none);
        overwrite_asked_ = false;
        ImGui::OpenPopup(popup);
    }
    if (current_ == Kind::none) return;
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos({screen.x / 2, screen.y * 0.45F}, ImGuiCond_Always, {0.5F, 0.5F});
    ImGui::SetNextWindowSize({std::min(ui.grid(140), screen.x - ui.grid(8)), 0});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.grid(5), ui.grid(5)});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, ui.grid(1.5F));
    const bool shown =
        ImGui::BeginPopupModal(popup, nullptr,
                               ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                   ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
    ImGui::PopStyleVar(2);
    if (!shown) {
        current_ = Kind::none;
        return;
    }
    switch (current_) {
        case Kind::export_view: draw_export(ui); break;
        case Kind::open_trace: draw_open(ui); break;
        case Kind::save_trace: draw_save(ui); break;
        case Kind::help: draw_help(ui); break;
        case Kind::about: draw_about(ui); break;
        case Kind::messages: draw_messages(ui); break;
        case Kind::none: break;
    }
    if (ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape)) && current_ != Kind::none) {
        close();
    }
    ImGui::EndPopup();
}

void Dialogs::draw_path(Ui& ui, const char* hint) {
    const bool trace = current_ != Kind::export_view;
    FileField& path = trace ? trace_path_ : export_path_;
    const bool entered = path.draw(ui, "dialog.path", -1, hint);
    if (entered && path.text() == asked_path_) return;
    if (path.text() != asked_path_) overwrite_asked_ = false;
    asked_path_ = path.text();
}

bool Dialogs::draw_write_buttons(Ui& ui, const std::string& word) {
    FileField& path = current_ == Kind::export_view ? export_path_ : trace_path_;
    if (path.text() != asked_path_) overwrite_asked_ = false;
    asked_path_ = path.text();
    bool write = false;
    if (overwrite_asked_) {
        widgets::wrapped_text("There is a file of that name already. Shall it be replaced?",
                              ui.fonts.bold, ui.colors.warn);
        if (widgets::button(ui, "dialog.overwrite", "Replace it", "", true, true)) write = true;
    } else {
        const bool named = !path.text().empty();
        const bool pressed = widgets::button(ui, "dialog.ok", word, "", named, true);
        const bool enter = named && ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Enter), false);
        if (pressed || enter) {
            std::error_code unreadable;
            if (std::filesystem::exists(path.text(), unreadable)) {
                overwrite_asked_ = true;
            } else {
                write = true;
            }
        }
    }
    ImGui::SameLine();
    if (widgets::button(ui, "dialog.cancel", "Cancel", "Esc")) {
        close();
        return false;
    }
    return write;
}

void Dialogs::draw_export(Ui& ui) {
    widgets::text(fmt::format("Export the {}", name_of(view_)), ui.fonts.title, ui.colors.text);
    ImGui::Dummy({0, ui.grid(1)});
    std::vector<widgets::Option> options;
    int selected = -1;
    const std::filesystem::path path{export_path_.text()};
    for (std::size_t i = 0; i < formats.size(); ++i) {
        std::string upper = formats[i];
        for (char& c : upper) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
        options.push_back({formats[i], upper, {}, i == 3 ? "The numbers as a table" : "A picture"});
        if (path.extension() == fmt::format(".{}", formats[i])) selected = static_cast<int>(i);
    }
    const int picked = widgets::segmented(ui, "dialog.format", options, selected, ui.grid(60));
    if (picked >= 0) {
        format_ = formats[static_cast<std::size_t>(picked)];
        std::filesystem::path changed = path;
        export_path_.set_text(changed.replace_extension(format_).string());
    }
    draw_path(ui, "path of the file to write");
    widgets::wrapped_text("Relative to " + std::filesystem::current_path().string(), ui.fonts.small,
                          ui.colors.faint);
    ImGui::Dummy({0, ui.grid(1)});
    if (draw_write_buttons(ui, "Export")) {
        ui.emit(command::ExportView{view_, export_path_.text()});
        close();
    }
}

void Dialogs::draw_save(Ui& ui) {
    widgets::text("Save the trace", ui.fonts.title, ui.colors.text);
    widgets::wrapped_text("An .npz file that numpy.load and stridescope-cli report read.",
                          ui.fonts.regular, ui.colors.faint);
    draw_path(ui, "path of the .npz file to write");
    if (draw_write_buttons(ui, "Save")) {
        ui.emit(command::SaveTrace{trace_path_.text()});
        close();
    }
}

void Dialogs::draw_open(Ui& ui) {
    widgets::text("Open a trace", ui.fonts.title, ui.colors.text);
    widgets::wrapped_text("An .npz file, as stridescope-cli record writes it.", ui.fonts.regular,
                          ui.colors.faint);
    const bool entered = trace_path_.draw(ui, "dialog.path", -1, "path of the .npz file");
    const bool picked = trace_path_.draw_list(ui, "dialog.files", 8);
    const bool named = !trace_path_.text().empty();
    const bool pressed = widgets::button(ui, "dialog.ok", "Open", "", named, true);
    ImGui::SameLine();
    if (widgets::button(ui, "dialog.cancel", "Cancel", "Esc")) {
        close();
        return;
    }
    if (named && (entered || picked || pressed)) {
        ui.emit(command::OpenTrace{trace_path_.text()});
        close();
    }
}

void Dialogs::draw_help(Ui& ui) {
    widgets::text("Keys", ui.fonts.title, ui.colors.text);
    ImGui::Dummy({0, ui.grid(1)});
    for (const Key& key : help_keys) {
        const float start = ImGui::GetCursorPosX();
        widgets::text(key.keys, ui.fonts.bold, ui.colors.text);
        ImGui::SameLine(start + ui.grid(46));
        widgets::wrapped_text(key.meaning, ui.fonts.regular, ui.colors.text);
    }
    ImGui::Dummy({0, ui.grid(2)});
    if (widgets::button(ui, "dialog.close", "Close", "Esc", true, true)) close();
}

void Dialogs::draw_about(Ui& ui) {
    widgets::text("StrideScope", ui.fonts.title, ui.colors.text);
    widgets::wrapped_text(
        "Watch a GPU prefix sum happen, one stride at a time, and see what the memory banks do "
        "while it happens. Everything on the screen is worked out from the recorded run: from "
        "what each thread read, wrote and added, step by step.",
        ui.fonts.regular, ui.colors.text);
    widgets::wrapped_text("MIT licence", ui.fonts.regular, ui.colors.faint);
    ImGui::Dummy({0, ui.grid(2)});
    if (widgets::button(ui, "dialog.close", "Close", "Esc", true, true)) close();
}

void Dialogs::draw_messages(Ui& ui) {
    widgets::text("Messages", ui.fonts.title, ui.colors.text);
    ImGui::Dummy({0, ui.grid(1)});
    const auto& messages = ui.state.messages;
    if (messages.empty()) {
        widgets::wrapped_text("Nothing has been said yet.", ui.fonts.regular, ui.colors.faint);
    } else {
        const float room = ImGui::GetIO().DisplaySize.y * 0.5F;
        ImGui::BeginChild("##dialog.messages", {0, std::min(room, ui.grid(80))});
        for (std::size_t i = messages.size(); i-- > 0;) {
            draw_message_line(ui, messages[i]);
            widgets::note_item(ui, fmt::format("dialog.message.{}", i));
        }
        ImGui::EndChild();
    }
    ImGui::Dummy({0, ui.grid(2)});
    if (ui.state.unread() > 0) ui.emit(command::MarkAllRead{});
    if (widgets::button(ui, "dialog.copy", "Copy all", "As text", !messages.empty())) {
        std::string text;
        for (const Message& m : messages) text += clock_time(m.when) + "  " + m.text + "\n";
        ImGui::SetClipboardText(text.c_str());
    }
    ImGui::SameLine();
    if (widgets::button(ui, "dialog.close", "Close", "Esc", true, true)) close();
}

}  // namespace stridescope
