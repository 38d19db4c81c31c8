import { at } from '#base/assert.ts';
import { cashFrom } from '#base/decimal.ts';
import type { Chance } from '#base/prng.ts';
import { MINUTE_MS } from '#base/time.ts';
import { familyOf } from '#engine/bots/families.ts';
import { newEngineBot } from '#engine/bots/new-bot.ts';
import { ruleStrategy } from '#engine/bots/registry.ts';
import type { Cycle } from '#engine/model/cycle.ts';
import type { SymbolHistory } from '#engine/model/history.ts';
import type { AccountRecord } from '#engine/model/record.ts';
import { ETH, marketOf, START, START_PRICES } from './market.ts';
import { randomHistory } from './random-history.ts';
import { type RandomWeek, WEEK_MINUTES } from './random-week.ts';

/** Minutes in a bar of the strategies that are tested. */
export const BAR = 5;

/** A week of one symbol with a bot of these parameters; now and then a command without an effect, before which it may be reopened. */
export function weekOf(dice: Chance, params: object, minutes = WEEK_MINUTES): RandomWeek {
  const parsed = familyOf(ruleStrategy.kind).params.parse(params);
  const bot = newEngineBot({
    botId: 'bot',
    kind: ruleStrategy.kind,
    symbols: ['ETHUSDT'],
    params: parsed,
    paramsVersion: 1,
  });
  const pauses = Array.from({ length: 4 }, () => dice.between(1, minutes - 1)).toSorted((a, b) => a - b);
  return {
    market: marketOf([ETH], '0.0005'),
    history: randomHistory(dice, [{ symbol: 'ETHUSDT', start: 200_000 }], minutes),
    opened: { wallet: cashFrom('10000'), limit: null, minute: null, bots: [] },
    isReopened: false,
    commands: [
      { minute: 0, command: { type: 'create', bot, autostart: true, prices: START_PRICES } },
      ...pauses.map((minute) => ({ minute, command: { type: 'set-limit', limit: null } as const })),
    ],
  };
}

export const ethOf = ({ history }: RandomWeek): SymbolHistory => {
  const stored = history.symbols.get('ETHUSDT');
  if (stored === undefined) throw new Error('the history has its symbol');
  return stored;
};

export const isFrozen = ({ frozen }: SymbolHistory, minute: number): boolean =>
  frozen.some(({ from, to }) => minute >= from && minute < to);

export interface PlainBar {
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

/** Bars in ticks straight from the minutes; null where a bar has no minute with a market. */
export function barsOf(stored: SymbolHistory): (PlainBar | null)[] {
  return Array.from({ length: WEEK_MINUTES / BAR }, (_unused, bar) => {
    const minutes = Array.from({ length: BAR }, (_each, minute) => bar * BAR + minute).filter(
      (minute) => !isFrozen(stored, minute),
    );
    const last = minutes.at(-1);
    if (last === undefined) return null;
    return {
      high: Math.max(...minutes.map((minute) => at(stored.columns.high, minute))),
      low: Math.min(...minutes.map((minute) => at(stored.columns.low, minute))),
      close: at(stored.columns.close, last),
    };
  });
}

/** The last state of each cycle. */
export function cyclesOf(records: readonly AccountRecord[]): readonly Cycle[] {
  const last = new Map<string, Cycle>();
  for (const record of records)
    if (record.type === 'cycle') last.set(`${record.direction} ${record.cycle.seq}`, record.cycle);
  return [...last.values()];
}

/** The minute of a random week in which an instant lies. */
export const minuteOf = (instant: number): number => Math.floor((instant - START) / MINUTE_MS);
