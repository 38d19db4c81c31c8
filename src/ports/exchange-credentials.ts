import type { ExchangeCredentials } from './key-permissions.ts';

/** The credentials a user has stored for the exchange of this installation; the engine's signer alone has them. */
export interface CredentialsOfUsers {
  /**
   * Opens the sealed copy on each call, so that a removed or revoked key is out of use at once.
   * @returns null when the user has no key, or the exchange was seen to refuse it
   * @throws AppError EXCHANGE_KEY_UNREADABLE when the private key that it was sealed for is gone
   */
  credentialsOf(userId: string): Promise<ExchangeCredentials | null>;
}
