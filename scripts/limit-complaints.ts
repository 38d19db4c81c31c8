import type { SourceFacts } from './source-facts.ts';

/** Texts that users and callers of the API read. */
const SPOKEN = /^src\/(?:contract|server|identity|web\/i18n)\//;
/** A number behind the words of a limit, or a range; in English and in Russian. */
const LIMIT =
  /\b(?:at least|at most|up to|(?:more|longer|less|fewer) than) \d|\b\d[\d,]* to \d|(?:не (?:меньше|больше|более|менее)|(?<!не )(?:больше|меньше)|до) \d/iu;

/** What the check needs to know of a file. */
export type SpokenTexts = Pick<SourceFacts, 'file' | 'isTest' | 'texts'>;

/** Limits that a sentence states as a number of its own: they are interpolated, so that a changed limit changes the text. */
export function limitComplaints({ file, isTest, texts }: SpokenTexts): string[] {
  if (isTest || !SPOKEN.test(file)) return [];
  return texts
    .filter(({ text }) => LIMIT.test(text))
    .map(({ text, line }) => `${file}:${line}: "${text}" states a limit; take the number from contract/limits.ts`);
}
