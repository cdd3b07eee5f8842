// A refusal and a word about the line must be seen at once, also while a dialog is open: all else lies behind it and is out of
// reach. So both move into the dialog, and back when it shuts.

const home = document.getElementById('game');
const words = [document.getElementById('error'), document.getElementById('net')];

/** Watches dialogs open and shut. */
export function start() {
  new MutationObserver(place).observe(document.body, { subtree: true, attributes: true, attributeFilter: ['open'] });
  place();
}

function place() {
  const where = [...document.querySelectorAll('dialog:modal')].at(-1) ?? home;
  for (const one of words) if (one.parentElement !== where) where.append(one);
}
