import { expect, it } from 'vitest';
import { chance } from '#base/prng.ts';
import { ModelExchange } from '../../../tests/support/model-exchange.ts';
import { OrdersInFlight } from '../../../tests/support/orders-in-flight.ts';
import { checkCases } from '../../../tests/support/property.ts';
import { flat } from '../../../tests/support/small-account.ts';
import type { LadderParamsInput } from '../model/ladder-params.ts';

const LADDERS: readonly Partial<LadderParamsInput>[] = [
  {},
  { baseOrderType: 'limit', activeSafetyOrders: 2 },
  { tpOrder: 'market_trigger' },
  { takeProfitPercent: '0.5', trailingPercent: '0.2' },
  { stopLossPercent: null },
];

/** Sends and answers until nothing more is requested. */
function settle(exchange: ModelExchange): void {
  for (let turn = 0; turn < 1_000; turn += 1) {
    const sent = exchange.request();
    if (!exchange.answer(false) && sent === 0) return;
  }
  throw new Error('requests never come to an end');
}

it('whatever fills meanwhile, the exchange comes to hold just what the atom wants, and no position loses its stop', async () => {
  const legs = new Map<string, number>();
  await checkCases(300, async (dice) => {
    const run = new OrdersInFlight(dice.pick(LADDERS));
    const exchange = new ModelExchange(run, dice);
    for (let step = 0; step < 80; step += 1) {
      const kind = dice.between(1, 12);
      if (kind <= 5) exchange.request();
      else if (kind <= 8) exchange.answer();
      else if (kind <= 10) exchange.fill();
      else if (kind === 11) run.minute(flat(dice.between(196_000, 204_000)));
      else if (dice.between(1, 6) === 1) {
        run.command({ type: 'stop', botId: 'bot', position: dice.pick(['close', 'protect'] as const) });
        settle(exchange);
        run.minute(flat(200_000));
        if (run.bot.state === 'STOPPED' || run.bot.state === 'ERROR') run.command({ type: 'restart', botId: 'bot' });
      }
    }
    settle(exchange);
    expectWanted(run, exchange);
    for (const [leg, count] of exchange.accepted) legs.set(leg, (legs.get(leg) ?? 0) + count);
  });
  expect([...legs.keys()].sort()).toEqual(['bridge', 'entry', 'exit', 'profit', 'stop']);
});

/** What is open at the exchange is what the cycle wants, with one stop where it wants two. */
function expectWanted(run: OrdersInFlight, exchange: ModelExchange): void {
  const { cycle } = run.state;
  const wanted = (cycle?.orders ?? []).filter(({ type, quantity }) => type !== 'STOP_MARKET' || quantity !== null);
  const isProtected = (cycle?.orders ?? []).length > wanted.length;
  const open = exchange.open.filter(({ leg }) => leg !== 'stop').map(({ number }) => number);
  expect(open.toSorted((a, b) => a - b)).toEqual(wanted.map(({ number }) => number).toSorted((a, b) => a - b));
  expect(exchange.open.some(({ leg }) => leg === 'stop')).toBe(isProtected);
  expect(cycle?.leaving ?? []).toEqual([]);
}

it('a take profit that forty part-fills have moved is replaced once', () => {
  const run = new OrdersInFlight({ safetyOrderSize: '400', stopLossPercent: null });
  const exchange = new ModelExchange(run, chance(1));
  run.fill(run.working('base'));
  settle(exchange);
  const before = exchange.accepted.get('profit') ?? 0;
  const step = run.working('safety', 1);
  for (let part = 0; part < 40; part += 1) run.fill(step, { quantity: 2 });
  settle(exchange);
  expect(exchange.accepted.get('profit')).toBe(before + 1);
});
