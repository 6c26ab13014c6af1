// What the page remembers: its look and what was used lately for all tabs, a text that was not saved for
// each, and the place where one is with the entry of the browser's history.
stridescopePage.memory = {
  tab: crypto.randomUUID ? crypto.randomUUID() : String(Math.random()),
  known: {},  // what this tab read or wrote last
  unsaved: false,
  get(key) {
    try {
      return JSON.parse(localStorage.getItem('stridescope.' + key));
    } catch (error) {  // a browser may keep nothing for a page
      return null;
    }
  },
  put(key, value) {
    try {
      if (value === null) localStorage.removeItem('stridescope.' + key);
      else localStorage.setItem('stridescope.' + key, JSON.stringify(value));
    } catch (error) {  // nor take any more
    }
  },
  keys(kind) {
    try {
      return Object.keys(localStorage).filter(key => key.startsWith(`stridescope.${kind}.`))
          .map(key => key.slice('stridescope.'.length));
    } catch (error) {
      return [];
    }
  },
  // The text that a tab lost which is there no more.
  adopt() {
    const left = this.keys('draft').map(key => [key, this.get(key)])
        .filter(([, draft]) => draft && (draft.left || Date.now() - draft.when > 180000))
        .sort((a, b) => b[1].when - a[1].when);
    if (left.length === 0) return null;
    const [key, draft] = left[0];
    this.put(key, null);
    return draft.what;
  },
  read() {
    const state = this.get('state');
    if (!state) return null;
    this.known = structuredClone(state);
    delete this.known.draft;
    delete state.draft;
    // What is shown again where it was is not lost.
    const kept = stridescopePage.kept()?.tab;
    if (kept && stridescopePage.place()) this.put('draft.' + kept, null);
    const draft = stridescopePage.place() ? null : this.adopt();
    if (draft) state.draft = draft;
    return JSON.stringify(state);
  },
  // Of what another tab has changed meanwhile all is kept that this one has not changed itself.
  write(text) {
    const mine = JSON.parse(text), theirs = this.get('state') ?? {}, merged = {...theirs};
    this.unsaved = Boolean(mine.draft);
    this.put('draft.' + this.tab,
             mine.draft ? {what: mine.draft, when: Date.now(), left: false} : null);
    delete mine.draft;
    for (const name of new Set([...Object.keys(mine), ...Object.keys(this.known)])) {
      const [now, before] = [mine[name], this.known[name]].map(each => JSON.stringify(each));
      if (now === before) continue;
      if (now === undefined) delete merged[name];
      else merged[name] = this.joined(mine[name], this.known[name], theirs[name]);
    }
    this.known = mine;
    this.put('state', merged);
  },
  // Lists of what was used or solved grow in both.
  joined(mine, before, theirs) {
    if (!Array.isArray(mine) || !Array.isArray(theirs)) return mine;
    const has = (list, one) => list.some(each => JSON.stringify(each) === JSON.stringify(one));
    return [...mine, ...theirs.filter(one => !has(mine, one) && !has(before ?? [], one))];
  },
  beat(left) {
    const draft = this.unsaved && this.get('draft.' + this.tab);
    if (draft) this.put('draft.' + this.tab, {...draft, when: Date.now(), left});
  },
};
setInterval(() => stridescopePage.memory.beat(false), 30000);
window.addEventListener('pageshow', () => stridescopePage.memory.beat(false));

// --- The place: a reload, and the way back, show it again ---
// It stands beside the address, which stays what it is.
// Chromium may drop what is put into the history while a page is being left: for a reload it stands in
// the tab's own storage as well.
stridescopePage.kept = function() {
  try {
    const [navigation] = performance.getEntriesByType('navigation');
    const here = sessionStorage.getItem('stridescope.place');
    if (navigation?.type === 'reload' && here) return JSON.parse(here);
  } catch (error) {  // no storage here
  }
  return history.state;
};
stridescopePage.place = () => stridescopePage.kept()?.place ?? '';
stridescopePage.subject = null;
stridescopePage.leaving = false;
stridescopePage.keep = function(place, subject) {
  if (this.leaving) return;
  const state = {place, subject, tab: this.memory.tab};
  try {
    sessionStorage.setItem('stridescope.place', JSON.stringify(state));
  } catch (error) {  // no room, or no storage here
  }
  try {
    // Another lesson, or text, is another page to whoever goes back.
    const other = this.subject !== null && this.subject !== subject;
    if (other) history.pushState(state, '');
    else history.replaceState(state, '');
    this.subject = subject;
  } catch (error) {  // too large for this browser: then the address says where to begin
    this.subject = subject;
  }
};
stridescopePage.keepNow = function() {
  if (this.running && !this.leaving) ccall('stridescope_keep', null, [], []);
};
window.addEventListener('pagehide', () => {
  stridescopePage.keepNow();
  stridescopePage.memory.beat(true);
});
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') stridescopePage.keepNow();
});
// The way back or forward, or another link in the same page: it is shown from its start.
for (const kind of ['popstate', 'hashchange']) {
  window.addEventListener(kind, () => {
    stridescopePage.leaving = true;
    try {
      sessionStorage.removeItem('stridescope.place');
    } catch (error) {  // no storage here
    }
    location.reload();
  });
}
