/**
 * A text that names something, in its one spelling (NFKC): letters of full width, ligatures and composed accents become the
 * letters that they look like, whichever keyboard typed them.
 */
export const normalText = (text: string): string => text.normalize('NFKC');

/** The form in which a search compares texts: one spelling, without capitals and outer blanks. */
export const searchedText = (text: string): string => normalText(text).trim().toLowerCase();
