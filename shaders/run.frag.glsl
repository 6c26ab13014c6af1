in float v_aside;
flat in vec4 v_run;
flat in vec4 v_color;

out vec4 color;

void main() {
    float gap = v_run.x;
    float last = v_run.y;
    float width = v_run.z;
    float slant = v_run.w;
    float nearest = clamp(floor(v_aside / gap + 0.5), 0.0, last);
    float away = abs(v_aside - nearest * gap) * slant;
    float single = clamp(width * 0.5 - away + 0.5, 0.0, 1.0) * v_color.a;
    // Lines so close that several share a pixel cover it as far as their opacities together do;
    // drawn by the nearest alone they would flicker. Something always shines through.
    float apart = gap * slant;
    float inside = clamp((min(v_aside, last * gap - v_aside) + gap) * slant + 0.5, 0.0, 1.0);
    float together = min(1.0 - pow(1.0 - min(v_color.a, 0.99), width / max(apart, 0.01)), 0.8);
    color = vec4(v_color.rgb, mix(together * inside, single, smoothstep(1.5, 3.0, apart)));
}
