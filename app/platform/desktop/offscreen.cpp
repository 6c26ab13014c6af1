#include "app/platform/offscreen.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <glad/gl.h>
#include <stb_image_write.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "app/io/atomic_file.h"
#include "app/io/errors.h"
#include "app/platform/window.h"

namespace stridescope {
namespace {

// The few words of EGL that are needed. The library is opened at run time, so that a machine
// without it still starts.
using EglHandle = void*;
using EglInt = std::int32_t;
constexpr EglInt egl_none = 0x3038, egl_surface_type = 0x3033, egl_pbuffer_bit = 1;
constexpr EglInt egl_renderable_type = 0x3040, egl_opengl_bit = 8, egl_opengl_es3_bit = 0x40;
constexpr EglInt egl_major = 0x3098, egl_minor = 0x30FB;
constexpr EglInt egl_profile = 0x30FD, egl_core_profile = 1;
constexpr unsigned egl_opengl_api = 0x30A2, egl_opengl_es_api = 0x30A0;
constexpr unsigned egl_platform_surfaceless = 0x31DD;

/// GL counts rows from below.
void turn_over(Pixels& pixels) {
    const std::size_t row = static_cast<std::size_t>(pixels.width) * 4;
    auto* const rows = pixels.rgba.data();
    for (std::size_t low = 0, high = static_cast<std::size_t>(pixels.height) - 1; low < high;
         ++low, --high) {
        std::swap_ranges(rows + low * row, rows + (low + 1) * row, rows + high * row);
    }
}

}  // namespace

struct OffscreenContext::Hidden {
    Window window{"StrideScope", 64, 64, false};
};

struct OffscreenContext::Egl {
    void* library = nullptr;
    EglHandle display = nullptr, context = nullptr;
    void* (*get_proc)(const char*) = nullptr;

    template <class Function>
    Function* function(const char* name) const {
        void* address = dlsym(library, name);
        if (address == nullptr && get_proc != nullptr) address = get_proc(name);
        if (address == nullptr) throw RunError(fmt::format("EGL lacks {}", name));
        return reinterpret_cast<Function*>(address);
    }

    explicit Egl(Api api) {
        library = dlopen("libEGL.so.1", RTLD_NOW | RTLD_LOCAL);
        if (library == nullptr) throw RunError("libEGL.so.1 is not installed");
        try {
            open(api);
        } catch (...) {
            close();
            throw;
        }
    }
    ~Egl() { close(); }

    void open(Api api) {
        get_proc = function<void*(const char*)>("eglGetProcAddress");
        const auto get_display =
            function<EglHandle(unsigned, void*, const EglInt*)>("eglGetPlatformDisplayEXT");
        display = get_display(egl_platform_surfaceless, nullptr, nullptr);
        EglInt major = 0, minor = 0;
        if (display == nullptr || function<unsigned(EglHandle, EglInt*, EglInt*)>("eglInitialize")(
                                      display, &major, &minor) == 0) {
            throw RunError("EGL offers no drawing without a display");
        }
        const bool es = api == Api::es30;
        if (function<unsigned(unsigned)>("eglBindAPI")(es ? egl_opengl_es_api : egl_opengl_api) ==
            0) {
            throw RunError("EGL offers no OpenGL");
        }
        const std::array wanted{egl_surface_type, egl_pbuffer_bit, egl_renderable_type,
                                es ? egl_opengl_es3_bit : egl_opengl_bit, egl_none};
        EglHandle config = nullptr;
        EglInt count = 0;
        function<unsigned(EglHandle, const EglInt*, EglHandle*, EglInt, EglInt*)>(
            "eglChooseConfig")(display, wanted.data(), &config, 1, &count);
        const std::array core{egl_major, 3, egl_minor, 3, egl_profile, egl_core_profile, egl_none};
        const std::array es3{egl_major, 3, egl_minor, 0, egl_none};
        context =
            function<EglHandle(EglHandle, EglHandle, EglHandle, const EglInt*)>("eglCreateContext")(
                display, count > 0 ? config : nullptr, nullptr, es ? es3.data() : core.data());
        if (context == nullptr) throw RunError("the graphics driver offers no OpenGL 3.3");
        if (function<unsigned(EglHandle, EglHandle, EglHandle, EglHandle)>("eglMakeCurrent")(
                display, nullptr, nullptr, context) == 0) {
            throw RunError("EGL cannot draw without a surface");
        }
        // The loader's own type for functions is another than dlsym's.
        static auto* address_of = get_proc;
        address_of = get_proc;
        const auto load = [](const char* name) {
            return reinterpret_cast<GLADapiproc>(address_of(name));
        };
        if (gladLoadGL(load) == 0 && !es) throw RunError("the driver offers no OpenGL 3.3");
    }

    void close() {
        if (display != nullptr) {
            using Release = unsigned(EglHandle, EglHandle, EglHandle, EglHandle);
            using Destroy = unsigned(EglHandle, EglHandle);
            using Terminate = unsigned(EglHandle);
            if (auto* release = reinterpret_cast<Release*>(dlsym(library, "eglMakeCurrent"))) {
                release(display, nullptr, nullptr, nullptr);
            }
            auto* destroy = reinterpret_cast<Destroy*>(dlsym(library, "eglDestroyContext"));
            if (destroy != nullptr && context != nullptr) destroy(display, context);
            if (auto* end = reinterpret_cast<Terminate*>(dlsym(library, "eglTerminate"))) {
                end(display);
            }
        }
        // The library stays loaded: drivers keep threads and exit handlers in it.
        display = context = nullptr;
    }
};

OffscreenContext::OffscreenContext(Api api) {
    std::string why_no_window = "no display";
    if (api == Api::gl33 && display_named()) {
        try {
            hidden_ = std::make_unique<Hidden>();
            origin_ = "hidden window";
            return;
        } catch (const RunError& error) {
            why_no_window = error.what();
        }
    }
    try {
        egl_ = std::make_unique<Egl>(api);
        origin_ = "EGL";
    } catch (const RunError& error) {
        throw RunError(
            fmt::format("Nothing can be drawn here: {}, and {}. On Debian, the packages libegl1 "
                        "and libgl1-mesa-dri draw without a graphics card.",
                        why_no_window, error.what()));
    }
}

OffscreenContext::~OffscreenContext() = default;

OffscreenTarget::OffscreenTarget(int width, int height) : width_(width), height_(height) {
    GLint most = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &most);
    if (width < 1 || height < 1 || width > most || height > most) {
        throw RunError(fmt::format(
            "A picture of {} x {} pixels cannot be drawn here: choose 1 to {} for each side.",
            width, height, most));
    }
    glGenTextures(1, &texture_);
    glBindTexture(GL_TEXTURE_2D, texture_);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    glGenFramebuffers(1, &framebuffer_);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture_, 0);
    glViewport(0, 0, width, height);
}

OffscreenTarget::~OffscreenTarget() {
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glDeleteFramebuffers(1, &framebuffer_);
    glDeleteTextures(1, &texture_);
}

Pixels OffscreenTarget::read() const {
    Pixels pixels{width_, height_, {}};
    pixels.rgba.resize(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_) * 4);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, width_, height_, GL_RGBA, GL_UNSIGNED_BYTE, pixels.rgba.data());
    turn_over(pixels);
    return pixels;
}

Pixels read_texture(unsigned texture, int width, int height) {
    Pixels pixels{width, height, {}};
    pixels.rgba.resize(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4);
    glBindTexture(GL_TEXTURE_2D, texture);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels.rgba.data());
    turn_over(pixels);
    return pixels;
}

void write_png(const Pixels& pixels, const std::filesystem::path& path) {
    std::vector<std::uint8_t> rgb;
    rgb.reserve(pixels.rgba.size() / 4 * 3);
    for (std::size_t i = 0; i < pixels.rgba.size(); i += 4) {
        rgb.insert(rgb.end(), pixels.rgba.begin() + static_cast<std::ptrdiff_t>(i),
                   pixels.rgba.begin() + static_cast<std::ptrdiff_t>(i + 3));
    }
    std::vector<std::byte> bytes;
    const auto append = [](void* to, void* data, int size) {
        auto& all = *static_cast<std::vector<std::byte>*>(to);
        const auto* first = static_cast<const std::byte*>(data);
        all.insert(all.end(), first, first + size);
    };
    if (stbi_write_png_to_func(append, &bytes, pixels.width, pixels.height, 3, rgb.data(),
                               pixels.width * 3) == 0) {
        throw RunError("There is not enough memory to write the picture.");
    }
    write_file_atomically(path, bytes);
}

}  // namespace stridescope
