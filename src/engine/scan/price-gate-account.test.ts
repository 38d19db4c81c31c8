import { describe, expect, it } from 'vitest';
import { at } from '#base/assert.ts';
import { chance } from '#base/prng.ts';
import { instantOf } from '#base/time.ts';
import { type RandomRun, randomRun } from '../../../tests/support/random-account.ts';
import { SEED_OF_RUN } from '../../../tests/support/seed.ts';
import { contextOf } from '../account/atoms/context-of.ts';
import { triggersOf } from '../bots/ladder/triggers.ts';
import type { AccountSnapshot, MarketMinute } from '../model/account.ts';
import { CLOSE_OFFSET_MS } from '../model/candle.ts';
import { type AccountRecord, atomIdOf } from '../model/record.ts';
import { simulateAccount } from '../simulation/simulate-account.ts';
import { openPriceGate } from './price-gate.ts';

const SEED = SEED_OF_RUN;
const RUNS = Number(process.env['CASES'] ?? 150);
const SYMBOLS = ['ETHUSDT', 'DOGEUSDT'];

describe(`the price gate before random accounts, seed ${SEED}`, () => {
  it('wakes an atom in every minute in which the engine has something to do for it', () => {
    const seen = { asleep: 0, woken: 0, acted: 0 };
    for (let index = 0; index < RUNS; index += 1) {
      const run = randomRun(chance(SEED + index), { snapshotEvery: 5 });
      for (const taken of run.snapshots) {
        const minute = run.minutes[taken.index + 1];
        if (minute === undefined) continue;
        const context = `repeat with PROPERTY_SEED=${SEED + index}, CASES=1, minute ${taken.index + 1}`;
        const { asleep, woken } = wakeAll(run, taken.snapshot, minute);
        const acted = actedIn(simulateAccount(taken.snapshot, run.market).advance(minute));
        expect(
          asleep.filter((id) => acted.has(id)),
          context,
        ).toEqual([]);
        seen.asleep += asleep.length;
        seen.woken += woken.length;
        seen.acted += woken.filter((id) => acted.has(id)).length;
      }
    }
    process.stdout.write(`minutes of atoms: ${JSON.stringify(seen)}\n`);
    if (RUNS < 100) return; // One repeated case shows itself, not the spread.
    expect(seen.asleep).toBeGreaterThan(1_000);
    expect(seen.woken).toBeGreaterThan(1_000);
    expect(seen.acted / seen.woken).toBeGreaterThan(0.5);
  });
});

/** Passes the low, the high and the close of a minute through a gate that holds every atom with an open cycle. */
function wakeAll(run: RandomRun, { bots }: AccountSnapshot, minute: MarketMinute) {
  const gate = openPriceGate(SYMBOLS.length);
  const ids: string[] = [];
  const woken: string[] = [];
  for (const { bot } of bots) {
    for (const state of bot.atoms) {
      const instrument = run.market.instruments.get(state.symbol);
      if (instrument === undefined || (state.cycle === null && state.cooldownUntil === null)) continue;
      // Funding comes by the calendar: what is settled in a minute asks every atom, whatever the prices.
      if (minute.funding(state.symbol) !== null) continue;
      const handle = gate.register(SYMBOLS.indexOf(state.symbol), triggersOf(state, contextOf(bot, instrument)));
      ids[handle] = atomIdOf({ botId: bot.botId, symbol: state.symbol, direction: state.direction });
    }
  }
  const take = (count: number): unknown =>
    woken.push(...[...gate.reached.subarray(0, count)].map((one) => at(ids, one)));
  for (const [index, symbol] of SYMBOLS.entries()) {
    const candle = minute.candle(symbol);
    if (candle !== null) take(gate.tick(index, candle.low, candle.high));
  }
  take(gate.elapse(instantOf(minute.time + CLOSE_OFFSET_MS)));
  return { woken, asleep: ids.filter((id) => !woken.includes(id)) };
}

/**
 * The atoms for which something was recorded. A wallet that is shared closes positions by force though the triggers of
 * each are far, and a bot that lost one withdraws its other orders at the close: in the minute of a liquidation only the
 * trades of atoms with wallets of their own are the gate's affair.
 */
function actedIn(records: readonly AccountRecord[]): Set<string> {
  const isForced = records.some((record) => record.type === 'trade' && record.role === 'liquidation');
  const shared = new Set(
    records.flatMap((record) =>
      record.type === 'cycle' && record.cycle.params.marginType === 'cross' ? [atomIdOf(record)] : [],
    ),
  );
  return new Set(
    records.flatMap((record) => {
      if (record.type !== 'trade' && record.type !== 'order' && record.type !== 'cycle') return [];
      const id = atomIdOf(record);
      return isForced && (record.type !== 'trade' || shared.has(id)) ? [] : [id];
    }),
  );
}
