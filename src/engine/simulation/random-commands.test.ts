import { expect, it } from 'vitest';
import { cashFrom } from '#base/decimal.ts';
import { type Chance, chance } from '#base/prng.ts';
import { closesOf, START_PRICES } from '../../../tests/support/market.ts';
import { botCommand, randomRun } from '../../../tests/support/random-account.ts';
import { randomDeal } from '../../../tests/support/random-deals.ts';
import { SEED_OF_RUN } from '../../../tests/support/seed.ts';
import { afterMinutes, EMPTY, paramsOf } from '../../../tests/support/small-account.ts';
import { startedAccount } from '../../../tests/support/stored-bots.ts';
import type { AccountSnapshot } from '../model/account.ts';
import type { BotCommand, CommandPrices, EngineBot } from '../model/bot.ts';
import type { LadderParamsInput } from '../model/ladder-params.ts';
import type { AccountRecord } from '../model/record.ts';
import { simulateAccount } from './simulate-account.ts';

const CASES = 30;
const SEED = SEED_OF_RUN;

function randomLadder(dice: Chance): LadderParamsInput {
  return {
    direction: 'both',
    baseOrderSize: dice.pick(['60', '300', '3000']),
    baseOrderType: dice.pick(['market', 'limit']),
    baseOrderTtlS: 120,
    safetyOrdersCount: dice.between(0, 4),
    stepPercent: dice.pick(['0.2', '0.6']),
    volumeScale: dice.pick(['1', '1.6']),
    takeProfitPercent: dice.pick(['0.3', '1', null]),
    trailingPercent: dice.pick([null, '0.2']),
    stopLossPercent: dice.pick([null, '5']),
    slBasis: dice.pick(['base', 'average']),
    leverage: dice.pick([3, 20, 75]),
    marginType: dice.pick(['isolated', 'cross', 'cross']),
    maxOpenCycles: dice.pick([null, 1]),
    timeLimitS: dice.pick([null, 1_800]),
    cooldownS: dice.pick([0, 120]),
  };
}

function randomCommand(dice: Chance, number: number, prices: CommandPrices): BotCommand {
  const botId = `b${dice.between(0, 2)}`;
  const conditions = { stopLossPercent: dice.pick([null, '2', '9']), takeProfitPercent: dice.pick([null, '0.2', '2']) };
  const params = paramsOf(randomLadder(dice));
  if (dice.next() < 0.4) return randomDeal(dice, botId, prices);
  return dice.pick<BotCommand>([
    { type: 'stop', botId, position: dice.pick(['protect', 'close', 'detach']) },
    { type: 'restart', botId },
    { type: 'restart', botId },
    { type: 'finish', botId },
    { type: 'delete', botId },
    { type: 'set-entries', botId, isBuyEnabled: dice.next() < 0.7, isSellEnabled: dice.next() < 0.7 },
    { type: 'set-conditions', botId, ...conditions, isConfirmed: dice.next() < 0.5, prices },
    { type: 'apply-params', botId, params, paramsVersion: number + 2, when: dice.pick(['now', 'next_cycle']), prices },
    { type: 'set-limit', limit: dice.pick([null, '200']) },
    { type: 'set-wallet', balance: '4000', sourceId: `w${number}` },
  ]);
}

/** What is wrong with the orders of a bot. */
function faultsOf({ state, atoms }: EngineBot): readonly string[] {
  const faults: string[] = [];
  for (const { cycle } of atoms) {
    if (cycle === null) continue;
    const roles = cycle.orders.map(({ role }) => role);
    for (const { role, quantity, filled } of cycle.orders) {
      if (role === 'manual' && quantity !== null && filled >= quantity) faults.push(`${filled} of ${quantity} filled`);
    }
    const levels = cycle.orders.flatMap(({ role, level }) => (role === 'safety' ? [level] : []));
    if (new Set(levels).size !== levels.length) faults.push(`levels ${levels.join()}`);
    for (const single of ['take_profit', 'stop_loss', 'trailing', 'base']) {
      if (roles.filter((role) => role === single).length > 1) faults.push(`several orders ${single}`);
    }
    if (cycle.exitReason !== null && roles.join() !== 'exit') faults.push(`${roles.join()} beside an exit`);
    if (state === 'RUNNING' || state === 'FINISHING') continue;
    if (roles.includes('base') || roles.includes('safety')) faults.push(`${roles.join()} while ${state}`);
  }
  return faults;
}

/** One random story, told again by the same seed; `restartEvery` breaks it by that many minutes. */
function play(seed: number, restartEvery: number | null) {
  const { market, minutes } = randomRun(chance(seed));
  const dice = chance(seed * 7_919);
  const symbols = [['ETHUSDT'], ['DOGEUSDT', 'ETHUSDT'], ['DOGEUSDT']];
  const bots = symbols.map((list, index) => botCommand(randomLadder(dice), `b${index}`, list).bot);
  let account = startedAccount({ ...EMPTY, wallet: cashFrom('4000') }, market, { bots, at: afterMinutes(0) });
  const records: AccountRecord[] = [];
  let prices = START_PRICES;
  for (const [index, minute] of minutes.entries()) {
    if (dice.next() < 0.12) {
      const before = account.snapshot();
      const outcome = account.command(randomCommand(dice, index, prices), afterMinutes(index));
      if (outcome.ok) records.push(...outcome.value);
      else expect(account.snapshot()).toEqual(before);
    }
    records.push(...account.advance(minute));
    prices = closesOf(minute, ['ETHUSDT', 'DOGEUSDT']);
    const faults = account.snapshot().bots.flatMap(({ bot }) => faultsOf(bot));
    if (account.wallet() < 0) faults.push(`a wallet of ${account.wallet()}`);
    // Without a condition, `expect` would take longer than the engine.
    if (faults.length > 0) expect(faults, `seed ${seed}, minute ${index}`).toEqual([]);
    if (restartEvery === null || index % restartEvery !== 0) continue;
    account = simulateAccount(JSON.parse(JSON.stringify(account.snapshot())) as AccountSnapshot, market, minute); // As it is stored.
  }
  return records;
}

it(`orders, exits and wallet stay consistent under random commands, with or without restarts (seed ${SEED})`, () => {
  const roles = new Set<string>();
  for (let index = 0; index < CASES; index += 1) {
    const records = play(SEED + index, null);
    expect(play(SEED + index, 5)).toEqual(records);
    for (const record of records) if (record.type === 'trade') roles.add(record.role);
  }
  expect([...roles].sort()).toEqual([
    'base',
    'exit',
    'liquidation',
    'manual',
    'safety',
    'stop_loss',
    'take_profit',
    'trailing',
  ]);
});
