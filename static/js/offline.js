// The page for no network (shown by the worker in place of the one that was asked for): tries again by itself.

const EVERY_MS = 5_000;
const again = document.getElementById('again');
const isItself = location.pathname === again.dataset.own; // asked for by its own address there is nothing to come back to

/** Opens what was asked for, once the server is there. */
async function tryAgain() {
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null);
  if (answer?.ok) location.reload();
}

again.addEventListener('click', event => {
  if (isItself) return;
  event.preventDefault();
  location.reload();
});
if (!isItself) {
  addEventListener('online', tryAgain);
  setInterval(tryAgain, EVERY_MS);
}
