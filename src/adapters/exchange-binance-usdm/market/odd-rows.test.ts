import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MarketEvent } from '#ports/market-source.ts';
import { type RecordedRow, recordedLists } from '../../../../tests/support/recorded-lists.ts';
import { openScriptedExchange, type ScriptedExchange } from '../../../../tests/support/scripted-exchange.ts';
import { until } from '../../../../tests/support/until.ts';
import { listScripted, scriptedContract } from '../../../../tests/support/wire-samples.ts';
import { type ConnectedExchange, connectExchange } from '../connect-exchange.ts';

const LISTED = 117;
const LIMITS = { connectMs: 10_000, headersMs: 10_000, bodyMs: 10_000, bytesMax: 10_000_000 };
const { exchangeInfo, fundingInfo } = recordedLists();

let exchange: ScriptedExchange;
let open: ConnectedExchange;

beforeEach(async () => {
  exchange = await openScriptedExchange();
  listScripted(exchange);
  exchange.answer('GET /fapi/v1/fundingInfo', { json: fundingInfo });
});
afterEach(async () => {
  await open.close();
  await exchange.close();
});

function connect(name: 'sim' | 'demo' | 'mainnet', rows: readonly unknown[]): void {
  open = connectExchange({ name, urls: exchange.urls }, { limits: LIMITS });
  list(rows);
}

/** Makes the exchange list the recorded contracts and these rows. */
function list(rows: readonly unknown[]): void {
  exchange.answer('GET /fapi/v1/exchangeInfo', {
    json: { ...exchangeInfo, symbols: [...exchangeInfo.symbols, ...rows] },
  });
}

const without = (type: string): RecordedRow => {
  const row = scriptedContract('LOSTUSDT');
  const filters = row['filters'] as readonly { readonly filterType: string }[];
  return { ...row, filters: filters.filter(({ filterType }) => filterType !== type) };
};
const field = (detail: string) => ({ list: 'contracts', name: 'LOSTUSDT', reason: 'field', detail });

const unreadableName = (symbol: string, name: string): [string, unknown, object] => [
  `the name ${JSON.stringify(symbol)}`,
  scriptedContract(symbol),
  { list: 'contracts', name, reason: 'name', detail: '' },
];

/** A row, and whether it is listed or how it is reported; null: neither. */
const ODD: readonly [string, unknown, 'listed' | object | null][] = [
  ['a Chinese name', scriptedContract('龙虾USDT'), 'listed'],
  ['a perpetual on a share', scriptedContract('TSLAUSDT', { contractType: 'TRADIFI_PERPETUAL' }), 'listed'],
  ['a halted contract', scriptedContract('OLDUSDT', { status: 'SOMETHING_NEW' }), 'listed'],
  ['a contract in preparation', scriptedContract('SOONUSDT', { status: 'PENDING_TRADING', filters: [] }), null],
  ['a quarterly', scriptedContract('BTCUSDT_260327', { contractType: 'CURRENT_QUARTER' }), null],
  ['another currency', scriptedContract('BTCUSDC', { quoteAsset: 'USDC', liquidationFee: null }), null],
  ['no MIN_NOTIONAL', without('MIN_NOTIONAL'), field('MIN_NOTIONAL')],
  ['no LOT_SIZE', without('LOT_SIZE'), field('LOT_SIZE')],
  ['no liquidationFee', scriptedContract('LOSTUSDT', { liquidationFee: undefined }), field('liquidationFee')],
  ['an unreadable fee', scriptedContract('LOSTUSDT', { liquidationFee: '1%' }), field('liquidationFee')],
  [
    'an unknown type',
    scriptedContract('LOSTUSDT', { contractType: 'OPTION\u202E' }),
    { list: 'contracts', name: 'LOSTUSDT', reason: 'type', detail: 'OPTION?' },
  ],
  [
    'a step too fine',
    scriptedContract('LOSTUSDT', { filters: scriptedFilters('0.0000001', '0.01') }),
    { list: 'contracts', name: 'LOSTUSDT', reason: 'grid', detail: '' },
  ],
  [
    'a name that is none',
    scriptedContract('../USDT'),
    { list: 'contracts', name: '../USDT', reason: 'name', detail: '' },
  ],
  ...['odd1usdt', 'A B/C%USDT', `${'LONG'.repeat(11)}USDT`].map((name) => unreadableName(name, name)),
  ...['', ' ', '\u3164', '\u200b\u200b'].map((name) => unreadableName(name, `#${exchangeInfo.symbols.length + 1}`)),
  ['a name of full width', scriptedContract('\uff21\uff22\uff11USDT'), 'listed'],
  [
    'a name listed twice',
    scriptedContract('BTCUSDT', { filters: scriptedFilters('1', '0.1') }),
    { list: 'contracts', name: 'BTCUSDT', reason: 'field', detail: 'symbol' },
  ],
  ['no row', null, { list: 'contracts', name: `#${exchangeInfo.symbols.length + 1}`, reason: 'field', detail: '' }],
];

function scriptedFilters(tickSize: string, stepSize: string) {
  return [
    { filterType: 'PRICE_FILTER', tickSize },
    { filterType: 'LOT_SIZE', stepSize, minQty: stepSize, maxQty: '1000' },
    { filterType: 'MARKET_LOT_SIZE', stepSize, minQty: stepSize, maxQty: '1000' },
    { filterType: 'MIN_NOTIONAL', notional: '5' },
    { filterType: 'MAX_NUM_ORDERS', limit: 200 },
  ];
}

describe('the recorded list of contracts with an odd row', () => {
  for (const name of ['sim', 'demo', 'mainnet'] as const) {
    it(`of ${name} lists all others, at the start and at each refresh`, async () => {
      connect(name, []);
      for (const [what, row, wanted] of ODD) {
        list([row]);
        const listings = await open.market.listings();
        expect([what, listings.length]).toEqual([what, LISTED + (wanted === 'listed' ? 1 : 0)]);
        const reported = wanted === 'listed' || wanted === null ? [] : [wanted];
        expect([what, open.market.leftOut()]).toEqual([what, reported]);
      }
      list([]);
      await open.market.listings();
      expect(open.market.leftOut()).toEqual([]);
    });
  }

  it('is refused with more than a tenth of wrong rows, which is reported, and read again afterwards', async () => {
    const wrong = (count: number) => Array.from({ length: count }, () => without('LOT_SIZE'));
    connect('sim', wrong(13));
    expect(await open.market.listings()).toHaveLength(LISTED);
    list(wrong(14));
    await expect(open.market.listings()).rejects.toMatchObject({ code: 'EXCHANGE_ANSWER' });
    expect(open.market.leftOut()).toMatchObject([{ list: 'contracts', name: '', reason: 'list' }]);
    list([]);
    expect(await open.market.listings()).toHaveLength(LISTED);
    expect(open.market.leftOut()).toEqual([]);
  });

  it('counts two wrong rows of the same name twice', async () => {
    connect('sim', [scriptedContract('odd usdt'), scriptedContract('odd usdt')]);
    await open.market.listings();
    const row = { list: 'contracts', name: 'odd usdt', reason: 'name', detail: '' };
    expect(open.market.leftOut()).toEqual([row, row]);
  });

  it('is read although a third of it is of an unknown type', async () => {
    const unknown = Array.from({ length: 60 }, (_, index) =>
      scriptedContract(`X${index}`, { contractType: 'NEW_KIND' }),
    );
    connect('mainnet', unknown);
    expect(await open.market.listings()).toHaveLength(LISTED);
    expect(open.market.leftOut()).toHaveLength(60);
  });

  it('keeps the funding interval of a contract whose row of intervals can no longer be read', async () => {
    connect('sim', [scriptedContract('LPTUSDT')]);
    const hours = async () =>
      (await open.market.listings()).find(({ instrument }) => instrument.symbol === 'LPTUSDT')?.fundingHours;
    expect(await hours()).toBe(4);
    const broken = fundingInfo.map((row) => (row['symbol'] === 'LPTUSDT' ? { ...row, fundingIntervalHours: 0 } : row));
    exchange.answer('GET /fapi/v1/fundingInfo', { json: broken });
    expect(await hours()).toBe(4);
    expect(open.market.leftOut()).toMatchObject([{ list: 'funding-intervals', name: 'LPTUSDT' }]);
  });
});

it('a streamed ticker that cannot be read is reported until one can be, and the others are shown', async () => {
  connect('sim', []);
  const heard: MarketEvent[] = [];
  open.market.onEvent((event) => heard.push(event));
  await open.market.follow(['ETHUSDT']);
  const row = (s: string, c: unknown) => ({
    ...{ e: '24hrMiniTicker', E: Date.UTC(2026, 0, 5), s, c, o: '2', h: '2', l: '1', v: '1', q: '1' },
  });
  const send = (rows: readonly unknown[]) =>
    exchange.say('/market', JSON.stringify({ stream: '!miniTicker@arr', data: rows }));
  send([row('BTCUSDT', '2'), row('ETHUSDT', null)]);
  await until(() => open.market.leftOut().length === 1);
  expect(heard).toMatchObject([{ kind: 'tickers', tickers: [{ symbol: 'BTCUSDT' }] }]);
  expect(open.market.leftOut()).toEqual([{ list: 'ticker-stream', name: 'ETHUSDT', reason: 'field', detail: 'c' }]);
  send([row('BTCUSDT', '2')]);
  await until(() => heard.length === 2);
  expect(open.market.leftOut()).toHaveLength(1);
  send([row('ETHUSDT', '2')]);
  await until(() => open.market.leftOut().length === 0);
});
