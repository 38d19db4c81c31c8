import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cashFrom } from '#base/decimal.ts';
import { type Cash, cash, steps, sum } from '#base/exact.ts';
import { instantOf } from '#base/time.ts';
import { NO_TRADE, type Venue, type VenueEvent } from '#ports/venue.ts';
import { openScriptedExchange, type ScriptedRequest } from '../../../../tests/support/scripted-exchange.ts';
import { openSimulatedVenue, type SimulatedVenue } from '../../../../tests/support/simulated-venue.ts';
import { until } from '../../../../tests/support/until.ts';
import { listScripted, SCRIPTED_MINUTE } from '../../../../tests/support/wire-samples.ts';
import { connectExchange } from '../connect-exchange.ts';

const SYMBOL = 'ETHUSDT'; // Its ids lie above 2^53.

let world: SimulatedVenue;
let venue: Venue;
let count = 0;

beforeAll(async () => {
  world = await openSimulatedVenue(SYMBOL);
});
afterAll(() => world.close());
beforeEach(async () => {
  venue = await world.venue();
});

/** An order at market on the long side, through a view of the account. */
async function trade(through: Venue, side: 'BUY' | 'SELL'): Promise<void> {
  count += 1;
  const instrument = await through.instrument(SYMBOL);
  if (instrument === null) throw new Error('not listed');
  const intent = side === 'BUY' ? 'open' : 'close';
  const names = { clientId: `q1a${count}`, side, positionSide: 'LONG', intent, reduceOnly: false } as const;
  const order = { ...names, type: 'MARKET', quantity: steps(100), instrument } as const;
  expect(await through.place({ ...order, timestamp: through.now() })).toMatchObject({ kind: 'acknowledged' });
}

const tradesOf = async (view: Venue): Promise<readonly string[]> =>
  (await view.trades({ symbol: SYMBOL, fromId: NO_TRADE })).map(({ tradeId }) => tradeId);

/** The ids of the fills that a follower has received, once it has its first picture. */
async function followed(view: Venue): Promise<() => readonly string[]> {
  const events: VenueEvent[] = [];
  view.follow((event) => events.push(event));
  await until(() => events.some(({ kind }) => kind === 'picture'), 'the first picture');
  return () => events.flatMap((event) => (event.kind === 'fill' ? [event.fill.tradeId] : []));
}

describe('the income of an account', () => {
  it('the income of an account is read whole and each line once, however many lines one instant has', async () => {
    const { accountId } = world.key();
    const at = world.wire.simulation.now();
    for (let sent = 1; sent <= 1_050; sent += 1) {
      const command = { type: 'transfer', amount: cash(sent) } as const;
      await world.wire.simulation.execute({ type: 'account', accountId, command });
    }
    const lines = await venue.income(at, at);
    const expected = sum(Array.from({ length: 1_050 }, (_, index): Cash => cash(index + 1)));
    expect(sum(lines.map(({ amount }) => amount))).toBe(expected + cashFrom('10000')); // And the first deposit.
    expect(lines).toHaveLength(1_051);
    expect(new Set(lines.map(({ key }) => key)).size).toBe(1_051);
  });

  it('each line of income has a key, also where result and commission of a trade are one transaction', async () => {
    venue.track({ symbol: SYMBOL, fromId: NO_TRADE });
    await trade(venue, 'BUY');
    await world.move(1.02);
    await trade(venue, 'SELL');
    const lines = await venue.income(instantOf(0), world.wire.simulation.now());
    const ofTrades = lines.filter(({ tradeId }) => tradeId !== null);
    expect(ofTrades.length).toBeGreaterThan(new Set(ofTrades.map(({ transactionId }) => transactionId)).size);
    expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length);
    const [wallet] = await venue.balances();
    expect(sum(lines.map(({ amount }) => amount))).toBe(wallet?.wallet);
    expect(await venue.income(instantOf(0), world.wire.simulation.now())).toEqual(lines);
  });

  it('more than 50 pages of income are refused, because a part must not pass for all', async () => {
    const line = { symbol: '', incomeType: 'TRANSFER', income: '1', asset: 'USDT', info: '', tradeId: '' };
    const exchange = await openScriptedExchange();
    const pages = new Set<string>();
    exchange.answer('GET /fapi/v1/time', () => ({ json: { serverTime: Date.now() } }));
    exchange.answer('GET /fapi/v1/income', ({ query }: ScriptedRequest) => {
      pages.add(query.get('page') ?? '');
      const first = pages.size * 1_000;
      const json = Array.from({ length: 1_000 }, (_, index) => ({ ...line, time: Date.now(), tranId: first + index }));
      return { json };
    });
    const open = connectExchange({ name: 'sim', urls: exchange.urls });
    const scripted = open.venue('ours', { apiKey: 'k', secret: 's' });
    await expect(scripted.income(instantOf(0), instantOf(Date.now()))).rejects.toMatchObject({
      code: 'EXCHANGE_ANSWER',
    });
    expect(pages.size).toBe(50);
    await scripted.close();
    await open.close();
    await exchange.close();
  });
});

describe('the settings of an account', () => {
  it('the settings of an account say whether several assets are margin for every contract', async () => {
    expect(await venue.settings()).toMatchObject({ isHedgeMode: true, isMultiAssets: false, marginAssets: ['USDT'] });
    const { accountId } = world.key();
    const command = { type: 'set-multi-assets', isMultiAssets: true } as const;
    await world.wire.simulation.execute({ type: 'account', accountId, command });
    expect(await venue.settings()).toMatchObject({ isMultiAssets: true });
  });

  it('the settings of an account name the assets with a balance that can be margin, and no other', async () => {
    const exchange = await openScriptedExchange();
    const row = (asset: string, balance: string, more: object = { marginAvailable: true }) => ({
      ...{ asset, balance, availableBalance: balance },
      ...more,
    });
    exchange.answer('GET /fapi/v1/time', () => ({ json: { serverTime: Date.now() } }));
    exchange.answer('GET /fapi/v1/accountConfig', { json: { dualSidePosition: true, multiAssetsMargin: true } });
    exchange.answer('GET /fapi/v1/symbolConfig', { json: [] });
    exchange.answer('GET /fapi/v3/balance', {
      json: [
        row('USDT', '10.5'),
        row('BTC', '0.00000001'),
        row('USDC', '-3'),
        row('BNB', '2', { marginAvailable: false }),
        row('ETH', '0.00000000'),
        row('FDUSD', '1', {}),
      ],
    });
    const open = connectExchange({ name: 'sim', urls: exchange.urls });
    const scripted = open.venue('ours', { apiKey: 'k', secret: 's' });
    const settings = await scripted.settings();
    expect(settings).toMatchObject({ isHedgeMode: true, isMultiAssets: true });
    expect(settings.marginAssets).toEqual(['USDT', 'BTC', 'USDC', 'FDUSD']);
    await scripted.close();
    await open.close();
    await exchange.close();
  });
});

describe('the trades of an account on a symbol', () => {
  it('trades from before our first order are never new: not at the start, nor after a gap', async () => {
    expect(await venue.newestTrade(SYMBOL)).toBe(NO_TRADE);
    venue.track({ symbol: SYMBOL, fromId: NO_TRADE });
    await trade(venue, 'BUY'); // For the other view this is somebody else's order.
    const older = await tradesOf(venue);
    const ours = await world.again();
    const newest = await ours.newestTrade(SYMBOL);
    expect(newest).toBe(older.at(-1));
    ours.track({ symbol: SYMBOL, fromId: newest });
    const received = await followed(ours);
    await world.wire.admin('faults/sockets', { act: 'drop', root: 'private' });
    await trade(ours, 'BUY');
    await until(() => received().length > 0, 'our fills');
    expect(await tradesOf(ours)).toEqual([...older, ...received()]);
  });

  it('trades of a tracked symbol are read after a gap although no event of it came before', async () => {
    venue.track({ symbol: SYMBOL, fromId: NO_TRADE });
    const received = await followed(venue);
    await world.wire.admin('faults/sockets', { act: 'muted', root: 'private' });
    await trade(venue, 'BUY');
    expect(received()).toEqual([]);
    await world.wire.admin('faults/sockets', { act: 'none' });
    await world.wire.admin('faults/sockets', { act: 'drop', root: 'private' });
    await until(() => received().length > 0, 'the fills of the gap');
    expect(received()).toEqual(await tradesOf(venue));
  });

  it('an order on a symbol that is not tracked fails an assertion, because its fills could be missed', async () => {
    await expect(trade(venue, 'BUY')).rejects.toThrow('the trades of a symbol are tracked before its first order');
  });

  it('the newest trade is found even when it is older than the exchange shows without an id', async () => {
    const exchange = await openScriptedExchange();
    listScripted(exchange);
    const row = { symbol: SYMBOL, orderId: 1, side: 'BUY', positionSide: 'LONG', price: '2000.00', qty: '0.100' };
    const paid = { realizedPnl: '0', commission: '0.1', commissionAsset: 'USDT', maker: false, time: SCRIPTED_MINUTE };
    exchange.answer('GET /fapi/v1/userTrades', ({ query }: ScriptedRequest) => {
      const from = query.get('fromId');
      const page = Array.from({ length: 1_000 }, (_, index) => index + Number(from));
      return { json: from === null ? [] : page.filter((id) => id <= 1_234).map((id) => ({ ...row, ...paid, id })) };
    });
    const open = connectExchange({ name: 'sim', urls: exchange.urls });
    const scripted = open.venue('ours', { apiKey: 'k', secret: 's' });
    expect(await scripted.newestTrade(SYMBOL)).toBe('1234');
    await scripted.close();
    await open.close();
    await exchange.close();
  });
});
