// A page to read whose link can be passed on; without scripts its button is not there.
import { sharing } from './pass-on.js';

document.querySelector('[data-copy]').hidden = false;
sharing();
