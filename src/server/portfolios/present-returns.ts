import { cashText } from '#base/decimal.ts';
import { add, type Cash, type Ticks, ZERO_CASH } from '#base/exact.ts';
import { type Instant, instantOf } from '#base/time.ts';
import type { Reply } from '#contract/call.ts';
import type { getPortfolioReturns } from '#contract/portfolio.ts';
import type { RuntimeReads } from '#ports/runtime.ts';
import { symbolsByPortfolio } from '#storage/bots.ts';
import type { Tx } from '#storage/database/database.ts';
import type { DeletedPortfolioRow, PortfolioRow } from '#storage/portfolios.ts';
import { type EquityLife, equityCurves, equityLives } from '#storage/roll-ups/equity.ts';
import { openResults, totalResults } from '#storage/roll-ups/results.ts';
import { readPeriod } from '../http/period.ts';
import { cashOf, maybeTimeText, timeText } from '../http/text.ts';
import { type Capital, carried, NO_CAPITAL, paidInAt, readCapitals } from './capital.ts';
import { equalParts, type HeldPart, returnTimes, worthOf } from './holding.ts';
import type { KnownCloses } from './known-closes.ts';
import { bookedOf, holdingsOf } from './present-portfolio.ts';

type ReturnsReply = Reply<typeof getPortfolioReturns>;
type ReturnReply = ReturnsReply['items'][number];
type Unknown = NonNullable<ReturnReply['holdingUnknown']>;

/** What is stored of one portfolio's equity over a period. */
interface StoredReturn {
  readonly row: Pick<PortfolioRow, 'portfolioId' | 'wallet'>;
  /** Results of ended cycles and bookings of open ones. */
  readonly booked: Cash;
  /** Null while none of its bots has run over a full hour. */
  readonly since: Instant | null;
  /** When it was deleted; null of one that still exists. */
  readonly deletedAt: Instant | null;
  readonly capital: Capital;
  /** At `since` and at the later times of the past. */
  readonly gained: ReadonlyMap<Instant, Cash>;
  readonly symbols: readonly string[];
}

export interface StoredReturns {
  /** Oldest first; the last is the market's present. */
  readonly times: readonly Instant[];
  readonly items: readonly StoredReturn[];
  /** Those that were deleted within the times. */
  readonly deleted: readonly (StoredReturn & { readonly execution: DeletedPortfolioRow['execution'] })[];
}

/** Reads what portfolios were worth over a period that ends now, in a fixed number of queries. */
export async function readReturns(
  tx: Tx,
  ownerId: string,
  given: {
    readonly rows: readonly PortfolioRow[];
    readonly deleted: readonly DeletedPortfolioRow[];
    readonly query: { readonly dateFrom?: string | undefined };
    readonly now: Instant;
  },
): Promise<StoredReturns> {
  const { now } = given;
  const rows = [...given.rows, ...given.deleted];
  const ids = rows.map((row) => row.portfolioId);
  const lives = await equityLives(tx, ownerId, ids);
  const first = instantOf(Math.min(now, ...[...lives.values()].map(({ firstAt }) => firstAt)));
  const asked = readPeriod(given.query, { first, now });
  const times = returnTimes({ from: instantOf(Math.max(asked.from, first)), to: now });
  const since = startsOf(lives, times[0] ?? now);
  const past = times.filter((time) => time < now);
  const gained = await equityCurves(
    tx,
    ownerId,
    [...since].map(([portfolioId, start]) => ({ portfolioId, times: [start, ...past.filter((time) => time > start)] })),
  );
  const total = await totalResults(tx, ownerId, { by: 'portfolio', ids });
  const open = await openResults(tx, ownerId);
  const symbols = await symbolsByPortfolio(tx, ownerId);
  const capitals = await readCapitals(
    tx,
    ownerId,
    rows.map((row) => ({
      portfolioId: row.portfolioId,
      paidIn: holdingsOf(row, undefined, bookedOf(row, { total, open })).paidIn,
      firstAt: lives.get(row.portfolioId)?.firstAt,
    })),
  );
  const returnOf = (row: StoredReturn['row']) => ({
    row,
    booked: bookedOf(row, { total, open }),
    capital: capitals.get(row.portfolioId) ?? NO_CAPITAL,
    since: since.get(row.portfolioId) ?? null,
    gained: gained.get(row.portfolioId) ?? new Map(),
    symbols: symbols.get(row.portfolioId) ?? [],
  });
  const deleted = given.deleted.flatMap((row) => {
    const [item, deletedAt] = [returnOf(row), instantOf(row.deletedAt.getTime())];
    const isWithin = item.since !== null && deletedAt > (times[0] ?? now);
    return isWithin ? [{ ...item, deletedAt, execution: row.execution }] : [];
  });
  return { times, items: given.rows.map((row) => ({ ...returnOf(row), deletedAt: null })), deleted };
}

/** When return and holding begin: with the period, or with the portfolio's first full hour in it. */
function startsOf(lives: ReadonlyMap<string, EquityLife>, from: Instant): ReadonlyMap<string, Instant> {
  return new Map([...lives].map(([id, { firstAt }]) => [id, instantOf(Math.max(firstAt, from))]));
}

/** Returns beside holding, with what the portfolios hold in the engine now. */
export async function presentReturns(
  { times, items, deleted }: StoredReturns,
  { runtime, closes }: { readonly runtime: Pick<RuntimeReads, 'fundsNow'>; readonly closes: KnownCloses },
): Promise<ReturnsReply> {
  const funds = await runtime.fundsNow(items.map(({ row }) => row.portfolioId));
  const all = [...items, ...deleted];
  const symbols = [...new Set(all.flatMap((item) => item.symbols))];
  const instants = [
    ...new Set([...times, ...all.flatMap(({ since, deletedAt }) => [since ?? [], deletedAt ?? []].flat())]),
  ];
  const [prices, places] = [await closes.at(symbols, instants), new Map(instants.map((time, place) => [time, place]))];
  const priceAt: PriceAt = (symbol, time) => prices.get(symbol)?.[places.get(time) ?? -1] ?? null;
  return {
    dateFrom: timeText(times[0] ?? 0),
    dateTo: timeText(times.at(-1) ?? 0),
    times: times.map(timeText),
    items: items.map((item) => {
      const { equity } = holdingsOf(item.row, funds.get(item.row.portfolioId), item.booked);
      return presentReturn(item, { times, priceAt, equityLast: equity });
    }),
    deleted: deleted.map(({ execution, ...item }) => ({
      ...presentReturn(item, { times, priceAt, equityLast: cashOf(item.row.wallet) }),
      execution,
    })),
  };
}

type PriceAt = (symbol: string, time: Instant) => Ticks | null;

/** @param known.equityLast - now, or when it was deleted */
function presentReturn(
  item: StoredReturn,
  known: { readonly times: readonly Instant[]; readonly priceAt: PriceAt; readonly equityLast: Cash },
): ReturnReply {
  const { since, capital: paid, symbols } = item;
  const { times, priceAt, equityLast } = known;
  const instants = times.map((_time, index) => instantAt(item, times, index));
  const last = instants.findLastIndex((time) => time !== null);
  const equityAt = (time: Instant) => add(paidInAt(paid, time), item.gained.get(time) ?? ZERO_CASH);
  const capital = since === null ? null : equityAt(since);
  const carriedTo = (time: Instant, amount: Cash) => carried(paid, amount, { from: since ?? time, to: time });
  const buy = buyAll(item, capital, priceAt);
  return {
    portfolioId: item.row.portfolioId,
    since: maybeTimeText(since),
    capital: capital === null ? null : cashText(capital),
    equity: instants.map((time, index) => {
      if (time === null) return null;
      return cashText(index === last ? equityLast : equityAt(time));
    }),
    base: instants.map((time) => (time === null || capital === null ? null : cashText(carriedTo(time, capital)))),
    holding: instants.map((time) => {
      if (time === null || 'unknown' in buy) return null;
      const worth = worthOf(
        buy.held,
        symbols.map((symbol) => priceAt(symbol, time)),
      );
      return worth === null ? null : cashText(carriedTo(time, worth));
    }),
    symbols: [...symbols],
    holdingUnknown: 'unknown' in buy ? buy.unknown : null,
  };
}

/** One of the times within the life of a portfolio; its deletion at the first time that is not before it. Null elsewhere. */
function instantAt({ since, deletedAt }: StoredReturn, times: readonly Instant[], index: number): Instant | null {
  const [time, previous] = [times[index], times[index - 1]];
  if (time === undefined || since === null || time < since) return null;
  if (deletedAt === null || time < deletedAt) return time;
  return (previous ?? deletedAt) < deletedAt && deletedAt >= since ? deletedAt : null;
}

/** The capital in equal parts of the symbols, at the prices of the start; or why it cannot be known. */
function buyAll(
  { symbols, since }: StoredReturn,
  capital: Cash | null,
  priceAt: PriceAt,
): { readonly held: readonly HeldPart[] } | { readonly unknown: Unknown } {
  if (symbols.length === 0) return { unknown: { code: 'NO_BOTS', symbol: null } };
  if (since === null || capital === null) return { unknown: { code: 'TOO_YOUNG', symbol: null } };
  if (capital <= 0) return { unknown: { code: 'NO_CAPITAL', symbol: null } };
  const parts = equalParts(capital, symbols.length);
  const held: HeldPart[] = [];
  for (const [index, symbol] of symbols.entries()) {
    const price = priceAt(symbol, since);
    if (price === null) return { unknown: { code: 'NO_PRICE', symbol } };
    held.push({ part: parts[index] ?? ZERO_CASH, bought: price });
  }
  return { held };
}
