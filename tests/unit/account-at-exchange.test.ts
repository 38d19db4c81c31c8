import { afterAll, beforeAll, expect, it } from 'vitest';
import { cashFrom } from '#base/decimal.ts';
import { subtract } from '#base/exact.ts';
import { accountSnapshot } from '#engine/account/open-account.ts';
import { type AccountAtExchange, openAccountAtExchange } from '../support/account-at-exchange.ts';
import { replayed, stateHash } from '../support/account-journal.ts';
import { allRows } from '../support/all-rows.ts';
import { botCommand } from '../support/random-account.ts';
import { openSimulatedVenue, type SimulatedVenue } from '../support/simulated-venue.ts';

const SYMBOL = 'ETHUSDT';
const LEVERAGE = 5;
const START = cashFrom('10000');
/** Safety orders fill and profits are taken on both sides, then a stop closes the long side and the short one is closed. */
const MOVES: readonly number[] = [1, 1, 0.985, 1, 1.025, 1, 1, 1.015, 0.98, 1, 0.93, 1, 1];

let world: SimulatedVenue;
beforeAll(async () => {
  world = await openSimulatedVenue(SYMBOL);
});
afterAll(() => world.close());

/** Positions by side and the change of the wallet, as the account and as the exchange have them. */
async function figuresOf({ account, venue }: AccountAtExchange) {
  const ours = { LONG: 0, SHORT: 0 };
  for (const { key, state } of [...account.bots.values()].flatMap(({ atoms }) => atoms)) {
    ours[key.direction === 'buy' ? 'LONG' : 'SHORT'] = state.cycle?.position.quantity ?? 0;
  }
  const theirs = { LONG: 0, SHORT: 0 };
  for (const { positionSide, quantity } of allRows(await venue.positions())) {
    if (positionSide !== 'BOTH') theirs[positionSide] = Math.abs(quantity);
  }
  const wallet = (await venue.balances()).find(({ asset }) => asset === 'USDT')?.wallet ?? START;
  return {
    ours: { ...ours, change: subtract(account.wallet, START) },
    theirs: { ...theirs, change: subtract(wallet, START) },
  };
}

it("an account whose orders fill at the simulated exchange has the exchange's figures, and can be replayed", async () => {
  const run = await openAccountAtExchange(world, LEVERAGE);
  await run.minute(); // The first candle, before the bot exists.
  const ladder = {
    direction: 'both',
    baseOrderSize: '400',
    safetyOrdersCount: 2,
    stepPercent: '1',
    takeProfitPercent: '1',
    stopLossPercent: '5',
    leverage: LEVERAGE,
  } as const;
  await run.command(botCommand(ladder, 'bot', [SYMBOL]));
  for (const factor of MOVES) {
    await run.minute(factor);
    const { ours, theirs } = await figuresOf(run);
    expect(ours).toEqual(theirs);
  }
  await run.command({ type: 'stop', botId: 'bot', position: 'close' });
  await run.minute();
  const { ours, theirs } = await figuresOf(run);
  expect(ours).toEqual(theirs);
  expect(ours).toMatchObject({ LONG: 0, SHORT: 0 });

  const trades = run.records.flatMap((record) => (record.type === 'trade' ? [record] : []));
  expect(new Set(trades.map(({ role }) => role))).toEqual(
    new Set(['base', 'safety', 'take_profit', 'stop_loss', 'exit']),
  );
  expect(new Set(trades.map(({ isMaker }) => isMaker))).toEqual(new Set([true, false]));
  const again = replayed(
    run.opened,
    { instruments: new Map([[SYMBOL, run.instrument]]), isCancelFinal: false },
    run.journal,
  );
  expect(stateHash(again.snapshot)).toBe(stateHash(accountSnapshot(run.account)));
});

it('a trailing stop that is armed beside a stop loss closes the position at the simulated exchange', async () => {
  const run = await openAccountAtExchange(world, LEVERAGE);
  await run.minute();
  const ladder = {
    direction: 'buy',
    baseOrderSize: '400',
    safetyOrdersCount: 0,
    takeProfitPercent: '1',
    trailingPercent: '0.5',
    stopLossPercent: '5',
    leverage: LEVERAGE,
  } as const;
  await run.command(botCommand(ladder, 'bot', [SYMBOL]));
  for (const factor of [1, 1, 1.02, 1, 0.98, 1]) await run.minute(factor);
  const { ours, theirs } = await figuresOf(run);
  expect(ours).toEqual(theirs);
  const roles = run.records.flatMap((record) => (record.type === 'trade' ? [record.role] : []));
  expect(roles).toContain('trailing');
});
