import { describe, expect, it } from 'vitest';
import { at } from '#base/assert.ts';
import { cashFrom } from '#base/decimal.ts';
import { type Chance, chance } from '#base/prng.ts';
import { MINUTE_MS } from '#base/time.ts';
import { newEngineBot } from '#engine/bots/new-bot.ts';
import type { Cycle } from '#engine/model/cycle.ts';
import type { SymbolHistory } from '#engine/model/history.ts';
import { ladderParams } from '#engine/model/ladder-params.ts';
import type { AccountRecord } from '#engine/model/record.ts';
import { weekUntil } from '../support/cut-short.ts';
import { ETH, marketOf, START, START_PRICES } from '../support/market.ts';
import { randomHistory } from '../support/random-history.ts';
import { type RandomWeek, WEEK_MINUTES } from '../support/random-week.ts';
import { SEED_OF_RUN } from '../support/seed.ts';
import { jump, live, walk } from '../support/walk-history.ts';

const SEED = SEED_OF_RUN;
const WEEKS = 6;
const STEPS = 4;
const BAR = 15;
const isOf = { buy: 1, sell: -1 } as const;

/** Steps wait for a bar of fifteen minutes that goes the way of the position again. */
function steppedWeek(dice: Chance): RandomWeek {
  const direction = dice.pick(['buy', 'sell'] as const);
  const trigger = dice.pick(['edge', 'level'] as const);
  const rule = {
    timeframe: '15m',
    trigger,
    op: direction === 'buy' ? 'gt' : 'lt',
    a: { price: 'close' },
    b: { price: 'open' },
  };
  const params = ladderParams.parse({
    ...{ direction, baseOrderSize: '200', safetyOrdersCount: STEPS, activeSafetyOrders: 1, stepPercent: '0.2' },
    ...{ takeProfitPercent: dice.pick(['0.3', '0.6']), leverage: 1, safetyConditions: rule },
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

function paramsOf({ commands }: RandomWeek) {
  const { command } = at(commands, 0);
  if (command.type !== 'create') throw new Error('the week begins with its bot');
  return ladderParams.parse(command.bot.params);
}

/** The minutes at whose close the rule acts, straight from the minutes. */
function actingMinutes(week: RandomWeek): readonly number[] {
  const { columns, frozen } = symbolOf(week);
  const { direction, safetyConditions } = paramsOf(week);
  const isEdge = safetyConditions?.['trigger'] === 'edge';
  const isTold = (minute: number) => !frozen.some(({ from, to }) => minute >= from && minute < to);
  const truths = Array.from({ length: WEEK_MINUTES / BAR }, (_unused, bar) => {
    const told = Array.from({ length: BAR }, (__, index) => bar * BAR + index).filter(isTold);
    const [first, last] = [told[0], told.at(-1)];
    if (first === undefined || last === undefined || direction === 'both') return null;
    return isOf[direction] * (at(columns.close, last) - at(columns.open, first)) > 0;
  });
  return truths.flatMap((truth, bar) => {
    const minute = (bar + 1) * BAR - 1;
    return truth === true && isTold(minute) && (!isEdge || truths[bar - 1] !== true) ? [minute] : [];
  });
}

function symbolOf({ history }: RandomWeek): SymbolHistory {
  const stored = history.symbols.get('ETHUSDT');
  if (stored === undefined) throw new Error('the history has its symbol');
  return stored;
}

const minuteOf = (time: number): number => Math.floor((time - START) / MINUTE_MS);

/** The newest state of each cycle. */
function cyclesOf(records: readonly AccountRecord[]): readonly Cycle[] {
  const cycles = records.flatMap((record) => (record.type === 'cycle' ? [record.cycle] : []));
  return [...new Map(cycles.map((cycle) => [cycle.seq, cycle])).values()];
}

/** The steps that a plain loop over the minutes takes: cycle, level and the minute at whose close it is decided. */
function wantedSteps(week: RandomWeek, records: readonly AccountRecord[]): readonly string[] {
  const { columns } = symbolOf(week);
  const { direction } = paramsOf(week);
  const sign = direction === 'buy' ? 1 : -1;
  const acting = actingMinutes(week);
  return cyclesOf(records).flatMap(({ seq, basePrice, beginAt, endAt }) => {
    if (basePrice === null || beginAt === null) return [];
    const to = endAt === null ? WEEK_MINUTES : minuteOf(endAt - 1);
    const taken: string[] = [];
    for (const minute of acting.filter((one) => one >= minuteOf(beginAt) && one < to)) {
      for (let level = taken.length + 1; level <= STEPS; level += 1) {
        const exact = (basePrice * (1_000 - sign * 2 * level)) / 1_000;
        const price = sign === 1 ? Math.floor(exact + 1e-9) : Math.ceil(exact - 1e-9);
        if (sign * (at(columns.close, minute) - price) > 0) break;
        taken.push(`${seq} ${level} ${minute}`);
      }
    }
    return taken;
  });
}

/** The steps that were ordered. */
function orderedSteps(records: readonly AccountRecord[]): readonly string[] {
  const steps = records.flatMap((record) =>
    record.type === 'order' && record.order.role === 'safety'
      ? [`${record.cycleSeq} ${record.order.level} ${minuteOf(record.order.placedAt)}`]
      : [],
  );
  return [...new Set(steps)];
}

const weeks = Array.from({ length: WEEKS }, (_unused, number) => steppedWeek(chance(SEED + number)));
const named = weeks.map((week, number) => [SEED + number, week] as const);

describe(`a ladder with a rule for its steps, seed ${SEED}`, () => {
  it.each(named)('takes the steps that a plain loop takes, at market, PROPERTY_SEED=%i', (_seed, week) => {
    const { records } = live(week, walk);
    expect(orderedSteps(records)).toEqual(wantedSteps(week, records));
    const steps = records.flatMap((record) =>
      record.type === 'order' && record.order.role === 'safety' ? [record] : [],
    );
    expect(steps.every(({ order }) => order.type === 'MARKET')).toBe(true);
  });

  it('takes several steps at one close, and leaves steps that the price has reached untaken, in some week', () => {
    const taken = weeks.map((week) => orderedSteps(live(week, jump).records));
    const closes = taken.map((steps) => new Set(steps.map((step) => step.split(' ')[2])).size);
    expect(taken.some((steps, index) => steps.length > (closes[index] ?? 0))).toBe(true);
    expect(taken.flat().length).toBeGreaterThan(WEEKS * 2);
  });

  it.each(named)('leaves the same records jumped through, walked and reopened, PROPERTY_SEED=%i', (_seed, week) => {
    const [walked, jumped] = [live(week, walk), live(week, jump)];
    expect(jumped.records).toEqual(walked.records);
    expect(jumped.visited).toBeLessThan(walked.visited / 2);
    expect(live({ ...week, isReopened: true }, jump).records).toEqual(jumped.records);
  });

  it.each(named)('never looks ahead: cutting off the future changes nothing before, PROPERTY_SEED=%i', (seed, week) => {
    const whole = live(week, jump).records;
    const decided = orderedSteps(whole).map((step) => Number(step.split(' ')[2]));
    for (const minutes of [chance(seed).between(1, WEEK_MINUTES - 1), ...decided.slice(0, 3)]) {
      const known = live(weekUntil(week, minutes), jump).records;
      expect(whole.slice(0, known.length), `${minutes} minutes`).toEqual(known);
    }
  });
});
