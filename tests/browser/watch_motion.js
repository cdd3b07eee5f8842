// Looks at every frame and keeps what is wrong; at rest compares the canvas with the page.
async () => {
  const address = performance.getEntriesByType('resource').map(e => e.name).find(n => n.endsWith('/scene/scene.js'));
  const { report } = await import(address);
  const { FACES, BACK } = await import(address.replace('scene.js', 'camera.js'));
  const seen = window.seen = { faults: [], frames: 0, moving: 0, rests: 0, clones: 0, report };
  const fault = (what, ...more) => seen.faults.length < 20 && seen.faults.push([what, ...more].join(' '));
  const face = name => FACES.indexOf(name[1].toLowerCase() + (name[0] === 'T' ? '10' : name[0]));
  new PerformanceObserver(list => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      // the hand closes up after an act, however late the answer, and what stands in a plate changes: the table stands still
      const nodes = sources.map(one => one.node).filter(node => node?.isConnected && !node.parentElement.closest('#box, #seats, #me'));
      if (!hadRecentInput && nodes.length) fault('shift', value, ...nodes.map(node => node.id || node.className || node.nodeName));
    }
  }).observe({ type: 'layout-shift', buffered: true });
  const shown = new Set();
  const atRest = ({ list }) => {
    const { pile, stock, discard } = document.getElementById('centre').dataset;
    const of = start => list.filter(card => card.key.startsWith(start) && !card.key.endsWith('shadow'));
    const faces = of('p').map(card => card.face).join(), wanted = pile.split(' ').filter(Boolean).map(face).join();
    if (faces !== wanted) fault('pile', faces, 'not', wanted);
    const below = Math.min(discard - pile.split(' ').filter(Boolean).length, 40);
    if (of('d').length !== below) fault('under the pile', of('d').length, 'not', below);
    if (of('s').length !== Math.min(stock, 44)) fault('stock', of('s').length, 'not', stock);
    for (const plate of document.querySelectorAll('#seats > li')) {
      const n = of(`o${plate.dataset.seat}-`).length, count = plate.classList.contains('out') ? 0 : +plate.dataset.count;
      if (n !== count && !(n >= 4 && n < count)) fault('fan', plate.dataset.seat, n, 'not', count);
    }
    if (document.querySelector('.fly')) fault('a picture is left in the air');
    const hand = [...document.querySelectorAll('#hand .card')].find(card => getComputedStyle(card).opacity !== '1');
    if (hand) fault('not to be seen', hand.id);
  };
  document.addEventListener('fx', ({ detail: { events, jump } }) => !jump && events.some(({ e }) => e === 'dealt') && requestAnimationFrame(() => {
    const early = [...document.querySelectorAll('#hand .card')].find(card => getComputedStyle(card).opacity === '1');
    if (report().busy && early) fault('there before it is dealt', early.id);
  }));
  const look = () => {
    const now = report(), keys = now.list.map(card => card.key);
    seen.frames += 1;
    if (new Set(keys).size !== keys.length) fault('twice', keys.filter((key, i) => keys.indexOf(key) < i));
    const stock = keys.findLastIndex(key => /^s(\d|top)/.test(key)), open = keys.findIndex(key => key[0] === 'p');
    if (open >= 0 && stock > open) fault('the new stock hides the top card', keys[stock]);
    document.getElementById('centre').dataset.pile.split(' ').filter(Boolean).forEach(name => shown.add(face(name)));
    for (const { key, face: one } of now.list) {
      if (/^[os]/.test(key) && one < BACK && !(/^(stop|swept)/.test(key) && shown.has(one))) fault('an open card', key, one);
      if (one < BACK && !shown.has(one)) fault('nobody may know', key, one);
    }
    if (now.busy) seen.moving += 1;
    seen.clones = Math.max(seen.clones, document.querySelectorAll('.fly').length);
    if (!now.busy && now.kind) { seen.rests += 1; atRest(now); }
    requestAnimationFrame(look);
  };
  look();
}
