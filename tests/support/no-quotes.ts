import type { OpenQuotes } from '#ports/quotes.ts';

/** An exchange that sends no prices between minutes. */
export const noQuotes: OpenQuotes = () => ({ follow: () => {}, close: () => {} });
