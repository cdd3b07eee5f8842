// Lets the browser keep the page that says there is no network (static/worker/offline.js). Only where people play, and not
// before they have touched the page: who just looks at a page loads nothing for it.

const idle = globalThis.requestIdleCallback ?? (work => setTimeout(work, 500));
let prepared = false;

/** Registers the worker after the first gesture; a browser that has none, or http, does without. */
export function prepare() {
  if (prepared || !navigator.serviceWorker) return;
  prepared = true;
  for (const kind of ['pointerup', 'keydown']) document.addEventListener(kind, begin, { once: true, passive: true });
}

function begin() {
  idle(() => navigator.serviceWorker.register('/sw.js').catch(() => {}));
}

prepare();
