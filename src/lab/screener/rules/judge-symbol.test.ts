import { beforeAll, describe, expect, it } from 'vitest';
import { at } from '#base/assert.ts';
import { DAY_MINUTES, DAY_MS, type Instant, instantOf, later, MINUTE_MS } from '#base/time.ts';
import { customParams } from '#engine/bots/custom/custom-params.ts';
import { ruleStrategy } from '#engine/bots/registry.ts';
import type { CandleColumns } from '#engine/model/candle.ts';
import type { Stretch, SymbolHistory } from '#engine/model/history.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import { indexOf } from '#engine/scan/market-minutes.ts';
import { skipIndexOf } from '#engine/scan/skip-index.ts';
import { FLAT_MINUTES_MAX } from '#engine/schedule/minute-holes.ts';
import { recordedHistory } from '#market/recording/recorded-history.ts';
import { recordedInstruments } from '#market/recording/recorded-instruments.ts';
import type { RuleScreenRequest } from '#ports/screener/rule-screens.ts';
import { cutShort } from '../../../../tests/support/cut-short.ts';
import { runTrial } from '../../trial/run-trial.ts';
import { judgeSymbol, readJudged } from './judge-symbol.ts';

const DAYS = 7;
const SYMBOLS = ['BTCUSDT', 'ETHUSDT'] as const;
const line = (value: string) => ({ const: value });
const rsi = { ind: 'rsi', n: 14 };

const request = (params: object): RuleScreenRequest => ({
  kind: ruleStrategy.kind,
  params: customParams.parse(params),
  days: DAYS,
});
const BOTH_WAYS = {
  timeframe: '15m',
  sizing: { type: 'risk_percent', value: '1', maxNotional: '2000' },
  buy: {
    enter: { op: 'crosses_above', a: rsi, b: line('35') },
    exit: { op: 'gt', a: rsi, b: line('60') },
    stop: { type: 'atr', n: 14, mult: '2.5' },
  },
  sell: {
    enter: { op: 'crosses_below', a: rsi, b: line('65') },
    exit: { op: 'lt', a: rsi, b: line('40') },
    stop: { type: 'percent', value: '1.5' },
  },
};

/** The same past, as if the exchange had no candles in short holes. */
function withoutCandles(stored: SymbolHistory, holes: readonly Stretch[]): SymbolHistory {
  const { columns } = stored;
  const copies = Object.fromEntries(NAMES.map((name) => [name, columns[name].slice()]));
  const flat: CandleColumns = { ...columns, ...copies };
  for (const { from, to } of holes) for (const name of NAMES) flat[name].fill(at(flat.close, from - 1), from, to);
  return { ...stored, columns: flat, index: skipIndexOf(flat), frozen: holes, filled: holes };
}

const NAMES = ['open', 'high', 'low', 'close'] as const;

let market: readonly { readonly stored: SymbolHistory; readonly instrument: Instrument; readonly now: Instant }[];
beforeAll(async () => {
  const { start, minutes, symbols } = await recordedHistory(SYMBOLS);
  const now = instantOf(start + minutes * MINUTE_MS);
  market = [...symbols].map(([symbol, stored]) => {
    const instrument = recordedInstruments().get(symbol);
    if (instrument === undefined) throw new Error(`the recording has ${symbol}`);
    return { stored, instrument, now };
  });
});

describe('a strategy on one symbol', () => {
  it.each([
    ['with both directions, on bars', BOTH_WAYS],
    ['on minutes', { ...BOTH_WAYS, timeframe: '1m', sell: null }],
  ])('%s tells the triggers and cycles that a trial of it finds', (_name, params) => {
    const asked = request(params);
    for (const { stored, instrument, now } of market) {
      const { missing, pastAt, sides } = judgeSymbol(readJudged(asked), { stored, instrument, now });
      const tried = runTrial({ ...asked, instrument, bars: 10, until: null }, { ...stored, unsettled: [] });
      if (!tried.ok) throw new Error('the strategy is accepted');
      const { figures, triggers } = tried.value;
      expect([missing, pastAt]).toEqual([null, now]);
      expect(sides.reduce((sum, side) => sum + side.triggers, 0)).toBe(figures.triggers);
      expect(figures.cycles).toBeGreaterThan(5);
      expect(sides.reduce((sum, { cycles }) => sum + cycles.ended, 0)).toBe(figures.cycles);
      const shareSum = sides.reduce((sum, { cycles }) => sum + cycles.shareSum, 0);
      expect(shareSum / figures.cycles).toBeCloseTo(figures.resultShareMean ?? Number.NaN, 12);
      expect(Math.min(...sides.map(({ cycles }) => cycles.shareWorst ?? 0))).toBe(figures.resultShareWorst);
      for (const { direction, triggeredAt } of sides)
        expect(triggeredAt).toBe(triggers.find((one) => one.direction === direction)?.closedAt ?? null);
    }
  });

  it('a close of the screener and of a trial at which the exchange has no candle is no trigger', () => {
    const { stored, instrument, now } = at(market, 0);
    const always = { op: 'gt', a: { price: 'close' }, b: line('0'), trigger: 'level' };
    const sized = { timeframe: '5m', sizing: { type: 'fixed_notional', value: '500' } };
    const asked = request({ ...sized, buy: { enter: always } });
    const triggersOf = (past: SymbolHistory) => {
      const [side] = judgeSymbol(readJudged(asked), { stored: past, instrument, now }).sides;
      const tried = runTrial({ ...asked, instrument, bars: 10, until: null }, { ...past, unsettled: [] });
      return [side?.triggers, tried.ok && tried.value.figures.triggers, side?.triggeredAt];
    };
    const lastClose = instantOf(now - (now % (5 * MINUTE_MS)));
    const end = indexOf(stored.columns, lastClose);
    const [closes, length] = [(DAYS * DAY_MS) / (5 * MINUTE_MS), FLAT_MINUTES_MAX];
    expect(triggersOf(stored)).toEqual([closes, closes, lastClose]);
    const insideBar = withoutCandles(stored, [{ from: end - 14, to: end - 11 }]);
    expect(triggersOf(insideBar)).toEqual([closes, closes, lastClose]);
    const atCloses = withoutCandles(stored, [
      { from: end - 31, to: end - 29 },
      { from: end - 21, to: end - 21 + length },
      { from: end - 1, to: end },
    ]);
    expect(triggersOf(atCloses)).toEqual([closes - 3, closes - 3, later(lastClose, -5 * MINUTE_MS)]);
  });

  it('a cycle that opens at the last close is a trigger of the screener as of the trial, by a rule that reads its position', () => {
    const { stored, instrument } = at(market, 0);
    const crossed = { op: 'crosses_above', a: { price: 'close' }, b: { ind: 'sma', n: 3 } };
    const hasExited = { op: 'gte', a: { pos: 'bars_since_exit' }, b: line('1') };
    const enter = { any: [crossed, hasExited], trigger: 'level' };
    const exit = { op: 'gte', a: { pos: 'bars_in_position' }, b: line('1'), trigger: 'level' };
    const sized = { timeframe: '1m', sizing: { type: 'fixed_notional', value: '500' } };
    const asked = { ...request({ ...sized, buy: { enter, exit } }), days: 1 };
    const tried = (past: SymbolHistory) => {
      const outcome = runTrial({ ...asked, instrument, bars: 10, until: null }, { ...past, unsettled: [] });
      if (!outcome.ok) throw new Error('the strategy is accepted');
      return outcome.value;
    };
    const now = at(tried(cutShort(stored, DAY_MINUTES)).triggers, 0).closedAt;
    const cut = cutShort(stored, indexOf(stored.columns, now));
    const { figures, triggers } = tried(cut);
    expect(triggers[0]).toMatchObject({ closedAt: now, skippedBy: 'ENTRY_NOT_FILLED' });
    const [side] = judgeSymbol(readJudged(asked), { stored: cut, instrument, now }).sides;
    expect([side?.triggers, side?.triggeredAt]).toEqual([figures.triggers, now]);
  });

  it('tells since which close its entry is true, and nothing of the present where that is unknown', () => {
    const { stored, instrument, now } = at(market, 0);
    const { columns } = stored;
    const last = at(columns.close, columns.close.length - 1);
    let since = columns.close.length - 1;
    while (at(columns.close, since - 1) > last * 0.98) since -= 1;
    const above = ((last * instrument.tick.units) / 10 ** instrument.tick.decimals) * 0.98;
    const enter = { op: 'gt', a: { price: 'close' }, b: line(String(above)) };
    const params = { timeframe: '1m', sizing: { type: 'fixed_notional', value: '500' }, buy: { enter } };
    const [side] = judgeSymbol(readJudged(request(params)), { stored, instrument, now }).sides;
    expect(side).toMatchObject({ isTrue: true, trueSince: columns.start + (since + 1) * MINUTE_MS });
    const unknown = { op: 'gt', a: { ind: 'oi_change_percent' }, b: line('0') };
    const finding = judgeSymbol(readJudged(request({ ...params, buy: { enter: unknown } })), {
      stored,
      instrument,
      now,
    });
    expect(finding).toMatchObject({ missing: 'UNDEFINED', sides: [{ isTrue: null, triggers: 0 }] });
  });

  it('tells nothing over the days where too little of them is stored, or a bot would be refused', () => {
    const { stored, instrument, now } = at(market, 0);
    const judged = (asked: RuleScreenRequest, present = now) =>
      judgeSymbol(readJudged(asked), { stored, instrument, now: present }).missing;
    const small = { ...BOTH_WAYS, sizing: { type: 'fixed_notional', value: '1' } };
    expect(judged(request(small))).toBe('NOT_TRADABLE');
    expect(judged({ ...request(BOTH_WAYS), days: 60 })).toBe('PAST_SHORT');
    expect(judged(request(BOTH_WAYS), later(now, 2 * DAY_MS))).toBe('PAST_SHORT');
  });
});

/**
 * The same by hand: three rising closes of five minutes, in at the next open, out at the open after a close that has not risen,
 * both 5 bps worse and with the taker's fee; funding at its minute. Nothing of the engine is used but the grids.
 */
function byHand({ stored, instrument, now }: (typeof market)[number]) {
  const { open, close, start } = stored.columns;
  const lead = (5 - ((start / MINUTE_MS) % 5)) % 5; // Minutes before the first whole bar.
  const endOf = (bar: number) => lead + 5 * bar + 5;
  const at5 = (bar: number) => at(close, endOf(bar) - 1);
  const bars = Math.floor((close.length - lead) / 5);
  const firstBar = Math.floor(((now - DAYS * DAY_MS - start) / MINUTE_MS - lead) / 5);
  const rose = (bar: number) => at5(bar) > at5(bar - 1);
  const isUp = (bar: number) => rose(bar) && rose(bar - 1) && rose(bar - 2);
  const fee = instrument.takerFee / 1e8;
  let [triggers, entry, entered] = [0, 0, 0];
  const shares: number[] = [];
  for (let bar = firstBar; bar < bars; bar += 1) {
    const next = endOf(bar);
    if (isUp(bar) && !isUp(bar - 1)) triggers += 1;
    if (next >= close.length) continue;
    if (entry === 0) {
      if (!isUp(bar) || isUp(bar - 1)) continue;
      entry = Math.ceil(at(open, next) * 1.0005 - 1e-9);
      entered = next;
    } else if (!rose(bar)) {
      const exit = Math.floor(at(open, next) * 0.9995 + 1e-9);
      const paid = stored.funding.minute.reduce((sum, minute, place) => {
        const isHeld = minute > entered && minute <= next;
        return isHeld ? sum + (at(stored.funding.rate, place) / 1e8) * at(open, minute) : sum;
      }, 0);
      shares.push((exit - entry - (exit + entry) * fee - paid) / entry);
      entry = 0;
    }
  }
  const sum = shares.reduce((total, share) => total + share, 0);
  return { triggers, ended: shares.length, won: shares.filter((share) => share > 0).length, sum };
}

it('triggers and cycles are those of a walk by hand over the minutes', () => {
  const price = { price: 'close' };
  const enter = { op: 'rising', a: price, n: 3 };
  const exit = { not: { op: 'rising', a: price, n: 1 }, trigger: 'level' };
  const asked = request({ timeframe: '5m', sizing: { type: 'fixed_notional', value: '5000' }, buy: { enter, exit } });
  for (const one of market) {
    const [side] = judgeSymbol(readJudged(asked), one).sides;
    const { triggers, ended, won, sum } = byHand(one);
    expect([side?.triggers, side?.cycles.ended, side?.cycles.won]).toEqual([triggers, ended, won]);
    expect(ended).toBeGreaterThan(50);
    expect(side?.cycles.shareSum).toBeCloseTo(sum, 4);
  }
});
