import { register } from 'node:module';

register('./resolve-fs.mjs', import.meta.url);
