// In place of Emscripten's own.
mergeInto(LibraryManager.library, {
  // To a browser a length of 0 means "to the end of the memory", to OpenGL nothing.
  glBufferData__sig: 'viiii',
  glBufferData: function(target, size, data, usage) {
    if (data && size) GLctx.bufferData(target, HEAPU8, usage, data, size);
    else GLctx.bufferData(target, size, usage);
  },
  glBufferSubData__sig: 'viiii',
  glBufferSubData: function(target, offset, size, data) {
    if (size) GLctx.bufferSubData(target, offset, HEAPU8, data, size);
  },
  // A browser that is asked for these waits until all is drawn that was asked for before: what was set last is kept
  // here. ImGui asks for each of them, for every frame.
  $glKept: {},
  glViewport__deps: ['$glKept'],
  glViewport__sig: 'viiii',
  glViewport: function(x, y, width, height) {
    glKept[0x0BA2] = [x, y, width, height];
    GLctx.viewport(x, y, width, height);
  },
  glScissor__deps: ['$glKept'],
  glScissor__sig: 'viiii',
  glScissor: function(x, y, width, height) {
    glKept[0x0C10] = [x, y, width, height];
    GLctx.scissor(x, y, width, height);
  },
  glBlendFuncSeparate__deps: ['$glKept'],
  glBlendFuncSeparate__sig: 'viiii',
  glBlendFuncSeparate: function(from, to, fromAlpha, toAlpha) {
    glKept[0x80C9] = [from];
    glKept[0x80C8] = [to];
    glKept[0x80CB] = [fromAlpha];
    glKept[0x80CA] = [toAlpha];
    GLctx.blendFuncSeparate(from, to, fromAlpha, toAlpha);
  },
  glBlendFunc__deps: ['glBlendFuncSeparate'],
  glBlendFunc__sig: 'vii',
  glBlendFunc: function(from, to) { _glBlendFuncSeparate(from, to, from, to); },
  glBlendEquationSeparate__deps: ['$glKept'],
  glBlendEquationSeparate__sig: 'vii',
  glBlendEquationSeparate: function(colors, alpha) {
    glKept[0x8009] = [colors];
    glKept[0x883D] = [alpha];
    GLctx.blendEquationSeparate(colors, alpha);
  },
  glBlendEquation__deps: ['glBlendEquationSeparate'],
  glBlendEquation__sig: 'vi',
  glBlendEquation: function(both) { _glBlendEquationSeparate(both, both); },
  glGetIntegerv__deps: ['$emscriptenWebGLGet', '$glKept'],
  glGetIntegerv__sig: 'vii',
  glGetIntegerv: function(name, to) {
    const kept = glKept[name];
    if (kept) kept.forEach((value, i) => HEAP32[(to >> 2) + i] = value);
    else emscriptenWebGLGet(name, to, {{{ cDefine('EM_FUNC_SIG_PARAM_I') }}});
  },
});
