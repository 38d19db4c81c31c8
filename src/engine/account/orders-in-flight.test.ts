import { expect, it } from 'vitest';
import { steps, ticks, ZERO_CASH } from '#base/exact.ts';
import type { Chance } from '#base/prng.ts';
import { OrdersInFlight } from '../../../tests/support/orders-in-flight.ts';
import { checkCases } from '../../../tests/support/property.ts';
import { flat } from '../../../tests/support/small-account.ts';

/** A cycle whose base order has filled at 2,000.00, with its ladder and its exits. */
function opened(ladder: ConstructorParameters<typeof OrdersInFlight>[0] = {}): OrdersInFlight {
  const run = new OrdersInFlight(ladder);
  run.fill(run.working('base'));
  return run;
}

it('a step that fills after the take profit keeps its cycle open, with exits and without further steps', () => {
  const run = opened();
  const step = run.working('safety', 1);
  run.fill(run.working('take_profit'));
  expect(run.cycle).toMatchObject({ state: 'CLOSING', seq: 1, position: { quantity: 0 } });
  expect(run.ended).toEqual([]);
  run.fill(step);
  expect(run.cycle).toMatchObject({ state: 'OPEN', seq: 1, levelsFilled: 1, position: { quantity: step.quantity } });
  expect(run.roles()).toEqual(['stop_loss', 'take_profit']);
  run.endAll();
  run.fill(run.working('take_profit'));
  run.endAll();
  expect(run.ended.map(({ seq, closeReason }) => [seq, closeReason])).toEqual([[1, 'take_profit']]);
  expect(run.ended[0]).toMatchObject({ entryQuantity: run.ended[0]?.exitQuantity });
  expect(run.isReplayed()).toBe(true);
});

it('a cycle ends only when nothing of it is left at the exchange, at the time at which it became flat', () => {
  const run = opened();
  run.fill(run.working('take_profit'));
  const leaving = run.cycle.leaving ?? [];
  expect(leaving.map(({ order }) => order.role).sort()).toEqual(['safety', 'safety', 'safety', 'stop_loss']);
  const flatAt = run.cycle.ending?.at;
  for (const { order } of leaving) {
    expect(run.ended).toEqual([]);
    run.end(order);
  }
  expect(run.ended).toHaveLength(1);
  expect(run.ended[0]?.endAt).toBe(flatAt);
  expect(run.state).toMatchObject({ cycle: null, phase: 'IDLE' });
});

it('a base order that fills after its time limit opens the cycle that was about to end, with its ladder', () => {
  const run = new OrdersInFlight({ baseOrderType: 'limit', baseOrderTtlS: 60 });
  const base = run.working('base');
  run.minute(flat(200_000));
  expect(run.withdrawn).toEqual([base.number]);
  expect(run.cycle).toMatchObject({ state: 'CLOSING' });
  run.fill(base);
  expect(run.cycle).toMatchObject({ state: 'OPEN', seq: 1 });
  expect(run.roles()).toEqual(['safety', 'safety', 'safety', 'stop_loss', 'take_profit']);
});

it('a base order that ends after its time limit without a fill ends the cycle as expired', () => {
  const run = new OrdersInFlight({ baseOrderType: 'limit', baseOrderTtlS: 60 });
  const base = run.working('base');
  run.minute(flat(200_000));
  run.end(base);
  expect(run.ended).toMatchObject([{ state: 'CANCELED', closeReason: 'entry_expired' }]);
  const states = run.records.flatMap((one) => (one.type === 'order' && one.order.number === 1 ? [one.state] : []));
  expect(states).toEqual(['OPEN', 'EXPIRED']);
});

it('the ladder of a base order that filled in part is built when the order has ended, on all that it filled', () => {
  const run = new OrdersInFlight({ baseOrderType: 'limit', baseOrderTtlS: 60 });
  const base = run.working('base');
  run.fill(base, { quantity: 40 });
  run.minute(flat(200_000));
  expect(run.withdrawn).toContain(base.number);
  expect(run.roles()).toEqual(['stop_loss', 'take_profit']);
  run.fill(base, { quantity: 10, price: (base.price ?? 0) - 100 });
  expect(run.roles()).toEqual(['stop_loss', 'take_profit']);
  run.end(base);
  expect(run.roles()).toEqual(['safety', 'safety', 'safety', 'stop_loss', 'take_profit']);
  expect(run.cycle.position.quantity).toBe(50);
});

it('two part-fills of a step while the take profit is being replaced leave one take profit for all that is held', () => {
  const run = opened();
  const step = run.working('safety', 1);
  const first = run.working('take_profit');
  run.fill(step, { quantity: 10 });
  run.fill(step, { quantity: 20 });
  const { quantity } = run.cycle.position;
  expect(run.working('take_profit')).toMatchObject({ quantity });
  expect(run.withdrawn.filter((number) => number === first.number)).toHaveLength(1);
  run.fill(first, { quantity: 5 }); // It crossed its cancel.
  expect(run.working('take_profit')).toMatchObject({ quantity: quantity - 5 });
});

it('a stop that fills while the take profit is being withdrawn ends the cycle once, for the stop', () => {
  const run = opened();
  const profit = run.working('take_profit');
  run.fill(run.working('stop_loss'));
  expect(run.withdrawn).toContain(profit.number);
  expect(run.refusal({ type: 'Reported', atom: run.atom, report: lateFill(profit.number) })).toBe('REPORT_UNKNOWN');
  run.endAll();
  expect(run.ended).toMatchObject([{ closeReason: 'stop_loss' }]);
});

function lateFill(order: number) {
  const fill = { price: ticks(202_000), quantity: steps(1), commission: ZERO_CASH, isMaker: true } as const;
  return { type: 'OrderFilled', at: ENDLESS, order, ...fill } as const;
}
const ENDLESS = new OrdersInFlight().cycle.openedAt;

it('a step that the exchange refuses for want of margin is skipped, and the position keeps its exits', () => {
  const run = opened();
  run.end(run.working('safety', 2), 'REJECTED', 'margin');
  expect(run.notes).toContain('STEP_SKIPPED');
  expect(run.cycle.orders.map(({ role, level }) => [role, level])).toEqual([
    ['stop_loss', 0],
    ['take_profit', 0],
    ['safety', 1],
    ['safety', 3],
  ]);
});

it('a base order that the exchange refuses ends its cycle without a trade', () => {
  const run = new OrdersInFlight();
  run.end(run.working('base'), 'REJECTED', 'margin');
  expect(run.ended).toMatchObject([{ state: 'CANCELED', closeReason: 'entry_refused' }]);
  expect(run.state.blockedBy).toBe('INSUFFICIENT_MARGIN');
});

it('a stop that is refused once is placed again, and after a second refusal the position is closed and the bot fails', () => {
  const run = opened();
  const stop = run.working('stop_loss');
  run.end(stop, 'REJECTED', 'other');
  expect(run.working('stop_loss').number).toBeGreaterThan(stop.number);
  run.end(run.working('stop_loss'), 'REJECTED', 'other');
  expect(run.roles()).toEqual(['exit']);
  run.fill(run.working('exit'));
  run.endAll();
  run.minute(flat(200_000));
  expect(run.bot).toMatchObject({ state: 'ERROR', stateReason: 'UNPROTECTED' });
  expect(run.ended).toMatchObject([{ closeReason: 'bot_stop' }]);
});

it('a stop whose trigger the price has passed already closes the position at once', () => {
  const run = opened();
  run.end(run.working('stop_loss'), 'REJECTED', 'trigger');
  expect(run.cycle).toMatchObject({ state: 'CLOSING', exitReason: 'stop_loss' });
  expect(run.roles()).toEqual(['exit']);
});

it('exits that the user cancels at the exchange are placed again', () => {
  const run = opened();
  run.end(run.working('take_profit'));
  run.end(run.working('stop_loss'));
  expect(run.roles()).toEqual(['safety', 'safety', 'safety', 'stop_loss', 'take_profit']);
});

it('the stop stays until a market exit has closed the position', () => {
  const run = opened();
  const stop = run.working('stop_loss');
  run.command({ type: 'stop', botId: 'bot', position: 'close' });
  expect(run.roles()).toEqual(['exit', 'stop_loss']);
  run.end(run.working('exit'), 'REJECTED', 'other');
  expect(run.roles()).toEqual(['exit', 'stop_loss']);
  run.fill(run.working('exit'));
  expect(run.withdrawn).toContain(stop.number);
  run.endAll();
  run.minute(flat(200_000));
  expect(run.bot.state).toBe('STOPPED');
});

it('a market exit that closed less than the position, because a step filled meanwhile, is followed by another', () => {
  const run = opened();
  const step = run.working('safety', 1);
  run.command({ type: 'stop', botId: 'bot', position: 'close' });
  const exit = run.working('exit');
  const held = run.cycle.position.quantity;
  run.fill(step);
  run.fill(exit, { quantity: held });
  run.end(exit, 'FILLED');
  run.fill(run.working('exit'));
  run.endAll();
  expect(run.ended).toMatchObject([{ closeReason: 'bot_stop', levelsFilled: 1 }]);
});

it('a position that is liquidated in steps is booked step by step, and fails the bot', () => {
  const run = opened();
  const { quantity } = run.cycle.position;
  const step = { type: 'PositionReduced', by: 'liquidation', commission: ZERO_CASH, fee: ZERO_CASH } as const;
  run.report({ ...step, price: ticks(150_000), quantity: steps(quantity - 10) });
  expect(run.working('take_profit')).toMatchObject({ quantity: 10 });
  run.report({ ...step, price: ticks(149_000), quantity: steps(10) });
  run.endAll();
  run.minute(flat(150_000));
  expect(run.ended).toMatchObject([{ state: 'LIQUIDATED', closeReason: 'liquidation' }]);
  expect(run.bot).toMatchObject({ state: 'ERROR', stateReason: 'LIQUIDATED' });
});

it.each(['adl', 'delisting', 'external'] as const)('a position that is closed from outside by %s ends for it', (by) => {
  const run = opened();
  const { quantity } = run.cycle.position;
  run.report({ type: 'PositionReduced', by, price: ticks(201_000), quantity, commission: ZERO_CASH, fee: ZERO_CASH });
  run.endAll();
  expect(run.ended).toMatchObject([{ state: 'CLOSED', closeReason: by }]);
});

it('a position that is handed over takes the fills of its withdrawn orders along', () => {
  const run = opened();
  const step = run.working('safety', 1);
  run.command({ type: 'stop', botId: 'bot', position: 'detach' });
  run.fill(step);
  run.endAll();
  const [cycle] = run.ended;
  expect(cycle).toMatchObject({ state: 'DETACHED', closeReason: 'detached', entryQuantity: cycle?.position.quantity });
  expect(run.isReplayed()).toBe(true);
});

it('a report that fits no order and no position is refused, and changes nothing', () => {
  const run = opened();
  const before = run.snapshot();
  const at = run.cycle.openedAt;
  const { quantity } = run.cycle.position;
  const fill = { price: ticks(200_000), commission: ZERO_CASH, isMaker: true } as const;
  const reports = [
    { type: 'OrderFilled', at, order: 99, quantity: steps(1), ...fill },
    { type: 'OrderFilled', at, order: run.working('take_profit').number, quantity: steps(quantity + 1), ...fill },
    { type: 'OrderEnded', at, order: 99, state: 'CANCELED', cause: null },
    {
      type: 'PositionReduced',
      at,
      by: 'adl',
      price: fill.price,
      quantity: steps(quantity + 1),
      commission: ZERO_CASH,
      fee: ZERO_CASH,
    },
  ] as const;
  for (const report of reports)
    expect(run.refusal({ type: 'Reported', atom: run.atom, report })).toBe('REPORT_UNKNOWN');
  expect(run.refusal({ type: 'Reported', atom: { ...run.atom, botId: 'other' }, report: reports[2] })).toBe(
    'REPORT_UNKNOWN',
  );
  expect(run.snapshot()).toEqual(before);
});

/** What may happen to an order of the account, working or being withdrawn. */
function disturb(run: OrdersInFlight, dice: Chance): void {
  const { orders, leaving = [], position } = run.cycle;
  const order = dice.pick([...orders, ...leaving.map((one) => one.order)]);
  const isEntry = order.side === 'BUY';
  const left = order.quantity === null ? position.quantity : order.quantity - order.filled;
  const most = isEntry ? left : Math.min(left, position.quantity);
  const kind = dice.between(1, 10);
  if (kind <= 6 && most > 0)
    return run.fill(order, { quantity: dice.between(1, 3) === 1 ? dice.between(1, most) : most });
  if (kind === 7) return run.end(order, 'REJECTED', dice.pick(['margin', 'trigger', 'other'] as const));
  if (kind === 8 && position.quantity > 0) {
    const by = dice.pick(['liquidation', 'adl', 'external'] as const);
    const quantity = steps(dice.between(1, position.quantity));
    return run.report({
      type: 'PositionReduced',
      by,
      price: ticks(199_000),
      quantity,
      commission: ZERO_CASH,
      fee: ZERO_CASH,
    });
  }
  run.end(order, dice.pick(['CANCELED', 'EXPIRED'] as const));
}

it('whatever fills, is refused or cancelled in any order, the books follow every fill and each cycle ends once', async () => {
  let reopened = 0;
  await checkCases(200, async (dice) => {
    const run = new OrdersInFlight({ baseOrderType: dice.pick(['limit', 'market'] as const), activeSafetyOrders: 2 });
    for (let step = 0; step < 60; step += 1) {
      const kind = dice.between(1, 12);
      if (run.state.cycle === null || kind === 1) run.minute(flat(dice.between(190_000, 210_000)));
      else if (kind === 2)
        run.command({ type: 'stop', botId: 'bot', position: dice.pick(['close', 'protect', 'detach'] as const) });
      else if (run.cycle.orders.length + (run.cycle.leaving?.length ?? 0) > 0) disturb(run, dice);
      if (run.bot.state === 'STOPPED' || run.bot.state === 'ERROR') run.command({ type: 'restart', botId: 'bot' });
    }
    reopened += run.notes.filter((code) => code === 'CYCLE_REOPENED').length;
    expectBooks(run);
    expect(run.isReplayed()).toBe(true);
  });
  expect(reopened).toBeGreaterThan(0);
});

/** The quantities of each cycle are those of its trades, and a cycle ends once, flat unless it was handed over. */
function expectBooks(run: OrdersInFlight): void {
  const sums = new Map<number, number>();
  for (const record of run.records) {
    if (record.type !== 'trade') continue;
    const signed = record.side === 'BUY' ? record.quantity : -record.quantity;
    sums.set(record.cycleSeq, (sums.get(record.cycleSeq) ?? 0) + signed);
  }
  const open = run.state.cycle === null ? [] : [run.cycle];
  for (const { seq, position } of [...run.ended, ...open]) expect(sums.get(seq) ?? 0).toBe(position.quantity);
  for (const { state, position } of run.ended) if (state !== 'DETACHED') expect(position.quantity).toBe(0);
  expect(new Set(run.ended.map(({ seq }) => seq)).size).toBe(run.ended.length);
}
