import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at } from '#base/assert.ts';
import { cashFrom } from '#base/decimal.ts';
import { instantOf, MINUTE_MS } from '#base/time.ts';
import { familyOf } from '#engine/bots/families.ts';
import { ruleStrategy } from '#engine/bots/registry.ts';
import { compareScales } from '#lab/scale/compare-scales.ts';
import { runTrial } from '#lab/trial/run-trial.ts';
import { recordedHistory } from '#market/recording/recorded-history.ts';
import { recordedInstruments } from '#market/recording/recorded-instruments.ts';
import type { MarketPast, PastQuery } from '#ports/market-past.ts';
import type { TrialRequest } from '#ports/strategy-trials.ts';
import { type StartedTrials, startTrials } from './start-trials.ts';

const kind = ruleStrategy.kind;
const params = familyOf(kind).params.parse({
  timeframe: '1h',
  sizing: { type: 'fixed_notional', value: '500' },
  buy: { enter: { op: 'rising', a: { price: 'close' }, n: 2 }, takeProfitPercent: '1' },
});

let past: MarketPast;
let trials: StartedTrials;
let request: TrialRequest;
const asked: PastQuery[] = [];
const warnings: string[] = [];

beforeAll(async () => {
  const instrument = recordedInstruments().get('BTCUSDT');
  if (instrument === undefined) throw new Error('the recording has its symbol');
  request = { kind, params, instrument, days: 5, bars: 100, until: null };
  const { start, minutes, symbols } = await recordedHistory(['BTCUSDT']);
  past = { ...at([...symbols.values()], 0), unsettled: [] };
  trials = startTrials({
    readPast: async (query) => {
      asked.push(query);
      return past;
    },
    marketNow: () => instantOf(start + minutes * MINUTE_MS),
    warn: (line) => void warnings.push(line),
  });
});
afterAll(() => trials.stop());

describe('the thread that tries strategies', () => {
  it('answers what a trial in this thread answers, and reads the past once for trials of the same length', async () => {
    const [first, second] = [await trials.run(request), await trials.run(request)];
    expect(first).toEqual(runTrial(request, past));
    expect(second).toEqual(first);
    expect(asked).toHaveLength(1);
  });

  it('tries another scale on past cycles as this thread does', async () => {
    const { start, close } = past.columns;
    const to = instantOf(start + close.length * MINUTE_MS);
    const scale = { instrument: request.instrument, from: start, to, wallet: cashFrom('10000'), cycles: [] };
    expect(await trials.tryScale(scale)).toEqual(compareScales(scale, past));
  });

  it('the worker that checks a strategy before a save finds the same problems as this thread', async () => {
    expect(await trials.inspect({ kind, params })).toEqual(familyOf(kind).inspect(params));
  });

  it('goes on in a new one after a trial that broke a belief', async () => {
    const { symbol } = request.instrument;
    const broken = { ...request, instrument: { symbol } as TrialRequest['instrument'] };
    await expect(trials.run(broken)).rejects.toThrow();
    expect(warnings.join()).toContain('trial');
    expect(await trials.run(request)).toMatchObject({ ok: true });
  });
});
