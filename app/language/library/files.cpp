// Of <stdio.h>: files. A FILE* is the number of a file, which nobody looks into.
#include "app/language/library/parts.h"

namespace stridescope::language {

std::span<const LibraryPart> file_parts() {
    static constexpr LibraryPart parts[] = {
        // <filesystem>: names of files, and whether one is there that can be read.
        {"filesystem", R"(
namespace filesystem {
struct path {
    typedef string string_type;
    string_type __text;
    path() {}
    path(const char *text) : __text(text) {}
    path(const string &text) : __text(text) {}
    operator string_type() const { return __text; }
    string_type string() const { return __text; }
    const char *c_str() const { return __text.c_str(); }
    bool empty() const { return __text.empty(); }
    bool is_absolute() const { return !__text.empty() && __text[0] == '/'; }
    bool is_relative() const { return !is_absolute(); }
    size_t __name_at() const {
        size_t at = __text.size();
        while (at > 0 && __text[at - 1] != '/') --at;
        return at;
    }
    size_t __extension_at() const {
        size_t begin = __name_at(), at = __text.size();
        if (__text.size() - begin == 2 && __text[begin] == '.' && __text[begin + 1] == '.') return at;
        while (at > begin && __text[at - 1] != '.') --at;
        return at <= begin + 1 ? __text.size() : at - 1;
    }
    path filename() const { return path(__text.substr(__name_at())); }
    path extension() const { return path(__text.substr(__extension_at())); }
    path stem() const {
        size_t begin = __name_at();
        return path(__text.substr(begin, __extension_at() - begin));
    }
    path parent_path() const {
        size_t at = __name_at();
        while (at > 1 && __text[at - 1] == '/') --at;
        return path(__text.substr(0, at));
    }
    bool has_extension() const { return __extension_at() < __text.size(); }
    bool has_filename() const { return __name_at() < __text.size(); }
    bool has_parent_path() const { return !parent_path().empty(); }
    path &operator/=(const path &other) {
        if (other.is_absolute()) __text = other.__text;
        else {
            if (!__text.empty() && __text[__text.size() - 1] != '/') __text += "/";
            __text += other.__text;
        }
        return *this;
    }
    path &operator+=(const char *more) {
        __text += more;
        return *this;
    }
    path &replace_extension(const path &by = path()) {
        __text = __text.substr(0, __extension_at());
        if (!by.empty()) {
            if (by.__text[0] != '.') __text += ".";
            __text += by.__text;
        }
        return *this;
    }
};
path operator/(const path &a, const path &b) {
    path made(a);
    made /= b;
    return made;
}
bool operator==(const path &a, const path &b) { return a.__text == b.__text; }
bool operator<(const path &a, const path &b) { return a.__text < b.__text; }
ostream &operator<<(ostream &to, const path &p) {
    to << '"';
    for (size_t i = 0; i < p.__text.size(); ++i) {
        if (p.__text[i] == '"' || p.__text[i] == '\\') to << '\\';
        to << p.__text[i];
    }
    return to << '"';
}
bool exists(const path &p) {
    FILE *f = fopen(p.c_str(), "rb");
    if (f) {
        fclose(f);
        return true;
    }
    if (!p.has_extension())
        __stuck("whether there is such a folder is not known here: leave out std::filesystem::exists");
    return false;
}
bool is_regular_file(const path &p) { return exists(p); }
size_t file_size(const path &p) {
    FILE *f = fopen(p.c_str(), "rb");
    if (!f) __stuck("the size of a file is asked for that is not there");
    fseek(f, 0, 2);
    size_t size = (size_t)ftell(f);
    fclose(f);
    return size;
}
}
)",
         true},
        {"FILE", "struct __file { int number; }; typedef __file FILE;", true},
        {"stdin", "FILE *const stdin = (FILE *)1;"},
        {"stdout", "FILE *const stdout = (FILE *)2;"},
        {"stderr", "FILE *const stderr = (FILE *)3;"},
        {"EOF", "const int EOF = -1;"},
        {"SEEK_SET", "const int SEEK_SET = 0;"},
        {"SEEK_CUR", "const int SEEK_CUR = 1;"},
        {"SEEK_END", "const int SEEK_END = 2;"},
        {"BUFSIZ", "const int BUFSIZ = 8192;"},
        {"errno", "int errno = 0;"},
        {"fopen", R"(
FILE *fopen(const char *name, const char *mode) {
    FILE *f = (FILE *)__file_open(name, mode);
    if (!f) errno = 2;
    return f;
}
)"},
        {"fclose", "int fclose(FILE *f) { return __file_close(f); }"},
        {"fread", R"(
size_t fread(void *to, size_t size, size_t count, FILE *f) {
    return size == 0 ? 0 : (size_t)__file_read(to, size * count, f) / size;
}
)"},
        {"fwrite", R"(
size_t fwrite(const void *from, size_t size, size_t count, FILE *f) {
    return size == 0 ? 0 : (size_t)__file_write((void *)from, size * count, f) / size;
}
)"},
        {"fseek", "int fseek(FILE *f, long to, int from) { return __file_seek(f, to, from); }"},
        {"fseeko", "int fseeko(FILE *f, long to, int from) { return __file_seek(f, to, from); }"},
        {"ftell", "long ftell(FILE *f) { return __file_tell(f); }"},
        {"ftello", "long ftello(FILE *f) { return __file_tell(f); }"},
        {"rewind", "void rewind(FILE *f) { __file_seek(f, 0, 0); __file_clear(f); }"},
        {"feof", "int feof(FILE *f) { return __file_ended(f); }"},
        {"ferror", "int ferror(FILE *f) { return __file_failed(f); }"},
        {"clearerr", "void clearerr(FILE *f) { __file_clear(f); }"},
        {"fflush", "int fflush(FILE *f) { return 0; }"},
        {"fgetc", "int fgetc(FILE *f) { return __file_get(f); }"},
        {"getc", "int getc(FILE *f) { return __file_get(f); }"},
        {"getchar", "int getchar() { return __file_get(stdin); }"},
        {"ungetc", "int ungetc(int c, FILE *f) { return __file_unget(c, f); }"},
        {"fgets", R"(
char *fgets(char *to, int room, FILE *f) {
    int n = 0;
    while (n + 1 < room) {
        int c = __file_get(f);
        if (c < 0) {
            if (n == 0) return (char *)0;
            break;
        }
        to[n] = (char)c;
        n = n + 1;
        if (c == 10) break;
    }
    to[n] = 0;
    return to;
}
)"},
        {"fputs", R"(
int fputs(const char *text, FILE *f) {
    size_t n = strlen(text);
    return (size_t)__file_write((void *)text, n, f) == n ? 1 : -1;
}
)"},
        {"fputc", R"(
int fputc(int c, FILE *f) {
    char each = (char)c;
    return __file_write(&each, 1, f) == 1 ? (unsigned char)each : -1;
}
)"},
        {"putc", "int putc(int c, FILE *f) { return fputc(c, f); }"},
        // Of <cstdio>, and of <algorithm>.
        {"remove", R"(
int remove(const char *name) { return __file_remove(name); }
template <typename I, typename V> I remove(I first, I last, const V &value) {
    I kept = first;
    for (; first != last; ++first) {
        if (!(*first == value)) {
            if (kept != first) *kept = std::move(*first);
            ++kept;
        }
    }
    return kept;
}
)"},
        {"strerror", R"(
char *strerror(int number) {
    const char *text = number == 0    ? "Success"
                       : number == 2  ? "No such file or directory"
                       : number == 12 ? "Cannot allocate memory"
                       : number == 22 ? "Invalid argument"
                                      : "Unknown error";
    return (char *)text;
}
)"},
        {"perror", R"(
void perror(const char *text) {
    if (text && *text) fprintf(stderr, "%s: ", text);
    fprintf(stderr, "%s\n", strerror(errno));
}
)"},
    };
    return parts;
}

}  // namespace stridescope::language
