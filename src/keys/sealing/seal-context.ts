/** Identifies a secret and its owner. A secret sealed in one context opens in no other. */
export interface SealContext {
  readonly userId: string;
  /** The account at the exchange, or the path of a document. */
  readonly account: string;
  /** Environment of the exchange; "document" for a stored document. */
  readonly exchange: string;
  /** Counts the secrets of this account, so that an old one cannot be put back. */
  readonly version: number;
}

/** The context as the bytes that every seal authenticates beside the secret. */
export function contextBytes({ userId, account, exchange, version }: SealContext): Buffer {
  return Buffer.from(JSON.stringify([userId, account, exchange, version]));
}
