import type * as z from 'zod/mini';
import type { Instant } from '#base/time.ts';
import { MINUTE_MS } from '#base/time.ts';
import type { health } from '#contract/system.ts';
import type { EngineState, RuntimeMirror } from '#ports/runtime.ts';
import type { Services } from '../services.ts';

type Health = z.output<typeof health>;
/** The parts whose state is shown. */
export type HealthServices = Pick<Services, 'runtime' | 'system' | 'now'> & {
  readonly market: Pick<Services['market'], 'line' | 'leftOut'>;
};

/** What the program knows of its parts without asking any of them. */
export function presentHealth(services: HealthServices): Health {
  const { market, runtime, system, now } = services;
  const { engine, storeTrouble } = runtime.market();
  const database = storeTrouble === 'unreachable' || !system.isDatabaseAnswering() ? 'unreachable' : 'answering';
  const disk = storeTrouble === 'disk-full' ? 'full' : system.disk();
  const feed = feedOf({ market, runtime, now });
  const leftOut = market.leftOut();
  const isOk =
    leftOut.every(({ reason }) => reason !== 'list') &&
    database === 'answering' &&
    disk !== 'full' &&
    feed === 'current' &&
    (engine === 'running' || engine === 'catching-up');
  return { status: isOk ? 'ok' : 'degraded', database, engine, feed, disk, leftOut: leftOut.length };
}

/** After this long without a message the exchange counts as silent; its streams send something every second. */
const SILENCE_MS = 20_000;
/** The market counts as behind when catching up would take longer than this at its pace, wall time. */
const BEHIND_MS = 20_000;
const BEHIND_MINUTES_MIN = 3;

type FeedServices = Pick<Services, 'runtime' | 'now'> & { readonly market: Pick<Services['market'], 'line'> };

function feedOf(services: FeedServices): Health['feed'] {
  if (isExchangeSilent(services)) return 'silent';
  return isMarketBehind(services) ? 'behind' : 'current';
}

export function isExchangeSilent({ market, now }: FeedServices): boolean {
  const { isConnected, heardAt } = market.line();
  return !isConnected || heardAt === null || now() - heardAt > SILENCE_MS;
}

/** Market minutes that have closed at the exchange but are not yet complete here. */
export function minutesBehind({ market, runtime }: FeedServices): number {
  return minutesBetween(runtime.market().closed, market.line().due);
}

/** Whether that is more than the market's pace explains. */
export function isMarketBehind(services: FeedServices): boolean {
  const minutes = minutesBehind(services);
  return minutes >= BEHIND_MINUTES_MIN && (minutes * MINUTE_MS) / services.runtime.market().speed > BEHIND_MS;
}

function minutesBetween(from: Instant, to: Instant): number {
  return Math.max(0, Math.floor((to - from) / MINUTE_MS));
}

/** The state of the engine for one user: it catches up while an account of that user does, though others are up to date. */
export function engineFor(ownerId: string, runtime: Pick<RuntimeMirror, 'market'>): EngineState {
  const { engine, behindOwners } = runtime.market();
  return engine === 'running' && behindOwners.includes(ownerId) ? 'catching-up' : engine;
}
