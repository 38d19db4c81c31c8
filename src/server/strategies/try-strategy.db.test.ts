import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANN, BOB, expectStatus, newName } from '../../../tests/support/api-world.ts';
import { startTestServer, type TestServer } from '../../../tests/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const RSI = { ind: 'rsi', n: 14 };
const STRATEGY = {
  timeframe: '15m',
  leverage: 3,
  sizing: { type: 'risk_percent', value: '1' },
  buy: {
    enter: {
      all: [
        { op: 'crosses_above', a: RSI, b: { const: '30' } },
        { op: 'gt', a: { price: 'volume' }, b: { const: '0' } },
      ],
    },
    exit: { op: 'gt', a: RSI, b: { const: '60' } },
    stop: { type: 'atr', n: 14, mult: '3' },
  },
};
/** A group in a group in a group, as deep as a rule may be. */
const DEEP = { all: [{ any: [{ all: [{ any: [{ not: STRATEGY.buy.exit }] }] }] }] };

const tried = (body: object, { as = ANN, kind = 'custom-bot' } = {}) =>
  server.send('POST', `/api/${kind}/try-strategy`, { as, body: { symbol: 'ETHUSDT', ...body } });

const saved = async (params: object) => {
  const body = { name: newName(), symbol: 'ETHUSDT', params };
  return expectStatus(await server.send('POST', '/api/custom-bot/save-strategy', { as: ANN, body }), 200);
};

describe('trying a strategy', () => {
  it('tells of a draft every condition at every bar, and every trigger with what became of it', async () => {
    const { bars, rules, series, triggers, figures } = expectStatus(await tried({ params: STRATEGY, bars: 20 }), 200);
    expect(bars).toMatchObject({ timeframe: '15m', close: expect.any(Array) });
    expect([bars.open, bars.volume].map((column) => column.length)).toEqual([20, 20]);
    expect(rules.map(({ field, purpose, direction }: Record<string, string>) => [field, purpose, direction])).toEqual([
      ['buy.enter', 'enter', 'buy'],
      ['buy.exit', 'exit', 'buy'],
    ]);
    const paths = rules[0].nodes.map(({ path }: { path: string }) => path);
    expect(paths).toEqual(['', 'all.0', 'all.1']);
    for (const { truths } of rules[0].nodes) expect(truths).toMatch(/^[tfu]{20}$/);
    expect(series.map(({ operand }: { operand: object }) => operand)).toEqual([RSI, { price: 'volume' }]);
    const share = series[1].values.map((value: string, bar: number) => Number(value) / Number(bars.volume[bar]));
    for (const one of share) expect(one).toBeCloseTo(1, 6);
    expect(triggers).toHaveLength(figures.triggers);
    expect(figures.triggers).toBeGreaterThan(5);
    const entered = triggers.filter(({ cycle }: { cycle: object | null }) => cycle !== null);
    expect(entered).toHaveLength(figures.entered);
    expect(entered.at(-1).cycle).toMatchObject({ close_reason: expect.stringMatching(/exit_signal|stop_loss/) });
  });

  it('tells of a saved version what it tells of the same draft', async () => {
    const { strategy_id } = await saved(STRATEGY);
    await server.send('POST', '/api/custom-bot/save-strategy', {
      as: ANN,
      body: { strategy_id, name: newName(), symbol: 'ETHUSDT', params: { ...STRATEGY, cooldown_s: 86_400 } },
    });
    const draft = expectStatus(await tried({ params: STRATEGY }), 200);
    expect(expectStatus(await tried({ strategy_id, strategy_version: 1 }), 200)).toEqual(draft);
    expect(expectStatus(await tried({ strategy_id }), 200).figures).not.toEqual(draft.figures);
  });

  it('tells which values are never known, and how much of the past the rules read', async () => {
    const enter = { op: 'gt', a: { ind: 'oi_change_percent' }, b: { ind: 'sma', n: 50, timeframe: '1h' } };
    const { warnings, unsteady, reads } = expectStatus(
      await tried({ params: { ...STRATEGY, buy: { ...STRATEGY.buy, enter } } }),
      200,
    );
    expect(warnings).toMatchObject([{ code: 'SERIES_NOT_STORED', path: 'params.buy.enter.a' }]);
    expect(unsteady).toEqual([]);
    expect(reads).toMatchObject([{ timeframe: '15m' }, { timeframe: '1h' }]);
    expect(reads[1].bars).toBeGreaterThanOrEqual(50);
  });

  it('keeps no idempotency key, because it changes nothing', async () => {
    const headers = { 'idempotency-key': newName() };
    const ask = (bars: number) =>
      server.send('POST', '/api/custom-bot/try-strategy', {
        as: ANN,
        headers,
        body: { symbol: 'ETHUSDT', params: STRATEGY, bars },
      });
    const first = expectStatus(await ask(20), 200);
    const second = expectStatus(await ask(30), 200);
    expect([first, second].map(({ bars }) => bars.close.length)).toEqual([20, 30]);
  });

  it('of another user does not find the strategy', async () => {
    const { strategy_id } = await saved(STRATEGY);
    expect(await tried({ strategy_id }, { as: BOB })).toMatchObject({
      status: 404,
      body: { code: 'STRATEGY_NOT_FOUND' },
    });
  });

  it.each<[string, object, string]>([
    ['a value that is no indicator', { enter: { op: 'gt', a: { ind: 'rsj' }, b: RSI } }, 'params.buy.enter.a.ind'],
    ['a length that is too long', { enter: { op: 'gt', a: { ...RSI, n: 5_000 }, b: RSI } }, 'params.buy.enter.a.n'],
    ['an empty group', { enter: { all: [] } }, 'params.buy.enter.all'],
  ])('with %s is refused with the path of the field', async (_what, buy, path) => {
    const { status, body } = await tried({ params: { ...STRATEGY, buy: { ...STRATEGY.buy, ...buy } } });
    expect([status, body.code, body.errors[0].path]).toEqual([400, 'REQUEST_INVALID', path]);
  });

  it('with a size that cannot be traded is refused with the reason', async () => {
    const { status, body } = await tried({ params: { ...STRATEGY, sizing: { type: 'fixed_notional', value: '10' } } });
    expect([status, body.code, body.errors[0]]).toMatchObject([
      422,
      'LADDER_REFUSED',
      { path: 'params.sizing.value', code: 'LEVEL_BELOW_MIN_NOTIONAL' },
    ]);
  });

  it('accepts a rule as deep as rules may be, and so does a save', async () => {
    const params = { ...STRATEGY, buy: { ...STRATEGY.buy, enter: DEEP } };
    const { rules } = expectStatus(await tried({ params }), 200);
    expect(rules[0].nodes.at(-1).path).toBe('all.0.any.0.all.0.any.0.not');
    await saved(params);
  });

  it('tells the steps of a ladder that wait for a rule', async () => {
    const step = { timeframe: '1h', op: 'rising', a: { price: 'close' }, n: 2 };
    const params = { base_order_size: '100', safety_orders_count: 2, step_percent: '1', safety_conditions: step };
    const { rules, figures } = expectStatus(await tried({ params }, { kind: 'dca-bot' }), 200);
    expect(rules).toMatchObject([{ field: 'safety_conditions', purpose: 'step', direction: null }]);
    expect(figures.entered).toBe(figures.triggers);
  });
});
