// Glyphs: quads of whole pixels around an anchor in the scene, so that type stays crisp.
layout(location = 0) in vec2 a_anchor;  // scene units: start of the label's base line
layout(location = 1) in vec2 a_offset;  // pixels from there
layout(location = 2) in vec2 a_uv;      // texels of the atlas
layout(location = 3) in vec4 a_color;

uniform vec2 u_target;  // size of the picture in pixels
uniform vec4 u_view;  // pixel = scene * zw + xy; widths are times w
uniform vec2 u_atlas;   // size of the atlas in texels

out vec2 v_uv;
flat out vec4 v_color;

// Pixels count downwards from the upper left corner.
vec2 to_clip(vec2 pixel) {
    return (pixel / u_target * 2.0 - 1.0) * vec2(1.0, -1.0);
}

void main() {
    vec2 pixel = floor(a_anchor * u_view.zw + u_view.xy + 0.5) + a_offset;
    v_uv = a_uv / u_atlas;
    v_color = a_color;
    gl_Position = vec4(to_clip(pixel), 0.0, 1.0);
}
