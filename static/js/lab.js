// The lab's form: the rule chooser, and pasting rules keeps the number of players.
import './rules.js';

const form = document.getElementById('lab');

document.getElementById('paste').addEventListener('formdata', ({ formData }) => {
  formData.set('players', form.players.value);
});
