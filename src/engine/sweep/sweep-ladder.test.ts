import { describe, expect, it } from 'vitest';
import { cashFrom, rateFrom } from '#base/decimal.ts';
import { chance } from '#base/prng.ts';
import { paperLadder } from '#engine/bots/registry.ts';
import type { BotParams } from '#engine/model/bot-params.ts';
import { recordedHistory } from '#market/recording/recorded-history.ts';
import { recordedInstruments } from '#market/recording/recorded-instruments.ts';
import { SEED_OF_RUN } from '../../../tests/support/seed.ts';
import {
  parting,
  randomLadder,
  randomRuleSweep,
  randomSweep,
  type SweepCase,
  swept,
  sweptTogether,
  walked,
} from '../../../tests/support/sweep-cases.ts';
import { features } from '../../../tests/support/sweep-features.ts';

/** `CASES=10000 npm run unit` runs more; a failure names the seed that repeats it. */
const CASES = Number(process.env['CASES'] ?? 500);
/**
 * Walking one with rules costs some times as much. Of 500 cases this leaves 150: what is demanded of them below comes up
 * in one of 14 at the rarest, so all of them miss it once in 60,000 runs.
 */
const RULE_CASES = Math.ceil(CASES * 0.3);
const RECORDED_SETS = CASES > 500 ? 12 : 1;
const FIRST = SEED_OF_RUN;
const MINUTES_MS = 60_000;
/** Minutes of a random case. Three days already have every kind of day: the first, a whole one and the last. */
const LENGTHS = [300, 300, 300, 1_500, 4_320];
/** Cases that show what one random case of fifty to eighty does: five hundred of them may all miss it. */
const RARE = [35, 52, 57, 65, 108];
/** Cases that once differed: the margin peak of two directions of which one was sold in part before it grew again. */
const FOUND = [3_000_900, 3_001_420, 3_200_893];

/** The same events, one by one, and the same figures. */
function expectSame(input: SweepCase<BotParams>, told: string) {
  const [truth, ours] = [walked(input), swept(input)];
  const message = `${told}: ${JSON.stringify(input.params)}`;
  const index = parting(ours.events, truth.events);
  if (index !== null) expect(ours.events[index], `${message}, event ${index}`).toEqual(truth.events[index]);
  expect(ours.figures, message).toEqual(truth.figures);
  expect(ours.curve, `${message}, curve`).toEqual(truth.curve);
  expect(sweptTogether(input), `${message}, in stages`).toEqual([truth.figures, truth.figures]);
  return truth;
}

describe('the sweep kernel', () => {
  it(
    "gives the account's figures in every random case",
    () => {
      process.stdout.write(`property seed ${FIRST}, ${CASES} cases\n`);
      const met = new Map(Object.keys(features).map((name) => [name, 0]));
      const seeds = Array.from({ length: CASES }, (_, index) => FIRST + index);
      const cases = seeds.map((seed) => ({
        seed,
        lengths: LENGTHS,
        hint: `repeat with PROPERTY_SEED=${seed} CASES=1`,
      }));
      const rare = RARE.map((seed) => ({ seed, lengths: undefined, hint: `rare case ${seed}` }));
      for (const { seed, lengths, hint } of CASES >= 500 ? [...cases, ...rare] : cases) {
        const input = randomSweep(chance(seed), lengths);
        const { events } = expectSame(input, hint);
        for (const [name, isMet] of Object.entries(features)) {
          if (isMet(input, events)) met.set(name, (met.get(name) ?? 0) + 1);
        }
      }
      if (CASES >= 500) expect([...met].filter(([, count]) => count === 0)).toEqual([]);
      if (process.env['CASES'] !== undefined) process.stdout.write(`${JSON.stringify(Object.fromEntries(met))}\n`);
    },
    600 * MINUTES_MS,
  );

  it(
    "gives the account's figures in every random case of rules",
    () => {
      const met = { opened: 0, signalled: 0, stopped: 0, both: 0, ladders: 0 };
      for (let seed = FIRST; seed < FIRST + RULE_CASES; seed += 1) {
        const input = randomRuleSweep(chance(seed));
        const { events } = expectSame(input, `repeat with PROPERTY_SEED=${seed} CASES=1`);
        const ends = (reason: string) => events.some((event) => event.type === 'ended' && event.reason === reason);
        const has = (direction: string) =>
          events.some((event) => event.type === 'fill' && event.direction === direction);
        if (has('buy') || has('sell')) met.opened += 1;
        if (has('buy') && has('sell')) met.both += 1;
        if (ends('exit_signal')) met.signalled += 1;
        if (ends('stop_loss')) met.stopped += 1;
        if (input.kind === paperLadder.kind) met.ladders += 1;
      }
      if (CASES >= 500) expect(Object.entries(met).filter(([, count]) => count === 0)).toEqual([]);
      if (process.env['CASES'] !== undefined) process.stdout.write(`${JSON.stringify(met)}\n`);
    },
    600 * MINUTES_MS,
  );

  it.each(FOUND)("gives the account's figures in case %i, which once differed", (seed) => {
    const input = randomSweep(chance(seed));
    expectSame({ ...input, params: { ...input.params, maxCycles: null } }, `seed ${seed}`);
  });

  it(
    "gives the account's figures over the recorded month of every symbol",
    async () => {
      const { symbols } = await recordedHistory([...recordedInstruments().keys()]);
      const dice = chance(FIRST);
      for (const [symbol, history] of symbols) {
        const instrument = recordedInstruments().get(symbol);
        if (instrument === undefined) continue;
        for (let set = 0; set < RECORDED_SETS; set += 1) {
          const params = randomLadder(dice);
          const account: Pick<SweepCase, 'wallet' | 'slippage' | 'limit'> = {
            wallet: cashFrom(dice.pick(['2000', '20000'])),
            slippage: rateFrom('0.0005'),
            limit: null,
          };
          const input = {
            instrument,
            kind: paperLadder.kind,
            params,
            history,
            from: 0,
            to: history.columns.low.length,
            ...account,
          };
          expectSame(input, `repeat with PROPERTY_SEED=${FIRST}: ${symbol}, set ${set}`);
        }
      }
    },
    5 * MINUTES_MS,
  );
});
