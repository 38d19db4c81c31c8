import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LadderParamsInput } from '#engine/model/ladder-params.ts';
import { NO_TRADE } from '#ports/venue.ts';
import { openLiveAccount, patient } from '../support/live-account.ts';
import { botCommand } from '../support/random-account.ts';
import { openSimulatedVenue, type SimulatedVenue } from '../support/simulated-venue.ts';

const SYMBOL = 'ETHUSDT';
const LADDER: LadderParamsInput = {
  direction: 'buy',
  baseOrderSize: '400',
  safetyOrderSize: '400',
  safetyOrdersCount: 2,
  stepPercent: '1',
  takeProfitPercent: '1',
  stopLossPercent: '5',
  leverage: 5,
};

let world: SimulatedVenue;
beforeAll(async () => {
  world = await openSimulatedVenue(SYMBOL);
});
afterAll(() => world.close());

it('a live ladder opens, averages and takes profit at the simulated exchange, and its stop rests all the while', async () => {
  const run = await openLiveAccount(world);
  await run.command(botCommand(LADDER, 'bot', [SYMBOL]));
  await run.minute();
  await run.minute();
  expect(run.atom()).toMatchObject({ phase: 'OPEN' });
  expect(run.state.orders.alive.map(({ leg }) => leg).sort()).toEqual(['entry', 'entry', 'profit', 'stop']);
  await run.minute(0.985);
  expect(run.atom().cycle).toMatchObject({ levelsFilled: 1 });
  await run.minute(1.03);
  const roles = run.records.flatMap((record) => (record.type === 'trade' ? [record.role] : []));
  expect(roles).toEqual(expect.arrayContaining(['base', 'safety', 'take_profit']));
});

/** Our trades, and those that the exchange has stored, by quantity and price. */
async function tradesOf({ records, venue }: Awaited<ReturnType<typeof openLiveAccount>>) {
  const ours = records.flatMap((record) =>
    record.type === 'trade' ? [`${record.side} ${record.quantity} ${record.price}`] : [],
  );
  const theirs = await patient(() => venue.trades({ symbol: SYMBOL, fromId: NO_TRADE }));
  return {
    ours: ours.toSorted(),
    theirs: theirs.map(({ side, quantity, price }) => `${side} ${quantity} ${price}`).toSorted(),
  };
}

it('books every trade of the exchange once, with delays and with events that come twice and in another order', async () => {
  const sendTimes = { recvWindowMs: 400, barrierMarginMs: 300 };
  const rough = await openSimulatedVenue(SYMBOL, { profile: 'realistic', sendTimes });
  try {
    const run = await openLiveAccount(rough);
    await run.command(botCommand({ ...LADDER, direction: 'both' }, 'bot', [SYMBOL]));
    for (const factor of [1, 1, 0.985, 1, 1.02, 1, 1.015, 0.98, 1, 0.93, 1, 1]) await run.minute(factor);
    await run.command({ type: 'stop', botId: 'bot', position: 'close' });
    await run.minute();
    const { ours, theirs } = await tradesOf(run);
    expect(ours).toEqual(theirs);
    expect(ours.length).toBeGreaterThan(5);
    expect(run.state.orders.alive).toEqual([]);
  } finally {
    await rough.close();
  }
});
