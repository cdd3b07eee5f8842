// The rule chooser: greys switches that have no effect, and counts what differs from the preset.
// It knows no rule: the page says in data attributes what the presets hold and when a switch is inert.

const form = document.querySelector('.rules-presets').form;
const lines = [...form.querySelectorAll('[data-inert-when]')];

/** What the chosen preset says of every switch shown. */
function usual() {
  const { rules = '' } = form.querySelector('[name="preset"]:checked')?.dataset ?? {};
  return Object.fromEntries(rules.split(' ').map(pair => pair.split('=')));
}

/** How many switches say something else than the chosen preset; greyed ones say nothing. */
export function differences() {
  const theirs = usual();
  const chosen = [...form.querySelectorAll('select')].filter(field => field.value && !field.disabled);
  return chosen.filter(({ name, value }) => name in theirs && value !== theirs[name]).length;
}

function grey() {
  const theirs = usual();
  for (const line of lines) {
    const [name, value] = line.dataset.inertWhen.split('=');
    const inert = (form.elements[name]?.value || theirs[name]) === value;
    const field = line.querySelector('select');
    const reason = line.querySelector('.inert');
    field.disabled = inert;
    reason.hidden = !inert;
    if (inert) field.setAttribute('aria-describedby', reason.id);
    else field.removeAttribute('aria-describedby');
  }
}

form.addEventListener('change', grey);
grey();
