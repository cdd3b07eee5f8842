// The sheets over the table: opened by links to them (#leave, #info, #settings) and to sentences of the rules (`rule/seven`).

const byId = id => document.getElementById(id);

/** Opens what a link leads to. `warn(words)` says so if it cannot be had. */
export async function follow(link, warn) {
  const [, clause] = (link.getAttribute('href') ?? '').split('rule/');
  if (clause || link.hash === '#info') return openRules(clause, warn);
  const dialog = byId(link.id === 'b-set' ? 'settings' : link.hash.slice(1));
  if (dialog.id === 'settings') await import('./settings.js').then(part => part.start(), () => {}); // no network: next time
  if (!dialog.open) dialog.showModal();
}

/** The rulebook is only loaded when somebody looks into it. */
async function openRules(clause, warn) {
  try {
    const rulebook = await import('./rulebook.js');
    await rulebook.open(clause);
  } catch {
    warn(byId('book').dataset.lost);
  }
}
