// The rules of a table in a dialog: fetched when first opened, then shown from the top or at one sentence.
import { dress } from './dress.js';

const dialog = document.getElementById('info');
const book = document.getElementById('book');
const dressed = dress(dialog.dataset.style);

/** Links to whole sheets (`data-sheet`) open the dialog; with a new tab in mind they stay links. */
export function start() {
  document.addEventListener('click', event => {
    const link = event.target.closest('a[data-sheet]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    openSheet(link.href);
  });
  dialog.addEventListener('click', event => {
    if (!event.target.closest('[data-close]')) return;
    event.preventDefault();
    dialog.close();
  });
}

/** Opens the dialog with the sheet at this address. */
export function openSheet(address) {
  dialog.dataset.sheet = address;
  return open();
}

/** Opens the dialog at its top, or at the sentence `clause`. */
export async function open(clause = '') {
  await dressed;
  book.querySelector('.hit')?.classList.remove('hit');
  dialog.querySelector('[data-page]').href = dialog.dataset.sheet;
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
  await load(dialog.dataset.sheet);
  if (clause && dialog.open) point(document.getElementById(`r-${clause}`));
}

/** The link to the page stays where the sheet cannot be had, with a word why; the next opening tries again. */
async function load(sheet) {
  if (book.dataset.holds === sheet) return;
  const note = book.querySelector('[role="status"]');
  book.ariaBusy = 'true';
  try {
    const answer = await fetch(`${sheet}?part`);
    if (!answer.ok) throw new Error(answer.status);
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    book.querySelector('.rulebook')?.remove();
    book.append(page.querySelector('.rulebook'));
    book.dataset.holds = sheet;
    note.textContent = '';
  } catch {
    book.querySelector('.rulebook')?.remove(); // of rules that no longer hold
    delete book.dataset.holds;
    note.textContent = book.dataset.lost;
  }
  book.ariaBusy = 'false';
}

/** The focus moves to the sentence, so that it is read out too. */
function point(sentence) {
  if (!sentence) return;
  sentence.classList.add('hit');
  sentence.tabIndex = -1;
  sentence.focus({ preventScroll: true });
  sentence.scrollIntoView({ block: 'center' });
}
