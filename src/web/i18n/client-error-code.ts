/** Failures of the HTTP client itself; each has a sentence in every language. */
export type ClientErrorCode = 'NETWORK' | 'TIMEOUT' | 'BAD_REQUEST' | 'BAD_RESPONSE' | 'CANCELLED';
