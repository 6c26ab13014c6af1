// Straight lines as quads with soft edges, and their arrow heads as one triangle's quad.
layout(location = 0) in vec2 a_from;    // scene units
layout(location = 1) in vec2 a_to;
layout(location = 2) in vec4 a_corner;  // along: 0 or 1; across: -1 or 1; 1: grows with progress;
                                        // 0: plain line, 1: line below a head, 2: the head
layout(location = 3) in float a_width;  // scene units
layout(location = 4) in vec4 a_color;

uniform vec2 u_target;     // size of the picture in pixels
uniform vec4 u_view;  // pixel = scene * zw + xy; widths are times w
uniform float u_progress;  // 0 … 1
uniform vec2 u_head;       // arrow head: length and half its breadth per unit of line width
uniform float u_faintest;  // least share of its opacity that a thin line keeps

out vec2 v_at;             // along from the start, across from the middle; pixels
flat out vec3 v_size;      // length and half breadth in pixels, 1: head
flat out vec4 v_color;

// Pixels count downwards from the upper left corner.
vec2 to_clip(vec2 pixel) {
    return (pixel / u_target * 2.0 - 1.0) * vec2(1.0, -1.0);
}

void main() {
    vec2 from = a_from * u_view.zw + u_view.xy;
    vec2 to = a_to * u_view.zw + u_view.xy;
    if (a_corner.z > 0.5) to = mix(from, to, u_progress);
    vec2 run = to - from;
    float reach = length(run);
    vec2 along = reach > 0.0 ? run / reach : vec2(1.0, 0.0);
    vec2 across = vec2(-along.y, along.x);

    float wanted = a_width * u_view.w;
    float width = max(wanted, 1.0);
    vec2 head = min(u_head * width, vec2(reach, u_head.y * width));
    vec4 faded = a_color;
    // A line thinner than a pixel is drawn one pixel wide and fainter instead.
    faded.a *= clamp(wanted, u_faintest, 1.0);

    float start = 0.0;
    float stop = reach;
    float breadth = width * 0.5;
    if (a_corner.w > 1.5) {
        start = reach - head.x;
        breadth = head.y;
    } else if (a_corner.w > 0.5) {
        stop = reach - head.x * 0.9;
    }
    float at = mix(start - 1.0, stop + 1.0, a_corner.x);
    float aside = a_corner.y * (breadth + 1.0);
    vec2 pixel = from + along * at + across * aside;
    v_at = vec2(at - start, aside);
    v_size = vec3(stop - start, breadth, a_corner.w > 1.5 ? 1.0 : 0.0);
    v_color = reach > 0.0 ? faded : vec4(0.0);
    gl_Position = vec4(to_clip(pixel), 0.0, 1.0);
}
