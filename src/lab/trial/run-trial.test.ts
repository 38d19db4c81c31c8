import { beforeAll, describe, expect, it } from 'vitest';
import { at } from '#base/assert.ts';
import { HOUR_MS, type Instant, instantOf, MINUTE_MS } from '#base/time.ts';
import { familyOf } from '#engine/bots/families.ts';
import { paperLadder, ruleStrategy } from '#engine/bots/registry.ts';
import type { BotKind } from '#engine/model/bot.ts';
import { fundingHoles } from '#engine/schedule/funding-holes.ts';
import { recordedHistory } from '#market/recording/recorded-history.ts';
import { recordedInstruments } from '#market/recording/recorded-instruments.ts';
import type { MarketPast } from '#ports/market-past.ts';
import type { StrategyTrial, TrialRequest, TrialTrigger } from '#ports/strategy-trials.ts';
import { runTrial } from './run-trial.ts';

const BAR_MS = 15 * MINUTE_MS;
const RSI = { ind: 'rsi', n: 14 };
const line = (value: string) => ({ const: value });
const up = (value: string) => ({ op: 'crosses_above', a: RSI, b: line(value) });
const BUY = {
  enter: up('30'),
  exit: { op: 'gt', a: RSI, b: line('60') },
  stop: { type: 'atr', n: 14, mult: '3' },
};
const STRATEGY = {
  timeframe: '15m',
  leverage: 3,
  sizing: { type: 'risk_percent', value: '1' },
  buy: BUY,
  cooldownS: 10_800,
};

let past: MarketPast;
beforeAll(async () => {
  const { symbols } = await recordedHistory(['ETHUSDT']);
  const { columns, funding, frozen } = at([...symbols.values()], 0);
  past = { columns, funding, frozen, unsettled: [] };
});

interface Asked extends Partial<TrialRequest> {
  readonly past?: MarketPast;
}

function outcomeOf(params: object, { kind = ruleStrategy.kind, past: given = past, ...asked }: Asked = {}) {
  const instrument = recordedInstruments().get('ETHUSDT');
  if (instrument === undefined) throw new Error('the recording has its symbol');
  const parsed = familyOf(kind).params.parse(params);
  return runTrial({ kind, params: parsed, instrument, days: 24, bars: 300, until: null, ...asked }, given);
}

function tried(params: object, asked: Asked = {}): StrategyTrial {
  const outcome = outcomeOf(params, asked);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.reasons));
  return outcome.value;
}

/** Wilder's RSI of fifteen-minute closes, straight from the minutes, by the time at which each bar closed. */
function plainRsi(length: number): ReadonlyMap<number, number> {
  const { start, close } = past.columns;
  const first = Math.ceil(start / BAR_MS) * BAR_MS;
  const closes: [time: number, price: number][] = [];
  for (let end = first + BAR_MS; end <= start + close.length * MINUTE_MS; end += BAR_MS)
    closes.push([end, at(close, (end - start) / MINUTE_MS - 1)]);
  const found = new Map<number, number>();
  let [gain, loss] = [0, 0];
  for (let bar = 1; bar < closes.length; bar += 1) {
    const change = at(closes, bar)[1] - at(closes, bar - 1)[1];
    const weight = bar <= length ? 1 / length : 1;
    const keep = bar <= length ? 1 : (length - 1) / length;
    gain = gain * keep + (Math.max(0, change) * weight) / (bar <= length ? 1 : length);
    loss = loss * keep + (Math.max(0, -change) * weight) / (bar <= length ? 1 : length);
    if (bar >= length) found.set(at(closes, bar)[0], (100 * gain) / (gain + loss));
  }
  return found;
}

const skipsOf = ({ triggers }: StrategyTrial) => new Set(triggers.flatMap(({ skippedBy }) => skippedBy ?? []));
const oldestFirst = ({ triggers }: StrategyTrial): readonly TrialTrigger[] => triggers.toReversed();

describe('a trial of a strategy of rules', () => {
  it('has a trigger at every close at which the RSI, computed anew from the minutes, crosses the line', () => {
    const rsi = plainRsi(14);
    const { triggers, from } = tried(STRATEGY);
    const expected = [...rsi]
      .filter(([time, value]) => value > 30 && (rsi.get(time - BAR_MS) ?? 100) <= 30 && time > from)
      .map(([time]) => time);
    expect(triggers.map(({ closedAt }) => closedAt).toReversed()).toEqual(expected);
    expect(expected.length).toBeGreaterThan(20);
  });

  it('names for each trigger without a cycle what stood in its way, and no cycle overlaps another', () => {
    const trial = tried(STRATEGY);
    let [busyUntil, pausedUntil] = [0, 0];
    for (const { closedAt, cycle, skippedBy, pausedUntil: until } of oldestFirst(trial)) {
      if (cycle !== null) {
        expect(closedAt).toBeGreaterThanOrEqual(pausedUntil);
        busyUntil = cycle.endAt ?? Number.POSITIVE_INFINITY;
        pausedUntil = busyUntil + 3 * HOUR_MS;
        expect(cycle.heldMs).toBe((cycle.endAt ?? trial.to) - closedAt);
      } else if (closedAt <= busyUntil) expect(skippedBy).toBe('CYCLE_OPEN');
      else {
        expect([skippedBy, closedAt < pausedUntil]).toEqual(['COOLDOWN', true]);
        expect(until).toBe(Math.ceil(pausedUntil / MINUTE_MS) * MINUTE_MS);
      }
    }
    expect(skipsOf(trial)).toEqual(new Set(['CYCLE_OPEN', 'COOLDOWN']));
  });

  it('counts its triggers, and what it lost and won is the sum of its cycles', () => {
    const { figures, triggers } = tried(STRATEGY);
    const cycles = triggers.flatMap(({ cycle }) => cycle ?? []);
    const ended = cycles.filter(({ endAt }) => endAt !== null);
    expect(figures).toMatchObject({ triggers: triggers.length, entered: cycles.length, cycles: ended.length });
    expect(figures.skipped.reduce((sum, { count }) => sum + count, cycles.length)).toBe(triggers.length);
    expect(figures.result).toBe(ended.reduce((sum, { result }) => sum + result, 0));
    expect(figures.winRate).toBe(ended.filter(({ result }) => result > 0).length / ended.length);
    expect(figures.resultShareWorst).toBe(Math.min(...ended.map(({ resultShare }) => resultShare)));
  });

  it.each<[string, object]>([
    ['EXIT_ACTS', { ...STRATEGY, buy: { ...BUY, exit: { op: 'gt', a: RSI, b: line('29') } } }],
    ['BOTH_DIRECTIONS', { ...STRATEGY, sell: { ...BUY, exit: null } }],
    ['MAX_OPEN_CYCLES', { ...STRATEGY, sell: { ...BUY, enter: up('50'), exit: null }, maxOpenCycles: 1 }],
    [
      'INSUFFICIENT_MARGIN',
      {
        ...STRATEGY,
        sizing: { type: 'fixed_margin', value: '6000' },
        leverage: 1,
        sell: { ...BUY, enter: up('50'), exit: null },
      },
    ],
  ])('%s is told where it kept a trigger from opening a cycle', (code, params) => {
    expect(skipsOf(tried(params))).toContain(code);
  });

  it('says at an earlier end of the bars what it says of the same bars at the present', () => {
    const late = tried(STRATEGY, { bars: 400 });
    const until = instantOf(late.to - 200 * BAR_MS);
    const early = tried(STRATEGY, { bars: 100, until });
    const shift = (early.bars.start - late.bars.start) / BAR_MS;
    expect(shift).toBe(100);
    expect(early.bars.close).toEqual(late.bars.close.slice(shift, shift + 100));
    for (const [index, { values }] of early.series.entries())
      expect(values).toEqual(at(late.series, index).values.slice(shift, shift + 100));
    for (const [index, { nodes }] of early.rules.entries())
      for (const [place, { truths }] of nodes.entries())
        expect(truths).toEqual(at(at(late.rules, index).nodes, place).truths.slice(shift, shift + 100));
  });

  it('tells the numbers that were compared: the RSI of every bar, once although two rules read it', () => {
    const rsi = plainRsi(14);
    const { bars, series, rules } = tried(STRATEGY);
    expect(series.map(({ operand }) => operand)).toEqual([RSI]);
    expect(rules.flatMap(({ nodes }) => nodes.flatMap(({ values }) => values.map((one) => one.series)))).toEqual([
      0, 0,
    ]);
    for (const [bar, value] of at(series, 0).values.entries())
      expect(value).toBeCloseTo(rsi.get(bars.start + (bar + 1) * BAR_MS) ?? Number.NaN, 4);
  });
});

describe('a trial of a ladder', () => {
  const LADDER = { baseOrderSize: '100', safetyOrdersCount: 2, stepPercent: '1', takeProfitPercent: '1' };
  const onLadder = (params: object, asked: Asked = {}) =>
    tried(params, { kind: paperLadder.kind as BotKind, ...asked });

  it('without rules has its cycles for triggers, on bars of fifteen minutes', () => {
    const { triggers, figures, rules, bars } = onLadder(LADDER);
    expect(figures).toMatchObject({ triggers: triggers.length, entered: triggers.length });
    expect(triggers.length).toBeGreaterThan(10);
    expect([rules, bars.timeframe]).toEqual([[], '15m']);
  });

  it('with an entry rule in both directions enters both by it', () => {
    const entryConditions = { timeframe: '15m', ...up('30') };
    const { triggers } = onLadder({ ...LADDER, direction: 'both', entryConditions });
    const closes = (direction: string) =>
      triggers.filter((trigger) => trigger.direction === direction).map(({ closedAt }) => closedAt);
    expect(closes('buy')).toEqual(closes('sell'));
    expect(closes('buy').length).toBeGreaterThan(20);
  });

  it('tells a rule of a longer timeframe at the closes of the shorter one by its last closed bar', () => {
    const entryConditions = { timeframe: '15m', ...up('30') };
    const safetyConditions = { timeframe: '1h', op: 'gt', a: { price: 'close' }, b: line('2600') };
    const { bars, rules, series } = onLadder({ ...LADDER, entryConditions, safetyConditions }, { bars: 200 });
    const step = rules.find(({ purpose }) => purpose === 'step');
    const { values } = at(series, 1);
    for (let bar = 4; bar < 200; bar += 1) {
      const closed = Math.floor((bars.start + (bar + 1) * BAR_MS) / HOUR_MS) * HOUR_MS;
      const place = Math.round((closed - bars.start) / BAR_MS) - 1;
      if (place < 0) continue;
      expect(values[bar]).toBeCloseTo(at(bars.close, place) / 100, 6);
      expect(step?.nodes[0]?.truths[bar]).toBe((values[bar] ?? 0) > 2_600 ? 2 : 0);
    }
  });
});

describe('the flags of a trial', () => {
  const flagsOf = (asked: Asked) => tried(STRATEGY, asked).flags;

  it('say that less is stored than was asked for, and that a rule had too few bars at first', () => {
    expect(flagsOf({ days: 90 })).toEqual(expect.arrayContaining(['SHORT_PAST', 'WARMING_UP']));
    expect(flagsOf({ days: 10 })).not.toContain('SHORT_PAST');
    expect(flagsOf({ days: 10 })).not.toContain('WARMING_UP');
  });

  it('say where funding is assumed, which changes what was paid', () => {
    const { columns, frozen } = past;
    const unsettled = fundingHoles({ start: columns.start, minutes: columns.close.length, frozen }, [], null);
    const none = { minute: new Int32Array(0), rate: new Int32Array(0) };
    const assumed = tried(STRATEGY, { past: { ...past, funding: none, unsettled } });
    expect(assumed.flags).toContain('FUNDING_ASSUMED');
    expect(assumed.figures.funding).toBeLessThan(0);
  });

  it('say that candles are missing', () => {
    const from = past.columns.close.length - 5_000;
    expect(flagsOf({ past: { ...past, frozen: [{ from, to: from + 600 }] } })).toContain('GAPS');
  });
});

it('a trial of parameters that cannot trade is refused with the path of what is wrong', () => {
  const outcome = outcomeOf({ ...STRATEGY, sizing: { type: 'fixed_notional', value: '10' } });
  expect(outcome).toMatchObject({
    ok: false,
    reasons: [{ code: 'LEVEL_BELOW_MIN_NOTIONAL', path: ['sizing', 'value'] }],
  });
});

it('the bars of a trial are those of the end that was asked for, within it', () => {
  const { from, to } = tried(STRATEGY, { days: 10 });
  const endOf = (until: Instant | null) => {
    const { bars } = tried(STRATEGY, { days: 10, bars: 50, until });
    return bars.start + bars.close.length * BAR_MS;
  };
  expect(endOf(null)).toBe(Math.floor(to / BAR_MS) * BAR_MS);
  expect(endOf(instantOf(to - 7 * HOUR_MS))).toBe(Math.floor((to - 7 * HOUR_MS) / BAR_MS) * BAR_MS);
  expect(endOf(instantOf(0))).toBe(Math.floor(from / BAR_MS) * BAR_MS + 50 * BAR_MS);
});
