import type { Plugin } from 'vite';
import { assert } from '#base/assert.ts';

const HINT = '//# allFunctionsCalledOnLoad\n';
/** Files of which a page calls most at once; smaller ones are not compiled in the background. */
const HINTED: ReadonlySet<string> = new Set(['index', 'pages', 'engine', 'chart']);

/**
 * Has a browser that knows this line compile all of a file in the background while it loads, instead of each function on the
 * main thread when it is first called. It counts only as the first line of a file, so it is written when all else is.
 */
export function compileHint(): Plugin {
  return {
    name: 'compile-hint',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const scripts = Object.values(bundle).filter((file) => file.type === 'chunk');
        for (const file of hinted(scripts)) file.code = HINT + file.code;
      },
    },
  };
}

/** @throws an internal error where one of the files is not among them: it has another name now */
export function hinted<File extends { readonly name: string }>(files: readonly File[]): readonly File[] {
  const found = files.filter(({ name }) => HINTED.has(name));
  assert(found.length === HINTED.size, 'the build has each of the files that are compiled ahead');
  return found;
}
