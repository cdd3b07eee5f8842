// Passing something on: [data-share] by the device's own way, [data-copy] by the clipboard; a toast says it happened.

const TOAST_MS = 4_000;

/** A short line over the page; a screen reader says it. */
export function toast(text, ms = TOAST_MS) {
  const note = document.createElement('p');
  note.className = 'toast';
  note.textContent = text;
  document.getElementById('toasts').replaceChildren(note);
  setTimeout(() => note.remove(), ms);
}

/** Listens to the page's share and copy buttons; `copied` is said for a link unless the button has its own words. */
export function sharing(copied) {
  document.addEventListener('click', event => {
    const button = event.target.closest('[data-share],[data-copy]');
    if (button) pass(button.dataset, button.dataset.copied ?? copied);
  });
}

async function pass({ share, copy }, copied) {
  if (share && navigator.share) return navigator.share({ title: 'Mau-Mau', url: share }).catch(() => {});
  const text = share ?? copy;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    copyOldWay(text); // plain http in the local network has no clipboard
  }
  return toast(copied);
}

function copyOldWay(text) {
  const field = document.createElement('input');
  field.className = 'vh';
  field.value = text;
  document.body.append(field);
  const before = document.activeElement;
  field.select();
  document.execCommand('copy');
  field.remove();
  before?.focus();
}
