import { type Instant, instantOf } from '#base/time.ts';
import type { ServerReading } from '#ports/venue.ts';

/**
 * The exchange's clock between two reads. It runs on this machine's monotonic time, so setting the machine's clock does
 * not change what is signed.
 */
export class ServerClock {
  private readonly monotonicMs: () => number;
  private offsetMs: number;
  private isSet = false;

  constructor(monotonicMs: () => number = () => performance.now()) {
    this.monotonicMs = monotonicMs;
    this.offsetMs = Date.now() - monotonicMs();
  }

  /** The exchange's time now, in whole milliseconds; this machine's time until the first read. */
  now(): Instant {
    return instantOf(Math.floor(this.monotonicMs() + this.offsetMs));
  }

  /** Whether the clock has been read. */
  get hasReading(): boolean {
    return this.isSet;
  }

  /** Reads the exchange's time and sets the clock to the middle of the round trip. */
  async read(ask: () => Promise<Instant>): Promise<ServerReading> {
    const before = this.monotonicMs();
    const serverTime = await ask();
    const after = this.monotonicMs();
    this.offsetMs = serverTime - (before + after) / 2;
    this.isSet = true;
    return { serverTime, roundTripMs: after - before };
  }
}
