/** Close codes of the live channel; the close reason is a code of the API. */
export const CLOSE = {
  failed: 1011,
  messageUnknown: 4400,
  tokenRefused: 4401,
  helloMissing: 4408,
  tooSlow: 4413,
  tooMany: 4429,
} as const;
