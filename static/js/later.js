// What the table can do without for its first moments, fetched once the page stands still (table.js). Each part has a `start()`;
// one that cannot be had (no network just now) is left out, and the others never hear of it.

/** Fetches all of it; the promise is for the chat, which the line has words for (null if it cannot be had). */
export function start() {
  const chat = begin(import('./chat.js'));
  const parts = [
    chat, import('./dialogs.js'), import('./ask.js'), import('./plain.js'), // the way without a socket must be here before it is needed
    begin(import('./scene/scene.js')), begin(import('./input.js')), begin(import('./autopass.js')),
    begin(import('./sound.js')), begin(import('./feel.js')), begin(import('./over.js')), begin(import('./reactions.js')), begin(import('./hint.js')),
  ];
  Promise.allSettled(parts).then(() => document.documentElement.classList.add('whole'));
  return chat;
}

async function begin(loading) {
  try {
    const part = await loading;
    part.start?.();
    return part;
  } catch (error) {
    console.warn(`left out: ${error.message}`);
    return null;
  }
}
