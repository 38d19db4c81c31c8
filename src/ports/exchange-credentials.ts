import type { ExchangeCredentials } from './key-permissions.ts';

/** The credentials a user has stored for the exchange of this installation; the engine's signer alone has them. */
export interface CredentialsOfUsers {
  /**
   * Opens the sealed copy anew on each call, so that a key that was removed or revoked is out at once.
   * @returns null when the user has no key, or the exchange was seen to refuse it
   * @throws AppError EXCHANGE_KEY_UNREADABLE when the private key that it was sealed for is gone
   */
  credentialsOf(userId: string): Promise<ExchangeCredentials | null>;
}
