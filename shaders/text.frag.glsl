in vec2 v_uv;
flat in vec4 v_color;

uniform sampler2D u_texture;

out vec4 color;

void main() {
    color = vec4(v_color.rgb, v_color.a * texture(u_texture, v_uv).r);
}
