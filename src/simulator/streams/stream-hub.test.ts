import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Instant, later, MINUTE_MS } from '#base/time.ts';
import { openWireWorld, type WireWorld } from '../../../tests/support/wire-world.ts';
import type { Pace } from '../market-clock.ts';
import { streamSpec } from './market/stream-name.ts';
import { openStreamHub, type StreamHub } from './stream-hub.ts';

const SYMBOLS = ['btcusdt', 'ethusdt', 'solusdt', 'ltcusdt'];
const TICK_MS = 50;

describe('turns of the stream hub', () => {
  let world: WireWorld;
  beforeAll(async () => {
    world = await openWireWorld();
  });
  afterAll(() => world.close());

  /** Streams on the real market, ticked by the test; every read of the clock takes `lookMs`. */
  function hubOf(pace: Pace, lookMs: number) {
    const { market } = world.simulation;
    let now: Instant = world.simulation.now();
    let wallMs = 0;
    const told: { readonly tick: number; readonly text: string }[] = [];
    let tick = 0;
    const hub: StreamHub = openStreamHub(market, {
      now: () => now,
      pace: () => pace,
      spoil: (_symbol, words) => [words],
      liquidations: { count: () => 0, latest: () => null },
      books: { book: market.book, improved: () => null, revision: () => 0 },
    });
    const look = (): number => {
      wallMs += lookMs;
      return wallMs;
    };
    return {
      told,
      join(name: string): void {
        const spec = streamSpec(name);
        if (spec === null) throw new Error(`${name} is a stream`);
        hub.join(name, spec, { deliver: ({ plain }) => told.push({ tick, text: String(plain) }) });
      },
      ticks(count: number, marketMs = TICK_MS): void {
        for (let done = 0; done < count; done += 1) {
          const before = now;
          now = later(now, marketMs);
          tick += 1;
          hub.tick(before, now, look);
        }
      },
    };
  }

  it('end when their time is used, and the remaining streams continue at the next tick', () => {
    const hub = hubOf({ kind: 'run', speed: 1 }, 15);
    for (const symbol of SYMBOLS) hub.join(`${symbol}@markPrice`);
    hub.ticks(4);
    expect(hub.told.map(({ tick }) => tick)).toEqual([1, 1, 2, 2]);
    expect(new Set(hub.told.map(({ text }) => JSON.parse(text).s)).size).toBe(SYMBOLS.length);
  });

  it('lose no trade and no candle close by that', () => {
    const hub = hubOf({ kind: 'run', speed: 1 }, 30);
    for (const symbol of SYMBOLS) {
      hub.join(`${symbol}@aggTrade`);
      hub.join(`${symbol}@kline_1m`);
    }
    hub.ticks(60, MINUTE_MS / 20);
    const messages = hub.told.map(({ text }) => JSON.parse(text));
    for (const symbol of SYMBOLS) {
      const own = messages.filter(({ s }) => s === symbol.toUpperCase());
      const ids = own.filter(({ e }) => e === 'aggTrade').map(({ a }) => a);
      expect(ids.length).toBeGreaterThan(20);
      expect(ids).toEqual(ids.map((_, index) => ids[0] + index));
      expect(own.filter(({ k }) => k?.x)).toHaveLength(3);
    }
  });

  it('have no limit in step mode, so that a step always sends the same', () => {
    const hub = hubOf({ kind: 'step' }, 1_000);
    for (const symbol of SYMBOLS) hub.join(`${symbol}@markPrice`);
    hub.ticks(1);
    expect(hub.told).toHaveLength(SYMBOLS.length);
  });

  it('cost nothing without subscribers', () => {
    const hub = openStreamHub(world.simulation.market, {
      now: () => world.simulation.now(),
      pace: () => ({ kind: 'step' }),
      spoil: (_symbol, words) => [words],
      liquidations: { count: () => 0, latest: () => null },
      books: { book: world.simulation.market.book, improved: () => null, revision: () => 0 },
    });
    const hearer = { deliver: () => expect.unreachable() };
    const spec = streamSpec('ethusdt@markPrice');
    if (spec === null) throw new Error('it is a stream');
    hub.join('ethusdt@markPrice', spec, hearer);
    hub.join('ethusdt@markPrice', spec, hearer);
    hub.leave('ethusdt@markPrice', hearer);
    const now = world.simulation.now();
    hub.tick(now, later(now, MINUTE_MS), () => 0);
  });
});
