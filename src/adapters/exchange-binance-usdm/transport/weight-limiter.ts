import { MINUTE_MS } from '#base/time.ts';
import type { WeightBudget } from '#ports/market-source.ts';
import { busyError } from './exchange-error.ts';

/** Who asks: when the budget runs short, market data stops first and what shrinks risk last. */
export type Urgency = 'market' | 'account' | 'order' | 'reduce';

/** The share of the minute's weight that each may use up to. */
const SHARES: Record<Urgency, number> = { market: 0.8, account: 0.9, order: 0.97, reduce: 1 };
const USED_HEADER = 'x-mbx-used-weight-1m';

/**
 * The weight of one IP address in the exchange's minute: every request of the program is charged here before it is sent
 * and corrected by what the exchange says it counted. A wait that the exchange asks for stops everything.
 */
export class WeightLimiter {
  private readonly nowMs: () => number;
  private limit: number;
  private minute = 0;
  private used = 0;
  private pausedUntilMs = 0;

  /** @param nowMs - the exchange's clock in milliseconds, as well as it is known */
  constructor(limit: number, nowMs: () => number) {
    this.limit = limit;
    this.nowMs = nowMs;
  }

  setLimit(limit: number): void {
    this.limit = limit;
  }

  /** Charges a request before it is sent. @throws ExchangeError EXCHANGE_BUSY, and nothing is charged */
  take(weight: number, urgency: Urgency): void {
    this.turnMinute();
    const pauseMs = this.pauseMs();
    if (pauseMs > 0) throw busyError('waiting as the exchange asked', pauseMs);
    if (this.used + weight > this.limit * SHARES[urgency]) {
      throw busyError('request budget of this minute used', this.untilNextMinuteMs());
    }
    this.used += weight;
  }

  /** Takes over what the exchange counted, where it counted more: others may share the address. */
  heard(headers: Readonly<Record<string, unknown>>): void {
    this.turnMinute();
    const used = Number(headers[USED_HEADER] ?? 0);
    if (Number.isFinite(used)) this.used = Math.max(this.used, used);
  }

  /** Nothing is sent for so long; a shorter wait never cuts a longer one. */
  pause(ms: number): void {
    this.pausedUntilMs = Math.max(this.pausedUntilMs, this.nowMs() + ms);
  }

  /** As market data sees it: it is not welcome any more when its share is used. */
  budget(): WeightBudget {
    this.turnMinute();
    const isUsed = this.used >= this.limit * SHARES.market;
    const pauseMs = Math.max(this.pauseMs(), isUsed ? this.untilNextMinuteMs() : 0);
    return { limit: this.limit, used: this.used, pauseMs };
  }

  private turnMinute(): void {
    const minute = Math.floor(this.nowMs() / MINUTE_MS);
    if (minute === this.minute) return;
    this.minute = minute;
    this.used = 0;
  }

  private pauseMs(): number {
    return Math.max(0, Math.ceil(this.pausedUntilMs - this.nowMs()));
  }

  private untilNextMinuteMs(): number {
    return MINUTE_MS - (Math.floor(this.nowMs()) % MINUTE_MS);
  }
}
