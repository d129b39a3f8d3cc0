import { fileURLToPath } from 'node:url';

/** For processes that tests start. Compiled once for all of them: starting is most of what many of them cost. */
export const compileCache = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)),
};
