/**
 * An API key of an exchange account with its secret. Held only while a call is signed; never logged, stored or
 * answered.
 */
export interface ExchangeCredentials {
  readonly apiKey: string;
  readonly secret: string;
}

/** Permissions of a key at the exchange. */
export interface KeyPermissions {
  readonly canRead: boolean;
  /** Orders on USDⓈ-M futures. */
  readonly canTrade: boolean;
  readonly canWithdraw: boolean;
  /** The exchange accepts the key only from listed addresses. */
  readonly isIpRestricted: boolean;
}

/**
 * What a check of a key found.
 * - `known`: the exchange answered with the permissions.
 * - `unknown`: the key works, shown by a signed read, but the environment does not report permissions (Binance demo).
 * - `refused`: the exchange does not accept the key: deleted, of another environment, wrong secret, address not allowed
 *   (-1022, -2008, -2014, -2015). `venueCode` is the exchange's error code, null if it gave none.
 * - `unreachable`: no answer, or one that says nothing about the key (timeouts, limits, maintenance).
 */
export type PermissionsAnswer =
  | { readonly kind: 'known'; readonly permissions: KeyPermissions }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'refused'; readonly venueCode: number | null }
  | { readonly kind: 'unreachable' };

/** Reads the permissions of keys from the installation's exchange. */
export interface PermissionsOfKeys {
  /** Never throws for outside failures, and never puts any part of the credentials into an error or log line. */
  permissionsOf(credentials: ExchangeCredentials): Promise<PermissionsAnswer>;
}
