// The foot of a page: light, dark, or as the device has it.
import { start } from './settings.js';

start();
