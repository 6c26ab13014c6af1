// <complex>, and <cuComplex.h>. Products and quotients are those that a compiler's own complex
// numbers have.
#include "app/language/library/parts.h"

namespace stridescope::language {

std::span<const LibraryPart> complex_parts() {
    static constexpr LibraryPart parts[] = {
        {"complex", R"(
template <typename T> struct complex {
    T __re, __im;
    typedef T value_type;
    typedef complex __takes;
    __host__ __device__ complex(const T &re = T(), const T &im = T()) : __re(re), __im(im) {}
    template <typename U> __host__ __device__ complex(const complex<U> &o)
        : __re((T)o.__re), __im((T)o.__im) {}
    __host__ __device__ T real() const { return __re; }
    __host__ __device__ T imag() const { return __im; }
    __host__ __device__ void real(T x) { __re = x; }
    __host__ __device__ void imag(T x) { __im = x; }
    __host__ __device__ complex &operator=(const T &x) { __re = x; __im = 0; return *this; }
    __host__ __device__ complex &operator+=(const T &x) { __re += x; return *this; }
    __host__ __device__ complex &operator-=(const T &x) { __re -= x; return *this; }
    __host__ __device__ complex &operator*=(const T &x) { __re *= x; __im *= x; return *this; }
    __host__ __device__ complex &operator/=(const T &x) { __re /= x; __im /= x; return *this; }
    template <typename U> __host__ __device__ complex &operator+=(const complex<U> &o) {
        __re += o.__re;
        __im += o.__im;
        return *this;
    }
    template <typename U> __host__ __device__ complex &operator-=(const complex<U> &o) {
        __re -= o.__re;
        __im -= o.__im;
        return *this;
    }
    template <typename U> __host__ __device__ complex &operator*=(const complex<U> &o) {
        __complex_multiply(__re, __im, (T)o.__re, (T)o.__im, __re, __im);
        return *this;
    }
    template <typename U> __host__ __device__ complex &operator/=(const complex<U> &o) {
        __complex_divide(__re, __im, (T)o.__re, (T)o.__im, __re, __im);
        return *this;
    }
};
template <typename T>
__host__ __device__ void __complex_multiply(T a, T b, T c, T d, T &x, T &y) {
    T ac = a * c, bd = b * d, ad = a * d, bc = b * c;
    x = ac - bd;
    y = ad + bc;
    if (!(isnan(x) && isnan(y))) return;
    // Something infinite was in it: then so is the product.
    bool again = false;
    if (isinf(a) || isinf(b)) {
        a = copysign((T)(isinf(a) ? 1 : 0), a);
        b = copysign((T)(isinf(b) ? 1 : 0), b);
        if (isnan(c)) c = copysign((T)0, c);
        if (isnan(d)) d = copysign((T)0, d);
        again = true;
    }
    if (isinf(c) || isinf(d)) {
        c = copysign((T)(isinf(c) ? 1 : 0), c);
        d = copysign((T)(isinf(d) ? 1 : 0), d);
        if (isnan(a)) a = copysign((T)0, a);
        if (isnan(b)) b = copysign((T)0, b);
        again = true;
    }
    if (!again && (isinf(ac) || isinf(bd) || isinf(ad) || isinf(bc))) {
        if (isnan(a)) a = copysign((T)0, a);
        if (isnan(b)) b = copysign((T)0, b);
        if (isnan(c)) c = copysign((T)0, c);
        if (isnan(d)) d = copysign((T)0, d);
        again = true;
    }
    if (!again) return;
    x = (T)INFINITY * (a * c - b * d);
    y = (T)INFINITY * (a * d + b * c);
}
template <typename T> __host__ __device__ void __complex_quotient(T a, T b, T c, T d, T &x, T &y) {
    if constexpr (sizeof(T) == 4) {
        double e = (double)c * c + (double)d * d;
        x = (T)(((double)a * c + (double)b * d) / e);
        y = (T)(((double)b * c - (double)a * d) / e);
    } else {
        T least = (T)2.2250738585072014e-308;
        if (fabs(c) < fabs(d)) {
            T ratio = c / d, e = c * ratio + d;
            x = fabs(ratio) > least ? (a * ratio + b) / e : (c * (a / d) + b) / e;
            y = fabs(ratio) > least ? (b * ratio - a) / e : (c * (b / d) - a) / e;
        } else {
            T ratio = d / c, e = d * ratio + c;
            x = fabs(ratio) > least ? (b * ratio + a) / e : (a + d * (b / c)) / e;
            y = fabs(ratio) > least ? (b - a * ratio) / e : (b - d * (a / c)) / e;
        }
    }
}
template <typename T> __host__ __device__ void __complex_divide(T a, T b, T c, T d, T &x, T &y) {
    __complex_quotient(a, b, c, d, x, y);
    if (!(isnan(x) && isnan(y))) return;
    if (c == 0 && d == 0 && (!isnan(a) || !isnan(b))) {
        x = copysign((T)INFINITY, c) * a;
        y = copysign((T)INFINITY, c) * b;
    } else if ((isinf(a) || isinf(b)) && isfinite(c) && isfinite(d)) {
        a = copysign((T)(isinf(a) ? 1 : 0), a);
        b = copysign((T)(isinf(b) ? 1 : 0), b);
        x = (T)INFINITY * (a * c + b * d);
        y = (T)INFINITY * (b * c - a * d);
    } else if ((isinf(c) || isinf(d)) && isfinite(a) && isfinite(b)) {
        c = copysign((T)(isinf(c) ? 1 : 0), c);
        d = copysign((T)(isinf(d) ? 1 : 0), d);
        x = 0 * (a * c + b * d);
        y = 0 * (b * c - a * d);
    }
}
template <typename T>
__host__ __device__ complex<T> operator+(const complex<T> &a, const complex<T> &b) {
    return complex<T>(a.__re + b.__re, a.__im + b.__im);
}
template <typename T> __host__ __device__ complex<T> operator+(const complex<T> &a, const T &b) {
    return complex<T>(a.__re + b, a.__im);
}
template <typename T> __host__ __device__ complex<T> operator+(const T &a, const complex<T> &b) {
    return complex<T>(a + b.__re, b.__im);
}
template <typename T> __host__ __device__ complex<T> operator+(const complex<T> &a) { return a; }
template <typename T> __host__ __device__ complex<T> operator-(const complex<T> &a) {
    return complex<T>(-a.__re, -a.__im);
}
template <typename T>
__host__ __device__ complex<T> operator-(const complex<T> &a, const complex<T> &b) {
    return complex<T>(a.__re - b.__re, a.__im - b.__im);
}
template <typename T> __host__ __device__ complex<T> operator-(const complex<T> &a, const T &b) {
    return complex<T>(a.__re - b, a.__im);
}
template <typename T> __host__ __device__ complex<T> operator-(const T &a, const complex<T> &b) {
    return complex<T>(a - b.__re, -b.__im);
}
template <typename T>
__host__ __device__ complex<T> operator*(const complex<T> &a, const complex<T> &b) {
    complex<T> c;
    __complex_multiply(a.__re, a.__im, b.__re, b.__im, c.__re, c.__im);
    return c;
}
template <typename T> __host__ __device__ complex<T> operator*(const complex<T> &a, const T &b) {
    return complex<T>(a.__re * b, a.__im * b);
}
template <typename T> __host__ __device__ complex<T> operator*(const T &a, const complex<T> &b) {
    return complex<T>(b.__re * a, b.__im * a);
}
template <typename T>
__host__ __device__ complex<T> operator/(const complex<T> &a, const complex<T> &b) {
    complex<T> c;
    __complex_divide(a.__re, a.__im, b.__re, b.__im, c.__re, c.__im);
    return c;
}
template <typename T> __host__ __device__ complex<T> operator/(const complex<T> &a, const T &b) {
    return complex<T>(a.__re / b, a.__im / b);
}
template <typename T> __host__ __device__ complex<T> operator/(const T &a, const complex<T> &b) {
    complex<T> c;
    __complex_divide(a, (T)0, b.__re, b.__im, c.__re, c.__im);
    return c;
}
template <typename T>
__host__ __device__ bool operator==(const complex<T> &a, const complex<T> &b) {
    return a.__re == b.__re && a.__im == b.__im;
}
template <typename T> __host__ __device__ bool operator==(const complex<T> &a, const T &b) {
    return a.__re == b && a.__im == 0;
}
template <typename T>
__host__ __device__ bool operator!=(const complex<T> &a, const complex<T> &b) {
    return !(a == b);
}
template <typename T> __host__ __device__ bool operator!=(const complex<T> &a, const T &b) {
    return !(a == b);
}
template <typename T> __host__ __device__ T abs(const complex<T> &z) {
    return hypot(z.__re, z.__im);
}
template <typename T> __host__ __device__ complex<T> exp(const complex<T> &z) {
    T size = exp(z.__re);
    if (z.__im == 0) return complex<T>(size, z.__im);
    return complex<T>(size * cos(z.__im), size * sin(z.__im));
}
template <typename T> __host__ __device__ complex<T> log(const complex<T> &z) {
    return complex<T>(log(hypot(z.__re, z.__im)), atan2(z.__im, z.__re));
}
template <typename T> __host__ __device__ complex<T> sqrt(const complex<T> &z) {
    T re = z.__re, im = z.__im;
    if (im == 0) {
        if (re < 0) return complex<T>(0, copysign(sqrt(-re), im));
        return complex<T>(fabs(sqrt(re)), copysign((T)0, im));
    }
    if (re == 0) {
        T half = sqrt((T)0.5 * fabs(im));
        return complex<T>(half, copysign(half, im));
    }
    T size = hypot(re, im), x, y;
    if (re > 0) {
        x = sqrt((T)0.5 * (size + re));
        y = (T)0.5 * (im / x);
    } else {
        y = sqrt((T)0.5 * (size - re));
        x = fabs((T)0.5 * (im / y));
    }
    return complex<T>(x, copysign(y, im));
}
template <typename T> __host__ __device__ complex<T> pow(const complex<T> &z, const T &n) {
    if (z.__im == 0 && z.__re > 0) return complex<T>(pow(z.__re, n));
    complex<T> t = log(z);
    T size = exp(n * t.__re);
    return complex<T>(size * cos(n * t.__im), size * sin(n * t.__im));
}
template <typename T> __host__ __device__ complex<T> pow(const complex<T> &z, int n) {
    complex<T> x = z, y = complex<T>(1);
    unsigned left = n < 0 ? -(unsigned)n : n;
    if (left % 2 != 0) y = x;
    while (left >>= 1) {
        x *= x;
        if (left % 2 != 0) y *= x;
    }
    return n < 0 ? complex<T>(1) / y : y;
}
ostream &operator<<(ostream &out, const complex<float> &z) {
    return __put_complex(out, z.__re, z.__im);
}
ostream &operator<<(ostream &out, const complex<double> &z) {
    return __put_complex(out, z.__re, z.__im);
}
)",
         true},
        // As one word, so that a width is that of all of it.
        {"__put_complex", R"(
template <typename T> ostream &__put_complex(ostream &out, T re, T im) {
    ostringstream text;
    text.flags(out.flags());
    text.precision(out.precision());
    text << '(' << re << ',' << im << ')';
    return out << text.str();
}
)"},
        {"__imaginary", "complex<double> __imaginary(double x) { return complex<double>(0, x); }"},
        {"__imaginary_f",
         "complex<float> __imaginary_f(double x) { return complex<float>(0, (float)x); }"},
        {"real",
         "template <typename T> __host__ __device__ T real(const complex<T> &z) { return z.__re; "
         "}"},
        {"imag",
         "template <typename T> __host__ __device__ T imag(const complex<T> &z) { return z.__im; "
         "}"},
        {"norm", R"(
template <typename T> __host__ __device__ T norm(const complex<T> &z) {
    return z.__re * z.__re + z.__im * z.__im;
}
)"},
        {"arg", R"(
template <typename T> __host__ __device__ T arg(const complex<T> &z) {
    return atan2(z.__im, z.__re);
}
)"},
        {"conj", R"(
template <typename T> __host__ __device__ complex<T> conj(const complex<T> &z) {
    return complex<T>(z.__re, -z.__im);
}
)"},
        {"polar", R"(
template <typename T> __host__ __device__ complex<T> polar(const T &size, const T &angle = 0) {
    return complex<T>(size * cos(angle), size * sin(angle));
}
)"},
        // <cuComplex.h>
        {"cuFloatComplex", "typedef float2 cuFloatComplex;", true},
        {"cuComplex", "typedef float2 cuComplex;", true},
        {"cuDoubleComplex", "typedef double2 cuDoubleComplex;", true},
        {"make_cuFloatComplex", R"(
__host__ __device__ float2 make_cuFloatComplex(float re, float im) { return make_float2(re, im); }
)"},
        {"make_cuComplex", R"(
__host__ __device__ float2 make_cuComplex(float re, float im) { return make_float2(re, im); }
)"},
        {"make_cuDoubleComplex", R"(
__host__ __device__ double2 make_cuDoubleComplex(double re, double im) {
    return make_double2(re, im);
}
)"},
        {"cuCrealf", "__host__ __device__ float cuCrealf(float2 z) { return z.x; }"},
        {"cuCimagf", "__host__ __device__ float cuCimagf(float2 z) { return z.y; }"},
        {"cuCreal", "__host__ __device__ double cuCreal(double2 z) { return z.x; }"},
        {"cuCimag", "__host__ __device__ double cuCimag(double2 z) { return z.y; }"},
        {"cuConjf",
         "__host__ __device__ float2 cuConjf(float2 z) { return make_float2(z.x, -z.y); }"},
        {"cuConj",
         "__host__ __device__ double2 cuConj(double2 z) { return make_double2(z.x, -z.y); }"},
        {"cuCaddf", R"(
__host__ __device__ float2 cuCaddf(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }
)"},
        {"cuCadd", R"(
__host__ __device__ double2 cuCadd(double2 a, double2 b) {
    return make_double2(a.x + b.x, a.y + b.y);
}
)"},
        {"cuCsubf", R"(
__host__ __device__ float2 cuCsubf(float2 a, float2 b) { return make_float2(a.x - b.x, a.y - b.y); }
)"},
        {"cuCsub", R"(
__host__ __device__ double2 cuCsub(double2 a, double2 b) {
    return make_double2(a.x - b.x, a.y - b.y);
}
)"},
        {"cuCmulf", R"(
__host__ __device__ float2 cuCmulf(float2 a, float2 b) {
    return make_float2((a.x * b.x) - (a.y * b.y), (a.x * b.y) + (a.y * b.x));
}
)"},
        {"cuCmul", R"(
__host__ __device__ double2 cuCmul(double2 a, double2 b) {
    return make_double2((a.x * b.x) - (a.y * b.y), (a.x * b.y) + (a.y * b.x));
}
)"},
        {"cuCfmaf", R"(
__host__ __device__ float2 cuCfmaf(float2 a, float2 b, float2 c) {
    float re = (a.x * b.x) + c.x, im = (a.x * b.y) + c.y;
    re = -(a.y * b.y) + re;
    im = (a.y * b.x) + im;
    return make_float2(re, im);
}
)"},
        {"cuCfma", R"(
__host__ __device__ double2 cuCfma(double2 a, double2 b, double2 c) {
    double re = (a.x * b.x) + c.x, im = (a.x * b.y) + c.y;
    re = -(a.y * b.y) + re;
    im = (a.y * b.x) + im;
    return make_double2(re, im);
}
)"},
        {"cuCdivf", R"(
__host__ __device__ float2 cuCdivf(float2 a, float2 b) {
    float s = fabsf(b.x) + fabsf(b.y);
    float oos = 1.0f / s;
    float ars = a.x * oos, ais = a.y * oos, brs = b.x * oos, bis = b.y * oos;
    s = (brs * brs) + (bis * bis);
    oos = 1.0f / s;
    return make_float2(((ars * brs) + (ais * bis)) * oos, ((ais * brs) - (ars * bis)) * oos);
}
)"},
        {"cuCdiv", R"(
__host__ __device__ double2 cuCdiv(double2 a, double2 b) {
    double s = fabs(b.x) + fabs(b.y);
    double oos = 1.0 / s;
    double ars = a.x * oos, ais = a.y * oos, brs = b.x * oos, bis = b.y * oos;
    s = (brs * brs) + (bis * bis);
    oos = 1.0 / s;
    return make_double2(((ars * brs) + (ais * bis)) * oos, ((ais * brs) - (ars * bis)) * oos);
}
)"},
        // The two are scaled, so that no square is too large.
        {"cuCabsf", R"(
__host__ __device__ float cuCabsf(float2 z) {
    float a = fabsf(z.x), b = fabsf(z.y);
    float v = a > b ? a : b, w = a > b ? b : a;
    float t = w / v;
    t = 1.0f + t * t;
    t = v * sqrtf(t);
    if (v == 0.0f || v > 3.402823466e38f || w > 3.402823466e38f) t = v + w;
    return t;
}
)"},
        {"cuCabs", R"(
__host__ __device__ double cuCabs(double2 z) {
    double a = fabs(z.x), b = fabs(z.y);
    double v = a > b ? a : b, w = a > b ? b : a;
    double t = w / v;
    t = 1.0 + t * t;
    t = v * sqrt(t);
    if (v == 0.0 || v > 1.79769313486231570e+308 || w > 1.79769313486231570e+308) t = v + w;
    return t;
}
)"},
        {"cuComplexFloatToDouble", R"(
__host__ __device__ double2 cuComplexFloatToDouble(float2 z) { return make_double2(z.x, z.y); }
)"},
        {"cuComplexDoubleToFloat", R"(
__host__ __device__ float2 cuComplexDoubleToFloat(double2 z) {
    return make_float2((float)z.x, (float)z.y);
}
)"},
    };
    return parts;
}

}  // namespace stridescope::language
