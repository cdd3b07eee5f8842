// The rules of this table in a dialog: fetched when first opened, then shown from the top or at one sentence.

const dialog = document.getElementById('info');
const book = document.getElementById('book');

/** Links to sentences (`rule/seven`), wherever they stand, open the dialog there; with a new tab in mind they stay links. */
export function start() {
  document.addEventListener('click', event => {
    const link = event.target.closest('a[href^="rule/"]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open(link.getAttribute('href').slice('rule/'.length));
  });
}

/** Opens the dialog at its top, or at the sentence `clause`. */
export async function open(clause = '') {
  book.querySelector('.hit')?.classList.remove('hit');
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
  await load();
  if (clause && dialog.open) point(document.getElementById(`r-${clause}`));
}

/** The link to the page stays where the sheet cannot be had, with a word why; the next opening tries again. */
async function load() {
  if (book.querySelector('.rulebook')) return;
  const note = book.querySelector('[role="status"]');
  book.ariaBusy = 'true';
  try {
    const answer = await fetch(`${dialog.dataset.sheet}?part`);
    if (!answer.ok) throw new Error(answer.status);
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    if (!book.querySelector('.rulebook')) book.append(page.querySelector('.rulebook'));
    note.textContent = '';
  } catch {
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
