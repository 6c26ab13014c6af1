// Many like lines side by side as one surface; which line a pixel lies on, the fragment works out.
layout(location = 0) in vec2 a_from;    // scene units, of the first line
layout(location = 1) in vec2 a_to;
layout(location = 2) in vec4 a_corner;  // along: 0 or 1; across: -1 or 1; 1: grows with progress
layout(location = 3) in vec3 a_run;     // from line to line, how many of them, width; scene units
layout(location = 4) in vec4 a_color;

uniform vec2 u_target;     // size of the picture in pixels
uniform vec4 u_view;  // pixel = scene * zw + xy; widths are times w
uniform float u_progress;  // 0 … 1
uniform float u_faintest;  // least share of its opacity that a thin line keeps

out float v_aside;         // to the right of the first line, pixels
flat out vec4 v_run;       // from line to line along x, the last line, width, slant (cosine)
flat out vec4 v_color;

// Pixels count downwards from the upper left corner.
vec2 to_clip(vec2 pixel) {
    return (pixel / u_target * 2.0 - 1.0) * vec2(1.0, -1.0);
}

void main() {
    vec2 from = a_from * u_view.zw + u_view.xy;
    vec2 to = a_to * u_view.zw + u_view.xy;
    vec2 whole = to - from;
    if (a_corner.z > 0.5) to = mix(from, to, u_progress);
    float slant = abs(whole.y) / max(length(whole), 0.001);
    float wanted = a_run.z * u_view.w;
    float width = max(wanted, 1.0);
    float gap = a_run.x * u_view.z;
    float out_of_line = (width * 0.5 + 1.0) / max(slant, 0.001);
    float last = a_run.y - 1.0;
    v_aside = a_corner.y < 0.0 ? -out_of_line : last * gap + out_of_line;
    v_run = vec4(gap, last, width, slant);
    v_color = a_color;
    // A line thinner than a pixel is drawn one pixel wide and fainter instead.
    v_color.a *= clamp(wanted, u_faintest, 1.0);
    vec2 pixel = mix(from, to, a_corner.x) + vec2(v_aside, 0.0);
    gl_Position = vec4(to_clip(pixel), 0.0, 1.0);
}
