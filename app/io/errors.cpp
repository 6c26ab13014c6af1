#include "app/io/errors.h"

#include <fmt/format.h>

#include <cerrno>

namespace stridescope {

std::string why(int error) {
    switch (error) {
        case EACCES:
        case EPERM: return "permission denied";
        case EROFS: return "the disk is read-only";
        case ENOSPC: return "the disk is full";
        case EDQUOT: return "your share of the disk is used up";
        case EFBIG: return "the file would be larger than allowed";
        case ENOENT: return "no such file or folder";
        case ENOTDIR: return "part of the path is not a folder";
        case EISDIR: return "it is a folder";
        case ENAMETOOLONG: return "the name is too long";
        case ELOOP: return "its links lead in a circle";
        case EMFILE:
        case ENFILE: return "too many files are open";
        case ENOMEM: return "there is not enough memory";
        case EAGAIN: return "the system has nothing left to give: try again later";
        case EIO: return "the disk reports an error";
        case EPIPE: return "nobody reads it any more";
        case EBADF: return "it is closed";
        case ENXIO:
        case ENODEV: return "there is no such device";
        case ETXTBSY:
        case EBUSY: return "it is in use";
        case EEXIST: return "it exists already";
        default: return fmt::format("error {} of the system", error);
    }
}

}  // namespace stridescope
