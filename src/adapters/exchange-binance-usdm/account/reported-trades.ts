import { MINUTE_MS } from '#base/time.ts';
import type { TradesSince } from '#ports/venue.ts';

/** For how long an event may still be on its way after a later one has come, in wall milliseconds. */
const OVERTAKEN_MAX_MS = MINUTE_MS;

interface Reported {
  readonly tradeId: string;
  readonly atMs: number;
}

interface Tracked {
  /** Trades up to here are never reported. */
  readonly since: bigint;
  /** Up to here none is missing. */
  completeTo: bigint;
  /** What was reported since, in that order. */
  readonly recent: Reported[];
}

/**
 * Up to which trade of each tracked symbol none can be missing. Events may overtake each other: when a stream breaks, a
 * trade with a lower id than the last reported one may be lost with it. So a trade counts only a while after it was
 * reported.
 */
export class ReportedTrades {
  private readonly symbols = new Map<string, Tracked>();
  private readonly nowMs: () => number;

  /** @param nowMs - a clock that never goes back */
  constructor(nowMs: () => number = () => performance.now()) {
    this.nowMs = nowMs;
  }

  /** From now on, trades of the symbol are requested after a gap; none up to `fromId` is missing or wanted. */
  track({ symbol, fromId }: TradesSince): void {
    if (this.symbols.has(symbol)) return;
    const since = BigInt(fromId);
    this.symbols.set(symbol, { since, completeTo: since, recent: [] });
  }

  isTracked(symbol: string): boolean {
    return this.symbols.has(symbol);
  }

  /** Whether the trade is from before the time since which the symbol is tracked. */
  isBefore(symbol: string, tradeId: string): boolean {
    const tracked = this.symbols.get(symbol);
    return tracked !== undefined && BigInt(tradeId) <= tracked.since;
  }

  add(symbol: string, tradeId: string): void {
    this.symbols.get(symbol)?.recent.push({ tradeId, atMs: this.nowMs() });
    this.settle();
  }

  /** By symbol, the trade behind which to read after a gap; what was reported already comes again. */
  since(): readonly TradesSince[] {
    this.settle();
    return [...this.symbols].map(([symbol, { completeTo }]) => ({ symbol, fromId: String(completeTo) }));
  }

  private settle(): void {
    const before = this.nowMs() - OVERTAKEN_MAX_MS;
    for (const tracked of this.symbols.values()) {
      const young = tracked.recent.findIndex(({ atMs }) => atMs > before);
      const settled = tracked.recent.splice(0, young < 0 ? tracked.recent.length : young);
      for (const { tradeId } of settled) tracked.completeTo = greaterOf(tracked.completeTo, BigInt(tradeId));
    }
  }
}

/** Some ids are above 2^53. */
function greaterOf(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
