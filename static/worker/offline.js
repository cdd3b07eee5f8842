// The service worker. It does one thing: where a page cannot be had for lack of network, it shows one that says so. Pages, tables
// and hands are never kept. The server puts `VERSION` (other after every update) and `PAGES` (language: address) before these lines.
/* global VERSION, PAGES */

const KEPT = `offline-${VERSION}`;
const PARTS = /(?:href|src)="(\/static\/[^"#]+\.(?:css|js|svg))/g;
const told = new Set(); // the clients that were shown the page: its parts come from here

self.addEventListener('install', event => event.waitUntil(keep().then(() => self.skipWaiting())));
self.addEventListener('activate', event => event.waitUntil(begin()));
self.addEventListener('fetch', event => {
  if (event.request.mode === 'navigate') {
    if (event.request.method === 'GET') event.respondWith(open(event));
  } else if (told.has(event.clientId)) {
    event.respondWith(part(event.request));
  }
});

/** Fetches the page in every language, and what it is made of. */
async function keep() {
  const store = await caches.open(KEPT);
  const parts = new Set();
  for (const address of Object.values(PAGES)) {
    const page = await fetch(address, { cache: 'reload' });
    if (!page.ok) throw new Error(`${address} answers ${page.status}`);
    for (const [, part] of (await page.clone().text()).matchAll(PARTS)) parts.add(part);
    await store.put(address, page);
  }
  await store.addAll(parts);
}

/** What older workers kept goes; the browser may ask for a page while this worker still wakes up. */
async function begin() {
  for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name);
  await self.registration.navigationPreload?.enable();
}

/** The page from the server, or the one for no network. What the server says, errors too, is shown as it is. */
async function open(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch (error) {
    const page = await caches.match(PAGES[language(new URL(event.request.url))], { ignoreVary: true });
    if (!page) throw error;
    told.add(event.resultingClientId);
    return page;
  }
}

async function part(request) {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

/** That of the address, else the first of the reader's that we speak. */
function language(url) {
  const asked = [url.pathname.split('/')[1], url.searchParams.get('lang'), ...navigator.languages.map(tag => tag.slice(0, 2))];
  return asked.find(code => Object.hasOwn(PAGES, code)) ?? Object.keys(PAGES)[0];
}
