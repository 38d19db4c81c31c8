import { expect, it } from 'vitest';
import { at } from '#base/assert.ts';
import { type Chance, chance } from '#base/prng.ts';
import { DAY_MINUTES } from '#base/time.ts';
import { SEED_OF_RUN } from '../../../tests/support/seed.ts';
import { randomRuleSweep, randomSweep, type SweepCase, swept, walked } from '../../../tests/support/sweep-cases.ts';
import type { BotParams } from '../model/bot-params.ts';
import type { SymbolHistory } from '../model/history.ts';
import { thawAt } from '../scan/market-minutes.ts';
import { skipIndexOf } from '../scan/skip-index.ts';

const CASES = 20;
const [SHIFT, WEEK] = [8 * DAY_MINUTES, 7 * DAY_MINUTES];

/** The history of a contract that ends before a minute, and of another coin under its symbol eight days later. */
function withEnd({ columns, funding, frozen }: SymbolHistory, end: number): SymbolHistory {
  const last = at(columns.close, end - 1);
  const stretched = (column: Int32Array, gap: number, scale: number): Int32Array =>
    Int32Array.from([
      ...column.subarray(0, end),
      ...new Int32Array(SHIFT).fill(gap),
      ...column.subarray(end).map((value) => Math.max(1, value * scale)),
    ]);
  const price = (column: Int32Array) => stretched(column, last, 3);
  const joined = {
    ...{ start: columns.start, open: price(columns.open), high: price(columns.high), low: price(columns.low) },
    ...{ close: price(columns.close), volume: stretched(columns.volume, 0, 1) },
  };
  const later = (minute: number): number => (minute < end ? minute : minute + SHIFT);
  const gaps = frozen.map(({ from, to }) => ({ from: later(from), to: later(to - 1) + 1 }));
  return {
    columns: joined,
    index: skipIndexOf(joined),
    funding: { minute: funding.minute.map(later), rate: funding.rate },
    frozen: [...gaps, { from: end, to: end + SHIFT }].sort((one, other) => one.from - other.from),
  };
}

/** A minute between two with a market, behind the first ones of the run. */
function endOf(dice: Chance, { history, from, to }: SweepCase<BotParams>): number | null {
  const end = dice.between(from + 10, to - 10);
  const isOpen = (minute: number) => thawAt(history.frozen, minute) === minute;
  return isOpen(end - 1) && isOpen(end) ? end : null;
}

it("the sweep kernel ends the cycles of a contract as the account does, at its last price, and opens the other coin's anew", () => {
  process.stdout.write(`property seed ${SEED_OF_RUN}\n`);
  let ended = 0;
  for (let seed = SEED_OF_RUN; seed < SEED_OF_RUN + CASES; seed += 1) {
    const dice = chance(seed);
    const drawn = dice.next() < 0.3 ? randomRuleSweep(dice) : randomSweep(dice, [300, 1_500]);
    const end = endOf(dice, drawn);
    if (end === null) continue;
    const input = { ...drawn, history: withEnd(drawn.history, end), to: drawn.to + SHIFT };
    const [truth, ours] = [walked(input), swept(input)];
    const message = `repeat with PROPERTY_SEED=${seed}: ${JSON.stringify(input.params)}, end ${end}`;
    expect(ours, message).toEqual(truth);
    const time = input.history.columns.start + (end + WEEK) * 60_000;
    const closings = truth.events.filter((event) => event.type === 'ended' && event.reason === 'delisting');
    expect(
      closings.map((event) => event.at),
      message,
    ).toEqual(closings.map(() => time));
    for (const event of truth.events) {
      if (event.type !== 'fill' || event.at !== time) continue;
      expect([event.role, event.price], message).toEqual(['exit', at(input.history.columns.close, end - 1)]);
      ended += 1;
    }
  }
  expect(ended).toBeGreaterThan(0);
});
