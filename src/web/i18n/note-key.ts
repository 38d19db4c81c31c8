import type { figureWords, noteTemplates } from '#engine/report/note-templates.ts';

/** Keys of the sentences of the log. English needs none: it shows the server's sentences unchanged. */
export type NoteKey = `log.${keyof typeof noteTemplates}`;

/** Keys of the words for figures that are codes. */
export type FigureWordKey = `word.${keyof typeof figureWords}`;
