import { cashText } from '#base/decimal.ts';
import { add, type Cash, type Ticks, ZERO_CASH } from '#base/exact.ts';
import { type Instant, instantOf } from '#base/time.ts';
import type { Reply } from '#contract/call.ts';
import type { getPortfolioReturns } from '#contract/portfolio.ts';
import type { RuntimeReads } from '#ports/runtime.ts';
import { symbolsByPortfolio } from '#storage/bots.ts';
import type { Tx } from '#storage/database/database.ts';
import type { PortfolioRow } from '#storage/portfolios.ts';
import { type EquityLife, equityCurves, equityLives } from '#storage/roll-ups/equity.ts';
import { openResults, totalResults } from '#storage/roll-ups/results.ts';
import { readPeriod } from '../http/period.ts';
import { maybeTimeText, timeText } from '../http/text.ts';
import { type Capital, carried, NO_CAPITAL, paidInAt, readCapitals } from './capital.ts';
import { equalParts, type HeldPart, returnTimes, worthOf } from './holding.ts';
import type { KnownCloses } from './known-closes.ts';
import { bookedOf, holdingsOf } from './present-portfolio.ts';

type ReturnsReply = Reply<typeof getPortfolioReturns>;
type ReturnReply = ReturnsReply['items'][number];
type Unknown = NonNullable<ReturnReply['holdingUnknown']>;

/** What is stored of one portfolio's equity over a period. */
interface StoredReturn {
  readonly row: PortfolioRow;
  /** Results of ended cycles and bookings of open ones. */
  readonly booked: Cash;
  /** Null while none of its bots has run over a full hour. */
  readonly since: Instant | null;
  readonly capital: Capital;
  /** At `since` and at the later times of the past. */
  readonly gained: ReadonlyMap<Instant, Cash>;
  readonly symbols: readonly string[];
}

export interface StoredReturns {
  /** Oldest first; the last is the market's present. */
  readonly times: readonly Instant[];
  readonly items: readonly StoredReturn[];
}

/** Reads what portfolios were worth over a period that ends now, in a fixed number of queries. */
export async function readReturns(
  tx: Tx,
  ownerId: string,
  given: {
    readonly rows: readonly PortfolioRow[];
    readonly query: { readonly dateFrom?: string | undefined };
    readonly now: Instant;
  },
): Promise<StoredReturns> {
  const { rows, now } = given;
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
  const stored = rows.map((row) => ({ row, booked: bookedOf(row, { total, open }) }));
  const capitals = await readCapitals(
    tx,
    ownerId,
    stored.map(({ row, booked }) => ({
      portfolioId: row.portfolioId,
      paidIn: holdingsOf(row, undefined, booked).paidIn,
      firstAt: lives.get(row.portfolioId)?.firstAt,
    })),
  );
  const items = stored.map(({ row, booked }) => ({
    row,
    booked,
    capital: capitals.get(row.portfolioId) ?? NO_CAPITAL,
    since: since.get(row.portfolioId) ?? null,
    gained: gained.get(row.portfolioId) ?? new Map(),
    symbols: symbols.get(row.portfolioId) ?? [],
  }));
  return { times, items };
}

/** When return and holding begin: with the period, or with the portfolio's first full hour in it. */
function startsOf(lives: ReadonlyMap<string, EquityLife>, from: Instant): ReadonlyMap<string, Instant> {
  return new Map([...lives].map(([id, { firstAt }]) => [id, instantOf(Math.max(firstAt, from))]));
}

/** Returns beside holding, with what the portfolios hold in the engine now. */
export async function presentReturns(
  { times, items }: StoredReturns,
  { runtime, closes }: { readonly runtime: Pick<RuntimeReads, 'fundsNow'>; readonly closes: KnownCloses },
): Promise<ReturnsReply> {
  const funds = await runtime.fundsNow(items.map(({ row }) => row.portfolioId));
  const symbols = [...new Set(items.flatMap((item) => item.symbols))];
  const starts = [...new Set(items.flatMap(({ since }) => since ?? []))];
  const [prices, firstPrices] = [await closes.at(symbols, times), await closes.at(symbols, starts)];
  const bought = (symbol: string, since: Instant): Ticks | null =>
    firstPrices.get(symbol)?.[starts.indexOf(since)] ?? null;
  return {
    dateFrom: timeText(times[0] ?? 0),
    dateTo: timeText(times.at(-1) ?? 0),
    times: times.map(timeText),
    items: items.map((item) => {
      const { equity } = holdingsOf(item.row, funds.get(item.row.portfolioId), item.booked);
      const equityAt = (time: Instant) => add(paidInAt(item.capital, time), item.gained.get(time) ?? ZERO_CASH);
      const capital = item.since === null ? null : equityAt(item.since);
      const carriedTo = (time: Instant, amount: Cash) =>
        carried(item.capital, amount, { from: item.since ?? time, to: time });
      const buy = buyAll(item, capital, bought);
      const isKnown = (time: Instant): boolean => item.since !== null && time >= item.since;
      return {
        portfolioId: item.row.portfolioId,
        since: maybeTimeText(item.since),
        capital: capital === null ? null : cashText(capital),
        equity: times.map((time, index) => {
          if (!isKnown(time)) return null;
          if (index === times.length - 1) return cashText(equity);
          return cashText(equityAt(time));
        }),
        base: times.map((time) => (isKnown(time) && capital !== null ? cashText(carriedTo(time, capital)) : null)),
        holding: times.map((time, index) => {
          if (!isKnown(time) || 'unknown' in buy) return null;
          const worth = worthOf(
            buy.held,
            item.symbols.map((symbol) => prices.get(symbol)?.[index] ?? null),
          );
          return worth === null ? null : cashText(carriedTo(time, worth));
        }),
        symbols: [...item.symbols],
        holdingUnknown: 'unknown' in buy ? buy.unknown : null,
      };
    }),
  };
}

/** The capital in equal parts of the symbols, at the prices of the start; or why it cannot be known. */
function buyAll(
  { symbols, since }: StoredReturn,
  capital: Cash | null,
  bought: (symbol: string, since: Instant) => Ticks | null,
): { readonly held: readonly HeldPart[] } | { readonly unknown: Unknown } {
  if (symbols.length === 0) return { unknown: { code: 'NO_BOTS', symbol: null } };
  if (since === null || capital === null) return { unknown: { code: 'TOO_YOUNG', symbol: null } };
  if (capital <= 0) return { unknown: { code: 'NO_CAPITAL', symbol: null } };
  const parts = equalParts(capital, symbols.length);
  const held: HeldPart[] = [];
  for (const [index, symbol] of symbols.entries()) {
    const price = bought(symbol, since);
    if (price === null) return { unknown: { code: 'NO_PRICE', symbol } };
    held.push({ part: parts[index] ?? ZERO_CASH, bought: price });
  }
  return { held };
}
