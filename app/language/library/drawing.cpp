// GLUT and OpenGL, as programs use them that show an image which a kernel has made: what is drawn
// goes nowhere. The loop of a window goes round once, as if the person had closed it then. Buffers
// that CUDA maps are memory of the device.
#include "app/language/library/parts.h"

namespace stridescope::language {
namespace {

constexpr std::string_view gl = R"(
#ifndef __SS_GL
#define __SS_GL
#define GL_VERSION_1_1 1
#define GL_VENDOR 0x1F00
#define GL_RENDERER 0x1F01
#define GL_VERSION 0x1F02
typedef unsigned GLenum;
typedef unsigned GLbitfield;
typedef unsigned GLuint;
typedef int GLint;
typedef int GLsizei;
typedef unsigned char GLboolean;
typedef signed char GLbyte;
typedef unsigned char GLubyte;
typedef short GLshort;
typedef unsigned short GLushort;
typedef float GLfloat;
typedef float GLclampf;
typedef double GLdouble;
typedef double GLclampd;
typedef void GLvoid;
typedef char GLchar;
typedef long GLsizeiptr;
typedef long GLintptr;
typedef unsigned long long GLuint64;
#define GL_FALSE 0
#define GL_TRUE 1
#define GL_NO_ERROR 0
#define GL_INVALID_ENUM 0x0500
#define GL_INVALID_VALUE 0x0501
#define GL_INVALID_OPERATION 0x0502
#define GL_STACK_OVERFLOW 0x0503
#define GL_STACK_UNDERFLOW 0x0504
#define GL_OUT_OF_MEMORY 0x0505
#define GL_POINTS 0
#define GL_LINES 1
#define GL_LINE_LOOP 2
#define GL_LINE_STRIP 3
#define GL_TRIANGLES 4
#define GL_TRIANGLE_STRIP 5
#define GL_TRIANGLE_FAN 6
#define GL_QUADS 7
#define GL_QUAD_STRIP 8
#define GL_POLYGON 9
#define GL_DEPTH_BUFFER_BIT 0x0100
#define GL_STENCIL_BUFFER_BIT 0x0400
#define GL_COLOR_BUFFER_BIT 0x4000
#define GL_LESS 0x0201
#define GL_LEQUAL 0x0203
#define GL_ZERO 0
#define GL_ONE 1
#define GL_SRC_ALPHA 0x0302
#define GL_ONE_MINUS_SRC_ALPHA 0x0303
#define GL_FRONT 0x0404
#define GL_BACK 0x0405
#define GL_FRONT_AND_BACK 0x0408
#define GL_POINT_SMOOTH 0x0B10
#define GL_LINE_SMOOTH 0x0B20
#define GL_CULL_FACE 0x0B44
#define GL_LIGHTING 0x0B50
#define GL_DEPTH_TEST 0x0B71
#define GL_BLEND 0x0BE2
#define GL_UNPACK_ROW_LENGTH 0x0CF2
#define GL_UNPACK_ALIGNMENT 0x0CF5
#define GL_PACK_ALIGNMENT 0x0D05
#define GL_TEXTURE_1D 0x0DE0
#define GL_TEXTURE_2D 0x0DE1
#define GL_BYTE 0x1400
#define GL_UNSIGNED_BYTE 0x1401
#define GL_SHORT 0x1402
#define GL_UNSIGNED_SHORT 0x1403
#define GL_INT 0x1404
#define GL_UNSIGNED_INT 0x1405
#define GL_FLOAT 0x1406
#define GL_DOUBLE 0x140A
#define GL_MODELVIEW 0x1700
#define GL_PROJECTION 0x1701
#define GL_TEXTURE 0x1702
#define GL_RED 0x1903
#define GL_GREEN 0x1904
#define GL_BLUE 0x1905
#define GL_ALPHA 0x1906
#define GL_RGB 0x1907
#define GL_RGBA 0x1908
#define GL_LUMINANCE 0x1909
#define GL_LUMINANCE8 0x8040
#define GL_BGR 0x80E0
#define GL_BGRA 0x80E1
#define GL_POINT 0x1B00
#define GL_LINE 0x1B01
#define GL_FILL 0x1B02
#define GL_FLAT 0x1D00
#define GL_SMOOTH 0x1D01
#define GL_MODULATE 0x2100
#define GL_DECAL 0x2101
#define GL_REPLACE 0x1E01
#define GL_TEXTURE_ENV_MODE 0x2200
#define GL_TEXTURE_ENV 0x2300
#define GL_NEAREST 0x2600
#define GL_LINEAR 0x2601
#define GL_TEXTURE_MAG_FILTER 0x2800
#define GL_TEXTURE_MIN_FILTER 0x2801
#define GL_TEXTURE_WRAP_S 0x2802
#define GL_TEXTURE_WRAP_T 0x2803
#define GL_CLAMP 0x2900
#define GL_REPEAT 0x2901
#define GL_CLAMP_TO_EDGE 0x812F
#define GL_RGB8 0x8051
#define GL_RGBA8 0x8058
#define GL_RGBA32F 0x8814
#define GL_RGBA32F_ARB 0x8814
#define GL_VERTEX_ARRAY 0x8074
#define GL_NORMAL_ARRAY 0x8075
#define GL_COLOR_ARRAY 0x8076
#define GL_TEXTURE_COORD_ARRAY 0x8078
#define GL_BUFFER_SIZE 0x8764
#define GL_ARRAY_BUFFER 0x8892
#define GL_ARRAY_BUFFER_ARB 0x8892
#define GL_ELEMENT_ARRAY_BUFFER 0x8893
#define GL_ELEMENT_ARRAY_BUFFER_ARB 0x8893
#define GL_READ_ONLY 0x88B8
#define GL_WRITE_ONLY 0x88B9
#define GL_READ_WRITE 0x88BA
#define GL_STREAM_DRAW 0x88E0
#define GL_STREAM_DRAW_ARB 0x88E0
#define GL_STREAM_COPY 0x88E2
#define GL_STATIC_DRAW 0x88E4
#define GL_STATIC_DRAW_ARB 0x88E4
#define GL_DYNAMIC_DRAW 0x88E8
#define GL_DYNAMIC_DRAW_ARB 0x88E8
#define GL_DYNAMIC_COPY 0x88EA
#define GL_PIXEL_PACK_BUFFER 0x88EB
#define GL_PIXEL_PACK_BUFFER_ARB 0x88EB
#define GL_PIXEL_UNPACK_BUFFER 0x88EC
#define GL_PIXEL_UNPACK_BUFFER_ARB 0x88EC
#define GLUT_RGB 0
#define GLUT_RGBA 0
#define GLUT_INDEX 1
#define GLUT_SINGLE 0
#define GLUT_DOUBLE 2
#define GLUT_ALPHA 8
#define GLUT_DEPTH 16
#define GLUT_STENCIL 32
#define GLUT_MULTISAMPLE 128
#define GLUT_LEFT_BUTTON 0
#define GLUT_MIDDLE_BUTTON 1
#define GLUT_RIGHT_BUTTON 2
#define GLUT_DOWN 0
#define GLUT_UP 1
#define GLUT_KEY_LEFT 100
#define GLUT_KEY_UP 101
#define GLUT_KEY_RIGHT 102
#define GLUT_KEY_DOWN 103
#define GLUT_WINDOW_WIDTH 102
#define GLUT_WINDOW_HEIGHT 103
#define GLUT_ELAPSED_TIME 700
#define GLUT_ACTIVE_SHIFT 1
#define GLUT_ACTIVE_CTRL 2
#define GLUT_ACTIVE_ALT 4
#define GLUT_ACTION_ON_WINDOW_CLOSE 0x01F9
#define GLUT_ACTION_EXIT 0
#define GLUT_ACTION_GLUTMAINLOOP_RETURNS 1
#define GLUT_ACTION_CONTINUE_EXECUTION 2
#define GLEW_OK 0
typedef void (*PFNGLBINDBUFFERARBPROC)(unsigned, unsigned);
typedef void (*PFNGLBINDBUFFERPROC)(unsigned, unsigned);
typedef void (*PFNGLDELETEBUFFERSARBPROC)(int, const unsigned *);
typedef void (*PFNGLDELETEBUFFERSPROC)(int, const unsigned *);
typedef void (*PFNGLGENBUFFERSARBPROC)(int, unsigned *);
typedef void (*PFNGLGENBUFFERSPROC)(int, unsigned *);
typedef void (*PFNGLBUFFERDATAARBPROC)(unsigned, long, const void *, unsigned);
typedef void (*PFNGLBUFFERDATAPROC)(unsigned, long, const void *, unsigned);
#endif
)";

}  // namespace

bool is_drawing_header(std::string_view name) {
    for (const std::string_view folder : {"GL/", "GLUT/", "OpenGL/"}) {
        const std::size_t at = name.rfind(folder);
        if (at != std::string_view::npos && (at == 0 || name[at - 1] == '/')) return true;
    }
    return name == "cuda_gl_interop.h" || name == "glut.h" || name == "freeglut.h" ||
           name == "glew.h";
}

std::string_view drawing_header() {
    return gl;
}

std::span<const LibraryPart> drawing_parts() {
    static constexpr LibraryPart parts[] = {
        // --- Windows ---
        {"__glut", R"(
struct __glut_state {
    void (*display)();
    void (*idle)();
    void (*reshape)(int, int);
    void (*timer)(int);
    void (*closed)();
    int value, width, height, windows;
    bool is_due, returns;
};
__glut_state __glut = {nullptr, nullptr, nullptr, nullptr, nullptr, 0, 300, 300, 0, false, false};
)"},
        {"glutInit", "void glutInit(int *argc, char **argv) {}"},
        {"glutInitDisplayMode", "void glutInitDisplayMode(unsigned mode) {}"},
        {"glutInitWindowPosition", "void glutInitWindowPosition(int x, int y) {}"},
        {"glutInitContextVersion", "void glutInitContextVersion(int major, int minor) {}"},
        {"glutInitContextProfile", "void glutInitContextProfile(int profile) {}"},
        {"glutInitWindowSize", R"(
void glutInitWindowSize(int width, int height) {
    __glut.width = width;
    __glut.height = height;
}
)"},
        {"glutReshapeWindow", R"(
void glutReshapeWindow(int width, int height) {
    __glut.width = width;
    __glut.height = height;
}
)"},
        {"glutCreateWindow", R"(
int glutCreateWindow(const char *name) {
    __window(name);
    return ++__glut.windows;
}
)"},
        {"glutSetWindow", "void glutSetWindow(int window) {}"},
        {"glutGetWindow", "int glutGetWindow() { return __glut.windows; }"},
        {"glutDestroyWindow", "void glutDestroyWindow(int window) {}"},
        {"glutSetWindowTitle", "void glutSetWindowTitle(const char *name) {}"},
        {"glutFullScreen", "void glutFullScreen() {}"},
        {"glutSetCursor", "void glutSetCursor(int cursor) {}"},
        {"glutDisplayFunc", "void glutDisplayFunc(void (*f)()) { __glut.display = f; }"},
        {"glutIdleFunc", "void glutIdleFunc(void (*f)()) { __glut.idle = f; }"},
        {"glutReshapeFunc", "void glutReshapeFunc(void (*f)(int, int)) { __glut.reshape = f; }"},
        {"glutTimerFunc", R"(
void glutTimerFunc(unsigned milliseconds, void (*f)(int), int value) {
    __glut.timer = f;
    __glut.value = value;
}
)"},
        {"glutCloseFunc", "void glutCloseFunc(void (*f)()) { __glut.closed = f; }"},
        {"glutWMCloseFunc", "void glutWMCloseFunc(void (*f)()) { __glut.closed = f; }"},
        // Nobody presses anything.
        {"glutKeyboardFunc", "void glutKeyboardFunc(void (*f)(unsigned char, int, int)) {}"},
        {"glutKeyboardUpFunc", "void glutKeyboardUpFunc(void (*f)(unsigned char, int, int)) {}"},
        {"glutSpecialFunc", "void glutSpecialFunc(void (*f)(int, int, int)) {}"},
        {"glutSpecialUpFunc", "void glutSpecialUpFunc(void (*f)(int, int, int)) {}"},
        {"glutMouseFunc", "void glutMouseFunc(void (*f)(int, int, int, int)) {}"},
        {"glutMouseWheelFunc", "void glutMouseWheelFunc(void (*f)(int, int, int, int)) {}"},
        {"glutMotionFunc", "void glutMotionFunc(void (*f)(int, int)) {}"},
        {"glutPassiveMotionFunc", "void glutPassiveMotionFunc(void (*f)(int, int)) {}"},
        {"glutCreateMenu", "int glutCreateMenu(void (*f)(int)) { return 1; }"},
        {"glutAddMenuEntry", "void glutAddMenuEntry(const char *name, int value) {}"},
        {"glutAttachMenu", "void glutAttachMenu(int button) {}"},
        {"glutGetModifiers", "int glutGetModifiers() { return 0; }"},
        {"glutPostRedisplay", "void glutPostRedisplay() { __glut.is_due = true; }"},
        {"glutSwapBuffers", "void glutSwapBuffers() {}"},
        {"glutReportErrors", "void glutReportErrors() {}"},
        {"glutLeaveMainLoop", "void glutLeaveMainLoop() {}"},
        {"glutSetOption", R"(
void glutSetOption(unsigned option, int value) {
    if (option == 0x01F9) __glut.returns = value != 0;
}
)"},
        {"glutGet", R"(
int glutGet(unsigned what) {
    if (what == 102) return __glut.width;
    if (what == 103) return __glut.height;
    if (what == 700) return (int)(__now() * 1000);
    return 0;
}
)"},
        // Once round: a picture, what is done when nothing else is, and the picture of that.
        {"glutMainLoopEvent", R"(
void glutMainLoopEvent() {
    __glut.is_due = false;
    if (__glut.timer) {
        void (*due)(int) = __glut.timer;
        __glut.timer = nullptr;
        due(__glut.value);
    }
    if (__glut.idle) __glut.idle();
    if (__glut.is_due && __glut.display) __glut.display();
}
)"},
        {"glutMainLoop", R"(
void glutMainLoop() {
    if (__glut.reshape) __glut.reshape(__glut.width, __glut.height);
    if (__glut.display) __glut.display();
    glutMainLoopEvent();
    if (__glut.closed) __glut.closed();
    if (!__glut.returns) exit(0);
}
)"},

        // --- What is drawn ---
        {"glewInit", "unsigned glewInit() { return 0; }"},
        {"glewIsSupported", "unsigned char glewIsSupported(const char *names) { return 1; }"},
        {"__gl_wrong", "unsigned __gl_wrong = 0;"},
        {"glGetError", R"(
unsigned glGetError() {
    unsigned last = __gl_wrong;
    __gl_wrong = 0;
    return last;
}
)"},
        {"glGetString", R"(
const unsigned char *glGetString(unsigned what) {
    return (const unsigned char *)(what == 0x1F02 ? "4.6.0, of which nothing is drawn" : "StrideScope");
}
)"},
        {"glFlush", "void glFlush() {}"},
        {"glFinish", "void glFinish() {}"},
        {"glClear", "void glClear(unsigned what) {}"},
        {"glClearColor", "void glClearColor(float r, float g, float b, float a) {}"},
        {"glClearDepth", "void glClearDepth(double depth) {}"},
        {"glViewport", "void glViewport(int x, int y, int width, int height) {}"},
        {"glMatrixMode", "void glMatrixMode(unsigned mode) {}"},
        {"glLoadIdentity", "void glLoadIdentity() {}"},
        {"glPushMatrix", "void glPushMatrix() {}"},
        {"glPopMatrix", "void glPopMatrix() {}"},
        {"glOrtho", "void glOrtho(double l, double r, double b, double t, double n, double f) {}"},
        {"gluOrtho2D", "void gluOrtho2D(double l, double r, double b, double t) {}"},
        {"gluPerspective",
         "void gluPerspective(double angle, double aspect, double n, double f) {}"},
        {"gluLookAt", R"(
void gluLookAt(double ex, double ey, double ez, double cx, double cy, double cz, double ux, double uy, double uz) {}
)"},
        {"glFrustum",
         "void glFrustum(double l, double r, double b, double t, double n, double f) {}"},
        {"glRotatef", "void glRotatef(float angle, float x, float y, float z) {}"},
        {"glTranslatef", "void glTranslatef(float x, float y, float z) {}"},
        {"glScalef", "void glScalef(float x, float y, float z) {}"},
        {"glEnable", "void glEnable(unsigned what) {}"},
        {"glDisable", "void glDisable(unsigned what) {}"},
        {"glBlendFunc", "void glBlendFunc(unsigned from, unsigned to) {}"},
        {"glDepthFunc", "void glDepthFunc(unsigned how) {}"},
        {"glDepthMask", "void glDepthMask(unsigned char is_on) {}"},
        {"glShadeModel", "void glShadeModel(unsigned how) {}"},
        {"glPolygonMode", "void glPolygonMode(unsigned face, unsigned how) {}"},
        {"glPointSize", "void glPointSize(float size) {}"},
        {"glLineWidth", "void glLineWidth(float width) {}"},
        {"glPixelStorei", "void glPixelStorei(unsigned what, int value) {}"},
        {"glPixelZoom", "void glPixelZoom(float x, float y) {}"},
        {"glRasterPos2i", "void glRasterPos2i(int x, int y) {}"},
        {"glRasterPos2f", "void glRasterPos2f(float x, float y) {}"},
        {"glDrawPixels", R"(
void glDrawPixels(int width, int height, unsigned format, unsigned type, const void *pixels) {}
)"},
        {"glBegin", "void glBegin(unsigned what) {}"},
        {"glEnd", "void glEnd() {}"},
        {"glVertex2f", "void glVertex2f(float x, float y) {}"},
        {"glVertex2d", "void glVertex2d(double x, double y) {}"},
        {"glVertex2i", "void glVertex2i(int x, int y) {}"},
        {"glVertex3f", "void glVertex3f(float x, float y, float z) {}"},
        {"glVertex3d", "void glVertex3d(double x, double y, double z) {}"},
        {"glColor3f", "void glColor3f(float r, float g, float b) {}"},
        {"glColor3d", "void glColor3d(double r, double g, double b) {}"},
        {"glColor3ub", "void glColor3ub(unsigned char r, unsigned char g, unsigned char b) {}"},
        {"glColor4f", "void glColor4f(float r, float g, float b, float a) {}"},
        {"glTexCoord2f", "void glTexCoord2f(float s, float t) {}"},
        {"glTexCoord2d", "void glTexCoord2d(double s, double t) {}"},
        {"glTexCoord2i", "void glTexCoord2i(int s, int t) {}"},
        {"glRectf", "void glRectf(float x, float y, float z, float w) {}"},
        {"glTexParameteri", "void glTexParameteri(unsigned target, unsigned what, int value) {}"},
        {"glTexParameterf", "void glTexParameterf(unsigned target, unsigned what, float value) {}"},
        {"glTexEnvf", "void glTexEnvf(unsigned target, unsigned what, float value) {}"},
        {"glTexEnvi", "void glTexEnvi(unsigned target, unsigned what, int value) {}"},
        {"glGenTextures", R"(
void glGenTextures(int count, unsigned *names) {
    for (int i = 0; i < count; ++i) names[i] = ++__gl.textures;
}
)"},
        {"glBindTexture", "void glBindTexture(unsigned target, unsigned name) {}"},
        {"glDeleteTextures", "void glDeleteTextures(int count, const unsigned *names) {}"},
        {"glTexImage2D", R"(
void glTexImage2D(unsigned target, int level, int inside, int width, int height, int border,
                  unsigned format, unsigned type, const void *pixels) {}
)"},
        {"glTexSubImage2D", R"(
void glTexSubImage2D(unsigned target, int level, int x, int y, int width, int height,
                     unsigned format, unsigned type, const void *pixels) {}
)"},
        {"glEnableClientState", "void glEnableClientState(unsigned what) {}"},
        {"glDisableClientState", "void glDisableClientState(unsigned what) {}"},
        {"glVertexPointer", R"(
void glVertexPointer(int size, unsigned type, int stride, const void *from) {}
)"},
        {"glColorPointer",
         "void glColorPointer(int size, unsigned type, int stride, const void *from) {}"},
        {"glDrawArrays", "void glDrawArrays(unsigned what, int first, int count) {}"},

        // --- Buffers ---
        {"__gl", R"(
struct __gl_buffer {
    void *memory;
    size_t bytes;
};
struct __gl_state {
    __gl_buffer buffers[256];
    unsigned made, textures, array, elements, pack, unpack;
};
__gl_state __gl;
)"},
        {"__gl_bound", R"(
unsigned *__gl_bound(unsigned target) {
    switch (target) {
        case 0x8892: return &__gl.array;
        case 0x8893: return &__gl.elements;
        case 0x88EB: return &__gl.pack;
        case 0x88EC: return &__gl.unpack;
    }
    __stuck("OpenGL knows buffers of vertices, of elements and of pixels here, and no others");
    return &__gl.array;
}
)"},
        {"__gl_gen_buffers", R"(
void __gl_gen_buffers(int count, unsigned *names) {
    for (int i = 0; i < count; ++i) {
        if (__gl.made >= 255) __stuck("these are more than 255 buffers of OpenGL");
        names[i] = ++__gl.made;
    }
}
)"},
        {"__gl_bind_buffer", R"(
void __gl_bind_buffer(unsigned target, unsigned name) {
    // What is no target, as the 1 of NVIDIA's simpleGL, is an error and nothing else.
    if (target >= 0x8000) *__gl_bound(target) = name;
    else if (__gl_wrong == 0) __gl_wrong = 0x0500;
}
)"},
        {"__gl_buffer_data", R"(
void __gl_buffer_data(unsigned target, long bytes, const void *data, unsigned usage) {
    unsigned name = *__gl_bound(target);
    if (name == 0 || name > __gl.made) return;
    if (__gl.buffers[name].memory) cudaFree(__gl.buffers[name].memory);
    __gl.buffers[name].bytes = bytes;
    cudaMalloc(&__gl.buffers[name].memory, bytes);
    if (data) cudaMemcpy(__gl.buffers[name].memory, data, bytes, cudaMemcpyHostToDevice);
}
)"},
        {"__gl_delete_buffers", R"(
void __gl_delete_buffers(int count, const unsigned *names) {
    for (int i = 0; i < count; ++i) {
        unsigned name = names[i];
        if (name == 0 || name > __gl.made || !__gl.buffers[name].memory) continue;
        cudaFree(__gl.buffers[name].memory);
        __gl.buffers[name].memory = nullptr;
        __gl.buffers[name].bytes = 0;
    }
}
)"},
        {"glGenBuffers",
         "void glGenBuffers(int count, unsigned *names) { __gl_gen_buffers(count, names); }"},
        {"glBindBuffer",
         "void glBindBuffer(unsigned target, unsigned name) { __gl_bind_buffer(target, name); }"},
        {"glBufferData", R"(
void glBufferData(unsigned target, long bytes, const void *data, unsigned usage) {
    __gl_buffer_data(target, bytes, data, usage);
}
)"},
        {"glDeleteBuffers", R"(
void glDeleteBuffers(int count, const unsigned *names) { __gl_delete_buffers(count, names); }
)"},
        {"glBufferSubData", R"(
void glBufferSubData(unsigned target, long at, long bytes, const void *data) {
    unsigned name = *__gl_bound(target);
    if (name == 0 || name > __gl.made) return;
    cudaMemcpy((char *)__gl.buffers[name].memory + at, data, bytes, cudaMemcpyHostToDevice);
}
)"},
        {"glGetBufferParameteriv", R"(
void glGetBufferParameteriv(unsigned target, unsigned what, int *value) {
    unsigned name = *__gl_bound(target);
    if (what == 0x8764) *value = name > 0 && name <= __gl.made ? (int)__gl.buffers[name].bytes : 0;
}
)"},
        {"__GLXextFuncPtr", "typedef void (*__GLXextFuncPtr)();", true},
        {"glXGetProcAddress", R"(
__GLXextFuncPtr glXGetProcAddress(const unsigned char *function) {
    const char *name = (const char *)function;
    if (strcmp(name, "glGenBuffers") == 0) return (__GLXextFuncPtr)__gl_gen_buffers;
    if (strcmp(name, "glBindBuffer") == 0) return (__GLXextFuncPtr)__gl_bind_buffer;
    if (strcmp(name, "glBufferData") == 0) return (__GLXextFuncPtr)__gl_buffer_data;
    if (strcmp(name, "glDeleteBuffers") == 0) return (__GLXextFuncPtr)__gl_delete_buffers;
    return nullptr;
}
)"},

        // --- <cuda_gl_interop.h> ---
        {"cudaGraphicsResource", "struct cudaGraphicsResource { unsigned buffer; };", true},
        {"cudaGraphicsResource_t", "typedef cudaGraphicsResource *cudaGraphicsResource_t;", true},
        {"cudaGraphicsRegisterFlagsNone", "const unsigned cudaGraphicsRegisterFlagsNone = 0;"},
        {"cudaGraphicsRegisterFlagsReadOnly",
         "const unsigned cudaGraphicsRegisterFlagsReadOnly = 1;"},
        {"cudaGraphicsRegisterFlagsWriteDiscard",
         "const unsigned cudaGraphicsRegisterFlagsWriteDiscard = 2;"},
        {"cudaGraphicsMapFlagsNone", "const unsigned cudaGraphicsMapFlagsNone = 0;"},
        {"cudaGraphicsMapFlagsReadOnly", "const unsigned cudaGraphicsMapFlagsReadOnly = 1;"},
        {"cudaGraphicsMapFlagsWriteDiscard",
         "const unsigned cudaGraphicsMapFlagsWriteDiscard = 2;"},
        {"cudaGLSetGLDevice",
         "int cudaGLSetGLDevice(int device) { return cudaSetDevice(device); }"},
        {"cudaGraphicsGLRegisterBuffer", R"(
int cudaGraphicsGLRegisterBuffer(cudaGraphicsResource **resource, unsigned buffer, unsigned flags) {
    if (buffer == 0 || buffer > __gl.made || !__gl.buffers[buffer].memory) return cudaErrorInvalidValue;
    *resource = new cudaGraphicsResource;
    (*resource)->buffer = buffer;
    return cudaSuccess;
}
)"},
        {"cudaGraphicsUnregisterResource", R"(
int cudaGraphicsUnregisterResource(cudaGraphicsResource *resource) {
    delete resource;
    return cudaSuccess;
}
)"},
        {"cudaGraphicsResourceSetMapFlags", R"(
int cudaGraphicsResourceSetMapFlags(cudaGraphicsResource *resource, unsigned flags) { return cudaSuccess; }
)"},
        {"cudaGraphicsMapResources", R"(
int cudaGraphicsMapResources(int count, cudaGraphicsResource **resources, cudaStream_t stream = 0) {
    return cudaSuccess;
}
)"},
        {"cudaGraphicsUnmapResources", R"(
int cudaGraphicsUnmapResources(int count, cudaGraphicsResource **resources, cudaStream_t stream = 0) {
    return cudaSuccess;
}
)"},
        {"cudaGraphicsResourceGetMappedPointer", R"(
int cudaGraphicsResourceGetMappedPointer(void **pointer, size_t *bytes, cudaGraphicsResource *resource) {
    *pointer = __gl.buffers[resource->buffer].memory;
    *bytes = __gl.buffers[resource->buffer].bytes;
    return cudaSuccess;
}
)"},
        {"cudaGLRegisterBufferObject",
         "int cudaGLRegisterBufferObject(unsigned buffer) { return cudaSuccess; }"},
        {"cudaGLUnregisterBufferObject",
         "int cudaGLUnregisterBufferObject(unsigned buffer) { return cudaSuccess; }"},
        {"cudaGLMapBufferObject", R"(
int cudaGLMapBufferObject(void **pointer, unsigned buffer) {
    if (buffer == 0 || buffer > __gl.made || !__gl.buffers[buffer].memory) return cudaErrorInvalidValue;
    *pointer = __gl.buffers[buffer].memory;
    return cudaSuccess;
}
)"},
        {"cudaGLUnmapBufferObject",
         "int cudaGLUnmapBufferObject(unsigned buffer) { return cudaSuccess; }"},
    };  // namespace stridescope::language
    return parts;
}

}  // namespace stridescope::language
