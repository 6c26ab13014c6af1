// In place of Emscripten's own: to a browser a length of 0 means "to the end of the memory", to OpenGL nothing.
mergeInto(LibraryManager.library, {
  glBufferData__sig: 'viiii',
  glBufferData: function(target, size, data, usage) {
    if (data && size) GLctx.bufferData(target, HEAPU8, usage, data, size);
    else GLctx.bufferData(target, size, usage);
  },
  glBufferSubData__sig: 'viiii',
  glBufferSubData: function(target, offset, size, data) {
    if (size) GLctx.bufferSubData(target, offset, HEAPU8, data, size);
  },
});
