// The invitation for the whole table: QR code, code and link over all the screen, black on white, so that a dim phone does too.

const dialog = document.getElementById('show');

/** Opens it by [data-big]; any tap, Enter or Escape closes it. */
export function start() {
  document.addEventListener('click', ({ target }) => {
    if (target.closest('[data-big]')) open();
    else if (dialog.open) dialog.close();
  });
}

function open() {
  dialog.querySelector('.qr')?.remove();
  dialog.prepend(document.querySelector('#invite .qr').cloneNode(true));
  dialog.showModal();
}
