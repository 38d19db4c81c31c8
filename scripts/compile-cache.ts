import path from 'node:path';

/** For programs started directly: the compiled sources are kept where `npm start` keeps them (scripts/bootstrap.mjs). */
export const COMPILE_CACHE = {
  NODE_COMPILE_CACHE: path.resolve(import.meta.dirname, '../node_modules/.cache/botyard'),
} as const;
