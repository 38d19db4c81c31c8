import type { ReadList } from '#adapters/exchange-binance-usdm/wire/read-list.ts';
import { readBrackets, readFundingHours, readListings } from '#adapters/exchange-binance-usdm/wire/read-listings.ts';
import {
  readBestPrices,
  readDayTickers,
  readMarketMessage,
  readPremiums,
} from '#adapters/exchange-binance-usdm/wire/read-market.ts';
import type { Chance } from '#base/prng.ts';
import { recordedContracts, recordedLists } from '../support/recorded-lists.ts';
import { mutatedRows, ODD_ROWS } from './mutated-row.ts';

/** A reader of a list of the exchange, and a recorded list. */
interface ListReader {
  readonly name: string;
  readonly rows: readonly unknown[];
  read(rows: readonly unknown[]): ReadList<unknown>;
  /** Fields whose value decides whether the row concerns the program at all. */
  readonly choosing: readonly string[];
}

/** Mutates every field of a row of every list. @returns what is wrong: rows that another row took along, or a lost row */
export function faultsOfMutatedLists(dice: Chance): readonly string[] {
  return listReaders().flatMap((reader) => faultsOf(reader, dice));
}

/** How many mutations `faultsOfMutatedLists` tries. */
export function mutationCount(): number {
  return listReaders().reduce((sum, { rows }) => sum + mutatedRows(rows[0]).length + ODD_ROWS.length, 0);
}

function faultsOf(reader: ListReader, dice: Chance): readonly string[] {
  const place = dice.between(0, reader.rows.length - 1);
  const others = reader.read(reader.rows.toSpliced(place, 1));
  const odd = ODD_ROWS.map((row) => ({ path: '', what: `row ${JSON.stringify(row)}`, row }));
  return [...mutatedRows(reader.rows[place]), ...odd].flatMap(({ path, what, row }) => {
    const fault = faultIn(reader, others, { path, rows: reader.rows.with(place, row) });
    return fault === null ? [] : [`${reader.name}, row ${place}, ${path} ${what}: ${fault}`];
  });
}

function faultIn(
  reader: ListReader,
  others: ReadList<unknown>,
  { path, rows }: { readonly path: string; readonly rows: readonly unknown[] },
): string | null {
  try {
    const read = reader.read(rows);
    const texts = new Set(read.rows.map((row) => JSON.stringify(row)));
    const lost = others.rows.filter((row) => !texts.has(JSON.stringify(row)));
    if (lost.length > 0) return `${lost.length} other rows are lost`;
    const isRead = read.rows.length > others.rows.length;
    const isNamed = read.leftOut.length > others.leftOut.length;
    if (isRead && isNamed) return 'the row is both used and left out';
    if (isRead || isNamed || reader.choosing.includes(path)) return null;
    return 'the row is lost without a word';
  } catch (error) {
    return String(error);
  }
}

const NO_TERMS = { fundingHours: new Map(), brackets: new Map() } as const;
/** Each comparison is of all rows, so long lists would only cost time. */
const ROWS_MAX = 15;

function listReaders(): readonly ListReader[] {
  const { exchangeInfo, fundingInfo, premiumIndex, bookTicker, ticker24hr } = recordedLists();
  const contracts = recordedContracts();
  const symbols = [...contracts.keys()].slice(0, ROWS_MAX);
  const perpetuals = exchangeInfo.symbols.filter(({ symbol }) => symbols.includes(String(symbol)));
  const known = (rows: readonly Readonly<Record<string, unknown>>[]) =>
    rows.filter(({ symbol }) => contracts.has(String(symbol))).slice(0, ROWS_MAX);
  const streamed = (rows: readonly unknown[]): ReadList<unknown> => {
    const read = readMarketMessage(contracts, rows);
    if (read === null || read.list === undefined) throw new Error('no list');
    const { event, list } = read;
    const news = event.kind === 'tickers' ? event.tickers : event.kind === 'marks' ? event.marks : [];
    return { rows: news, leftOut: list.leftOut };
  };
  const tickers = symbols.map((symbol) => ({ ...ticker24hr[0], symbol }));
  // The first row of a stream tells its kind, so it is not one that is mutated.
  const stream = (rows: readonly unknown[]) => ({
    rows,
    read: (list: readonly unknown[]) => streamed([rows[0], ...list]),
  });
  return [
    {
      name: 'contracts',
      rows: perpetuals,
      read: (rows) => readListings({ ...exchangeInfo, symbols: rows }, NO_TERMS),
      choosing: ['quoteAsset', 'contractType', 'status'],
    },
    { name: 'funding intervals', rows: fundingInfo, read: readFundingHours, choosing: [] },
    { name: 'tiers', rows: symbols.map(tierRow), read: readBrackets, choosing: [] },
    {
      name: 'tickers',
      rows: tickers,
      read: (rows) => readDayTickers(contracts, rows),
      choosing: ['symbol', 'lastPrice'],
    },
    {
      name: 'marks',
      rows: known(premiumIndex),
      read: (rows) => readPremiums(contracts, rows),
      choosing: ['symbol', 'markPrice'],
    },
    {
      name: 'best prices',
      rows: known(bookTicker),
      read: (rows) => readBestPrices(contracts, rows),
      choosing: ['symbol', 'bidPrice', 'askPrice'],
    },
    { name: 'streamed tickers', ...stream(symbols.map(tickerMessage)), choosing: ['s', 'st', 'c'] },
    { name: 'streamed marks', ...stream(symbols.map(markMessage)), choosing: ['s', 'st', 'p'] },
  ];
}

const AT = 1_626_858_243_909;
const tickerMessage = (s: string) => ({
  ...{ e: '24hrMiniTicker', E: AT, s, st: 1 },
  ...{ c: '12.5', o: '12.25', h: '13', l: '12', v: '1000', q: '12500' },
});
const markMessage = (s: string) => ({
  ...{ e: 'markPriceUpdate', E: AT, s, st: 1 },
  ...{ p: '12.51234567', i: '12.5', r: '0.0001', T: AT },
});
const tierRow = (symbol: string) => ({
  symbol,
  notionalCoef: 1.5,
  brackets: [
    { bracket: 1, initialLeverage: 75, notionalCap: 50_000, notionalFloor: 0, maintMarginRatio: 0.005, cum: 0 },
    { bracket: 2, initialLeverage: 50, notionalCap: 250_000, notionalFloor: 50_000, maintMarginRatio: 0.01, cum: 250 },
  ],
});
