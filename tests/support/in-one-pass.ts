import { expect } from 'vitest';

/** So many pieces have together as many characters as the whole. */
const PIECES = 16;
/**
 * Pieces cost as much as the whole, or more where each is a request; the square of a length makes the whole 16 times as much. Four
 * is as far from the one as from the other.
 */
const RATIO_MAX = 4;
/** Below this, collecting garbage and compiling count for more than the text. */
const COUNTED_MS = 10;
/** Such work falls into some of the measurements only, so the least one counts. */
const MEASUREMENTS = 3;

/** A text by its length, about in characters. */
type TextOf = (length: number) => string;

/**
 * Reads a text as a whole and, sixteen times, one of a sixteenth of its length: what grows faster than the length takes much
 * longer for the whole. Compared is the processor time of this thread, so that neither a slow machine nor a busy one matters.
 */
export async function expectInOnePass(
  given: string | { readonly textOf: TextOf; readonly length: number },
  read: (text: string) => unknown,
): Promise<void> {
  const [whole, piece] =
    typeof given === 'string'
      ? [given, given.slice(0, given.length / PIECES)]
      : [given.textOf(given.length), given.textOf(given.length / PIECES)];
  const once = () => spentMs(() => read(whole));
  if ((await once()) <= COUNTED_MS) return;
  const wholeMs = await least(once);
  const piecesMs = await least(() =>
    spentMs(async () => {
      for (let count = 0; count < PIECES; count += 1) await read(piece);
    }),
  );
  const told = `${whole.slice(0, 20)}… of ${whole.length} characters, in ms of the processor`;
  expect(wholeMs, told).toBeLessThan(COUNTED_MS + RATIO_MAX * piecesMs);
}

async function least(measure: () => Promise<number>): Promise<number> {
  const found: number[] = [];
  for (let count = 0; count < MEASUREMENTS; count += 1) found.push(await measure());
  return Math.min(...found);
}

async function spentMs(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
