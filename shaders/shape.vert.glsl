// Rectangles: plain, bordered, rounded up to a circle, hatched. Four vertices each.
layout(location = 0) in vec2 a_center;   // scene units
layout(location = 1) in vec2 a_half;     // half the size, scene units
layout(location = 2) in vec4 a_corner;   // -1 or 1 each way; 1: hatched; unused
layout(location = 3) in vec2 a_style;    // corner radius, border width; scene units
layout(location = 4) in vec4 a_fill;
layout(location = 5) in vec4 a_border;

uniform vec2 u_target;   // size of the picture in pixels
uniform vec4 u_view;  // pixel = scene * zw + xy; widths are times w

out vec2 v_local;        // from the middle, pixels
flat out vec2 v_half;    // pixels
flat out vec3 v_style;   // pixels
flat out vec4 v_fill;
flat out vec4 v_border;

// Pixels count downwards from the upper left corner.
vec2 to_clip(vec2 pixel) {
    return (pixel / u_target * 2.0 - 1.0) * vec2(1.0, -1.0);
}

void main() {
    vec2 low = (a_center - a_half) * u_view.zw + u_view.xy;
    vec2 high = (a_center + a_half) * u_view.zw + u_view.xy;
    if (a_style.x <= 0.0) {
        // Sharp corners sit on whole pixels: neighbours meet without a seam, nothing blurs away.
        low = floor(low + 0.5);
        high = max(floor(high + 0.5), low + 1.0);
    } else if (high.x - low.x < 2.0) {
        // A circle smaller than two pixels would fade into the background.
        vec2 middle = (low + high) * 0.5;
        low = middle - 1.0;
        high = middle + 1.0;
    }
    vec2 half_size = (high - low) * 0.5;
    float grow = a_style.x <= 0.0 ? 0.0 : 1.0;  // room for the soft edge
    v_local = a_corner.xy * (half_size + grow);
    v_half = half_size;
    v_style = vec3(min(a_style.x * u_view.w, min(half_size.x, half_size.y)),
                   a_style.y > 0.0 ? max(a_style.y * u_view.w, 1.0) : 0.0,
                   a_corner.z > 0.5 ? max(u_view.w, 0.5) : 0.0);
    v_fill = a_fill;
    v_border = a_border;
    vec2 pixel = (low + high) * 0.5 + v_local;
    gl_Position = vec4(to_clip(pixel), 0.0, 1.0);
}
