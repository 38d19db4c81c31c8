import path from 'node:path';
import { DAY_MS, type Instant, instantOf, later } from '#base/time.ts';
import { isSymbol } from '#engine/model/instrument.ts';
import { type CalendarMonth, isCalendarMonth, monthEnd, monthOf } from '../candle-files/month/calendar-month.ts';

/** An importable file of the exchange's public archive, described by its path. */
export interface ArchiveFile {
  readonly file: string;
  readonly market: 'futures' | 'spot';
  readonly kind: 'klines' | 'fundingRate';
  readonly period: 'monthly' | 'daily';
  readonly symbol: string;
  readonly month: CalendarMonth;
  /** The period its rows must be in, `to` excluded. */
  readonly from: Instant;
  readonly to: Instant;
}

/** What a file below the archive's folder is: one to import, or the reason why it is skipped. */
export type ArchiveMatch = ArchiveFile | { readonly passedOver: string };

const KLINES =
  /(?:^|\/)(futures\/um|spot)\/(monthly|daily)\/klines\/([^/]{1,400})\/([0-9a-z]{2,3})\/\3-\4-(\d{4}-\d{2})(-\d{2})?\.zip$/;
const FUNDING = /(?:^|\/)futures\/um\/monthly\/fundingRate\/([^/]{1,400})\/\1-fundingRate-(\d{4}-\d{2})\.zip$/;
/** Only candles of this length are stored; longer ones are joined from them. */
const INTERVAL = '1m';

/**
 * Recognises a file by its path in the layout of the archive:
 * `…/futures/um/monthly/klines/BTCUSDT/1m/BTCUSDT-1m-2025-05.zip`, `…/spot/daily/klines/…`, `…/monthly/fundingRate/…`.
 * https://github.com/binance/binance-public-data
 */
export function matchArchive(file: string): ArchiveMatch {
  const unixPath = file.split(path.sep).join('/');
  const klines = KLINES.exec(unixPath);
  if (klines !== null) {
    const [, market, period, symbol = '', interval, month = '', day] = klines;
    if (interval !== INTERVAL) return { passedOver: `candles of ${interval}; only those of one minute are stored` };
    if ((period === 'daily') !== (day !== undefined)) return { passedOver: 'its name does not fit its folder' };
    return archiveOf({ file, kind: 'klines', symbol, market: market === 'spot' ? 'spot' : 'futures' }, month, day);
  }
  const funding = FUNDING.exec(unixPath);
  if (funding === null) return { passedOver: 'not one of klines or fundingRate in the layout of the archive' };
  const [, symbol = '', month = ''] = funding;
  return archiveOf({ file, kind: 'fundingRate', symbol, market: 'futures' }, month, undefined);
}

function archiveOf(
  known: Pick<ArchiveFile, 'file' | 'kind' | 'symbol' | 'market'>,
  month: string,
  day: string | undefined,
): ArchiveMatch {
  const symbol = symbolIn(known.symbol);
  if (symbol === null) return { passedOver: 'its folder is not named after a contract' };
  const from = Date.parse(`${month}${day ?? '-01'}T00:00:00Z`);
  if (!isCalendarMonth(month) || Number.isNaN(from) || monthOf(instantOf(from)) !== month) {
    return { passedOver: 'its name tells no date' };
  }
  const start = instantOf(from);
  return day === undefined
    ? { ...known, symbol, period: 'monthly', month, from: start, to: monthEnd(month) }
    : { ...known, symbol, period: 'daily', month, from: start, to: later(start, DAY_MS) };
}

/** The contract of a folder; null when it is named after none. */
function symbolIn(folderName: string): string | null {
  const symbol = decodedName(folderName);
  return isSymbol(symbol) ? symbol : null;
}

/**
 * A name in the archive as the exchange writes it. Some tools store other letters than A to Z percent-encoded, as they are
 * in the address, and some file systems decompose them. A name that was not
 * decomposed is left alone: composing changes some letters, such as U+F9F4, into others.
 */
export function decodedName(name: string): string {
  try {
    const decoded = decodeURIComponent(name);
    return decoded === decoded.normalize('NFD') ? decoded.normalize('NFC') : decoded;
  } catch {
    return name;
  }
}
