const WINDOWS = [
  { lengthMs: 10_000, orders: 300 },
  { lengthMs: 60_000, orders: 1_200 },
] as const;
/** Opening orders leave room for closing ones. */
const SHARES = { open: 0.8, close: 1 } as const;

/** Limits the order rate of an account; the exchange allows 300 in ten seconds and 1,200 a minute. */
export class OrderPace {
  private readonly nowMs: () => number;
  private sent: number[] = [];
  private pausedUntilMs = 0;

  constructor(nowMs: () => number) {
    this.nowMs = nowMs;
  }

  /** The exchange reported too many orders. */
  pause(ms: number): void {
    this.pausedUntilMs = Math.max(this.pausedUntilMs, this.nowMs() + ms);
  }

  /** Counts an order and returns 0, or counts nothing and returns the milliseconds until there is room. */
  take(intent: keyof typeof SHARES): number {
    const now = this.nowMs();
    if (now < this.pausedUntilMs) return Math.ceil(this.pausedUntilMs - now);
    this.sent = this.sent.filter((at) => now - at < WINDOWS[1].lengthMs);
    const waits = WINDOWS.map(({ lengthMs, orders }) => {
      const recent = this.sent.filter((at) => now - at < lengthMs);
      const [oldest = now] = recent;
      return recent.length < orders * SHARES[intent] ? 0 : Math.max(1, oldest + lengthMs - now);
    });
    const wait = Math.max(...waits);
    if (wait === 0) this.sent.push(now);
    return wait;
  }
}
