import { MINUTE_MS } from '#base/time.ts';

/** For how long an event may still be on its way after a later one has come, in wall milliseconds. */
const OVERTAKEN_MAX_MS = MINUTE_MS;

interface Reported {
  readonly tradeId: string;
  readonly atMs: number;
}

interface Known {
  /** Up to here none is missing; null while that is not known. */
  completeTo: string | null;
  /** What was reported since, in that order. */
  readonly recent: Reported[];
}

/**
 * Up to which trade of each symbol none can be missing. Events may overtake each other: when a stream breaks, a trade with
 * a lower id than the last reported one may be lost with it. So a trade counts only a while after it was reported.
 */
export class ReportedTrades {
  private readonly symbols = new Map<string, Known>();
  private readonly nowMs: () => number;

  /** @param nowMs - a clock that never goes back */
  constructor(nowMs: () => number = () => performance.now()) {
    this.nowMs = nowMs;
  }

  /** From now on, trades of the symbol are requested after a gap; none up to `completeTo` is missing. */
  touch(symbol: string, completeTo: string | null = null): void {
    const known = this.symbols.get(symbol);
    if (known === undefined) this.symbols.set(symbol, { completeTo, recent: [] });
    else known.completeTo = greaterOf(known.completeTo, completeTo);
  }

  add(symbol: string, tradeId: string): void {
    this.touch(symbol);
    this.symbols.get(symbol)?.recent.push({ tradeId, atMs: this.nowMs() });
    this.settle();
  }

  /** By symbol, the trade behind which to read after a gap; what was reported already comes again. */
  since(): readonly { readonly symbol: string; readonly fromId: string | null }[] {
    this.settle();
    return [...this.symbols].map(([symbol, { completeTo }]) => ({ symbol, fromId: completeTo }));
  }

  private settle(): void {
    const before = this.nowMs() - OVERTAKEN_MAX_MS;
    for (const known of this.symbols.values()) {
      const young = known.recent.findIndex(({ atMs }) => atMs > before);
      const settled = known.recent.splice(0, young < 0 ? known.recent.length : young);
      for (const { tradeId } of settled) known.completeTo = greaterOf(known.completeTo, tradeId);
    }
  }
}

/** Ids are whole numbers as texts, some above 2^53. */
function greaterOf(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return BigInt(a) > BigInt(b) ? a : b;
}
