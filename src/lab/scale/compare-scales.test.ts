import { beforeAll, describe, expect, it } from 'vitest';
import { at } from '#base/assert.ts';
import { cashFrom } from '#base/decimal.ts';
import { subtract, sum } from '#base/exact.ts';
import { DAY_MINUTES, instantOf, MINUTE_MS } from '#base/time.ts';
import { cycleResult } from '#engine/bots/ladder/closing.ts';
import { type ScaleChange, withOtherScale } from '#engine/bots/ladder/other-scale.ts';
import { paperLadder } from '#engine/bots/registry.ts';
import type { MarketHistory } from '#engine/model/history.ts';
import { type Instrument, quantityText } from '#engine/model/instrument.ts';
import { type LadderParams, ladderParams } from '#engine/model/ladder-params.ts';
import { instantAt } from '#engine/scan/market-minutes.ts';
import { recordedHistory } from '#market/recording/recorded-history.ts';
import { recordedInstruments } from '#market/recording/recorded-instruments.ts';
import type { PastCycle, ScaleRequest } from '#ports/trials/scale-trials.ts';
import { type BotReport, botReport } from '../report/bot-report.ts';
import { SLIPPAGE } from '../slippage.ts';
import { compareScales } from './compare-scales.ts';

const SYMBOL = 'SOLUSDT';
const WALLET = cashFrom('10000');
const DAYS = 6;
const OWN = ladderParams.parse({
  ...{ baseOrderSize: '100', safetyOrdersCount: 4, stepPercent: '0.6', volumeScale: '1.5', stepScale: '1.1' },
  ...{ takeProfitPercent: '0.8', stopLossPercent: '6' },
});

let history: MarketHistory;
let instrument: Instrument;
let own: BotReport;
beforeAll(async () => {
  const found = recordedInstruments().get(SYMBOL);
  if (found === undefined) throw new Error('the recording has its symbol');
  instrument = found;
  history = await recordedHistory([SYMBOL]);
  own = reportOf(OWN, 0);
});

function reportOf(params: LadderParams, from: number, days = DAYS): BotReport {
  const market = { instruments: new Map([[SYMBOL, instrument]]), slippage: SLIPPAGE };
  const span = { from, to: Math.min(history.minutes, from + days * DAY_MINUTES) };
  return botReport({ history, market, symbols: [SYMBOL], kind: paperLadder.kind, params, wallet: WALLET, span });
}

const ended = () => own.cycles.filter(({ cycle }) => cycle.endAt !== null);

function pastCycles(scale: ScaleChange): readonly PastCycle[] {
  return ended().map(({ cycle }) => ({
    ...{ atomId: 'one', kind: paperLadder.kind, direction: 'buy', openedAt: cycle.openedAt, params: OWN },
    scaledParams: withOtherScale(OWN, scale),
    exits: [{ stopLossPercent: '6', takeProfitPercent: '0.8' }],
    told: {
      closeReason: cycle.closeReason,
      entryQuantity: quantityText(instrument, cycle.entryQuantity),
      result: cycleResult(cycle),
    },
  }));
}

function tried(scale: ScaleChange, cycles = pastCycles(scale)) {
  const stored = at([...history.symbols.values()], 0);
  const request: ScaleRequest = {
    ...{ instrument, wallet: WALLET, cycles, from: instantAt(history, 0) },
    to: instantAt(history, history.minutes),
  };
  return compareScales(request, { ...stored, unsettled: [] });
}

describe('another scale on past cycles', () => {
  it('cycles that live again with their own ladder come to what they came to, to the last digit', () => {
    const { before, after, againResult, leftOut, blocked } = tried({ volumeScale: '1.5' });
    expect(ended().length).toBeGreaterThan(10);
    expect([leftOut, blocked]).toEqual([[], 0]);
    const result = sum(ended().map(({ cycle }) => cycleResult(cycle)));
    expect([before.cycles, before.result, againResult]).toEqual([ended().length, result, result]);
    expect(after).toEqual(before);
  });

  it('their common equity at each close is that of the report of their bot, and ends at their results', () => {
    const { before } = tried({ volumeScale: '1.5' });
    const { equity } = before.track;
    const last = at(ended(), -1 + ended().length).cycle;
    const days = own.equity.points.filter(({ at: time }) => time > own.start && time <= (last.endAt ?? 0));
    expect(days.length).toBeGreaterThan(4);
    for (const { at: time, equity: told } of days) {
      const minute = (time - own.start) / MINUTE_MS - 1;
      expect(at(equity, minute)).toBe(subtract(told, WALLET));
    }
    expect(at(equity, equity.length - 1)).toBe(before.result);
  });

  it('each cycle with the other scale is the first cycle of a bot that starts where it began', () => {
    const scale = { safetyOrdersCount: 2, stepPercent: '0.3', baseOrderSize: '150' };
    const lives = ended().map(({ cycle }) => {
      const from = (cycle.openedAt - (MINUTE_MS - 1) - history.start) / MINUTE_MS;
      return at(reportOf(withOtherScale(OWN, scale), from).cycles, 0).cycle;
    });
    let busyUntil = 0;
    const begun = lives.filter(({ openedAt, endAt }) => {
      const isFree = openedAt >= busyUntil;
      if (isFree) busyUntil = endAt ?? Number.POSITIVE_INFINITY;
      return isFree;
    });
    const { after, blocked } = tried(scale);
    const results = begun.filter(({ endAt }) => endAt !== null).map(cycleResult);
    expect([after.cycles, blocked]).toEqual([begun.length, lives.length - begun.length]);
    expect([after.cycles - after.unfinished, after.result]).toEqual([results.length, sum(results)]);
    expect(after.peakMargin).toBe(Math.max(...begun.map(({ peakMargin }) => peakMargin)));
  });

  it('a cycle that ended by a hand, and one before the first candle, are not compared', () => {
    const [first, second, ...rest] = pastCycles({ volumeScale: '2' });
    if (first === undefined || second === undefined) throw new Error('there are cycles');
    const byHand = { ...first, told: { ...first.told, closeReason: 'manual' } };
    const early = { ...second, openedAt: instantOf(history.start - 1) };
    const { leftOut, before } = tried({}, [byHand, early, ...rest]);
    expect(leftOut).toEqual([
      { code: 'ENDED_OTHERWISE', result: first.told.result },
      { code: 'CANDLES_MISSING', result: second.told.result },
    ]);
    expect(before.cycles).toBe(rest.length);
  });

  it('a ladder that the wallet does not carry is refused with its reason', () => {
    const { leftOut, before } = tried({ baseOrderSize: '1000000' });
    expect(new Set(leftOut.map(({ code }) => code))).toEqual(new Set(['INSUFFICIENT_MARGIN']));
    expect(before.cycles).toBe(0);
  });
});
