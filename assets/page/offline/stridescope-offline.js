// Lets a page that comes from a server open without it, after the first time. Beside stridescope.html.
const page = new URL(new URL(location).searchParams.get('page'), location).href;
const kept = 'stridescope';
const plain = address => address.split('#')[0].split('?')[0];

self.addEventListener('install', event => event.waitUntil((async () => {
  await (await caches.open(kept)).add(page);
  await self.skipWaiting();
})()));
self.addEventListener('activate', event => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', event => {
  if (event.request.method !== 'GET' || plain(event.request.url) !== plain(page)) return;
  event.respondWith((async () => {
    const cache = await caches.open(kept);
    try {
      const fresh = await fetch(event.request);
      if (fresh.ok) await cache.put(page, fresh.clone());
      return fresh;
    } catch (error) {
      return (await cache.match(page)) ?? Response.error();
    }
  })());
});
