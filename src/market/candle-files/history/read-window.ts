import { assert, at } from '#base/assert.ts';
import { type Instant, MINUTE_MS } from '#base/time.ts';
import type { CandleColumns } from '#engine/model/candle.ts';
import { type FundingColumns, longHoles, type Stretch, type SymbolHistory } from '#engine/model/history.ts';
import { type Allocate, BLOCK, firstLevel, indexAbove, type SkipLevel } from '#engine/scan/skip-index.ts';
import { type MinuteHoles, minuteHoles } from '#engine/schedule/minute-holes.ts';
import { type MarketFacts, unstoredMinutes } from '../../unstored-minutes.ts';
import type { Settlements } from '../funding/funding-file.ts';
import { blockCount, blockOf, emptyBlocks, emptyColumns, type OpenMonth, slice } from '../month/month-file.ts';
import { historyLength, sharedArrays } from './shared-arrays.ts';

/** A month and where it lies in the history: minutes [from, to), which may reach over both ends. */
interface Piece {
  readonly month: OpenMonth;
  readonly from: number;
  readonly to: number;
}

/** How months are read, and into which memory. */
interface WindowReading {
  /** To reuse for the history. */
  readonly memory: SharedArrayBuffer | null;
  /** Gives that of months which reach over an end. */
  readonly scratch: Allocate;
  /** Whether by this thread, which then does nothing else. */
  readonly isReading: boolean;
  /** Of the contract. */
  readonly facts: MarketFacts;
}

/**
 * Joins months to the history of a window. The window may begin before the first month and end after the last: minutes
 * there are flat and frozen.
 * @param months - of one symbol, oldest first, at least one; each contains minutes of the window
 */
export async function readWindow(
  months: readonly OpenMonth[],
  { from, to }: { readonly from: Instant; readonly to: Instant },
  { settlements, memory, scratch, isReading, facts }: WindowReading & { readonly settlements: Settlements },
): Promise<SymbolHistory> {
  const minutes = (to - from) / MINUTE_MS;
  assert(Number.isInteger(minutes) && minutes > 0, 'the window is some whole minutes long');
  const pieces = months.map((month) => ({
    month,
    from: (month.start - from) / MINUTE_MS,
    to: (month.end - from) / MINUTE_MS,
  }));
  const inWindow = settlements.filter(({ time }) => time >= from && time < to);
  const allocate = sharedArrays(historyLength(minutes, inWindow.length), memory);
  const columns = emptyColumns(from, minutes, allocate);
  const isOnBlock = (from / MINUTE_MS) % BLOCK === 0;
  const stored = isOnBlock ? emptyBlocks(from, minutes, allocate) : null;
  await Promise.all(pieces.map((piece) => readPiece(piece, { columns, stored, scratch, isReading })));
  const holes = holesBetween(pieces, minutes);
  for (const hole of holes) fillFlat(columns, hole);
  if (stored !== null) for (const hole of [...holes, lastBlock(minutes)]) joinAnew(stored, columns, hole);
  const { frozen, filled } = holesIn(pieces, holes, minutes);
  const long = { start: from, frozen: longHoles({ frozen, filled }) };
  return {
    columns,
    index: indexAbove(columns, stored ?? firstLevel(columns, allocate), allocate),
    funding: fundingOf(long, inWindow, allocate),
    frozen,
    filled,
    unstored: unstoredMinutes(long, facts),
  };
}

/** Where months are read to; without `stored` their blocks are not wanted. */
interface WindowColumns extends Omit<WindowReading, 'memory' | 'facts'> {
  readonly columns: CandleColumns;
  readonly stored: SkipLevel | null;
}

/** A month inside the window is read straight into the history, one that reaches over an end by way of other memory. */
async function readPiece({ month, from, to }: Piece, wanted: WindowColumns): Promise<void> {
  const { columns, stored, scratch } = wanted;
  const read = wanted.isReading ? month.readIntoNow : month.readInto;
  const blocks = blockCount(month.start, month.minutes);
  const minutes = columns.low.length;
  const first = blockOf(from);
  const own = () => emptyBlocks(month.start, month.minutes, scratch);
  if (from >= 0 && to <= minutes) {
    await read(slice(columns, from, to), stored === null ? own() : sliceBlocks(stored, first, first + blocks));
    return;
  }
  const whole = emptyColumns(month.start, month.minutes, scratch);
  const wholeBlocks = own();
  await read(whole, wholeBlocks);
  const [begin, end] = [Math.max(0, from), Math.min(minutes, to)];
  copyColumns(slice(whole, begin - from, end - from), slice(columns, begin, end));
  if (stored === null) return;
  const [beginBlock, endBlock] = [Math.max(0, first), blockOf(end - 1) + 1];
  copyBlocks(sliceBlocks(wholeBlocks, beginBlock - first, endBlock - first), sliceBlocks(stored, beginBlock, endBlock));
}

function copyColumns(source: CandleColumns, target: CandleColumns): void {
  target.open.set(source.open);
  target.high.set(source.high);
  target.low.set(source.low);
  target.close.set(source.close);
  target.volume.set(source.volume);
}

function copyBlocks(source: SkipLevel, target: SkipLevel): void {
  target.low.set(source.low);
  target.high.set(source.high);
  target.closeLow.set(source.closeLow);
  target.closeHigh.set(source.closeHigh);
  target.fall.set(source.fall);
  target.rise.set(source.rise);
}

function sliceBlocks(level: SkipLevel, from: number, to: number): SkipLevel {
  return {
    low: level.low.subarray(from, to),
    high: level.high.subarray(from, to),
    closeLow: level.closeLow.subarray(from, to),
    closeHigh: level.closeHigh.subarray(from, to),
    fall: level.fall.subarray(from, to),
    rise: level.rise.subarray(from, to),
  };
}

/** The minutes that no month contains. */
function holesBetween(pieces: readonly Piece[], minutes: number): readonly Stretch[] {
  const ends = [0, ...pieces.map(({ to }) => to)];
  const begins = [...pieces.map(({ from }) => from), minutes];
  return ends.map((end, hole) => ({ from: end, to: at(begins, hole) })).filter(({ from, to }) => from < to);
}

/** Fills a hole at the previous close, or at the first open when the hole is at the beginning. */
function fillFlat({ open, high, low, close, volume }: CandleColumns, { from, to }: Stretch): void {
  const price = from === 0 ? at(open, to) : at(close, from - 1);
  for (const column of [open, high, low, close]) column.fill(price, from, to);
  volume.fill(0, from, to);
}

/** The block that the end of the window may cut. */
function lastBlock(minutes: number): Stretch {
  return { from: minutes - 1, to: minutes };
}

/** Recomputes the blocks of a stretch, because no single month contains all of their minutes. */
function joinAnew(stored: SkipLevel, columns: CandleColumns, { from, to }: Stretch): void {
  const [first, end] = [blockOf(from), blockOf(to - 1) + 1];
  copyBlocks(firstLevel(slice(columns, first * BLOCK, end * BLOCK)), sliceBlocks(stored, first, end));
}

/**
 * Gaps are inside months and holes between them, so none overlap. Only the window can cut them; outside of what is stored
 * a symbol has no market, however few minutes these are.
 */
function holesIn(pieces: readonly Piece[], holes: readonly Stretch[], minutes: number): MinuteHoles {
  const gaps = pieces.flatMap(({ month, from }) =>
    month.gaps.map(([start, length]) => ({ from: from + start, to: from + start + length })),
  );
  const isAtEnd = ({ from, to }: Stretch) => from === 0 || to === minutes;
  const { frozen, filled } = minuteHoles([...gaps, ...holes.filter((hole) => !isAtEnd(hole))]);
  const inWindow = (stretches: readonly Stretch[]): readonly Stretch[] =>
    stretches
      .map(({ from, to }) => ({ from: Math.max(0, from), to: Math.min(minutes, to) }))
      .filter(({ from, to }) => from < to)
      .sort((a, b) => a.from - b.from);
  return { frozen: inWindow([...frozen, ...holes.filter(isAtEnd)]), filled: inWindow(filled) };
}

/** A settlement belongs to the minute that contains it; nothing is settled in long holes. */
function fundingOf(
  { start, frozen }: { readonly start: Instant; readonly frozen: readonly Stretch[] },
  settlements: Settlements,
  allocate: Allocate,
): FundingColumns {
  const placed = settlements
    .map(({ time, rate }) => ({ minute: Math.floor((time - start) / MINUTE_MS), rate }))
    .filter(({ minute }) => !frozen.some(({ from, to }) => from <= minute && minute < to));
  const funding = { minute: allocate(placed.length), rate: allocate(placed.length) };
  funding.minute.set(placed.map(({ minute }) => minute));
  funding.rate.set(placed.map(({ rate }) => rate));
  return funding;
}
