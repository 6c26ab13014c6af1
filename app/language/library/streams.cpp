// Of <iostream>, <iomanip>, <fstream> and <sstream>. A stream is a number that the machine knows.
#include "app/language/library/parts.h"

namespace stridescope::language {

std::span<const LibraryPart> stream_parts() {
    static constexpr LibraryPart parts[] = {
        {"__manipulator", "struct __manipulator { int code; int value; };", true},
        {"fixed", "const __manipulator fixed = {0, 0};"},
        {"scientific", "const __manipulator scientific = {1, 0};"},
        {"defaultfloat", "const __manipulator defaultfloat = {2, 0};"},
        {"hexfloat", "const __manipulator hexfloat = {3, 0};"},
        {"hex", "const __manipulator hex = {4, 0};"},
        {"dec", "const __manipulator dec = {5, 0};"},
        {"oct", "const __manipulator oct = {6, 0};"},
        {"left", "const __manipulator left = {7, 0};"},
        {"right", "const __manipulator right = {8, 0};"},
        {"internal", "const __manipulator internal = {9, 0};"},
        {"boolalpha", "const __manipulator boolalpha = {10, 0};"},
        {"noboolalpha", "const __manipulator noboolalpha = {11, 0};"},
        {"showpos", "const __manipulator showpos = {12, 0};"},
        {"noshowpos", "const __manipulator noshowpos = {13, 0};"},
        {"showpoint", "const __manipulator showpoint = {14, 0};"},
        {"noshowpoint", "const __manipulator noshowpoint = {15, 0};"},
        {"uppercase", "const __manipulator uppercase = {16, 0};"},
        {"nouppercase", "const __manipulator nouppercase = {17, 0};"},
        {"showbase", "const __manipulator showbase = {18, 0};"},
        {"noshowbase", "const __manipulator noshowbase = {19, 0};"},
        {"endl", "const __manipulator endl = {100, 0};"},
        {"flush", "const __manipulator flush = {101, 0};"},
        {"ends", "const __manipulator ends = {102, 0};"},
        {"setprecision",
         "__manipulator setprecision(int n) { __manipulator m = {103, n}; return m; }"},
        {"setw", "__manipulator setw(int n) { __manipulator m = {104, n}; return m; }"},
        {"setfill", "__manipulator setfill(char c) { __manipulator m = {105, c}; return m; }"},
        {"setbase", "__manipulator setbase(int n) { __manipulator m = {106, n}; return m; }"},
        {"__skipped_space", "struct __skipped_space { int none; };", true},
        {"ws", "const __skipped_space ws = {0};"},
        {"ios", R"(
struct ios {
    typedef int openmode;
    typedef int fmtflags;
    static const int app = 1, ate = 2, binary = 4, in = 8, out = 16, trunc = 32;
    static const int beg = 0, cur = 1, end = 2;
    static const int boolalpha = 1, dec = 2, fixed = 4, hex = 8, internal = 16, left = 32, oct = 64,
                     right = 128, scientific = 256, showbase = 512, showpoint = 1024,
                     showpos = 2048, uppercase = 16384;
    static const int adjustfield = 176, basefield = 74, floatfield = 260;
    static const int goodbit = 0, badbit = 1, eofbit = 2, failbit = 4;
    static bool sync_with_stdio(bool on) { return on; }
};
)",
         true},
        {"ios_base", "typedef ios ios_base;", true},
        {"streamsize", "typedef long long streamsize;", true},
        {"streampos", "typedef long long streampos;", true},
        {"streamoff", "typedef long long streamoff;", true},
        {"__text", "struct __text { const char *first; size_t count; };", true},
        {"ostream", R"(
struct ostream {
    int __number;
    ostream &operator<<(bool x) { __put(__number, x); return *this; }
    ostream &operator<<(char x) { __put(__number, x); return *this; }
    ostream &operator<<(unsigned char x) { __put(__number, x); return *this; }
    // hex and oct show its own bits.
    ostream &operator<<(short x) {
        __put(__number, flags() & (ios::hex | ios::oct) ? (int)(unsigned short)x : (int)x);
        return *this;
    }
    ostream &operator<<(unsigned short x) { __put(__number, (int)x); return *this; }
    ostream &operator<<(int x) { __put(__number, x); return *this; }
    ostream &operator<<(unsigned x) { __put(__number, x); return *this; }
    ostream &operator<<(long long x) { __put(__number, x); return *this; }
    ostream &operator<<(unsigned long long x) { __put(__number, x); return *this; }
    ostream &operator<<(float x) { __put(__number, x); return *this; }
    ostream &operator<<(double x) { __put(__number, x); return *this; }
    ostream &operator<<(const char *x) { __put(__number, x); return *this; }
    ostream &operator<<(const unsigned char *x) {
        __put(__number, (const char *)x);
        return *this;
    }
    ostream &operator<<(const void *x) { __put(__number, x); return *this; }
    ostream &operator<<(const __text &x) { __put(__number, x.first); return *this; }
    ostream &operator<<(const __manipulator &m) {
        __stream_change(__number, m.code, m.value);
        return *this;
    }
    template <typename T> int tie(T with) { return 0; }
    ostream &put(char x) { __stream_write(__number, &x, 1); return *this; }
    ostream &write(const char *text, long long n) {
        __stream_write(__number, text, n);
        return *this;
    }
    ostream &flush() { __stream_flush(__number); return *this; }
    int precision() const { return (int)__stream_format(__number, 0, 0); }
    int precision(int n) { return (int)__stream_format(__number, 10, n); }
    int width() const { return (int)__stream_format(__number, 1, 0); }
    int width(int n) { return (int)__stream_format(__number, 11, n); }
    char fill() const { return (char)__stream_format(__number, 2, 0); }
    char fill(char c) { return (char)__stream_format(__number, 12, c); }
    int flags() const { return (int)__stream_format(__number, 3, 0); }
    int flags(int all) { return (int)__stream_format(__number, 13, all); }
    int setf(int more) { return flags(flags() | more); }
    int setf(int set, int mask) { return flags((flags() & ~mask) | (set & mask)); }
    void unsetf(int less) { flags(flags() & ~less); }
    int rdstate() const { return __stream_state(__number); }
    bool good() const { return __stream_state(__number) == 0; }
    bool bad() const { return (__stream_state(__number) & 1) != 0; }
    bool eof() const { return (__stream_state(__number) & 2) != 0; }
    bool fail() const { return (__stream_state(__number) & 5) != 0; }
    operator bool() const { return (__stream_state(__number) & 5) == 0; }
    bool operator!() const { return (__stream_state(__number) & 5) != 0; }
    void clear(int state = 0) { __stream_set_state(__number, state); }
    void setstate(int more) { __stream_set_state(__number, rdstate() | more); }
    long long tellp() { return __stream_tell(__number, 1); }
    ostream &seekp(long long to) { __stream_seek(__number, to, 0, 1); return *this; }
    ostream &seekp(long long to, int from) {
        __stream_seek(__number, to, from, 1);
        return *this;
    }
};
)",
         true},
        {"cout", "ostream cout = {2};"},
        {"cerr", "ostream cerr = {3};"},
        {"clog", "ostream clog = {3};"},
        // What they are given are characters of the usual width: wide literals are not understood.
        {"wcout", "ostream wcout = {2};"},
        {"wcerr", "ostream wcerr = {3};"},
        {"istream", R"(
struct istream {
    int __number;
    istream &operator>>(bool &x) { x = __stream_integer(__number, 'b', x) != 0; return *this; }
    istream &operator>>(char &x) { x = (char)__stream_integer(__number, 'c', x); return *this; }
    istream &operator>>(unsigned char &x) {
        x = (unsigned char)__stream_integer(__number, 'c', x);
        return *this;
    }
    istream &operator>>(short &x) { x = (short)__stream_integer(__number, 'h', x); return *this; }
    istream &operator>>(unsigned short &x) {
        x = (unsigned short)__stream_integer(__number, 'H', x);
        return *this;
    }
    istream &operator>>(int &x) { x = (int)__stream_integer(__number, 'i', x); return *this; }
    istream &operator>>(unsigned &x) {
        x = (unsigned)__stream_integer(__number, 'u', x);
        return *this;
    }
    istream &operator>>(long long &x) { x = __stream_integer(__number, 'l', x); return *this; }
    istream &operator>>(unsigned long long &x) {
        x = (unsigned long long)__stream_integer(__number, 'L', x);
        return *this;
    }
    istream &operator>>(float &x) { x = (float)__stream_real(__number, 'f', x); return *this; }
    istream &operator>>(double &x) { x = __stream_real(__number, 'd', x); return *this; }
    istream &operator>>(string &x) {
        const char *word = __stream_word(__number, 0);
        if (word) x = string(word);
        return *this;
    }
    istream &operator>>(char *x) {
        const char *word = __stream_word(__number, 0);
        if (word) strcpy(x, word);
        return *this;
    }
    istream &operator>>(const __manipulator &m) {
        __stream_change(__number, m.code, m.value);
        return *this;
    }
    istream &operator>>(__skipped_space) {
        while (__stream_peek(__number) == ' ' || (__stream_peek(__number) >= 9 && __stream_peek(__number) <= 13))
            __stream_get(__number);
        return *this;
    }
    // What is written is seen in its order anyhow.
    template <typename T> int tie(T with) { return 0; }
    int get() { return __stream_get(__number); }
    istream &get(char &c) {
        int each = __stream_get(__number);
        if (each >= 0) c = (char)each;
        return *this;
    }
    int peek() { return __stream_peek(__number); }
    istream &unget() { __stream_unget(__number); return *this; }
    istream &ignore(long long n = 1, int until = -1) {
        __stream_ignore(__number, n, until);
        return *this;
    }
    istream &getline(char *to, long long room, char until = '\n') {
        const char *text = __stream_line(__number, until);
        long long n = 0;
        for (; text && text[n] && n + 1 < room; ++n) to[n] = text[n];
        if (room > 0) to[n] = 0;
        return *this;
    }
    istream &read(char *to, long long n) {
        __last = __stream_read(__number, to, n);
        return *this;
    }
    long long __last;
    long long gcount() const { return __last; }
    long long tellg() { return __stream_tell(__number, 0); }
    istream &seekg(long long to) { __stream_seek(__number, to, 0, 0); return *this; }
    istream &seekg(long long to, int from) {
        __stream_seek(__number, to, from, 0);
        return *this;
    }
    int rdstate() const { return __stream_state(__number); }
    bool good() const { return __stream_state(__number) == 0; }
    bool bad() const { return (__stream_state(__number) & 1) != 0; }
    bool eof() const { return (__stream_state(__number) & 2) != 0; }
    bool fail() const { return (__stream_state(__number) & 5) != 0; }
    operator bool() const { return (__stream_state(__number) & 5) == 0; }
    bool operator!() const { return (__stream_state(__number) & 5) != 0; }
    void clear(int state = 0) { __stream_set_state(__number, state); }
    void setstate(int more) { __stream_set_state(__number, rdstate() | more); }
};
)",
         true},
        {"cin", "istream cin = {1, 0};"},
        {"getline", R"(
istream &getline(istream &from, string &line, char until) {
    const char *text = __stream_line(from.__number, until);
    if (text) line = string(text);
    return from;
}
istream &getline(istream &from, string &line) { return getline(from, line, '\n'); }
long getline(char **line, size_t *room, FILE *f) {
    const char *text = __file_line(f);
    if (!text) return -1;
    size_t n = strlen(text);
    if (!*line || *room < n + 1) {
        *line = (char *)malloc(n + 120);
        *room = n + 120;
    }
    memcpy(*line, text, n + 1);
    return (long)n;
}
)"},
        {"__quoted", R"(
struct __quoted {
    string __text;
    string *__to;
    char __by, __escape;
};
ostream &operator<<(ostream &out, const __quoted &q) {
    string all;
    all += q.__by;
    for (size_t i = 0; i < q.__text.size(); ++i) {
        char c = q.__text[i];
        if (c == q.__by || c == q.__escape) all += q.__escape;
        all += c;
    }
    all += q.__by;
    return out << all;
}
istream &operator>>(istream &in, const __quoted &q) {
    string &to = *q.__to;
    in >> ws;
    if (in.peek() != q.__by) return in >> to;
    in.get();
    to = "";
    for (;;) {
        int c = in.get();
        if (c == q.__escape) c = in.get();
        else if (c == q.__by) break;
        if (!in.good()) break;
        to += (char)c;
    }
    return in;
}
)",
         true},
        {"quoted", R"(
__quoted quoted(const char *text, char by = '"', char escape = '\\') {
    __quoted made = {string(text), nullptr, by, escape};
    return made;
}
__quoted quoted(const string &text, char by = '"', char escape = '\\') {
    __quoted made = {text, nullptr, by, escape};
    return made;
}
__quoted quoted(string &text, char by = '"', char escape = '\\') {
    __quoted made = {text, &text, by, escape};
    return made;
}
)"},
        {"ostringstream", R"(
struct ostringstream : ostream {
    ostringstream() { __number = __stream_new(); }
    ostringstream(const string &text) {
        __number = __stream_new();
        str(text);
    }
    string str() const { return string(__stream_text(__number), __stream_size(__number)); }
    void str(const string &text) { __stream_set_text(__number, text.c_str(), text.size()); }
    operator bool() const { return (__stream_state(__number) & 5) == 0; }
};
)",
         true},
        {"istringstream", R"(
struct istringstream : istream {
    istringstream() { __number = __stream_new(); }
    istringstream(const string &text) {
        __number = __stream_new();
        str(text);
    }
    string str() const { return string(__stream_text(__number), __stream_size(__number)); }
    void str(const string &text) { __stream_set_text(__number, text.c_str(), text.size()); }
    operator bool() const { return (__stream_state(__number) & 5) == 0; }
};
)",
         true},
        {"stringstream", R"(
struct stringstream : ostream, istream {
    stringstream() { __begin(); }
    stringstream(const string &text) {
        __begin();
        str(text);
    }
    void __begin() { ostream::__number = istream::__number = __stream_new(); }
    string str() const {
        return string(__stream_text(ostream::__number), __stream_size(ostream::__number));
    }
    void str(const string &text) {
        __stream_set_text(ostream::__number, text.c_str(), text.size());
    }
    operator bool() const { return (__stream_state(ostream::__number) & 5) == 0; }
};
)",
         true},
        {"ifstream", R"(
struct ifstream : istream {
    static const int app = 1, ate = 2, binary = 4, in = 8, out = 16, trunc = 32;
    static const int beg = 0, cur = 1, end = 2;
    ifstream() { __number = __stream_new(); }
    ifstream(const string &name, int mode = 8) {
        __number = __stream_new();
        open(name, mode);
    }
    ifstream(const char *name, int mode = 8) {
        __number = __stream_new();
        open(name, mode);
    }
    void open(const string &name, int mode = 8) { open(name.c_str(), mode); }
    void open(const char *name, int mode = 8) {
        if (name == nullptr)
            __stream_set_state(__number, __stream_state(__number) | 4);
        else
            __stream_open(__number, name, mode | 8);
    }
    bool is_open() const { return __stream_is_open(__number) != 0; }
    void close() { __stream_close(__number); }
    operator bool() const { return (__stream_state(__number) & 5) == 0; }
};
)",
         true},
        {"ofstream", R"(
struct ofstream : ostream {
    static const int app = 1, ate = 2, binary = 4, in = 8, out = 16, trunc = 32;
    static const int beg = 0, cur = 1, end = 2;
    ofstream() { __number = __stream_new(); }
    ofstream(const string &name, int mode = 16) {
        __number = __stream_new();
        open(name, mode);
    }
    ofstream(const char *name, int mode = 16) {
        __number = __stream_new();
        open(name, mode);
    }
    void open(const string &name, int mode = 16) { open(name.c_str(), mode); }
    void open(const char *name, int mode = 16) {
        if (name == nullptr)
            __stream_set_state(__number, __stream_state(__number) | 4);
        else
            __stream_open(__number, name, mode | 16);
    }
    bool is_open() const { return __stream_is_open(__number) != 0; }
    void close() { __stream_close(__number); }
    operator bool() const { return (__stream_state(__number) & 5) == 0; }
};
)",
         true},
        {"fstream", R"(
struct fstream : ostream, istream {
    static const int app = 1, ate = 2, binary = 4, in = 8, out = 16, trunc = 32;
    static const int beg = 0, cur = 1, end = 2;
    fstream() { ostream::__number = istream::__number = __stream_new(); }
    fstream(const string &name, int mode = 24) {
        ostream::__number = istream::__number = __stream_new();
        open(name, mode);
    }
    fstream(const char *name, int mode = 24) {
        ostream::__number = istream::__number = __stream_new();
        open(name, mode);
    }
    void open(const string &name, int mode = 24) { open(name.c_str(), mode); }
    void open(const char *name, int mode = 24) {
        if (name == nullptr)
            __stream_set_state(ostream::__number, __stream_state(ostream::__number) | 4);
        else
            __stream_open(ostream::__number, name, mode);
    }
    bool is_open() const { return __stream_is_open(ostream::__number) != 0; }
    void close() { __stream_close(ostream::__number); }
    operator bool() const { return (__stream_state(ostream::__number) & 5) == 0; }
};
)",
         true},
    };
    return parts;
}

}  // namespace stridescope::language
