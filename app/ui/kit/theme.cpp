#include "app/ui/kit/theme.h"

#include <cmath>
#include <cstring>

#include "app/ui/kit/imgui_versions.h"

namespace stridescope {
namespace {

constexpr UiColors light_colors{
    .window = rgb(0xE9EDF0),
    .panel = rgb(0xF8F9FA),
    .raised = rgb(0xFFFFFF),
    .line = rgb(0xC9D1D8),
    .text = rgb(0x17202A),
    .faint = rgb(0x55626F),
    .disabled = rgb(0xA3ADB6),
    .accent = rgb(0x9B4F86),
    .on_accent = rgb(0xFFFFFF),
    .good = rgb(0x00724F),
    .bad = rgb(0xC1121F),
    .warn = rgb(0xB34700),
};

constexpr UiColors dark_colors{
    .window = rgb(0x0E1115),
    .panel = rgb(0x1A1F25),
    .raised = rgb(0x272E36),
    .line = rgb(0x3A444F),
    .text = rgb(0xECF0F4),
    .faint = rgb(0xA2AEBA),
    .disabled = rgb(0x66717C),
    .accent = rgb(0xE08FC0),
    .on_accent = rgb(0x1A1216),
    .good = rgb(0x2BC79A),
    .bad = rgb(0xFF7B7B),
    .warn = rgb(0xF5A054),
};

/// Black on white, and lines that a washed-out beam still shows.
constexpr UiColors projector_colors{
    .window = rgb(0xD5DBE1),
    .panel = rgb(0xFFFFFF),
    .raised = rgb(0xFFFFFF),
    .line = rgb(0x7C8893),
    .text = rgb(0x000000),
    .faint = rgb(0x2F3841),
    .disabled = rgb(0x7C8893),
    .accent = rgb(0x7A2E6A),
    .on_accent = rgb(0xFFFFFF),
    .good = rgb(0x005C3F),
    .bad = rgb(0xB00012),
    .warn = rgb(0x9A3B00),
};

ImVec4 vec(Rgba c, float alpha = 1) {
    return {static_cast<float>(c.r) / 255, static_cast<float>(c.g) / 255,
            static_cast<float>(c.b) / 255, alpha};
}

/// Letters that the panels use: Latin, dashes, arrows, mathematical signs.
constexpr ImWchar glyph_ranges[] = {0x0020, 0x017F, 0x0370, 0x03FF, 0x2010, 0x2027,
                                    0x2030, 0x2044, 0x2070, 0x2099, 0x2190, 0x2199,
                                    0x2200, 0x22FF, 0x2318, 0x2318, 0};

ImFont* add_font(ImFontAtlas& atlas, FontData& data, const FontData& fallback, float pixels) {
    ImFontConfig config;
    config.FontDataOwnedByAtlas = false;
    config.FontNo = data.index;
    config.OversampleH = 2;
    config.OversampleV = 1;
    config.PixelSnapH = false;
    ImFont* font = atlas.AddFontFromMemoryTTF(
        data.bytes.data(), static_cast<int>(data.bytes.size()), pixels, &config, glyph_ranges);
    if (!fallback.empty()) {
        config.MergeMode = true;
        config.FontNo = fallback.index;
        // ImGui takes the bytes as changeable but does not own or change them.
        auto* bytes = const_cast<std::byte*>(fallback.bytes.data());
        atlas.AddFontFromMemoryTTF(bytes, static_cast<int>(fallback.bytes.size()), pixels, &config,
                                   glyph_ranges);
    }
    return font;
}

void use_builtin_font(FontSet& fonts) {
    ImFontAtlas atlas;
    atlas.AddFontDefault();
    const ImFontConfig& config = imgui::source_of(atlas);
    fonts.sans.bytes.resize(static_cast<std::size_t>(config.FontDataSize));
    std::memcpy(fonts.sans.bytes.data(), config.FontData, fonts.sans.bytes.size());
    fonts.sans.index = 0;
}

}  // namespace

const Palette& palette_of(Theme theme) {
    switch (theme) {
        case Theme::light: return Palette::light();
        case Theme::dark: return Palette::dark();
        case Theme::projector: break;
    }
    return Palette::projector();
}

const UiColors& UiColors::of(Theme theme) {
    switch (theme) {
        case Theme::light: return light_colors;
        case Theme::dark: return dark_colors;
        case Theme::projector: break;
    }
    return projector_colors;
}

bool is_narrow(float own, float width, float height) {
    constexpr float never = 560, upright = 900, flat = 440;
    if (width < never * own || height < flat * own) return true;
    return width < height && width < upright * own;
}

float fitting_scale(float wanted, float least, float width, float height) {
    const bool narrow = is_narrow(least, width, height);
    const float most = narrow
                           ? std::fmin(width, height) / metric::least_narrow
                           : std::fmin(width / metric::least_width, height / metric::least_height);
    // In steps, so that dragging the window's edge does not make new fonts all the time.
    const float stepped = std::floor(most * 8) / 8;
    return std::fmax(std::fmin(wanted, stepped), std::fmin(least, wanted));
}

void apply_style(Theme theme, float scale) {
    const UiColors& c = UiColors::of(theme);
    ImGuiStyle style;
    const float grid = metric::grid;
    style.WindowPadding = {3 * grid, 3 * grid};
    style.FramePadding = {2 * grid, 1.25F * grid};
    style.ItemSpacing = {2 * grid, 2 * grid};
    style.CellPadding = {2 * grid, 0.75F * grid};
    style.SelectableTextAlign = {0, 0.5F};
    style.ItemInnerSpacing = {1.5F * grid, grid};
    style.ScrollbarSize = 3 * grid;
    style.GrabMinSize = 3 * grid;
    style.WindowBorderSize = 0;
    style.ChildBorderSize = 0;
    style.PopupBorderSize = 1;
    style.FrameBorderSize = 1;
    style.FrameRounding = grid;
    style.GrabRounding = grid;
    style.PopupRounding = grid;
    style.ScrollbarRounding = 1.5F * grid;
    style.WindowRounding = 0;
    style.DisabledAlpha = 0.5F;
    style.ScaleAllSizes(scale);
    style.PopupBorderSize = style.FrameBorderSize = std::fmax(1, std::floor(scale));

    const bool dark = theme == Theme::dark;
    ImVec4* to = style.Colors;
    to[ImGuiCol_Text] = vec(c.text);
    to[ImGuiCol_TextDisabled] = vec(c.disabled);
    to[ImGuiCol_WindowBg] = vec(c.window);
    to[ImGuiCol_ChildBg] = vec(c.panel);
    to[ImGuiCol_PopupBg] = vec(c.raised);
    to[ImGuiCol_Border] = vec(c.line);
    to[ImGuiCol_BorderShadow] = {0, 0, 0, 0};
    to[ImGuiCol_FrameBg] = vec(c.raised);
    to[ImGuiCol_FrameBgHovered] = vec(mix(c.raised, c.accent, 0.08F));
    to[ImGuiCol_FrameBgActive] = vec(mix(c.raised, c.accent, 0.14F));
    to[ImGuiCol_MenuBarBg] = vec(c.panel);
    to[ImGuiCol_ScrollbarBg] = {0, 0, 0, 0};
    to[ImGuiCol_ScrollbarGrab] = vec(c.line);
    to[ImGuiCol_ScrollbarGrabHovered] = vec(c.disabled);
    to[ImGuiCol_ScrollbarGrabActive] = vec(c.faint);
    to[ImGuiCol_CheckMark] = vec(c.accent);
    to[ImGuiCol_SliderGrab] = vec(c.accent);
    to[ImGuiCol_SliderGrabActive] = vec(mix(c.accent, c.text, 0.2F));
    to[ImGuiCol_Button] = vec(c.raised);
    to[ImGuiCol_ButtonHovered] = vec(mix(c.raised, c.accent, 0.12F));
    to[ImGuiCol_ButtonActive] = vec(mix(c.raised, c.accent, 0.25F));
    to[ImGuiCol_Header] = vec(mix(c.raised, c.accent, 0.16F));
    to[ImGuiCol_HeaderHovered] = vec(mix(c.raised, c.accent, 0.12F));
    to[ImGuiCol_HeaderActive] = vec(mix(c.raised, c.accent, 0.25F));
    to[ImGuiCol_Separator] = vec(c.line);
    to[ImGuiCol_SeparatorHovered] = vec(c.accent);
    to[ImGuiCol_SeparatorActive] = vec(c.accent);
    to[ImGuiCol_TitleBg] = to[ImGuiCol_TitleBgActive] = vec(c.panel);
    to[ImGuiCol_TableHeaderBg] = vec(c.panel);
    to[ImGuiCol_TableBorderStrong] = to[ImGuiCol_TableBorderLight] = vec(c.line);
    to[ImGuiCol_TableRowBg] = {0, 0, 0, 0};
    to[ImGuiCol_TableRowBgAlt] = vec(c.text, 0.03F);
    to[ImGuiCol_PlotLines] = to[ImGuiCol_PlotHistogram] = vec(c.accent);
    to[ImGuiCol_PlotLinesHovered] = to[ImGuiCol_PlotHistogramHovered] = vec(c.text);
    to[ImGuiCol_TextSelectedBg] = vec(c.accent, 0.3F);
    to[ImGuiCol_NavHighlight] = vec(c.accent);
    to[ImGuiCol_ModalWindowDimBg] = dark ? ImVec4{0, 0, 0, 0.5F} : ImVec4{0.1F, 0.12F, 0.15F, 0.4F};
    ImGui::GetStyle() = style;
}

UiFonts load_fonts(FontSet& fonts, float scale) {
    if (fonts.sans.empty()) use_builtin_font(fonts);
    FontData& bold = fonts.bold.empty() ? fonts.sans : fonts.bold;
    FontData& mono = fonts.mono.empty() ? fonts.sans : fonts.mono;
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    atlas.Clear();
    const auto pixels = [scale](float size) { return std::floor(size * scale + 0.5F); };
    UiFonts out;
    out.regular = add_font(atlas, fonts.sans, fonts.fallback, pixels(metric::text));
    out.bold = add_font(atlas, bold, fonts.fallback, pixels(metric::text));
    out.mono = add_font(atlas, mono, fonts.fallback, pixels(metric::small_text));
    out.small = add_font(atlas, fonts.sans, fonts.fallback, pixels(metric::small_text));
    out.title = add_font(atlas, bold, fonts.fallback, pixels(metric::title_text));
    ImGui::GetIO().FontDefault = out.regular;
    imgui::build_fonts(atlas);
    return out;
}

}  // namespace stridescope
