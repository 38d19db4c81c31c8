/**
 * How messages of the live channel are compressed: each by itself. What ticks change fits into some 700 bytes, half of which
 * compression saves. The window and tables of a connection are kept as long as it is open: 32 KB at these sizes instead of
 * 260, and messages of a few KB become no larger (decision 61).
 */
export const LIVE_DEFLATE = {
  threshold: 256,
  zlibDeflateOptions: { level: 3, memLevel: 5, chunkSize: 4_096 },
  serverMaxWindowBits: 12,
  serverNoContextTakeover: true,
  clientNoContextTakeover: true,
};
