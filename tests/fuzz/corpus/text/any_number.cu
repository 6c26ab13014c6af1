#include <GL/glut.h>
#include <stdarg.h>
void say(const char* format, ...);
__global__ void k(int* a) {
    a[threadIdx.x] = 1;
}
torch::Tensor k(torch::Tensor t) {
    const int B = 32;
    dim3 b(B, 2);
    k<<<4, b>>>(t.data());
}
void draw() {
    glClear(GL_COLOR_BUFFER_BIT);
    glutPostRedisplay();
}
int main(int argc, char** argv) {
    glutInit(&argc, argv);
    glutCreateWindow("w");
    glutDisplayFunc(draw);
    std::vector v{1, 2};
    auto n{v.size()};
    say("%d %s\n", (int)n, "two");
    int square[n][n] = {{1}};
    glutMainLoop();
}
void say(const char* format, ...) {
    va_list list;
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
}
