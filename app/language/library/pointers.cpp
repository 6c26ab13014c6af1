// Of <memory>: pointers that own what they point to.
#include "app/language/library/parts.h"

namespace stridescope::language {

std::span<const LibraryPart> pointer_parts() {
    static constexpr LibraryPart parts[] = {
        // Whether a pointer has something to do when it ends: not for what nobody sees end.
        {"default_delete", R"(
template <typename T> struct default_delete {
    void operator()(T *p) const { delete p; }
};
template <typename T> struct default_delete<T[]> {
    void operator()(T *p) const { delete[] p; }
};
)",
         true},
        {"__ending", "struct __ending { ~__ending() {} };", true},
        {"__ended_by", R"(
template <typename T, typename D> struct __ended_by { typedef __ending type; };
template <typename T> struct __ended_by<T, int> { typedef T type; };
)",
         true},
        // D is int where nobody says how it is ended.
        {"unique_ptr", R"(
template <typename T, typename D = int> struct unique_ptr {
    T *__p;
    D __by;
    typedef T *pointer;
    typedef T element_type;
    unique_ptr() : __p(0) {}
    unique_ptr(T *p) : __p(p) { __refuse_destructor(T, unique_ptr); }
    unique_ptr(T *p, const D &by) : __p(p), __by(by) {}
    unique_ptr(const unique_ptr &) = delete;
    unique_ptr(unique_ptr &&from) : __p(from.__p), __by(from.__by) { from.__p = 0; }
    typedef unique_ptr __takes;
    template <typename U> unique_ptr(unique_ptr<U> &&from) : __p(from.__p) { from.__p = 0; }
    __if_ends(typename __ended_by<T, D>::type) ~unique_ptr() { reset(); }
    __if_ends(typename __ended_by<T, D>::type) unique_ptr &operator=(unique_ptr &&from) {
        reset(from.release());
        __by = from.__by;
        return *this;
    }
    D &get_deleter() { return __by; }
    T *get() const { return __p; }
    T *release() {
        T *p = __p;
        __p = 0;
        return p;
    }
    void reset(T *p = 0) {
        T *old = __p;
        __p = p;
        if constexpr (!is_same<D, int>::value) {
            if (old) __by(old);
        } else if constexpr (__ends(T)) {
            delete old;
        }
    }
    void swap(unique_ptr &other) {
        T *p = __p;
        __p = other.__p;
        other.__p = p;
    }
    T &operator*() const { return *__p; }
    T *operator->() const { return __p; }
    operator bool() const { return __p != 0; }
    bool operator!() const { return __p == 0; }
    bool operator==(const unique_ptr &o) const { return __p == o.__p; }
    bool operator!=(const unique_ptr &o) const { return __p != o.__p; }
    bool operator<(const unique_ptr &o) const { return __p < o.__p; }
    bool operator==(const void *o) const { return __p == o; }
    bool operator!=(const void *o) const { return __p != o; }
};
template <typename T> struct unique_ptr<T[], int> {
    T *__p;
    typedef T *pointer;
    typedef T element_type;
    unique_ptr() { __p = 0; }
    unique_ptr(T *p) { __p = p; __refuse_destructor(T, unique_ptr); }
    unique_ptr(const unique_ptr &) = delete;
    unique_ptr(unique_ptr &&from) {
        __p = from.__p;
        from.__p = 0;
    }
    __if_ends(T) ~unique_ptr() { delete[] __p; }
    __if_ends(T) unique_ptr &operator=(unique_ptr &&from) {
        reset(from.release());
        return *this;
    }
    T *get() const { return __p; }
    T *release() {
        T *p = __p;
        __p = 0;
        return p;
    }
    void reset(T *p = 0) {
        T *old = __p;
        __p = p;
        if constexpr (__ends(T)) delete[] old;
    }
    T &operator[](size_t i) const { return __p[i]; }
    operator bool() const { return __p != 0; }
    bool operator!() const { return __p == 0; }
    bool operator==(const unique_ptr &o) const { return __p == o.__p; }
    bool operator!=(const unique_ptr &o) const { return __p != o.__p; }
    bool operator<(const unique_ptr &o) const { return __p < o.__p; }
    bool operator==(const void *o) const { return __p == o; }
    bool operator!=(const void *o) const { return __p != o; }
};
template <typename T, typename D> struct unique_ptr<T[], D> {
    T *__p;
    D __by;
    typedef T *pointer;
    typedef T element_type;
    unique_ptr() { __p = 0; }
    unique_ptr(T *p) : __p(p) {}
    unique_ptr(T *p, const D &by) : __p(p), __by(by) {}
    unique_ptr(const unique_ptr &) = delete;
    unique_ptr(unique_ptr &&from) : __p(from.__p), __by(from.__by) { from.__p = 0; }
    ~unique_ptr() { reset(); }
    unique_ptr &operator=(unique_ptr &&from) {
        reset(from.release());
        __by = from.__by;
        return *this;
    }
    D &get_deleter() { return __by; }
    T *get() const { return __p; }
    T *release() {
        T *p = __p;
        __p = 0;
        return p;
    }
    void reset(T *p = 0) {
        T *old = __p;
        __p = p;
        if (old) __by(old);
    }
    T &operator[](size_t i) const { return __p[i]; }
    operator bool() const { return __p != 0; }
    bool operator!() const { return __p == 0; }
    bool operator==(const unique_ptr &o) const { return __p == o.__p; }
    bool operator!=(const unique_ptr &o) const { return __p != o.__p; }
    bool operator<(const unique_ptr &o) const { return __p < o.__p; }
    bool operator==(const void *o) const { return __p == o; }
    bool operator!=(const void *o) const { return __p != o; }
};
)",
         true},
        {"__unique", R"(
template <typename T> struct __unique {
    template <typename... A> static unique_ptr<T> make(A &&...a) {
        return unique_ptr<T>(new T(forward<A>(a)...));
    }
};
template <typename T> struct __unique<T[]> {
    static unique_ptr<T[]> make(size_t count) { return unique_ptr<T[]>(new T[count]()); }
};
)",
         true},
        {"make_unique", R"(
template <typename T, typename... A> unique_ptr<T> make_unique(A &&...a) {
    return __unique<T>::make(forward<A>(a)...);
}
)"},
        // Who owns something together, and how it ends: by the class that it was made of.
        {"__owned", R"(
struct __owned {
    long owners = 1;
    virtual void end() = 0;
};
)",
         true},
        {"__owned_by", R"(
template <typename T, typename D> struct __owned_by : __owned {
    T *p;
    D by;
    __owned_by(T *made, const D &ends) : p(made), by(ends) {}
    void end() override {
        // int: nobody says how; char: nor for an array.
        if constexpr (is_same<D, char>::value) delete[] p;
        else if constexpr (is_same<D, int>::value) delete p;
        else by(p);
    }
};
)",
         true},
        {"bad_weak_ptr", R"(
struct bad_weak_ptr : exception {
    bad_weak_ptr() : exception("bad_weak_ptr") {}
};
)",
         true},
        {"__element", R"(
template <typename T> struct __element { typedef T type; };
template <typename T> struct __element<T[]> { typedef T type; };
)",
         true},
        {"shared_ptr", R"(
template <typename T> struct shared_ptr {
    typedef typename __element<T>::type element_type;
    element_type *__p;
    __owned *__by;
    typedef void __takes;
    shared_ptr() : __p(nullptr), __by(nullptr) {}
    // nullptr has no type that could be made out.
    shared_ptr(element_type *p) : __p(p), __by(nullptr) { __begin_own(p); }
    template <typename U> shared_ptr(U *p) : __p(p), __by(nullptr) { __begin_own(p); }
    template <typename U> void __begin_own(U *p) {
        if (!p) return;
        if constexpr (__is_array(T)) __begin(p, (char)0);
        else __begin(p, 0);
    }
    template <typename U, typename D> shared_ptr(U *p, const D &by) : __p(p), __by(nullptr) {
        __begin(p, by);
    }
    shared_ptr(const shared_ptr &from) : __p(from.__p), __by(from.__by) { __join(); }
    shared_ptr(shared_ptr &&from) : __p(from.__p), __by(from.__by) {
        from.__p = nullptr;
        from.__by = nullptr;
    }
    template <typename U> shared_ptr(const shared_ptr<U> &from) : __p(from.__p), __by(from.__by) {
        __join();
    }
    template <typename U> shared_ptr(const shared_ptr<U> &owner, element_type *p) : __p(p), __by(owner.__by) {
        __join();
    }
    template <typename U> shared_ptr(unique_ptr<U> &&from) : __p(from.__p), __by(nullptr) {
        if (__p) __begin(from.release(), 0);
    }
    template <typename U> explicit shared_ptr(const weak_ptr<U> &from) : __p(from.__p), __by(from.__by) {
        if (from.expired()) throw bad_weak_ptr();
        __join();
    }
    ~shared_ptr() { __let_go(); }
    // What it lets go may hold what it is given.
    shared_ptr &operator=(const shared_ptr &from) {
        shared_ptr kept(from);
        swap(kept);
        return *this;
    }
    shared_ptr &operator=(shared_ptr &&from) {
        shared_ptr kept(move(from));
        swap(kept);
        return *this;
    }
    template <typename U, typename D> void __begin(U *p, const D &by) {
        __owned_by<U, D> *made = new __owned_by<U, D>(p, by);
        __by = made;
        if constexpr (__is_base_of(enable_shared_from_this<T>, T)) {
            __p->__self.__p = __p;
            __p->__self.__by = __by;
        }
    }
    void __join() {
        if (__by) __by->owners += 1;
    }
    void __let_go() {
        __owned *by = __by;
        __p = nullptr;
        __by = nullptr;
        if (!by) return;
        by->owners -= 1;
        if (by->owners == 0) by->end();
    }
    long use_count() const { return __by ? __by->owners : 0; }
    bool unique() const { return use_count() == 1; }
    void swap(shared_ptr &other) {
        element_type *p = __p;
        __owned *by = __by;
        __p = other.__p;
        __by = other.__by;
        other.__p = p;
        other.__by = by;
    }
    element_type *get() const { return __p; }
    void reset() { __let_go(); }
    template <typename U> void reset(U *p) {
        shared_ptr other(p);
        swap(other);
    }
    element_type &operator*() const { return *__p; }
    element_type *operator->() const { return __p; }
    element_type &operator[](long i) const { return __p[i]; }
    operator bool() const { return __p != nullptr; }
    bool operator!() const { return __p == nullptr; }
    template <typename U> bool operator==(const shared_ptr<U> &o) const { return __p == o.__p; }
    template <typename U> bool operator!=(const shared_ptr<U> &o) const { return __p != o.__p; }
    template <typename U> bool operator<(const shared_ptr<U> &o) const { return __p < o.__p; }
    bool operator==(const void *o) const { return __p == o; }
    bool operator!=(const void *o) const { return __p != o; }
};
)",
         true},
        {"weak_ptr", R"(
template <typename T> struct weak_ptr {
    T *__p;
    __owned *__by;
    typedef void __takes;
    weak_ptr() : __p(nullptr), __by(nullptr) {}
    template <typename U> weak_ptr(const shared_ptr<U> &from) : __p(from.__p), __by(from.__by) {}
    template <typename U> weak_ptr(const weak_ptr<U> &from) : __p(from.__p), __by(from.__by) {}
    long use_count() const { return __by ? __by->owners : 0; }
    bool expired() const { return use_count() == 0; }
    shared_ptr<T> lock() const {
        shared_ptr<T> made;
        if (!expired()) {
            made.__p = __p;
            made.__by = __by;
            made.__join();
        }
        return made;
    }
    void reset() {
        __p = nullptr;
        __by = nullptr;
    }
};
)",
         true},
        {"enable_shared_from_this", R"(
template <typename T> struct enable_shared_from_this {
    weak_ptr<T> __self;
    shared_ptr<T> shared_from_this() {
        if (__self.expired()) throw bad_weak_ptr();
        return __self.lock();
    }
    weak_ptr<T> weak_from_this() { return __self; }
};
)",
         true},
        {"make_shared", R"(
template <typename T, typename... A> shared_ptr<T> make_shared(A &&...a) {
    return shared_ptr<T>(new T(forward<A>(a)...));
}
)"},
        {"static_pointer_cast", R"(
template <typename T, typename U> shared_ptr<T> static_pointer_cast(const shared_ptr<U> &from) {
    return shared_ptr<T>(from, static_cast<T *>(from.__p));
}
)"},
        {"dynamic_pointer_cast", R"(
template <typename T, typename U> shared_ptr<T> dynamic_pointer_cast(const shared_ptr<U> &from) {
    T *p = dynamic_cast<T *>(from.__p);
    if (!p) return shared_ptr<T>();
    return shared_ptr<T>(from, p);
}
)"},
        {"const_pointer_cast", R"(
template <typename T, typename U> shared_ptr<T> const_pointer_cast(const shared_ptr<U> &from) {
    return shared_ptr<T>(from, const_cast<T *>(from.__p));
}
)"},
    };
    return parts;
}

}  // namespace stridescope::language
