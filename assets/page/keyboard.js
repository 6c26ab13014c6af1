// A field of the browser's own lies below the one that is typed into: it brings up the keyboard of a screen,
// takes what methods of input write, and tells a reader of the screen what is typed into.
stridescopePage.keys = {shift: 1, ctrl: 2, enter: 257, tab: 258, back: 259, remove: 261, v: 86, c: 67, x: 88};
stridescopePage.keyboard = {
  field: document.getElementById('typed'),
  empty: '\u200b',  // something to erase, so that erasing is told
  written: '',      // by the method of input, so far
  press(key, mods = 0) { ccall('stridescope_key', null, ['number', 'number'], [key, mods]); },
  write(text) {
    for (const sign of text) {
      if (sign === '\n') this.press(stridescopePage.keys.enter);
      else ccall('stridescope_character', null, ['number'], [sign.codePointAt(0)]);
    }
  },
  clear() {
    this.written = '';
    this.field.value = this.empty;
    this.field.setSelectionRange(1, 1);
  },
  // What it writes is replaced as it goes on: only what is another is written anew.
  compose(text) {
    const before = [...this.written], now = [...text];
    let same = 0;
    while (same < before.length && same < now.length && before[same] === now[same]) ++same;
    for (let i = same; i < before.length; ++i) this.press(stridescopePage.keys.back);
    this.write(now.slice(same).join(''));
    this.written = text;
  },
  show(control) {
    const [x, y, w, h] = control.box, style = this.field.style;
    Object.assign(style, {left: x + 'px', top: y + 'px', width: Math.max(w, 1) + 'px',
                          height: Math.max(h, 1) + 'px'});
    this.field.setAttribute('aria-label', control.words);
    if (control.value) this.field.setAttribute('aria-description', control.value);
    else this.field.removeAttribute('aria-description');
    this.field.hidden = false;
    if (document.activeElement === this.field) return;
    this.clear();
    this.field.focus({preventScroll: true});
  },
  hide() {
    if (this.field.hidden) return;
    const had = document.activeElement === this.field;
    this.field.hidden = true;
    if (had) document.getElementById('canvas').focus({preventScroll: true});
  },
};
{
  const keyboard = stridescopePage.keyboard, keys = stridescopePage.keys;
  const pressed = {
    insertLineBreak: () => keyboard.press(keys.enter),
    insertParagraph: () => keyboard.press(keys.enter),
    deleteContentBackward: () => keyboard.press(keys.back),
    deleteContentForward: () => keyboard.press(keys.remove),
    deleteWordBackward: () => keyboard.press(keys.back, keys.ctrl),
    deleteWordForward: () => keyboard.press(keys.remove, keys.ctrl),
    deleteByCut: () => keyboard.press(keys.x, keys.ctrl),
  };
  keyboard.field.addEventListener('beforeinput', event => {
    if (event.inputType === 'insertFromPaste') return event.preventDefault();  // an event of its own
    if (event.inputType === 'insertCompositionText') return keyboard.compose(event.data ?? '');
    if (pressed[event.inputType]) pressed[event.inputType]();
    else if (event.data) keyboard.compose(event.data);
    event.preventDefault();
    keyboard.written = '';
  });
  keyboard.field.addEventListener('compositionend', () => setTimeout(() => keyboard.clear()));
  keyboard.field.addEventListener('input', event => { if (!event.isComposing) keyboard.clear(); });
  window.addEventListener('paste', event => {
    event.preventDefault();
    stridescopePage.clip = event.clipboardData.getData('text/plain');
    keyboard.press(keys.v, keys.ctrl);
  });
  for (const [kind, key] of [['copy', keys.c], ['cut', keys.x]]) {
    window.addEventListener(kind, event => {
      if (stridescopePage.copying) return;
      event.preventDefault();
      keyboard.press(key, keys.ctrl);
    });
  }
  // Some browsers bring the keyboard up only while the finger is being lifted.
  document.getElementById('canvas').addEventListener('pointerup', event => {
    if (event.pointerType === 'mouse') return;
    const at = stridescopePage.told.typedAt(event.offsetX, event.offsetY);
    if (at) keyboard.show(at);
  });
  // The keyboard covers the lower part of the page: what is left is the page meanwhile.
  visualViewport?.addEventListener('resize', () => {
    const whole = visualViewport.scale !== 1 || visualViewport.height >= innerHeight - 1;
    document.getElementById('page').style.height = whole ? '' : visualViewport.height + 'px';
    window.dispatchEvent(new UIEvent('resize'));
  });
}
