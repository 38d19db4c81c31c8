import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '#base/time.ts';
import { send } from '../../../tests/support/wire-client.ts';
import { openWireWorld, type Trader, type WireWorld } from '../../../tests/support/wire-world.ts';
import { openExchange } from '../exchange/open-exchange.ts';

const ETH = 'ETHUSDT';
const ORDER = '/fapi/v1/order';

describe('what an account has changed can be asked for', () => {
  let world: WireWorld;

  beforeAll(async () => {
    world = await openWireWorld();
  });
  afterAll(async () => {
    expect(world.failures).toEqual([]);
    await world.close();
  });

  const isolated = async (): Promise<Trader> => {
    const trader = await world.trader();
    await trader.post('/fapi/v1/marginType', { symbol: ETH, marginType: 'ISOLATED' });
    await trader.post(ORDER, { symbol: ETH, side: 'BUY', type: 'MARKET', quantity: '0.5' });
    return trader;
  };
  const resting = { symbol: ETH, side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: '0.1' };

  it('changes of isolated margin are listed by kind and time, for a month', async () => {
    const trader = await isolated();
    const change = (type: string, amount: string) =>
      trader.post('/fapi/v1/positionMargin', { symbol: ETH, type, amount });
    const first = world.simulation.now();
    expect((await change('1', '12.5')).json.code).toBe(200);
    await world.pass(1_000);
    expect((await change('2', '2.25')).json.code).toBe(200);
    expect((await change('2', '9999')).json.code).toBeLessThan(0);
    const history = async (params = {}) =>
      (await trader.get('/fapi/v1/positionMargin/history', { symbol: ETH, ...params })).json;
    const row = { symbol: ETH, deltaType: 'USER_ADJUST', asset: 'USDT', positionSide: 'BOTH' };
    const added = { ...row, type: 1, amount: '12.50000000', time: first };
    const removed = { ...row, type: 2, amount: '2.25000000', time: first + 1_000 };
    expect(await history()).toEqual([added, removed]);
    expect(await history({ type: '1' })).toEqual([added]);
    expect(await history({ type: '2' })).toEqual([removed]);
    expect(await history({ startTime: String(first + 1) })).toEqual([removed]);
    expect(await history({ limit: '1' })).toEqual([removed]);
    const early = { startTime: String(first - 31 * DAY_MS), endTime: String(first) };
    expect((await history(early)).code).toBe(-4165);
    const other = await world.trader();
    expect((await other.get('/fapi/v1/positionMargin/history', { symbol: ETH })).json).toEqual([]);
  });

  it('changes of a resting order are listed newest first, with what they changed', async () => {
    const trader = await world.trader();
    const [price, lower] = [world.near(ETH, 0.97), world.near(ETH, 0.96)];
    const { orderId } = (await trader.post(ORDER, { ...resting, price, newClientOrderId: 'changed' })).json;
    const change = { symbol: ETH, side: 'BUY', origClientOrderId: 'changed' };
    const list = async (params = {}) =>
      (await trader.get('/fapi/v1/orderAmendment', { symbol: ETH, origClientOrderId: 'changed', ...params })).json;
    expect(await list()).toEqual([]);
    await trader.put(ORDER, { ...change, quantity: '0.2', price, modifyId: '7' });
    await trader.put(ORDER, { ...change, quantity: '0.2', price });
    await trader.put(ORDER, { ...change, quantity: '0.2', price: lower });
    const named = { symbol: ETH, pair: ETH, orderId, clientOrderId: 'changed' };
    const [second, first, ...others] = await list();
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      ...named,
      amendment: { price: { before: price, after: price }, origQty: { before: '0.100', after: '0.200' }, modifyId: 7 },
    });
    expect(second).toMatchObject({
      ...named,
      amendment: { price: { before: price, after: lower }, origQty: { before: '0.200', after: '0.200' }, modifyId: 0 },
    });
    expect([first.amendment.count, second.amendment.count]).toEqual([1, 2]);
    expect(second.amendmentId).toBeGreaterThan(first.amendmentId);
    expect(await list({ limit: '1' })).toEqual([second]);
    expect((await trader.get('/fapi/v1/orderAmendment', { symbol: ETH })).json.code).toBe(-1102);
  });

  it('the wish to pay fees in BNB is kept, and changes no fee without any BNB', async () => {
    const trader = await world.trader();
    const wish = async () => (await trader.get('/fapi/v1/feeBurn')).json;
    expect(await wish()).toEqual({ feeBurn: false });
    expect((await trader.post('/fapi/v1/feeBurn', { feeBurn: 'true' })).json).toEqual({ code: 200, msg: 'success' });
    expect(await wish()).toEqual({ feeBurn: true });
    await trader.post(ORDER, { symbol: ETH, side: 'BUY', type: 'MARKET', quantity: '0.5' });
    const [trade] = (await trader.get('/fapi/v1/userTrades', { symbol: ETH })).json;
    expect(trade.commissionAsset).toBe('USDT');
    expect(Number(trade.commission) / Number(trade.quoteQty)).toBeCloseTo(0.0005, 6);
  });

  it('the insurance fund has what liquidated accounts have lost to it', async () => {
    const fund = async (query = '') => (await send(world.port, { path: `/fapi/v1/insuranceBalance${query}` })).json;
    const balance = async (): Promise<number> => Number((await fund())[0].assets[0].marginBalance);
    const before = await balance();
    const trader = await isolated();
    const { accountId } = trader.key;
    await world.admin('faults/liquidate', { accountId, symbol: ETH, positionSide: 'BOTH' });
    const income = (await trader.get('/fapi/v1/income', { incomeType: 'INSURANCE_CLEAR' })).json;
    const lost = income.reduce((sum: number, row: { readonly income: string }) => sum - Number(row.income), 0);
    expect(lost).toBeGreaterThan(0);
    expect((await balance()) - before).toBeCloseTo(lost, 8);
    const [{ symbols, assets }] = await fund();
    expect(symbols).toContain(ETH);
    expect(assets).toMatchObject([{ asset: 'USDT', updateTime: income[0].time }]);
    expect(await fund(`?symbol=${ETH}`)).toEqual({ symbols, assets });
  });

  it('all of it survives a restart, and a state of an older version begins without it', async () => {
    const { market } = world.simulation;
    const snapshot = world.simulation.read((exchange) => exchange.snapshot());
    const again = openExchange({ market, snapshot: JSON.parse(JSON.stringify(snapshot)) });
    expect(again.snapshot()).toEqual(snapshot);
    const old = JSON.parse(JSON.stringify(snapshot, (key, value) => (NEW_KEYS.has(key) ? undefined : value)));
    const upgraded = openExchange({ market, snapshot: old });
    expect(upgraded.insuranceFund().balance).toBe(again.insuranceFund().balance);
    const everything = { symbol: null, from: null, to: null, fromId: null, limit: 1_000 };
    for (const { accountId } of world.simulation.keys()) {
      expect(upgraded.account(accountId)).toMatchObject({ isBurningFees: false });
      expect(upgraded.amendments(accountId, everything)).toEqual([]);
      expect(upgraded.marginChanges(accountId, everything)).toEqual([]);
    }
  });
});

const NEW_KEYS = new Set(['insurance', 'amendment', 'amendments', 'marginChanges', 'isBurningFees']);
