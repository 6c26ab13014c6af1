# cpack -G DEB in the build folder: a Debian package. scripts/package calls it.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME stridescope)
set(CPACK_PACKAGE_VENDOR "StrideScope developers")
# As in LICENSE: there is no address, and no home page, that could be named.
set(CPACK_PACKAGE_CONTACT "StrideScope developers")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "watch GPU threads work, one stride at a time")
set(CPACK_PACKAGE_DESCRIPTION
"StrideScope runs CUDA texts warp by warp on a machine of its own, records
every access, and shows step by step what threads and memory banks do. It
needs no GPU, and uses one where there is one.
.
It comes with lessons, scans, reductions, matrix products, transposes,
convolutions and histograms, and opens kernels of your own; stridescope-cli
records, checks, reports and draws them without a display.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION education)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# OpenGL is loaded when the window opens: no library's own list names it.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libgl1, libegl1")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS
    "libgl1-mesa-dri, fonts-inter, fonts-noto-core, fonts-noto-mono, libarchive13")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
include(CPack)
