in vec2 v_at;
flat in vec3 v_size;
flat in vec4 v_color;

out vec4 color;

void main() {
    float breadth = v_size.y;
    float slope = 1.0;
    if (v_size.z > 0.5) {
        // The head narrows to its tip; `slope` turns the distance across into that to its side.
        breadth *= clamp(1.0 - v_at.x / max(v_size.x, 0.001), 0.0, 1.0);
        slope = v_size.x / max(length(v_size.xy), 0.001);
    }
    float side = clamp((breadth - abs(v_at.y)) * slope + 0.5, 0.0, 1.0);
    float ends = clamp(v_at.x + 0.5, 0.0, 1.0) * clamp(v_size.x - v_at.x + 0.5, 0.0, 1.0);
    color = vec4(v_color.rgb, v_color.a * side * ends);
}
