import type { Instant } from '#base/time.ts';

/** Why a document could not be read; each has a sentence of its own in `documentSentences`. */
export type DocumentFailure = 'OFFLINE' | 'TIMEOUT' | 'UNAVAILABLE' | 'FAILED';

/** The sentences of the specification, word for word. */
export const documentSentences = {
  OFFLINE: 'Failed to get document because the client is offline.',
  TIMEOUT: 'Request time out',
  UNAVAILABLE: 'Connection failed.',
  FAILED: 'The operation could not be completed',
} as const satisfies Record<DocumentFailure, string>;

/** A document's fields: text, or a map of text one level deeper. Other kinds of values are left out. */
export type DocumentFields = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

/**
 * What reading a document found. `updatedAt` only ever grows for one path.
 * `isFinal` failures do not pass by waiting: the rules forbid the document, or the request is wrong.
 */
export type DocumentAnswer =
  | { readonly kind: 'found'; readonly fields: DocumentFields; readonly updatedAt: Instant }
  | { readonly kind: 'absent' }
  | { readonly kind: 'failed'; readonly failure: DocumentFailure; readonly isFinal: boolean };

/** Documents of users: our own table, or a hosted service that is asked with the user's own token. */
export interface Documents {
  /**
   * Reads one document as the user; never throws for outside failures.
   * @param input.path - such as "keys/readApiKeys", slashes between collection and document
   * @param input.token - the user's ID token, which a hosted service judges by its own rules
   */
  read(input: { readonly userId: string; readonly path: string; readonly token: string }): Promise<DocumentAnswer>;
}
