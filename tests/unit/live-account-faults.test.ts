import { afterAll, beforeAll, expect, it } from 'vitest';
import { steps } from '#base/exact.ts';
import type { LadderParamsInput } from '#engine/model/ladder-params.ts';
import { NO_TRADE } from '#ports/venue.ts';
import { openLiveAccount, patient } from '../support/live-account.ts';
import { botCommand } from '../support/random-account.ts';
import { openSimulatedVenue, type SimulatedVenue } from '../support/simulated-venue.ts';
import { until } from '../support/until.ts';

const SYMBOL = 'ETHUSDT';
const ORDER = '/fapi/v1/order';
const ALGO = '/fapi/v1/algoOrder';
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
const UNSURE = {
  status: 503,
  code: -1006,
  message: 'An unexpected response was received from the message bus. Execution status unknown.',
};

type Run = Awaited<ReturnType<typeof openLiveAccount>>;

let world: SimulatedVenue;
beforeAll(async () => {
  world = await openSimulatedVenue(SYMBOL, { sendTimes: { recvWindowMs: 400, barrierMarginMs: 300 } });
});
afterAll(() => world.close());

/** A running bot whose base order follows at the next minute. */
async function started(ladder: Partial<LadderParamsInput> = {}): Promise<Run> {
  const run = await openLiveAccount(world);
  await run.command(botCommand({ ...LADDER, ...ladder }, 'bot', [SYMBOL]));
  return run;
}

/** The same, once its base order has filled and stop, take profit and steps rest. */
async function opened(ladder: Partial<LadderParamsInput> = {}): Promise<Run> {
  const run = await started(ladder);
  await run.minute();
  await run.minute();
  expect(run.atom().phase).toBe('OPEN');
  return run;
}

const fault = (kind: string, details: object): Promise<void> =>
  world.wire.admin('faults/request', { kind, method: 'POST', count: 1, ...details });

/** How many orders the account has traded with at the exchange, and in our books. */
async function tradedOrders({ venue, records }: Run): Promise<readonly [number, number]> {
  const theirs = await patient(() => venue.trades({ symbol: SYMBOL, fromId: NO_TRADE }));
  const ours = records.flatMap((record) => (record.type === 'trade' ? [`${record.cycleSeq}-${record.order}`] : []));
  return [new Set(theirs.map(({ orderId }) => orderId)).size, new Set(ours).size];
}

it('an order whose answer is lost is asked for, and sent once', async () => {
  const run = await started();
  await fault('lost-reply', { path: ORDER, afterMs: 10 });
  await run.minute();
  await run.minute();
  expect(run.atom().phase).toBe('OPEN');
  expect(await tradedOrders(run)).toEqual([1, 1]);
});

it('an order of which the exchange is not sure, and which it has executed, is taken over', async () => {
  const run = await started();
  await fault('error-after', { path: ORDER, ...UNSURE });
  await run.minute();
  await run.minute();
  expect(await tradedOrders(run)).toEqual([1, 1]);
});

it('an order of which the exchange is not sure, and which it never had, is sent anew only beyond the barrier', async () => {
  const run = await started();
  await fault('error', { path: ORDER, ...UNSURE });
  await run.minute();
  await run.minute();
  expect(run.atom().phase).toBe('OPEN');
  expect(await tradedOrders(run)).toEqual([1, 1]);
  const places = run.drafts.flatMap(({ requests }) =>
    requests.filter(({ kind, order }) => kind === 'place' && order.leg === 'entry' && order.number === 1),
  );
  const [first, second] = places.map(({ sentAt }) => sentAt);
  expect((second ?? 0) - (first ?? 0)).toBeGreaterThan(700);
});

it('a step that is refused for want of margin is skipped, and everything else rests', async () => {
  // A take profit by trigger is a conditional order, so the next ordinary order is the second step.
  const run = await opened({ tpOrder: 'market_trigger', activeSafetyOrders: 1 });
  await fault('error', { path: ORDER, status: 400, code: -2019, message: 'Margin is insufficient.' });
  await run.minute(0.985);
  await until(() => run.records.some((record) => record.type === 'note' && record.code === 'STEP_SKIPPED'));
  await run.settle();
  expect(run.state.orders.alive.map(({ leg }) => leg).sort()).toEqual(['profit', 'stop']);
});

it('a position whose stop is refused twice is closed at market, and its bot fails', async () => {
  const run = await started();
  await fault('error', { path: ALGO, status: 400, code: -4045, message: 'Reach max stop order limit.', count: 2 });
  await run.minute();
  await run.minute();
  await until(() => run.records.some((record) => record.type === 'trade' && record.role === 'exit'));
  await run.settle();
  await run.minute();
  expect(run.portfolio.running.botList[0]?.bot).toMatchObject({ state: 'ERROR', stateReason: 'UNPROTECTED' });
});

it('what the user closes of a position by an own order is recorded, and the rest keeps its exits', async () => {
  // A take profit by trigger leaves the position free to close by hand.
  const run = await opened({ tpOrder: 'market_trigger' });
  const held = run.atom().cycle?.position.quantity ?? 0;
  const instrument = await run.venue.instrument(SYMBOL);
  if (instrument === null) throw new Error('the symbol is listed');
  const outcome = await run.venue.place({
    instrument,
    clientId: 'own-order-1',
    timestamp: run.venue.now(),
    side: 'SELL',
    positionSide: 'LONG',
    intent: 'close',
    reduceOnly: false,
    type: 'MARKET',
    quantity: steps(10),
  });
  expect(outcome.kind).toBe('acknowledged');
  await until(() => run.atom().cycle?.position.quantity === held - 10, 'the own order is recorded');
  await run.settle();
  expect(run.state.orders.alive.filter(({ leg }) => leg === 'profit')).toMatchObject([{ quantity: held - 10 }]);
});

it('a position that the exchange liquidates ends as liquidated, and fails its bot', async () => {
  const run = await opened();
  await world.wire.admin('faults/liquidate', {
    accountId: world.key().accountId,
    symbol: SYMBOL,
    positionSide: 'LONG',
  });
  await until(() => run.atom().cycle === null, 'the cycle has ended');
  await run.minute();
  expect(run.portfolio.running.botList[0]?.bot).toMatchObject({ state: 'ERROR', stateReason: 'LIQUIDATED' });
  const ended = run.records.findLast((record) => record.type === 'cycle' && record.cycle.endAt !== null);
  expect(ended).toMatchObject({ cycle: { state: 'LIQUIDATED', closeReason: 'liquidation' } });
});

it('a halt of the account keeps back what opens, while stops and exits go on', async () => {
  const run = await started();
  run.state.halts = { ...run.state.halts, account: { at: run.venue.now(), reason: 'test' } };
  await run.minute();
  await run.minute();
  expect(run.state.orders.alive).toEqual([]);
  expect(run.atom().phase).toBe('ENTERING');
});
