// The rule chooser: says what each switch does, greys those without effect, counts what differs from the preset, names the
// set, and offers the nearest choice for what cannot be. It knows no rule: the page says all that in data attributes.

import { sharing } from './pass-on.js';
import { openSheet, start } from './rulebook.js';

const CODE_AFTER_MS = 300;
const SAID = { match_end: 'end', turn_seconds: 'time' }; // where a preset's words stand that are no option's

const presets = document.querySelector('.rules-presets');
const words = presets.dataset;
const form = presets.form;
const radios = [...presets.querySelectorAll('[name="preset"]')];
const lines = [...form.querySelectorAll('.rule')].map(line => ({
  line,
  name: line.dataset.field,
  select: line.querySelector('select'),
  number: line.querySelector('.num'),
  help: line.querySelector('.help'),
  reason: line.querySelector('.inert'),
  back: line.querySelector('.back'),
}));
const clashes = [...document.querySelectorAll('.clash[data-having]')];
const pairs = text => text.split(' ').map(pair => pair.split('='));
const bases = radios.map(radio => ({ radio, values: Object.fromEntries(pairs(radio.dataset.rules)) }));

const base = () => bases.find(({ radio }) => radio.checked) ?? bases[0];
const title = ({ radio }) => radio.closest('label').querySelector('b').textContent.trim();

/** What a switch says by itself; "" is as in the preset. */
function own({ select, number }) {
  if (select.disabled || !select.value) return '';
  const { low } = select.selectedOptions[0].dataset;
  if (!low) return select.value;
  return select.name === 'turn_seconds' ? number.value : `${select.value}:${number.value}`;
}

/** Every value as the table would have it. */
function held() {
  const values = { ...base().values };
  for (const line of lines) values[line.name] = own(line) || values[line.name];
  return values;
}

function changed(line) {
  const said = own(line);
  return Boolean(said) && said !== base().values[line.name];
}

/** What the rail says: the set's name, and what it began with if that is something else. */
export function summary() {
  const values = held();
  const beside = words.nameless.split(' ');
  const same = ({ radio, values: theirs }) => !('own' in radio.dataset)
    && Object.keys(theirs).every(name => beside.includes(name) || theirs[name] === values[name]);
  const named = same(base()) ? base() : bases.find(same);
  const count = lines.filter(changed).length;
  const tail = count ? `, ${count} ${words.changed}` : '';
  if (named) return title(named) + (named === base() ? tail : '');
  return `${words.custom} · ${title(base())}${tail}`;
}

// each switch

function show() {
  const values = held();
  const theirs = base().values;
  for (const line of lines) {
    grey(line, values);
    sayPreset(line, theirs[line.name]);
    sayNumber(line);
    sayHelp(line, theirs[line.name]);
    const differs = changed(line);
    line.line.querySelector('[data-tell]').hidden = !differs;
    line.back.hidden = !differs;
  }
  for (const group of form.querySelectorAll('.rgroup')) count(group);
  for (const clash of clashes) clash.hidden = !(says(values, clash.dataset.having) && !says(values, clash.dataset.needing));
  document.getElementById('rules-reset').hidden = !lines.some(changed);
  for (const place of document.querySelectorAll('[data-rules-line]')) place.textContent = summary();
}

const says = (values, text) => pairs(text).every(([name, value]) => values[name] === value);

function grey({ line, select, number, reason, help }, values) {
  const when = line.dataset.inertWhen;
  if (!when) return;
  const inert = when === 'always' || says(values, when);
  select.disabled = inert;
  reason.hidden = !inert;
  help.hidden = inert;
}

function sayPreset({ name, select }, theirs) {
  const said = base().radio.dataset[SAID[name]] ?? choice(select, theirs).option.textContent;
  select.options[0].textContent = words.preset.replace('{value}', said);
}

function sayNumber({ select, number }) {
  if (!number) return;
  const { low, high, usual } = select.selectedOptions[0].dataset;
  number.hidden = !low;
  number.disabled = !low || select.disabled; // what nobody sees must not keep the form from being sent
  if (!low) return;
  if (!number.value || number.min !== low || number.max !== high) number.value = within(number.value, low, high) ? number.value : usual;
  number.min = low;
  number.max = high;
}

const within = (value, low, high) => value && Number(value) >= Number(low) && Number(value) <= Number(high);

function sayHelp({ select, number, help }, theirs) {
  const { option, amount } = select.value ? { option: select.selectedOptions[0], amount: number?.value } : choice(select, theirs);
  const { help: said, helpOne, usual } = option.dataset;
  help.textContent = !usual ? said : amount === '1' ? helpOne : said.replace(usual, amount);
}

/** The option that stands for a value, and the number that belongs beside it: `wins:5` is `wins` and 5. */
function choice(select, value) {
  const options = [...select.options];
  const [kind, amount] = value.split(':');
  const option = options.find(one => one.value === value) ?? options.find(one => one.value === kind);
  return option ? { option, amount } : { option: options.find(one => one.dataset.low), amount: value };
}

function count(group) {
  const badge = group.querySelector('summary [data-tell]');
  if (!badge) return;
  const here = lines.filter(line => group.contains(line.line) && changed(line)).length;
  badge.hidden = !here;
  badge.textContent = here ? `${here} ${words.changed}` : '';
}

// ways back, and ways out

function set(name, value) {
  const { select, number } = lines.find(line => line.name === name);
  const { option, amount } = choice(select, value);
  select.value = option.value;
  if (number && option.dataset.low) number.value = amount;
}

document.addEventListener('click', event => {
  const button = event.target.closest('.rule .back, #rules-reset, .clash[data-having] [name="fix"]');
  if (!button) return;
  event.preventDefault();
  if (button.name === 'fix') for (const [name, value] of pairs(button.value)) set(name, value);
  else for (const { line, select } of lines) if (button.id || line.contains(button)) select.value = '';
  if (button.classList.contains('back')) button.closest('.rule').querySelector('select').focus();
  form.dispatchEvent(new Event('change', { bubbles: true }));
});

// the code

const share = document.getElementById('rules-code');
const readLink = document.querySelector('[data-read]');
const copyButton = share.querySelector('[data-copy]');
const shareButton = share.querySelector('[data-share-rules]');
let timer = 0;

function askForCode() {
  clearTimeout(timer);
  const refused = clashes.some(({ hidden }) => !hidden) || !form.checkValidity();
  if (readLink) readLink.parentElement.hidden = refused;
  if (refused) share.hidden = true;
  else timer = setTimeout(fetchCode, CODE_AFTER_MS);
}

async function fetchCode() {
  const values = new URLSearchParams({ preset: base().radio.value });
  for (const line of lines) if (own(line)) values.set(line.name, own(line));
  const answer = await fetch(`${words.code}?${values}`, { headers: { Accept: 'application/json' } }).catch(() => null);
  if (!answer) return;
  share.hidden = !answer.ok;
  if (!answer.ok) return;
  const { code, url } = await answer.json();
  if (readLink) readLink.href = url;
  const link = share.querySelector('[data-code]');
  link.textContent = code;
  link.href = url;
  copyButton.dataset.copy = code;
  shareButton.dataset.share = url;
}

form.addEventListener('change', ({ target }) => {
  document.querySelector('.clash[data-refused]')?.remove();
  show();
  if (target.name !== 'rules') askForCode();
});
form.addEventListener('input', ({ target }) => { if (target.classList.contains('num')) show(); });
form.addEventListener('invalid', ({ target }) => { // a folded group would hide what is wrong
  const group = target.closest('details');
  if (group) group.open = true;
}, true);
document.getElementById('rules-share').addEventListener('toggle', askForCode);
readLink?.addEventListener('click', async event => { // the rules as they are chosen by now
  event.preventDefault();
  await fetchCode();
  openSheet(readLink.href);
});
start();
sharing(words.copied);
show();
if (clashes.some(({ hidden }) => !hidden)) document.querySelector('.clash[data-refused]')?.remove();
