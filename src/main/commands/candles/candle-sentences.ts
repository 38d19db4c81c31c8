import type { Instant } from '#base/time.ts';
import type { ArchiveImported, SymbolImported } from '#market/archive/import-archive.ts';
import { minuteText } from '#market/candle-files/csv/csv-time.ts';
import type { CandlesImported } from '#market/candle-files/import-candles.ts';
import type { StoredSymbol } from '#market/candle-files/list-candles.ts';
import { COUNT_MAX } from '#market/store/sound-candle.ts';

const BYTES_PER_MIB = 1_048_576;

/** The result of an import: a line per month, and the number of rounded values. */
export function importSentences(symbol: string, { months, candles, moved, capped }: CandlesImported): string {
  const lines = months.map(({ start, minutes, gaps }) => {
    const missing = gaps.reduce((sum, [, length]) => sum + length, 0);
    const gapText = missing === 0 ? '' : `, ${missing} of them missing (gaps: ${gaps.length})`;
    return `${symbol} from ${minuteText(start)}: ${minutes} minutes${gapText}`;
  });
  if (moved.prices > 0) lines.push(`${moved.prices} prices were moved to the nearest tick`);
  if (moved.volumes > 0) lines.push(`${moved.volumes} volumes were moved to the nearest step`);
  if (capped > 0) lines.push(cappedSentence(capped));
  return [...lines, `${candles} candles imported`].map((line) => `${line}\n`).join('');
}

/** The number of volumes that were more than a file of candles can hold. */
export function cappedSentence(count: number): string {
  return `${count} ${count === 1 ? 'volume was' : 'volumes were'} capped at ${COUNT_MAX} steps, the most that is stored`;
}

/** The result of an archive import: a line per symbol, then the refused and skipped files. */
export function archiveSentences({ symbols, refused, passedOver }: ArchiveImported): string {
  const passed = [...passedOver].map(([why, count]) => `skipped ${count}: ${why}`);
  return [...symbols.map(symbolSentence), ...refused.map((what) => `refused: ${what}`), ...passed]
    .map((line) => `${line}\n`)
    .join('');
}

function symbolSentence(one: SymbolImported): string {
  const parts = [`${one.symbol}: ${one.files} files`, `${one.added} minutes new`, `${one.same} as stored`];
  if (one.firstChanged !== null) {
    parts.push(`${one.changed} otherwise than stored, from ${minuteText(one.firstChanged)} on, and replaced`);
  }
  if (one.moved > 0) parts.push(`${one.moved} numbers moved to the nearest tick or step`);
  if (one.capped > 0) parts.push(cappedSentence(one.capped));
  if (one.settlements > 0) parts.push(`${one.settlements} settlements of funding`);
  if (one.unsettled.length > 0) parts.push(unsettledSentence(one.unsettled));
  return parts.join(', ');
}

/** Settlements that must have been between those of a file. @param times - oldest first, at least one */
export function unsettledSentence(times: readonly Instant[]): string {
  const named = times.slice(0, NAMED_MAX).map((time) => minuteText(time));
  const more = times.length > NAMED_MAX ? ` and ${times.length - NAMED_MAX} more` : '';
  return `${times.length} settlements missing (${named.join(', ')}${more})`;
}

/** More missing settlements than this are counted. */
const NAMED_MAX = 3;

/** What is stored: a row per symbol. */
export function candleTable(folder: string, stored: readonly StoredSymbol[]): string {
  if (stored.length === 0) return `No candles are stored in ${folder}.\n`;
  const rows = stored.map(({ symbol, tick, step, months, from, to, minutes, missing, bytes }) => [
    ...[symbol, minuteText(from), minuteText(to), String(months.length), String(minutes), String(missing)],
    ...[tick, step, (bytes / BYTES_PER_MIB).toFixed(1)],
  ]);
  const table = [['symbol', 'from', 'to', 'months', 'minutes', 'missing', 'tick', 'step', 'MiB'], ...rows];
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  const lines = table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n`;
}
