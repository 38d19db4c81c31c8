import { rateFromPercent } from '#base/decimal.ts';
import { DAY_MS, type Instant, later } from '#base/time.ts';
import type { MovesRequest, PriceMoveMeasures } from '#ports/price-move-measures.ts';
import type { Database } from '#storage/database/database.ts';
import { dropOldMoves, listAskedMoves, listTradedSides } from '#storage/price-moves.ts';

/** What is asked for where nothing else is said; the rebound is the usual take profit of a ladder. */
export const USUAL_MOVES = { windowDays: 180, horizonDays: 30, reboundPercent: '1' } as const;

/** What was asked for within this time is measured again every day. */
const ASKED_LATELY_MS = 7 * DAY_MS;
/** Measurements of one day; at a tenth of a second each they take half a minute of a core. */
const REFRESHED_MAX = 300;

export interface RefreshedMoves {
  readonly database: Database;
  readonly measures: Pick<PriceMoveMeasures, 'moves'>;
  /** Wall time. */
  readonly now: () => Instant;
  /** No further one is measured once it is aborted. */
  readonly signal: AbortSignal;
}

/**
 * Measures again what bots trade and what was asked for lately, one after the other, so that pages find the figures of a
 * day. What has no stored candles is left out.
 *
 * @returns how many were measured
 */
export async function refreshMoves({ database, measures, now, signal }: RefreshedMoves): Promise<number> {
  await dropOldMoves(database, now());
  const wanted = new Map<string, MovesRequest>();
  for (const request of [...(await tradedMoves(database)), ...(await askedMoves(database, now()))]) {
    if (wanted.size < REFRESHED_MAX) wanted.set(JSON.stringify(request), request);
  }
  let measured = 0;
  for (const request of wanted.values()) {
    if (signal.aborted) break;
    const isMeasured = await measures.moves(request).then(
      () => true,
      () => false, // No candles, or no time: whoever asks is told the reason.
    );
    if (isMeasured) measured += 1;
  }
  return measured;
}

async function tradedMoves(database: Database): Promise<readonly MovesRequest[]> {
  const { windowDays, horizonDays, reboundPercent } = USUAL_MOVES;
  const sides = await listTradedSides(database, REFRESHED_MAX);
  return sides.map(({ symbol, direction, rebound }) => ({
    ...{ symbol, direction, windowDays, horizonDays },
    rebound: rebound ?? rateFromPercent(reboundPercent),
  }));
}

async function askedMoves(database: Database, now: Instant): Promise<readonly MovesRequest[]> {
  return listAskedMoves(database, later(now, -ASKED_LATELY_MS), REFRESHED_MAX);
}
