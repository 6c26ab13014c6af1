// A matrix of colours: one quad, one texel a cell.
layout(location = 0) in vec2 a_position;  // scene units
layout(location = 1) in vec2 a_uv;

uniform vec2 u_target;  // size of the picture in pixels
uniform vec4 u_view;  // pixel = scene * zw + xy; widths are times w

out vec2 v_uv;

// Pixels count downwards from the upper left corner.
vec2 to_clip(vec2 pixel) {
    return (pixel / u_target * 2.0 - 1.0) * vec2(1.0, -1.0);
}

void main() {
    vec2 pixel = floor(a_position * u_view.zw + u_view.xy + 0.5);
    v_uv = a_uv;
    gl_Position = vec4(to_clip(pixel), 0.0, 1.0);
}
