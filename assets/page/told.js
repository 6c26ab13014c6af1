// What the canvas shows, as text and controls that readers of the screen find: the program tells it as plain
// data (app/ui/window/accessible.h), and hears what is done with it.
stridescopePage.told = {
  now: null,
  areas: new Map(),     // by name: {element, at: the control that Tab comes to}
  controls: new Map(),  // by name: {element, control}
  walking: false,       // the focus is being put where the window's keys are
  show(text) {
    const now = JSON.parse(text), before = this.now;
    this.now = now;
    const words = {title: now.title, run: now.run, step: [now.step, now.sentence].filter(Boolean).join(': '),
                   finding: now.finding, reading: now.reading};
    for (const [name, said] of Object.entries(words)) this.write('told-' + name, said);
    // A word that is said once is said once.
    if (now.news && now.news !== before?.news) this.write('told-news', now.news);
    document.getElementById('canvas').setAttribute('aria-label',
        [now.title, now.step].filter(Boolean).join(', '));
    this.put(now.controls);
    this.follow(now, before);
  },
  write(id, text) {
    const element = document.getElementById(id);
    if (element.textContent !== text) element.textContent = text;
  },
  put(controls) {
    const names = new Set(controls.map(control => control.name));
    for (const [name, known] of this.controls) {
      if (names.has(name)) continue;
      known.element.remove();
      this.controls.delete(name);
    }
    const seen = new Map();
    for (const control of controls) {
      const name = control.name.split('.')[0];
      if (!seen.has(name)) seen.set(name, []);
      seen.get(name).push(this.element(control));
    }
    for (const [name, area] of this.areas) {
      if (seen.has(name)) continue;
      area.element.remove();
      this.areas.delete(name);
    }
    let place = 0;
    const whole = document.getElementById('told-controls');
    for (const [name, elements] of seen) {
      if (!this.areas.has(name)) {
        const element = document.createElement('div');
        element.setAttribute('role', 'group');
        element.setAttribute('aria-label', name);
        this.areas.set(name, {element, at: null});
      }
      const area = this.areas.get(name);
      if (whole.children[place] !== area.element) whole.insertBefore(area.element, whole.children[place] ?? null);
      ++place;
      elements.forEach((element, i) => {
        if (area.element.children[i] !== element) area.element.insertBefore(element, area.element.children[i] ?? null);
      });
      this.pass(area, elements);
    }
  },
  // Tab comes to one control of each area; arrows go on from there.
  pass(area, elements) {
    const stays = elements.find(element => element.dataset.name === area.at);
    const stop = stays ?? elements.find(element => element.getAttribute('aria-disabled') !== 'true') ?? elements[0];
    for (const element of elements) element.tabIndex = element === stop ? 0 : -1;
  },
  element(control) {
    let known = this.controls.get(control.name);
    if (known && known.control.role !== control.role) {
      known.element.remove();
      known = null;
    }
    if (!known) {
      known = {element: this.made(control), control: null};
      this.controls.set(control.name, known);
    }
    if (JSON.stringify(known.control) !== JSON.stringify(control)) this.tell(known.element, control);
    known.control = control;
    return known.element;
  },
  made(control) {
    const element = document.createElement('button');
    element.type = 'button';
    element.dataset.name = control.name;
    element.addEventListener('focus', () => {
      this.areas.get(control.name.split('.')[0]).at = control.name;
      if (!this.walking) this.send('walk_to', control.name);
    });
    // Of a reader of the screen: keys and the mouse have ways of their own.
    element.addEventListener('click', () => this.send('press', control.name));
    return element;
  },
  tell(element, control) {
    const set = (name, value) => {
      if (value === null) element.removeAttribute(name);
      else element.setAttribute(name, value);
    };
    const value = control.value && control.role !== 'text' ? ': ' + control.value : '';
    const typed = control.role === 'field' || control.role === 'text';
    element.textContent = control.words + value + (typed ? ', a field' : '');
    set('aria-disabled', control.enabled ? null : 'true');
    set('aria-pressed', control.role === 'toggle' || control.role === 'option' ? String(control.on) : null);
    set('aria-haspopup', control.role === 'menu' ? 'menu' : control.role === 'list' ? 'listbox' : null);
    set('title', control.why_not || null);
    const [x, y, w, h] = control.box;
    Object.assign(element.style, {left: x + 'px', top: y + 'px', width: w + 'px', height: h + 'px'});
  },
  send(what, name) {
    if (stridescopePage.running) ccall('stridescope_' + what, null, ['string'], [name]);
  },
  typedAt(x, y) {
    return this.now?.controls.find(({role, enabled, box: [left, top, w, h]}) => enabled &&
        (role === 'field' || role === 'text') && x >= left && x < left + w && y >= top && y < top + h);
  },
  // The browser's focus goes where the window's keys are.
  follow(now, before) {
    const known = this.controls.get(now.focused);
    if (now.typing && known && (known.control.role === 'field' || known.control.role === 'text')) {
      return stridescopePage.keyboard.show(known.control);
    }
    this.walking = true;
    if (!now.typing) stridescopePage.keyboard.hide();
    if (now.focused !== before?.focused) {
      const within = document.getElementById('told-controls').contains(document.activeElement);
      if (known) known.element.focus({preventScroll: true});
      else if (within) document.getElementById('canvas').focus({preventScroll: true});
    }
    this.walking = false;
  },
};
// Whether a key is the window's: Tab where one types or something lies in front; and the key that finds,
// where there is a text to find in.
stridescopePage.keepsKey = function(tab) {
  const now = this.told.now;
  return Boolean(now && (tab ? now.typing || now.in_front : now.finds));
};
document.getElementById('canvas').addEventListener('focus', () => {
  if (stridescopePage.running && !stridescopePage.told.walking) ccall('stridescope_leave', null, [], []);
});
