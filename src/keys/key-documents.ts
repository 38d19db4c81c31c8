import type { Instant } from '#base/time.ts';
import type { DocumentAnswer, Documents } from '#ports/documents.ts';
import { credentialsIn } from './key-fields.ts';
import { documentContext } from './sealing/key-context.ts';
import type { SealedKey } from './sealing/sealed-key.ts';
import type { Sealer } from './sealing/sealer.ts';

/** What reading a user's key document found; `key` is null when the document contains none. */
export type KeyDocumentAnswer =
  | { readonly kind: 'found'; readonly key: SealedKey | null; readonly updatedAt: Instant }
  | Exclude<DocumentAnswer, { readonly kind: 'found' }>;

/** Reads the exchange keys in users' documents. */
export interface KeyDocuments {
  /** Reads as `Documents.read`. */
  read(...input: Parameters<Documents['read']>): Promise<KeyDocumentAnswer>;
}

/** Versions of our own documents begin at 1. */
const HOSTED_VERSION = 0;

/** Hosted documents: their keys arrive in clear and are sealed at once. */
export function hostedDocuments(documents: Documents, sealer: Sealer): KeyDocuments {
  return {
    async read(input) {
      const answer = await documents.read(input);
      if (answer.kind !== 'found') return answer;
      const { fields, updatedAt } = answer;
      const credentials = credentialsIn(fields);
      if (credentials === null) return { kind: 'found', key: null, updatedAt };
      const context = documentContext({ ownerId: input.userId, path: input.path }, HOSTED_VERSION);
      return { kind: 'found', key: { sealed: await sealer.seal(credentials, context), context }, updatedAt };
    },
  };
}
