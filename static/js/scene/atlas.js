// Every face and the chosen back in one picture, drawn from the page's own deck: letters, suits, colours and back follow by themselves.
import { COLS, FACES, ROWS } from './camera.js';

const WIDTH = 160, HEIGHT = 224;

/** How large the pictures must be for cards `pixels` wide: 1 is 160 × 224. */
export function enough(pixels, most) {
  return Math.min(most, Math.max(1, Math.ceil(pixels / WIDTH * 2) / 2));
}

/** A canvas with all cards at this scale. */
export async function atlas(scale) {
  const canvas = document.createElement('canvas');
  canvas.width = COLS * WIDTH * scale;
  canvas.height = ROWS * HEIGHT * scale;
  const address = URL.createObjectURL(new Blob([sheet(canvas.width, canvas.height)], { type: 'image/svg+xml' }));
  try {
    const picture = new Image();
    picture.src = address;
    await picture.decode();
    canvas.getContext('2d').drawImage(picture, 0, 0);
  } finally {
    URL.revokeObjectURL(address);
  }
  return canvas;
}

/** The deck as a picture of its own. It inherits nothing, so the colours that the page sets are written out. */
function sheet(width, height) {
  const page = getComputedStyle(document.documentElement);
  const drawings = document.getElementById('deck').innerHTML
    .replace(/var\((--\w+),(#\w+)\)/g, (_, name, usual) => page.getPropertyValue(name).trim() || usual);
  const cells = [...FACES, `b-${document.documentElement.dataset.back}`].map((id, n) => cell(id, n % COLS, Math.floor(n / COLS)));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${COLS * 100} ${ROWS * 140}">${drawings}${cells.join('')}</svg>`;
}

function cell(id, column, row) {
  return `<svg x="${column * 100}" y="${row * 140}" width="100" height="140" viewBox="0 0 100 140"><path fill="#fffdf7" d="M0 0H100V140H0Z"/><use href="#${id}"/></svg>`;
}
