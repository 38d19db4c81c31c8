/**
 * How messages of the live channel are compressed: each by itself, because a window kept for every connection would cost
 * 300 KB of memory each. What ticks change fits into some 700 bytes, half of which compression saves (decision 61).
 */
export const LIVE_DEFLATE = {
  threshold: 256,
  zlibDeflateOptions: { level: 3 },
  serverNoContextTakeover: true,
  clientNoContextTakeover: true,
};
