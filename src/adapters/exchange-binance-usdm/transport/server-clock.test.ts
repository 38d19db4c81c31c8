import { describe, expect, it, vi } from 'vitest';
import { instantOf } from '#base/time.ts';
import { ServerClock } from './server-clock.ts';

const SERVER = 1_800_000_000_000;

describe("the exchange's clock", () => {
  it('is set to the middle of the round trip and runs from there', async () => {
    let now = 1_000;
    const clock = new ServerClock(() => now);
    const reading = await clock.read(async () => {
      now += 400;
      return instantOf(SERVER);
    });
    expect(reading).toEqual({ serverTime: SERVER, roundTripMs: 400 });
    expect(clock.now()).toBe(SERVER + 200);
    now += 60_000;
    expect(clock.now()).toBe(SERVER + 60_200);
  });

  it("fault 30: does not jump when this machine's clock is set", async () => {
    let now = 0;
    const clock = new ServerClock(() => now);
    await clock.read(async () => instantOf(SERVER));
    vi.useFakeTimers({ toFake: ['Date'] });
    for (const step of [-3_600_000, -500, 500, 3_600_000]) {
      vi.setSystemTime(Date.now() + step);
      now += 10;
    }
    vi.useRealTimers();
    expect(clock.now()).toBe(SERVER + 40);
  });
});
