in vec2 v_local;
flat in vec2 v_half;
flat in vec3 v_style;
flat in vec4 v_fill;
flat in vec4 v_border;

uniform float u_hatch_period;  // scene units

out vec4 color;

// Distance to the edge of a box with rounded corners, negative inside.
float edge_distance(vec2 point, vec2 half_size, float radius) {
    vec2 q = abs(point) - half_size + radius;
    return length(max(q, 0.0)) + min(max(q.x, q.y), 0.0) - radius;
}

vec4 over(vec4 top, vec4 bottom) {
    float alpha = top.a + bottom.a * (1.0 - top.a);
    vec3 mixed = top.rgb * top.a + bottom.rgb * bottom.a * (1.0 - top.a);
    return vec4(alpha > 0.0 ? mixed / alpha : vec3(0.0), alpha);
}

void main() {
    bool sharp = v_style.x <= 0.0;
    float edge = edge_distance(v_local, v_half, v_style.x);
    vec4 paint = v_fill;
    if (v_style.z > 0.0) {
        // Diagonals one scene unit thick, measured from the box's own corner.
        float period = u_hatch_period * v_style.z;
        vec2 at = v_local + v_half;
        float along = mod(at.x + at.y, period);
        float from_line = abs(along - period * 0.5) * 0.7071;
        float line = clamp(0.5 * max(v_style.z, 1.0) + 0.5 - from_line, 0.0, 1.0);
        paint = over(vec4(v_border.rgb, v_border.a * line), paint);
    }
    if (v_style.y > 0.0) {
        float border = clamp(edge + v_style.y + 0.5, 0.0, 1.0);
        paint = over(vec4(v_border.rgb, v_border.a * border), paint);
    }
    float inside = sharp ? 1.0 : clamp(0.5 - edge, 0.0, 1.0);
    color = vec4(paint.rgb, paint.a * inside);
}
