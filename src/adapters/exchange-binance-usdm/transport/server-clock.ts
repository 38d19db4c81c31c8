import { type Instant, instantOf } from '#base/time.ts';
import type { ServerReading } from '#ports/venue.ts';

/**
 * The exchange's clock between two readings. It runs on this machine's monotonic time, so that setting the machine's
 * clock, forwards or back, changes nothing that is signed.
 */
export class ServerClock {
  private readonly monotonicMs: () => number;
  private offsetMs: number;
  private isSet = false;

  constructor(monotonicMs: () => number = () => performance.now()) {
    this.monotonicMs = monotonicMs;
    this.offsetMs = Date.now() - monotonicMs();
  }

  /** The exchange's time now, in whole milliseconds; this machine's until the first reading. */
  now(): Instant {
    return instantOf(Math.floor(this.monotonicMs() + this.offsetMs));
  }

  /** Whether a reading was ever taken. */
  get hasReading(): boolean {
    return this.isSet;
  }

  /** Asks the exchange and sets the clock by the middle of the round trip. */
  async read(ask: () => Promise<Instant>): Promise<ServerReading> {
    const before = this.monotonicMs();
    const serverTime = await ask();
    const after = this.monotonicMs();
    this.offsetMs = serverTime - (before + after) / 2;
    this.isSet = true;
    return { serverTime, roundTripMs: after - before };
  }
}
