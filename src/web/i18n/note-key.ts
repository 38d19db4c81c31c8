import type { figureWords, noteTemplates } from '#engine/report/note-templates.ts';

/** Keys of the sentences of the log. English needs none: its sentences come from the server as they are. */
export type NoteKey = `log.${keyof typeof noteTemplates}`;

/** Keys of words for figures that are codes. */
export type FigureWordKey = `word.${keyof typeof figureWords}`;
