import { allKinds } from '#engine/bots/registry.ts';
import type { SourceFacts } from './source-facts.ts';

/**
 * Where kinds of bots may be named: once for the program, once for its pages, and in migrations, which never change.
 */
const NAMING = /^src\/(?:engine\/bots\/registry\.ts|web\/kinds\/kind-views\.ts|storage\/migrations\/.*)$/;

/** What the check needs to know about a file. */
export type WrittenTexts = Pick<SourceFacts, 'file' | 'isTest' | 'texts'>;

/** Kinds of bots named outside of the registry, which other code must use instead. */
export function kindComplaints({ file, isTest, texts }: WrittenTexts): string[] {
  if (isTest || !file.startsWith('src/') || NAMING.test(file)) return [];
  const names = allKinds().map(({ kind }) => kind);
  return texts.flatMap(({ text, line }) => {
    const name = names.find((kind) => new RegExp(`(?<![a-z-])${kind}(?![a-z-])`).test(text));
    return name === undefined ? [] : [`${file}:${line}: names the kind ${name}; ask engine/bots/registry.ts instead`];
  });
}
