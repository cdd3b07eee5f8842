// A match that is being looked through: asks until that is done; without scripts the page loads itself anew.

const EVERY_MS = 1_500;
const SLOWEST_MS = 20_000;
const said = document.querySelector('[data-waits]'); // a status: what changes in it is read out

/** Asks whether it is done; while the network is away, more and more slowly. */
async function look(wait) {
  let next = EVERY_MS;
  try {
    const answer = await fetch(location.pathname, { headers: { Accept: 'application/json' } });
    const told = await answer.json();
    if (told.ready) return location.reload();
    if (told.text) {
      said.textContent = told.text; // why there is none
      return;
    }
  } catch {
    next = Math.min(wait * 2, SLOWEST_MS);
  }
  setTimeout(look, next, next);
}

if (said) setTimeout(look, EVERY_MS, EVERY_MS);
