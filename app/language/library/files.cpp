// Of <stdio.h>: files. A FILE* is the number of a file, which nobody looks into.
#include "app/language/library/parts.h"

namespace stridescope::language {

std::span<const LibraryPart> file_parts() {
    static constexpr LibraryPart parts[] = {
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
