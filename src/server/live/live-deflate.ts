/**
 * How messages of the live channel are compressed. Window and tables of a connection are kept as long as it is open, 32 KB at
 * these sizes instead of 260. They keep the last 4 KB of what was sent, too: the ids and names of one second are those of the
 * second before, so a message costs a third of what it would alone (decision 61).
 */
export const LIVE_DEFLATE = {
  threshold: 256,
  zlibDeflateOptions: { level: 3, memLevel: 5, chunkSize: 4_096 },
  serverMaxWindowBits: 12,
  clientNoContextTakeover: true,
};
