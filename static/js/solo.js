// The start menu: the choice of cards, and a running summary on the rail.
import { summary as rules } from './rules.js';
import * as settings from './settings.js';

const form = document.getElementById('solo');
const [strong, rest] = document.querySelectorAll('#summary b, #summary span');
const words = document.querySelector('#summary').dataset;
const each = document.getElementById('each');

/** The words on the chosen option of a group. */
function label(name) {
  return form.querySelector(`[name="${name}"]:checked`)?.closest('label').querySelector('b').textContent.trim() ?? '';
}

function summary() {
  const bots = Number(form.bots_count.value);
  const single = [...each.querySelectorAll('select')];
  single.forEach((field, at) => { field.closest('.line').hidden = at >= bots; });
  const mixed = single.some((field, at) => at < bots && field.value);
  strong.textContent = `${bots} ${bots === 1 ? words.one : words.many}, ${mixed ? words.mixed : label('strength')}`;
  rest.textContent = rules();
}

/** Pasting rules changes no bots. */
document.getElementById('paste').addEventListener('formdata', ({ formData }) => {
  for (const name of ['bots_count', 'strength']) formData.set(name, form[name].value);
});

form.addEventListener('change', summary);
form.addEventListener('input', summary);
settings.start();
summary();
