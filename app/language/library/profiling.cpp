// <nvToolsExt.h>: marks and ranges for a profiler, which there is none of. As without one, they do
// nothing, and return what they then return.
#include "app/language/library/parts.h"

namespace stridescope::language {

std::span<const LibraryPart> profiling_parts() {
    static constexpr LibraryPart parts[] = {
        {"nvtxRangeId_t", "typedef unsigned long long nvtxRangeId_t;", true},
        {"nvtxDomainHandle_t", "typedef void *nvtxDomainHandle_t;", true},
        {"nvtxStringHandle_t", "typedef void *nvtxStringHandle_t;", true},
        {"nvtxEventAttributes_t", R"(
union __nvtx_payload {
    unsigned long long ullValue;
    long long llValue;
    double dValue;
    unsigned uiValue;
    int iValue;
    float fValue;
};
union __nvtx_message {
    const char *ascii;
    void *registered;
};
struct nvtxEventAttributes_t {
    unsigned short version, size;
    unsigned category;
    int colorType;
    unsigned color;
    int payloadType, reserved0;
    __nvtx_payload payload;
    int messageType;
    __nvtx_message message;
};
)",
         true},
        {"nvtxEventAttributes_v2", "typedef nvtxEventAttributes_t nvtxEventAttributes_v2;", true},
        {"NVTX_VERSION", "const int NVTX_VERSION = 3;"},
        {"NVTX_EVENT_ATTRIB_STRUCT_SIZE", "const int NVTX_EVENT_ATTRIB_STRUCT_SIZE = 48;"},
        {"NVTX_COLOR_UNKNOWN", "const int NVTX_COLOR_UNKNOWN = 0;"},
        {"NVTX_COLOR_ARGB", "const int NVTX_COLOR_ARGB = 1;"},
        {"NVTX_MESSAGE_UNKNOWN", "const int NVTX_MESSAGE_UNKNOWN = 0;"},
        {"NVTX_MESSAGE_TYPE_ASCII", "const int NVTX_MESSAGE_TYPE_ASCII = 1;"},
        {"NVTX_MESSAGE_TYPE_REGISTERED", "const int NVTX_MESSAGE_TYPE_REGISTERED = 3;"},
        {"NVTX_PAYLOAD_UNKNOWN", "const int NVTX_PAYLOAD_UNKNOWN = 0;"},
        {"NVTX_PAYLOAD_TYPE_UNSIGNED_INT64", "const int NVTX_PAYLOAD_TYPE_UNSIGNED_INT64 = 1;"},
        {"NVTX_PAYLOAD_TYPE_INT64", "const int NVTX_PAYLOAD_TYPE_INT64 = 2;"},
        {"NVTX_PAYLOAD_TYPE_DOUBLE", "const int NVTX_PAYLOAD_TYPE_DOUBLE = 3;"},
        {"NVTX_PAYLOAD_TYPE_UNSIGNED_INT32", "const int NVTX_PAYLOAD_TYPE_UNSIGNED_INT32 = 4;"},
        {"NVTX_PAYLOAD_TYPE_INT32", "const int NVTX_PAYLOAD_TYPE_INT32 = 5;"},
        {"NVTX_PAYLOAD_TYPE_FLOAT", "const int NVTX_PAYLOAD_TYPE_FLOAT = 6;"},
        {"nvtxInitialize", "void nvtxInitialize(const void *reserved) {}"},
        {"nvtxMark", "void nvtxMark(const char *message) {}"},
        {"nvtxMarkA", "void nvtxMarkA(const char *message) {}"},
        {"nvtxMarkEx", "void nvtxMarkEx(const nvtxEventAttributes_t *about) {}"},
        {"nvtxRangePush", "int nvtxRangePush(const char *message) { return -2; }"},
        {"nvtxRangePushA", "int nvtxRangePushA(const char *message) { return -2; }"},
        {"nvtxRangePushEx",
         "int nvtxRangePushEx(const nvtxEventAttributes_t *about) { return -2; }"},
        {"nvtxRangePop", "int nvtxRangePop() { return -2; }"},
        {"nvtxRangeStart", "nvtxRangeId_t nvtxRangeStart(const char *message) { return 0; }"},
        {"nvtxRangeStartA", "nvtxRangeId_t nvtxRangeStartA(const char *message) { return 0; }"},
        {"nvtxRangeStartEx",
         "nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t *about) { return 0; }"},
        {"nvtxRangeEnd", "void nvtxRangeEnd(nvtxRangeId_t range) {}"},
        {"nvtxDomainCreate", "nvtxDomainHandle_t nvtxDomainCreate(const char *name) { return 0; }"},
        {"nvtxDomainCreateA",
         "nvtxDomainHandle_t nvtxDomainCreateA(const char *name) { return 0; }"},
        {"nvtxDomainDestroy", "void nvtxDomainDestroy(nvtxDomainHandle_t domain) {}"},
        {"nvtxDomainRegisterStringA", R"(
nvtxStringHandle_t nvtxDomainRegisterStringA(nvtxDomainHandle_t domain, const char *text) {
    return 0;
}
)"},
        {"nvtxDomainNameCategoryA", R"(
void nvtxDomainNameCategoryA(nvtxDomainHandle_t domain, unsigned category, const char *name) {}
)"},
        {"nvtxDomainMarkEx", R"(
void nvtxDomainMarkEx(nvtxDomainHandle_t domain, const nvtxEventAttributes_t *about) {}
)"},
        {"nvtxDomainRangePushEx", R"(
int nvtxDomainRangePushEx(nvtxDomainHandle_t domain, const nvtxEventAttributes_t *about) {
    return -2;
}
)"},
        {"nvtxDomainRangePop", "int nvtxDomainRangePop(nvtxDomainHandle_t domain) { return -2; }"},
        {"nvtxDomainRangeStartEx", R"(
nvtxRangeId_t nvtxDomainRangeStartEx(nvtxDomainHandle_t domain,
                                     const nvtxEventAttributes_t *about) {
    return 0;
}
)"},
        {"nvtxDomainRangeEnd",
         "void nvtxDomainRangeEnd(nvtxDomainHandle_t domain, nvtxRangeId_t range) {}"},
        {"nvtxNameCategory", "void nvtxNameCategory(unsigned category, const char *name) {}"},
        {"nvtxNameCategoryA", "void nvtxNameCategoryA(unsigned category, const char *name) {}"},
        {"nvtxNameOsThread", "void nvtxNameOsThread(unsigned thread, const char *name) {}"},
        {"nvtxNameOsThreadA", "void nvtxNameOsThreadA(unsigned thread, const char *name) {}"},
        {"nvtxNameCudaStreamA",
         "void nvtxNameCudaStreamA(cudaStream_t stream, const char *name) {}"},
        {"nvtxNameCudaEventA", "void nvtxNameCudaEventA(cudaEvent_t event, const char *name) {}"},
        {"nvtxNameCudaDeviceA", "void nvtxNameCudaDeviceA(int device, const char *name) {}"},
    };
    return parts;
}

}  // namespace stridescope::language
