import { figureWords, noteTemplates } from '#engine/report/note-templates.ts';

type NoteKey = `log.${keyof typeof noteTemplates}`;

/** The engine's own English sentences of the log, under the keys of the catalogue. */
export const noteMessages = Object.fromEntries(
  Object.entries(noteTemplates).map(([code, sentence]) => [`log.${code}`, sentence]),
) as Readonly<Record<NoteKey, string>>; // Built from the record whose keys the type names.

type WordKey = `word.${keyof typeof figureWords}`;

/** Words for figures that are codes. */
export const noteWords = Object.fromEntries(
  Object.entries(figureWords).map(([code, word]) => [`word.${code}`, word]),
) as Readonly<Record<WordKey, string>>; // Built from the record whose keys the type names.
