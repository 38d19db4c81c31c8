import { expect, it } from 'vitest';
import { chance } from '#base/prng.ts';
import { botCommand, randomRun } from '../../../tests/support/random-account.ts';
import { SEED_OF_RUN } from '../../../tests/support/seed.ts';
import { afterMinutes, EMPTY } from '../../../tests/support/small-account.ts';
import { startedAccount } from '../../../tests/support/stored-bots.ts';
import type { LadderParamsInput } from '../model/ladder-params.ts';

const CASES = 20;
const SEED = SEED_OF_RUN;

const LADDERS: readonly LadderParamsInput[] = [
  { direction: 'both', baseOrderSize: '300', safetyOrdersCount: 4, stepPercent: '0.3', takeProfitPercent: '0.3' },
  { direction: 'buy', baseOrderSize: '3000', stepPercent: '0.2', trailingPercent: '0.2', leverage: 75, cooldownS: 120 },
  { direction: 'sell', baseOrderSize: '900', baseOrderType: 'limit', baseOrderTtlS: 120, marginType: 'cross' },
];

/** Freezes a value and everything in it, so that writing to any of it throws. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const part of Object.values(value)) frozen(part);
  return value;
}

it(`an account never changes a record or a state after returning it (seed ${SEED})`, () => {
  let records = 0;
  for (let index = 0; index < CASES; index += 1) {
    const { market, minutes } = randomRun(chance(SEED + index));
    const dice = chance(SEED + index);
    const bots = LADDERS.map((input, bot) => botCommand(input, `bot${bot}`, ['ETHUSDT', 'DOGEUSDT']).bot);
    const account = startedAccount(frozen({ ...EMPTY }), market, { bots: frozen(bots), at: afterMinutes(0) });
    for (const [minute, market] of minutes.entries()) {
      const botId = `bot${dice.between(0, 2)}`;
      const at = afterMinutes(minute);
      if (dice.next() < 0.1)
        frozen(account.command({ type: 'stop', botId, position: dice.pick(['protect', 'close']) }, at));
      if (dice.next() < 0.2) frozen(account.command({ type: 'restart', botId }, at));
      records += frozen(account.advance(market)).length;
      frozen(account.snapshot());
    }
  }
  expect(records).toBeGreaterThan(CASES * 500);
});
