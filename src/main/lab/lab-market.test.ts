import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chance } from '#base/prng.ts';
import { type Instant, instantOf, later, MINUTE_MS } from '#base/time.ts';
import type { TestMarketQuery } from '#lab/tests/lab-market.ts';
import { type CandleFolder, candleFolder } from '../../../tests/support/candle-folder.ts';
import { randomColumns } from '../../../tests/support/columns.ts';
import { openLabMarket } from './lab-market.ts';

const DAY = 1_440;
const OWN = 'OWNUSDT';

let candles: CandleFolder;
let start: Instant;
beforeAll(async () => {
  candles = candleFolder();
  const columns = randomColumns(chance(3), 3 * DAY, { start: 954_677, volatility: 0.001, volume: 5_000 });
  start = columns.start;
  await candles.fill(OWN, columns, (minute) => minute < DAY || minute >= DAY + 60);
});
afterAll(() => candles.remove());

function query(changes: Partial<TestMarketQuery> = {}): TestMarketQuery {
  const costs = {
    ...{ makerFeePercent: null, takerFeePercent: '0.04', slippagePercent: '0.05', spreadPercent: '0' },
    ...{ volumeCapPercent: '10', fundingRatePercent: '0.01', brackets: 'contract' as const },
  };
  return { symbols: [OWN], from: start, to: later(start, 2 * DAY * MINUTE_MS), warmUpMs: 0, costs, ...changes };
}

describe('the candles of a backtest', () => {
  it('without funding are refused with the first minutes that lack it, unless a rate is assumed there', async () => {
    const market = openLabMarket([candles.folder]);
    const { costs } = query();
    await expect(market.load(query({ costs: { ...costs, fundingRatePercent: null } }))).rejects.toMatchObject({
      code: 'FUNDING_MISSING',
      message: expect.stringMatching(/^Funding of OWNUSDT is missing from \d{4}-\d{2}-\d{2} \d{2}:\d{2} to /),
    });
    const { data, span, instruments } = await market.load(query());
    expect(data[0]).toMatchObject({ source: 'stored', terms: 'assumed', takerFeePercent: '0.04', minutesMissing: 60 });
    expect(data[0]?.minutesFundingAssumed).toBe(2 * DAY);
    expect(span).toEqual({ from: 0, to: 2 * DAY });
    expect(instruments.get(OWN)?.takerFee).toBe(40_000);
  });

  it('hold what rules read before the first minute of a test, which pays no funding for it', async () => {
    const from = later(start, DAY * MINUTE_MS);
    const { span, data, history } = await openLabMarket([candles.folder]).load(
      query({ from, warmUpMs: 600 * MINUTE_MS }),
    );
    expect([span, history.minutes]).toEqual([{ from: 600, to: 600 + DAY }, 600 + DAY]);
    expect(data[0]?.from).toBe(from);
    expect(data[0]?.minutesFundingAssumed).toBe(DAY);
  });

  it('filled-in minutes count as missing where they are more than a hundredth', async () => {
    const columns = randomColumns(chance(4), DAY, { start: 954_677, volatility: 0.001, volume: 5_000 });
    await candles.fill('HOLEUSDT', columns, (minute) => minute % 20 !== 7);
    await candles.fill('NEARUSDT', columns, (minute) => minute % 200 !== 7);
    const load = async (symbol: string) => {
      const asked = query({ symbols: [symbol], from: columns.start, to: later(columns.start, DAY * MINUTE_MS) });
      return (await openLabMarket([candles.folder]).load(asked)).data[0]?.minutesMissing;
    };
    expect([await load('HOLEUSDT'), await load('NEARUSDT')]).toEqual([72, 0]);
  });

  it('that are not stored are refused, and a test that reaches beyond them is clipped', async () => {
    const market = openLabMarket([candles.folder]);
    await expect(market.load(query({ symbols: ['NONEUSDT'] }))).rejects.toMatchObject({ code: 'CANDLES_MISSING' });
    const { isClipped, data } = await market.load(query({ to: later(start, 9 * DAY * MINUTE_MS) }));
    expect([isClipped, data[0]?.to]).toEqual([true, later(start, 3 * DAY * MINUTE_MS)]);
  });

  it('are counted before a test is started', async () => {
    const span = { from: start, to: later(start, 4 * DAY * MINUTE_MS) };
    const [own, none] = await openLabMarket([candles.folder]).coverage([[OWN], ['NONEUSDT']], span);
    expect(own).toMatchObject({ source: 'stored', minutesStored: 3 * DAY - 60, minutesWithoutFunding: 3 * DAY });
    expect(none).toMatchObject({ source: null, minutesStored: 0 });
  });

  it('of symbols that share a wallet come from one source, or cannot be tested', async () => {
    const span = { from: start, to: later(start, DAY * MINUTE_MS) };
    const market = openLabMarket([candles.folder]);
    const symbols = [OWN, 'NONEUSDT'];
    const [own] = await market.coverage([symbols], span);
    expect(own).toMatchObject({ source: null, minutesStored: DAY });
    await expect(market.load(query({ symbols, ...span }))).rejects.toMatchObject({ code: 'CANDLES_MISSING' });
  });

  it('have as much funding before a test is started as when they are loaded: none is missing where the market stood still', async () => {
    const [STOOD, HOUR] = ['STOODUSDT', 60];
    const columns = randomColumns(chance(4), 16 * HOUR, { start: 954_677, volatility: 0.001, volume: 5_000 });
    await candles.fill(STOOD, columns, (minute) => minute < 3 * HOUR || minute >= 12 * HOUR);
    const span = { from: columns.start, to: later(columns.start, 16 * HOUR * MINUTE_MS) };
    const market = openLabMarket([candles.folder]);
    const [covered] = await market.coverage([[STOOD]], span);
    const { data } = await market.load(query({ symbols: [STOOD], ...span }));
    expect([covered?.minutesWithoutFunding, data[0]?.minutesFundingAssumed]).toEqual([0, 0]);
  });

  it('come from the bundled month where nothing else has them', async () => {
    const [from, to] = [instantOf(Date.UTC(2025, 4, 6)), instantOf(Date.UTC(2025, 4, 7))];
    const { data } = await openLabMarket([candles.folder]).load(query({ symbols: ['ETHUSDT'], from, to }));
    expect(data[0]).toMatchObject({ source: 'recorded', terms: 'recorded', minutesFundingAssumed: 0 });
  });
});
