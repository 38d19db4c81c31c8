import type * as z from 'zod/mini';
import { isSymbol } from '#engine/model/instrument.ts';
import type { LeftOutReason, LeftOutRow, MarketList } from '#ports/market-source.ts';
import { LEFT_OUT_TEXT_MAX } from '../market/left-out-rows.ts';
import { answerError, ExchangeError } from '../transport/exchange-error.ts';

/** A list read row by row: the readable rows, and those that were left out. */
export interface ReadList<T> {
  readonly rows: readonly T[];
  readonly leftOut: readonly LeftOutRow[];
}

/** A row as received, and its name. */
export type Row = Readonly<Record<string, unknown>>;

/** A list is refused when more of its rows are wrong, though a single wrong row is always only that row. */
const WRONG_SHARE_MAX = 0.1;

/**
 * Reads a list row by row, so that a wrong row costs only itself.
 * @param read - returns null for a row that is skipped by design; throws ExchangeError, or `leaveOut`, for a wrong one
 * @throws ExchangeError `answer` when it is not a list, or more than a tenth of its rows are wrong
 */
export function readList<T>(
  { list, value }: { readonly list: MarketList; readonly value: unknown },
  read: (row: Row, symbol: string) => T | null,
): ReadList<T> {
  if (!Array.isArray(value)) throw answerError(`${list} of an unknown shape`);
  const rows: T[] = [];
  const leftOut: LeftOutRow[] = [];
  for (const [index, raw] of value.entries()) {
    try {
      const [row, symbol] = named(raw);
      const one = read(row, symbol);
      if (one !== null) rows.push(one);
    } catch (error) {
      leftOut.push({ list, name: nameOf(raw, index), ...reasonOf(error) });
    }
  }
  const wrong = leftOut.filter(({ reason }) => WRONG[reason]);
  if (wrong.length > Math.max(1, value.length * WRONG_SHARE_MAX)) {
    const { name, detail } = wrong[0] ?? { name: '', detail: '' };
    throw answerError(`${wrong.length} of ${value.length} ${list} cannot be read, the first ${name} at ${detail}`);
  }
  return { rows, leftOut };
}

/** Whether a reason makes a row wrong. A kind of contract that is new to the program is no fault of the list. */
const WRONG: Readonly<Record<LeftOutReason, boolean>> = {
  name: true,
  field: true,
  grid: false,
  type: false,
  list: true,
};

/** Why a row is left out. Never leaves `readList`. */
class LeftOutError extends Error {
  readonly reason: LeftOutReason;
  readonly detail: string;

  constructor(reason: LeftOutReason, detail: string) {
    super(`${reason} ${detail}`);
    this.reason = reason;
    this.detail = detail;
  }
}

/** Leaves the row out that is being read. @param detail - the field or the unknown type */
export function leaveOut(reason: LeftOutReason, detail: string): never {
  throw new LeftOutError(reason, detail);
}

/** Parses a row, or a part of it below `path`, by its schema; otherwise leaves the row out, with the field's name. */
export function readFields<Schema extends z.ZodMiniType>(schema: Schema, value: unknown, path = ''): z.output<Schema> {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const inside = read.error.issues[0]?.path.join('.') ?? '';
  return leaveOut('field', [path, inside].filter((part) => part !== '').join('.'));
}

/** Reads the value of a field; leaves the row out when it cannot be read. */
export function inField<T>(field: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ExchangeError)) throw error;
    return leaveOut('field', field);
  }
}

function named(raw: unknown): readonly [Row, string] {
  if (!isRow(raw)) return leaveOut('field', '');
  // Streams call it `s`.
  const symbol = raw['symbol'] ?? raw['s'];
  if (typeof symbol !== 'string' || !isSymbol(symbol)) return leaveOut('name', '');
  return [raw, symbol];
}

function isRow(raw: unknown): raw is Row {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw);
}

/** The name of a row as the exchange writes it; the row's place, from 1, where no visible name is. */
function nameOf(raw: unknown, index: number): string {
  const symbol = isRow(raw) ? (raw['symbol'] ?? raw['s']) : null;
  return typeof symbol === 'string' && VISIBLE.test(symbol) ? shown(symbol.trim()) : `#${index + 1}`;
}

const VISIBLE = /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}\p{P}\p{S}]/u;

function reasonOf(error: unknown): Pick<LeftOutRow, 'reason' | 'detail'> {
  if (error instanceof LeftOutError) return { reason: error.reason, detail: shown(error.detail) };
  if (error instanceof ExchangeError) return { reason: 'field', detail: shown(error.reason) };
  throw error;
}

/** What an exchange wrote, for logs and screens: bounded, and without controls. */
function shown(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '?').slice(0, LEFT_OUT_TEXT_MAX);
}
