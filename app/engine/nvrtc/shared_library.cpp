#include "app/engine/nvrtc/shared_library.h"

#if defined(__unix__)
#include <dlfcn.h>
#endif

namespace stridescope::nvrtc {

#if defined(__unix__) && !defined(__EMSCRIPTEN__)

bool SharedLibrary::is_possible() {
    return true;
}

SharedLibrary::SharedLibrary(const std::vector<std::string>& names) {
    for (const std::string& name : names) {
        handle_ = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (handle_ != nullptr) return;
    }
}

void* SharedLibrary::address(const char* name) const {
    return handle_ != nullptr ? dlsym(handle_, name) : nullptr;
}

#else

bool SharedLibrary::is_possible() {
    return false;
}

SharedLibrary::SharedLibrary(const std::vector<std::string>& /*names*/) {}

void* SharedLibrary::address(const char* /*name*/) const {
    return nullptr;
}

#endif

}  // namespace stridescope::nvrtc
