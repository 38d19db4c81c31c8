import { describe, expect, it } from 'vitest';
import { ticks } from '#base/exact.ts';
import { type Chance, chance } from '#base/prng.ts';
import { instantOf } from '#base/time.ts';
import { SEED_OF_RUN } from '../../../tests/support/seed.ts';
import type { Triggers } from '../model/atom.ts';
import { openPriceGate, type PriceGate } from './price-gate.ts';
import { openTickSpans } from './tick-spans.ts';

const SEED = SEED_OF_RUN;
const SEQUENCES = 3_000;
const ACTS = 150;
const SYMBOLS = 3;
const NONE: Triggers = { below: null, above: null, at: null };

const reachedBy = (gate: PriceGate, count: number): number[] => [...gate.reached.subarray(0, count)];
const triggers = (below: number | null, above: number | null, at: number | null = null): Triggers => ({
  below: below === null ? null : ticks(below),
  above: above === null ? null : ticks(above),
  at: at === null ? null : instantOf(at),
});

describe('the price gate', () => {
  it.each([
    ['the low is at `below`', 100, 105, true],
    ['the low is one tick over `below`', 101, 105, false],
    ['the high is at `above`', 105, 110, true],
    ['the high is one tick under `above`', 105, 109, false],
    ['both lie beyond', 90, 120, true],
  ])('wakes an atom exactly when a candle would: %s', (_, low, high, isReached) => {
    const gate = openPriceGate(1);
    const handle = gate.register(0, triggers(100, 110));
    expect(reachedBy(gate, gate.tick(0, low, high))).toEqual(isReached ? [handle] : []);
  });

  it('wakes an atom at its time and not before, whatever its symbol', () => {
    const gate = openPriceGate(3);
    const handle = gate.register(2, triggers(null, null, 60_000));
    expect(gate.elapse(instantOf(59_999))).toBe(0);
    expect(reachedBy(gate, gate.elapse(instantOf(60_000)))).toEqual([handle]);
  });

  it('does not wake an atom a second time until its triggers are set again', () => {
    const gate = openPriceGate(1);
    const handle = gate.register(0, triggers(100, 110, 5));
    expect(gate.tick(0, 99, 99)).toBe(1);
    expect([gate.tick(0, 99, 120), gate.elapse(instantOf(5))]).toEqual([0, 0]);
    gate.arm(handle, triggers(100, 110));
    expect(gate.tick(0, 99, 99)).toBe(1);
  });

  it('wakes an atom with a market order at every price', () => {
    const gate = openPriceGate(1);
    const handle = gate.register(0, triggers(Number.MAX_SAFE_INTEGER, 0));
    expect(reachedBy(gate, gate.tick(0, 1, 1))).toEqual([handle]);
  });

  it('reuses the handle of a removed atom for a new one, which still wakes last', () => {
    const gate = openPriceGate(1);
    const [first, second, third] = [0, 1, 2].map(() => gate.register(0, triggers(100, null)));
    gate.remove(second ?? -1);
    expect(gate.register(0, triggers(100, null))).toBe(second);
    expect(reachedBy(gate, gate.tick(0, 50, 50))).toEqual([first, third, second]);
  });

  it('keeps the list of woken atoms valid while new atoms are registered', () => {
    const gate = openPriceGate(1);
    for (let atom = 0; atom < 4; atom += 1) gate.register(0, triggers(100, null));
    expect(gate.tick(0, 50, 50)).toBe(4);
    for (let atom = 0; atom < 10; atom += 1) gate.register(0, NONE);
    expect(reachedBy(gate, 4)).toEqual([0, 1, 2, 3]);
  });

  it('refuses an unknown handle and an unknown symbol', () => {
    const gate = openPriceGate(1);
    gate.remove(gate.register(0, NONE));
    expect(() => gate.arm(0, NONE)).toThrow('handle');
    expect(() => gate.remove(0)).toThrow('handle');
    expect(() => gate.arm(7, NONE)).toThrow('handle');
    expect(() => gate.register(1, NONE)).toThrow('symbol');
    expect(() => gate.tick(1, 5, 5)).toThrow('symbol');
    expect(() => gate.tick(-1, 5, 5)).toThrow('symbol');
  });
});

describe(`the price gate and a plain list under random operations, seed ${SEED}`, () => {
  it(`both wake the same atoms in the same order, over ${SEQUENCES} sequences`, () => {
    const seen = { woken: 0, together: 0, reused: 0, quiet: 0 };
    for (let index = 0; index < SEQUENCES; index += 1) {
      const dice = chance(SEED + index);
      const world = openWorld(dice);
      for (let act = 0; act < ACTS; act += 1) actAtRandom(world, dice, seen);
      expect(world.byGate, `repeat with PROPERTY_SEED=${SEED + index}`).toEqual(world.byList);
    }
    expect(seen.woken).toBeGreaterThan(SEQUENCES * 10);
    expect(seen.together).toBeGreaterThan(SEQUENCES);
    expect(seen.reused).toBeGreaterThan(SEQUENCES);
    expect(seen.quiet).toBeGreaterThan(SEQUENCES * 10);
  });

  it('wakes the same atoms by the price range of a turn as by each of its ticks', () => {
    for (let index = 0; index < SEQUENCES; index += 1) {
      const dice = chance(SEED + index);
      const [single, whole, spans] = [openPriceGate(SYMBOLS), openPriceGate(SYMBOLS), openTickSpans(SYMBOLS)];
      const atoms = Array.from({ length: 12 }, () => {
        const symbol = dice.between(0, SYMBOLS - 1);
        whole.register(symbol, NONE);
        return single.register(symbol, NONE);
      });
      for (let turn = 0; turn < 4; turn += 1) {
        const [one, all]: [number[], number[]] = [[], []];
        for (const atom of atoms) armBoth(atom, randomTriggers(dice));
        for (let tick = dice.between(0, 6); tick > 0; tick -= 1) {
          const [symbol, low] = [dice.between(0, SYMBOLS - 1), dice.between(1, 14)];
          const high = low + dice.between(0, 1);
          one.push(...reachedBy(single, single.tick(symbol, low, high)));
          spans.widen(symbol, low, high);
        }
        spans.drain((symbol, low, high) => all.push(...reachedBy(whole, whole.tick(symbol, low, high))));
        expect(all.toSorted(), `repeat with PROPERTY_SEED=${SEED + index}`).toEqual(one.toSorted());
      }

      function armBoth(atom: number, given: Triggers): void {
        single.arm(atom, given);
        whole.arm(atom, given);
      }
    }
  });
});

interface Entry {
  readonly handle: number;
  readonly symbol: number;
  triggers: Triggers;
}

/** The gate, and what it should be: every atom in one list, looked at one by one at every tick. */
interface World {
  readonly gate: PriceGate;
  readonly list: Entry[];
  readonly removed: Set<number>;
  most: number;
  now: number;
  readonly byGate: string[];
  readonly byList: string[];
}

interface Seen {
  woken: number;
  together: number;
  reused: number;
  quiet: number;
}

function openWorld(dice: Chance): World {
  const now = dice.between(0, 5);
  return { gate: openPriceGate(SYMBOLS), list: [], removed: new Set(), most: 0, now, byGate: [], byList: [] };
}

function actAtRandom(world: World, dice: Chance, seen: Seen): void {
  const { gate, list } = world;
  const act = dice.between(0, 9);
  if (list.length === 0 || act <= 1) return registerOne(world, dice, seen);
  const entry = dice.pick(list);
  if (act === 2) {
    gate.remove(entry.handle);
    world.removed.add(entry.handle);
    list.splice(list.indexOf(entry), 1);
  } else if (act <= 4) {
    entry.triggers = randomTriggers(dice);
    gate.arm(entry.handle, entry.triggers);
  } else if (act === 5) {
    world.now += dice.between(0, 2);
    const order = (a: Entry, b: Entry): number => a.symbol - b.symbol; // Sorting is stable: registration stays.
    const reached = list.filter(({ triggers: { at } }) => at !== null && world.now >= at).sort(order);
    compare(world, gate.elapse(instantOf(world.now)), { reached, seen });
  } else {
    const [symbol, low] = [dice.between(0, SYMBOLS - 1), dice.between(1, 14)];
    const high = low + dice.pick([0, 0, 0, 1, 3]);
    const reached = list.filter((candidate) => candidate.symbol === symbol && isReached(candidate, low, high));
    compare(world, gate.tick(symbol, low, high), { reached, seen });
  }
}

function registerOne(world: World, dice: Chance, seen: Seen): void {
  const [symbol, given] = [dice.between(0, SYMBOLS - 1), randomTriggers(dice)];
  const handle = world.gate.register(symbol, given);
  const isFree = world.list.every((entry) => entry.handle !== handle);
  world.list.push({ handle, symbol, triggers: given });
  world.most = Math.max(world.most, world.list.length);
  world.byGate.push(isFree && handle < world.most ? 'a free, dense handle' : 'a handle out of place');
  world.byList.push('a free, dense handle');
  if (world.removed.delete(handle)) seen.reused += 1;
}

/** Word for word what `isQuiet` of the engine asks of a candle. */
function isReached({ triggers: { below, above } }: Entry, low: number, high: number): boolean {
  if (below !== null && low <= below) return true;
  return above !== null && high >= above;
}

/** Writes down whom each of them wakes; half of those are armed anew at once, as after a decision. */
function compare(world: World, count: number, { reached, seen }: { reached: Entry[]; seen: Seen }): void {
  world.byGate.push(reachedBy(world.gate, count).join());
  world.byList.push(reached.map(({ handle }) => handle).join());
  for (const [index, entry] of reached.entries()) {
    entry.triggers = index % 2 === 0 ? triggers(index, 14 - index, world.now + index) : NONE;
    if (index % 2 === 0) world.gate.arm(entry.handle, entry.triggers);
  }
  seen.woken += reached.length;
  if (reached.length > 1) seen.together += 1;
  if (reached.length === 0) seen.quiet += 1;
}

/** In a range so small that triggers, prices and times often meet exactly. */
function randomTriggers(dice: Chance): Triggers {
  if (dice.next() < 0.03) return triggers(Number.MAX_SAFE_INTEGER, 0);
  return triggers(
    dice.pick([null, dice.between(0, 5)]),
    dice.pick([null, dice.between(10, 15)]),
    dice.pick([null, null, dice.between(0, 40)]),
  );
}
