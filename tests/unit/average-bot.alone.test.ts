import { describe, expect, it } from 'vitest';
import { at } from '#base/assert.ts';
import { cashFrom } from '#base/decimal.ts';
import { type Chance, chance } from '#base/prng.ts';
import { MINUTE_MS } from '#base/time.ts';
import { newEngineBot } from '#engine/bots/new-bot.ts';
import { warmUpMs } from '#engine/bots/warm-up.ts';
import type { SymbolHistory } from '#engine/model/history.ts';
import type { AverageParams } from '../average-bot/average-family.ts';
import { averageKind } from '../average-bot/register-average.ts';
import { weekUntil } from '../support/cut-short.ts';
import { ETH, marketOf, START_PRICES } from '../support/market.ts';
import { idleAt, openedMinutes } from '../support/opened-minutes.ts';
import { randomHistory } from '../support/random-history.ts';
import { type RandomWeek, WEEK_MINUTES } from '../support/random-week.ts';
import { SEED_OF_RUN } from '../support/seed.ts';
import { jump, live, walk } from '../support/walk-history.ts';

const SEED = SEED_OF_RUN;
const WEEKS = 12;
const BAR = 5;

interface AverageWeek extends RandomWeek {
  readonly params: AverageParams;
}

/** A bot on one symbol over seven days; a command without an effect now and then, before which an account may be reopened. */
function averageWeek(dice: Chance): AverageWeek {
  const params: AverageParams = {
    direction: dice.pick(['buy', 'sell']),
    size: '200',
    bars: dice.pick([2, 3, 8, 21, 60]),
    takeProfitPercent: dice.pick(['0.1', '0.3', '1']),
    leverage: 1,
  };
  const { kind } = averageKind;
  const bot = newEngineBot({ botId: 'bot', kind, symbols: ['ETHUSDT'], params, paramsVersion: 1 });
  const pauses = Array.from({ length: 6 }, () => dice.between(1, WEEK_MINUTES - 1)).toSorted((a, b) => a - b);
  return {
    params,
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

function isFrozenAt({ frozen }: SymbolHistory, minute: number): boolean {
  return frozen.some(({ from, to }) => minute >= from && minute < to);
}

/** The closes of all five-minute bars, read straight from the minutes; NaN where a bar has no minute with a market. */
function barCloses(stored: SymbolHistory): number[] {
  const { columns } = stored;
  return Array.from({ length: Math.floor(columns.close.length / BAR) }, (_unused, bar) => {
    const minutes = Array.from({ length: BAR }, (_, place) => bar * BAR + place).filter(
      (minute) => !isFrozenAt(stored, minute),
    );
    const last = minutes.at(-1);
    return last === undefined ? Number.NaN : at(columns.close, last);
  });
}

/** The minutes at whose close the price crosses its average: as anybody would write it over the whole past at once. */
function crossings({ direction, bars }: AverageParams, stored: SymbolHistory): ReadonlySet<number> {
  const closes = barCloses(stored);
  const over = (bar: number): number => {
    const part = closes.slice(bar - bars + 1, bar + 1);
    const side = at(closes, bar) - part.reduce((total, close) => total + close / bars, 0);
    return Math.abs(side) < 1e-6 ? 0 : side;
  };
  const way = direction === 'buy' ? 1 : -1;
  const crossed = closes.flatMap((_close, bar) =>
    bar >= bars && way * over(bar - 1) <= 0 && way * over(bar) > 0 ? [bar * BAR + BAR - 1] : [],
  );
  return new Set(crossed.filter((minute) => !isFrozenAt(stored, minute))); // No order can be decided without a market.
}

const weeks = Array.from({ length: WEEKS }, (_unused, number) => averageWeek(chance(SEED + number)));
const named = weeks.map((week, number) => [SEED + number, week] as const);

describe(`a bot that reads closed bars, seed ${SEED}`, () => {
  it.each(named)('opens only where the close crosses its average, PROPERTY_SEED=%i', (_seed, week) => {
    const stored = week.history.symbols.get('ETHUSDT');
    if (stored === undefined) throw new Error('the history has its symbol');
    const expected = crossings(week.params, stored);
    const { records } = live(week, walk);
    const entries = openedMinutes(records);
    for (const minute of entries) expect(expected).toContain(minute);
    expect(idleAt(records, [...expected])).toEqual(entries);
  });

  it('opens cycles, and ignores crossings while one is open', () => {
    const counts = weeks.map((week) => openedMinutes(live(week, jump).records).length);
    expect(counts.filter((count) => count > 1).length).toBeGreaterThan(WEEKS / 2);
  });

  it.each(named)(
    'leaves the same records whether history is jumped through or walked, PROPERTY_SEED=%i',
    (_seed, week) => {
      const [walked, jumped] = [live(week, walk), live(week, jump)];
      expect(jumped.records).toEqual(walked.records);
      expect(jumped.snapshot).toEqual(walked.snapshot);
      expect(jumped.visited).toBeLessThan(walked.visited);
    },
  );

  it.each(named)('never looks ahead: cutting off the future changes nothing before, PROPERTY_SEED=%i', (seed, week) => {
    const dice = chance(seed);
    const whole = live(week, jump).records;
    const entries = openedMinutes(whole);
    const cuts = [dice.between(1, WEEK_MINUTES - 1), ...entries.slice(0, 4).flatMap((minute) => [minute, minute + 1])];
    for (const minutes of cuts.filter((cut) => cut > 0)) {
      const known = live(weekUntil(week, minutes), jump).records;
      expect(whole.slice(0, known.length), `${minutes} minutes`).toEqual(known);
    }
  });

  it.each(named)('continues after a restart as if there had been none, PROPERTY_SEED=%i', (_seed, week) => {
    const [once, reopened] = [live(week, jump), live({ ...week, isReopened: true }, jump)];
    expect(reopened.records).toEqual(once.records);
    expect(reopened.snapshot).toEqual(once.snapshot);
  });

  it('opens no cycle before its window is full', () => {
    for (const week of weeks) {
      const first = openedMinutes(live(week, walk).records)[0] ?? WEEK_MINUTES;
      expect(first).toBeGreaterThanOrEqual((week.params.bars + 1) * BAR - 1);
    }
  });

  it('asks the feed for one bar more than its window holds', () => {
    const params: AverageParams = { direction: 'buy', size: '200', bars: 8, takeProfitPercent: '1', leverage: 5 };
    expect(warmUpMs({ kind: averageKind.kind, params })).toBe(10 * BAR * MINUTE_MS);
  });
});
