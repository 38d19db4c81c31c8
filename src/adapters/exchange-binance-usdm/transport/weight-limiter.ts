import { MINUTE_MS } from '#base/time.ts';
import type { WeightBudget } from '#ports/market-source.ts';
import { busyError } from './exchange-error.ts';

/** Urgency of a request: when the budget runs short, market data stops first and reducing orders last. */
export type Urgency = 'market' | 'account' | 'order' | 'reduce';

/** The share of the minute's weight that each urgency may use. */
const SHARES: Record<Urgency, number> = { market: 0.8, account: 0.9, order: 0.97, reduce: 1 };
const USED_HEADER = 'x-mbx-used-weight-1m';

/**
 * The weight of one IP address in the exchange's minute: every request of the program is charged here before it is
 * sent, and corrected by the exchange's own count. A wait requested by the exchange pauses everything, except for orders that
 * reduce risk: they are held back only by a wait that one of them was told to make itself.
 */
export class WeightLimiter {
  private readonly nowMs: () => number;
  private limit: number;
  private minute = 0;
  private used = 0;
  private pausedUntilMs = 0;
  private reducingPausedUntilMs = 0;

  /** @param nowMs - best estimate of the exchange's clock in milliseconds */
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
    const pauseMs = this.pauseMs(urgency);
    if (pauseMs > 0) throw busyError('waiting as the exchange asked', pauseMs);
    if (this.used + weight > this.limit * SHARES[urgency]) {
      throw busyError('request budget of this minute used', this.untilNextMinuteMs());
    }
    this.used += weight;
  }

  /** Adopts the exchange's count if it is higher, because others may share the address. */
  heard(headers: Readonly<Record<string, unknown>>): void {
    this.turnMinute();
    const used = Number(headers[USED_HEADER] ?? 0);
    if (Number.isFinite(used)) this.used = Math.max(this.used, used);
  }

  /**
   * Pauses requests; a shorter wait never shortens a longer one.
   * @param heardBy - urgency of the request that was told to wait
   */
  pause(ms: number, heardBy: Urgency): void {
    const untilMs = this.nowMs() + ms;
    this.pausedUntilMs = Math.max(this.pausedUntilMs, untilMs);
    if (heardBy === 'reduce') this.reducingPausedUntilMs = Math.max(this.reducingPausedUntilMs, untilMs);
  }

  /** The budget as seen by market data, which must stop when its share is used. */
  budget(): WeightBudget {
    this.turnMinute();
    const isUsed = this.used >= this.limit * SHARES.market;
    const pauseMs = Math.max(this.pauseMs('market'), isUsed ? this.untilNextMinuteMs() : 0);
    return { limit: this.limit, used: this.used, pauseMs };
  }

  private turnMinute(): void {
    const minute = Math.floor(this.nowMs() / MINUTE_MS);
    if (minute === this.minute) return;
    this.minute = minute;
    this.used = 0;
  }

  private pauseMs(urgency: Urgency): number {
    const untilMs = urgency === 'reduce' ? this.reducingPausedUntilMs : this.pausedUntilMs;
    return Math.max(0, Math.ceil(untilMs - this.nowMs()));
  }

  private untilNextMinuteMs(): number {
    return MINUTE_MS - (Math.floor(this.nowMs()) % MINUTE_MS);
  }
}
