import { AppError } from '#base/errors.ts';
import { DAY_MS, type Instant, instantOf, MINUTE_MS, startOf } from '#base/time.ts';
import { longHoles } from '#engine/model/history.ts';
import type { ContractHistory } from '#market/market-answers.ts';
import type { MarketPast, PastQuery } from '#ports/market-past.ts';
import type {
  MeasuredMoves,
  MovesFreshness,
  MovesRequest,
  MovesWindow,
  PriceMoveMeasures,
} from '#ports/price-move-measures.ts';
import type { Database } from '#storage/database/database.ts';
import { findMoves, type MovesKey, storeMoves } from '#storage/price-moves.ts';
import type { PastMeasures } from './measure-past.ts';

/** The same measures, wherever they are computed. */
type Measure = {
  readonly [Name in keyof PastMeasures]: (
    ...given: Parameters<PastMeasures[Name]>
  ) => Promise<ReturnType<PastMeasures[Name]>>;
};

export interface MovesSource {
  /** Login of the engine: the table belongs to no user. */
  readonly database: Database;
  /** @param version - whatever changes when the stored past does: the same one may be answered from memory */
  readonly readPast: (query: PastQuery, version: number) => Promise<MarketPast>;
  readonly history: (symbol: string) => Promise<Pick<ContractHistory, 'present'>>;
  readonly measure: Measure;
  /** The end of the last closed minute. */
  readonly marketNow: () => Instant;
  /** Wall time. */
  readonly now: () => Instant;
}

/** Wall time. Whoever asks for new figures sooner gets the last ones, so that nobody can keep the program busy. */
const AGAIN_AFTER_MS = MINUTE_MS;

/** Measures moves, and keeps what was measured in the database. */
export function keptMoves(source: MovesSource): PriceMoveMeasures {
  const { database, measure, now } = source;
  const pending = new Map<string, Promise<MeasuredMoves>>();
  const measured = async (request: MovesRequest, freshness: MovesFreshness): Promise<MeasuredMoves> => {
    const [key, window] = [keyOf(request), await windowOf(source, request)];
    const kept = await findMoves(database, key, now());
    const isFresh = kept !== null && (freshness === 'kept' || now() - kept.computedAt < AGAIN_AFTER_MS);
    if (isFresh && kept.to === window.to && kept.minutesStored === window.minutesStored) {
      return { window, moves: kept.moves, computedAt: kept.computedAt };
    }
    // A past that is read anew for one question is new enough for others of the same minute.
    const version = freshness === 'again' ? startOf(now(), AGAIN_AFTER_MS) : versionOf(window);
    const past = await pastOf(source, request.symbol, { window, version });
    const moves = await measure.moves(request, past, window);
    const computedAt = now();
    await storeMoves(database, key, { moves, computedAt, to: window.to, minutesStored: window.minutesStored });
    return { window, moves, computedAt };
  };
  return {
    moves(request, freshness = 'kept') {
      const key = `${freshness} ${JSON.stringify(keyOf(request))}`;
      return oneAtATime(pending, key, () => measured(request, freshness));
    },
    async reach(request) {
      const window = await windowOf(source, request);
      const past = await pastOf(source, request.symbol, { window, version: versionOf(window) });
      return { window, ...(await measure.reach(request, past, window)) };
    },
  };
}

function keyOf({ symbol, direction, rebound, windowDays, horizonDays }: MovesRequest): MovesKey {
  return { symbol, direction, rebound, windowDays, horizonDays };
}

type Asked = Pick<MovesRequest, 'symbol' | 'windowDays'>;

async function windowOf({ history, marketNow }: MovesSource, { symbol, windowDays }: Asked): Promise<MovesWindow> {
  const to = startOf(marketNow(), DAY_MS);
  const from = instantOf(Math.max(0, to - windowDays * DAY_MS));
  const { present } = await history(symbol);
  const stored = present.reduce((sum, span) => sum + Math.max(0, Math.min(span.to, to) - Math.max(span.from, from)), 0);
  if (stored === 0) {
    throw new AppError('CANDLES_MISSING', `No candles of ${symbol} are stored for a whole day before the present one.`);
  }
  return { from, to, minutesStored: stored / MINUTE_MS };
}

interface PastOfWindow {
  readonly window: MovesWindow;
  /** See `MovesSource.readPast`. */
  readonly version: number;
}

const versionOf = ({ to, minutesStored }: MovesWindow): number => to + minutesStored;

/** Without what only trading needs, so that less is copied between threads. */
async function pastOf({ readPast }: MovesSource, symbol: string, { window: { from }, version }: PastOfWindow) {
  const past = await readPast({ symbol, from }, version);
  return { columns: past.columns, frozen: longHoles(past) };
}

/** Whoever asks while an answer is being made gets the same one. */
function oneAtATime<T>(pending: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const waiting = pending.get(key);
  if (waiting !== undefined) return waiting;
  const made = make().finally(() => pending.delete(key));
  pending.set(key, made);
  return made;
}
