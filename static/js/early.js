// Before the first paint: what this person chose for this device, as attributes of <html>. Stylesheets and modules read them there.
(() => {
  const DEFAULTS = {
    theme: 'auto', text: '100', deck: 'french', letters: 'auto', back: 'felt', four: 'off', sort: 'suit', speed: 'normal',
    quality: 'auto', sound: 'on', volume: '70', buzz: 'on', autopass: 'off', keys: 'on', pick: 'tap', side: 'right', swipe: 'on', says: 'on', hint: 'on',
  };
  const root = document.documentElement;
  let stored;
  try {
    stored = JSON.parse(localStorage.getItem('maumau-device')) ?? before();
  } catch {
    // private windows may refuse
  }
  const chosen = { ...DEFAULTS, ...stored };
  for (const name in DEFAULTS) root.dataset[name] = chosen[name];
  if (chosen.theme === 'auto') delete root.dataset.theme;
  if (chosen.four !== 'on') delete root.dataset.four;
  const { deck, letters } = chosen;
  const own = deck === 'french' && ['auto', root.lang].includes(letters);
  root.classList.toggle('redraw', !own); // the page came with another deck: deck.js brings this one

  // The switch in the foot; where more is to be set, settings.js does the same for all fields.
  addEventListener('DOMContentLoaded', () => {
    for (const field of document.querySelectorAll('.foot [name=set-theme]')) {
      field.checked = field.value === chosen.theme;
      field.addEventListener('input', () => keep('theme', field.value));
    }
  });

  function keep(name, value) {
    root.dataset[name] = chosen[name] = value;
    if (value === 'auto') delete root.dataset[name];
    try {
      const now = JSON.parse(localStorage.getItem('maumau-device'));
      localStorage.setItem('maumau-device', JSON.stringify({ ...now, [name]: value }));
    } catch {
      // then it holds for this page
    }
  }

  /** As it was kept at first: the cards alone. */
  function before() {
    const cards = JSON.parse(localStorage.getItem('maumau-cards'));
    if (!cards) return {};
    const taken = { ...cards, letters: cards.letters || 'auto', four: cards.four ? 'on' : 'off' };
    localStorage.setItem('maumau-device', JSON.stringify(taken));
    localStorage.removeItem('maumau-cards');
    return taken;
  }
})();
