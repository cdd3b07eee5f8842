// A button that passes the page's address on: the phone's own sheet where there is one, else the clipboard.

const button = document.querySelector('[data-copy]');
button.hidden = false;
button.setAttribute('aria-live', 'polite');

button.addEventListener('click', async () => {
  const link = button.dataset.copy;
  if (navigator.share && matchMedia('(pointer:coarse)').matches) {
    await navigator.share({ title: document.title, url: link }).catch(() => {});
    return;
  }
  try {
    await navigator.clipboard.writeText(link);
    button.textContent = button.dataset.copied;
  } catch {
    button.replaceWith(linkField(link)); // plain http in the local network has no clipboard
  }
});

function linkField(link) {
  const field = document.createElement('input');
  field.readOnly = true;
  field.value = link;
  field.setAttribute('aria-label', button.textContent);
  setTimeout(() => field.select());
  return field;
}
