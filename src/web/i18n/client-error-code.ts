/** What the HTTP client itself can meet, besides an answer of the server; each has a sentence in every language. */
export type ClientErrorCode = 'NETWORK' | 'TIMEOUT' | 'BAD_REQUEST' | 'BAD_RESPONSE' | 'CANCELLED';
