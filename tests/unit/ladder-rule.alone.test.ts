import { describe, expect, it } from 'vitest';
import { at } from '#base/assert.ts';
import { cashFrom } from '#base/decimal.ts';
import { type Chance, chance } from '#base/prng.ts';
import { newEngineBot } from '#engine/bots/new-bot.ts';
import type { SymbolHistory } from '#engine/model/history.ts';
import { ladderParams } from '#engine/model/ladder-params.ts';
import { weekUntil } from '../support/cut-short.ts';
import { ETH, marketOf, START_PRICES } from '../support/market.ts';
import { idleAt, openedMinutes } from '../support/opened-minutes.ts';
import { randomHistory } from '../support/random-history.ts';
import { type RandomWeek, WEEK_MINUTES } from '../support/random-week.ts';
import { SEED_OF_RUN } from '../support/seed.ts';
import { jump, live, walk } from '../support/walk-history.ts';

const SEED = SEED_OF_RUN;
const WEEKS = 6;
const EMA_BARS = 3;
/** Bars until the seed is 1e-9 of itself: three, and 20.75 · 4 / 2 rounded up. */
const EMA_SETTLING = 46;

/** The close of five minutes crosses above its average while the last closed hour was above the one before it. */
const ENTRY = {
  timeframe: '5m',
  trigger: 'edge',
  all: [
    { op: 'gt', a: { price: 'close' }, b: { ind: 'ema', n: EMA_BARS } },
    { op: 'gt', a: { price: 'close', timeframe: '1h' }, b: { price: 'close', timeframe: '1h', offset: 1 } },
  ],
};

/** A ladder with the rule over seven days; a command without an effect now and then, before which it may be reopened. */
function ruledWeek(dice: Chance): RandomWeek {
  const params = ladderParams.parse({
    ...{ baseOrderSize: '200', safetyOrdersCount: 1, takeProfitPercent: dice.pick(['0.1', '0.3']), leverage: 1 },
    entryConditions: ENTRY,
  });
  const bot = newEngineBot({ botId: 'bot', kind: 'dca-bot', symbols: ['ETHUSDT'], params, paramsVersion: 1 });
  const pauses = Array.from({ length: 4 }, () => dice.between(1, WEEK_MINUTES - 1)).toSorted((a, b) => a - b);
  return {
    market: marketOf([ETH], '0.0005'),
    history: randomHistory(dice, [{ symbol: 'ETHUSDT', start: 200_000 }], WEEK_MINUTES),
    opened: { wallet: cashFrom('10000'), limit: null, minute: null, bots: [] },
    isReopened: false,
    commands: [
      { minute: 0, command: { type: 'create', bot, autostart: true, prices: START_PRICES } },
      ...pauses.map((minute) => ({ minute, command: { type: 'set-limit', limit: null } as const })),
    ],
  };
}

const isHalted = ({ frozen }: SymbolHistory, minute: number): boolean =>
  frozen.some(({ from, to }) => minute >= from && minute < to);

/** Closes of bars of so many minutes, straight from the minutes; NaN where a bar has no minute with a market. */
function closesOf(stored: SymbolHistory, length: number): number[] {
  const { close } = stored.columns;
  return Array.from({ length: Math.floor(close.length / length) }, (_unused, bar) => {
    for (let minute = (bar + 1) * length - 1; minute >= bar * length; minute -= 1) {
      if (!isHalted(stored, minute)) return at(close, minute) / 100;
    }
    return Number.NaN;
  });
}

/**
 * The minutes at whose close the rule acts, as anybody would write it over the whole past at once. Nothing is decided while
 * the market is halted.
 */
function actingMinutes(stored: SymbolHistory): readonly number[] {
  const [fives, hours] = [closesOf(stored, 5), closesOf(stored, 60)];
  const averages: number[] = [];
  let [average, known] = [Number.NaN, 0]; // A bar without a market begins a new average.
  for (const close of fives) {
    known = Number.isNaN(close) ? 0 : known + 1;
    average = known > 1 ? average + (close - average) * (2 / (EMA_BARS + 1)) : close;
    averages.push(known >= EMA_SETTLING ? average : Number.NaN);
  }
  const isTrue = (bar: number): boolean => {
    const hour = Math.floor(((bar + 1) * 5) / 60) - 1;
    return at(fives, bar) > at(averages, bar) && hour >= 1 && at(hours, hour) > at(hours, hour - 1);
  };
  const acting = fives.flatMap((_close, bar) => (bar > 0 && isTrue(bar) && !isTrue(bar - 1) ? [bar * 5 + 4] : []));
  return acting.filter((minute) => !isHalted(stored, minute));
}

const weeks = Array.from({ length: WEEKS }, (_unused, number) => ruledWeek(chance(SEED + number)));
const named = weeks.map((week, number) => [SEED + number, week] as const);

describe(`a ladder with an entry rule, seed ${SEED}`, () => {
  it.each(named)('opens wherever its rule acts while it is free, and nowhere else, PROPERTY_SEED=%i', (_seed, week) => {
    const stored = week.history.symbols.get('ETHUSDT');
    if (stored === undefined) throw new Error('the history has its symbol');
    const { records } = live(week, walk);
    expect(openedMinutes(records)).toEqual(idleAt(records, actingMinutes(stored)));
  });

  it('opens several cycles in most weeks', () => {
    const counts = weeks.map((week) => openedMinutes(live(week, jump).records).length);
    expect(counts.filter((count) => count > 1).length).toBeGreaterThan(WEEKS / 2);
  });

  it.each(named)('leaves the same records jumped through, walked and reopened, PROPERTY_SEED=%i', (_seed, week) => {
    const [walked, jumped] = [live(week, walk), live(week, jump)];
    expect(jumped.records).toEqual(walked.records);
    expect(jumped.visited).toBeLessThan(walked.visited);
    expect(live({ ...week, isReopened: true }, jump).records).toEqual(jumped.records);
  });

  it.each(named)('never looks ahead: cutting off the future changes nothing before, PROPERTY_SEED=%i', (seed, week) => {
    const whole = live(week, jump).records;
    const cuts = [chance(seed).between(1, WEEK_MINUTES - 1), ...openedMinutes(whole).slice(0, 3)];
    for (const minutes of cuts.filter((cut) => cut > 0)) {
      const known = live(weekUntil(week, minutes), jump).records;
      expect(whole.slice(0, known.length), `${minutes} minutes`).toEqual(known);
    }
  });
});
