// A library that is loaded while the program runs, if it is there.
#pragma once

#include <string>
#include <vector>

namespace stridescope::nvrtc {

class SharedLibrary {
  public:
    SharedLibrary() = default;
    /// The first of these that can be loaded.
    explicit SharedLibrary(const std::vector<std::string>& names);
    SharedLibrary(const SharedLibrary&) = delete;
    SharedLibrary& operator=(const SharedLibrary&) = delete;

    bool is_loaded() const { return handle_ != nullptr; }
    /// Whether the platform can load any: a page in a browser cannot.
    static bool is_possible();
    /// Puts the function of that name into `to`. False: there is none.
    template <class Function>
    bool find(const char* name, Function*& to) const {
        to = reinterpret_cast<Function*>(address(name));
        return to != nullptr;
    }

  private:
    void* address(const char* name) const;
    void* handle_ = nullptr;  ///< kept until the program ends: drivers do not like to be unloaded
};

}  // namespace stridescope::nvrtc
