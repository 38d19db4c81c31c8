import { assert, at } from '#base/assert.ts';
import { CANDLE_LENGTH_MS } from '#base/candle-interval.ts';
import { MINUTE_MS } from '#base/time.ts';
import { familyOf } from '#engine/bots/families.ts';
import type { NamedRule } from '#engine/bots/rules/named-rule.ts';
import { type StoredPast, storedPast } from '#engine/bots/stored-past.ts';
import { longHoles, type MarketHistory, type Stretch, type SymbolHistory } from '#engine/model/history.ts';
import type { Direction } from '#engine/model/order.ts';
import type { WindowSpec } from '#engine/model/window.ts';
import { wholeStretch } from '#engine/rules/align.ts';
import { placeOfFirst } from '#engine/rules/columns/steady-values.ts';
import { compileRule } from '#engine/rules/compile-rule.ts';

import { marketPart } from '#engine/rules/past/market-part.ts';
import { barsIn } from '#engine/rules/rule-bars.ts';
import { UNKNOWN } from '#engine/rules/truth.ts';
import { closeOf, lastClosed, wholeWindows } from '#engine/scan/bar-table.ts';
import { indexOf, instantAt, thawAt } from '#engine/scan/market-minutes.ts';
import { minutesIn } from '#engine/schedule/minute-holes.ts';
import type { BotReport, BotRun } from './bot-report.ts';
import type { BotHalt } from './halts.ts';

/** A report that also says at which bars the rules of its bot were unknown because history that they read is not stored. */
export function withUnknownRules(report: BotReport, run: BotRun): BotReport {
  const unknown = unknownRules(run);
  if (unknown.length === 0) return report;
  const halts = [...report.halts, ...unknown].sort((one, other) => one.from - other.from);
  return { ...report, halts, flags: [...report.flags, 'RULES_UNKNOWN'] };
}

/** Whether a rule of a run is unknown at some bar because history that it reads is not stored. */
export function hasUnknownRules(run: BotRun): boolean {
  return unknownRules(run).length > 0;
}

/** The stretches of bars at which a rule of a direction is unknown because history that it reads is not stored, by symbol. */
export function unknownRules({ history, market, symbols, kind, params, span }: BotRun): readonly BotHalt[] {
  const rules = familyOf(kind).rulesOf(params);
  if (rules.length === 0) return [];
  const minutes = span ?? { from: 0, to: history.minutes };
  return symbols.flatMap((symbol) => {
    const [stored, instrument] = [history.symbols.get(symbol), market.instruments.get(symbol)];
    assert(stored !== undefined && instrument !== undefined, `${symbol} has a past and an instrument`);
    const past = storedPast(instrument, wholeWindows(stored));
    const lanes = Map.groupBy(rules, ({ direction, rule }) => `${direction} ${rule.timeframe}`);
    return [...lanes.values()].flatMap((own) => unknownHalts(own, { symbol, stored, past, history, span: minutes }));
  });
}

interface Market {
  readonly symbol: string;
  readonly stored: SymbolHistory;
  readonly past: StoredPast;
  readonly history: MarketHistory;
  /** The minutes of the run. */
  readonly span: Stretch;
}

/** Of rules of one timeframe: a bar counts where one of them is unknown. */
function unknownHalts(rules: readonly NamedRule[], market: Market): readonly BotHalt[] {
  const { history, stored, span } = market;
  const { rule, direction } = at(rules, 0);
  const { timeframe } = rule;
  const unknown = rules.map((named) => unknownAt(named, market));
  const first = lastClosed(timeframe, instantAt(history, span.from)) + 1;
  const end = lastClosed(timeframe, instantAt(history, span.to)) + 1;
  const halts: BotHalt[] = [];
  let since: { readonly place: number; bars: number } | null = null;
  const finish = (place: number | null): void => {
    if (since !== null) halts.push(haltOf(since.place, place, since.bars));
    since = null;
  };
  const haltOf = (from: number, to: number | null, bars: number): BotHalt => ({
    ...{ reason: 'RULES_UNKNOWN', symbol: market.symbol, direction: direction as Direction | null, level: null, bars },
    from: from === first ? instantAt(history, span.from) : closeOf(timeframe, from),
    to: to === null ? null : closeOf(timeframe, to),
  });
  for (let place = first; place < end; place += 1) {
    const minute = indexOf(history, closeOf(timeframe, place)) - 1;
    if (thawAt(stored.frozen, minute) !== minute) continue; // Without a market no rule is evaluated.
    if (!unknown.some((isUnknown) => isUnknown(place))) finish(place);
    else if (since === null) since = { place, bars: 1 };
    else since.bars += 1;
  }
  finish(null);
  return halts;
}

/** Whether a rule is unknown at the bar of a place on the grid, and history that it reads there is missing. */
function unknownAt({ rule }: NamedRule, { past, stored, span }: Market): (place: number) => boolean {
  const { timeframe } = rule;
  const part = marketPart(rule);
  if (part === null) return () => false;
  const { conditionIn, reads } = compileRule(part);
  const holes = longHoles(stored);
  const reach = Math.max(...reads.map(minutesOf));
  const read = { from: span.from - reach, to: span.to };
  if (read.from >= 0 && minutesIn(holes, read) === 0) return () => false; // Computing the rule would take long.
  const bars = past.bars(reads);
  const first = placeOfFirst(timeframe, barsIn(bars, timeframe));
  const truths = conditionIn({ bars, base: timeframe, stretch: wholeStretch(bars, timeframe), position: null });
  return (place) => {
    if ((truths[place - first] ?? UNKNOWN) !== UNKNOWN) return false;
    const end = indexOf(stored.columns, closeOf(timeframe, place));
    const begin = end - reach;
    return begin < 0 || holes.some(({ from, to }) => from < end && to > begin);
  };
}

function minutesOf({ timeframe, bars, block = 1 }: WindowSpec): number {
  return ((bars + block) * CANDLE_LENGTH_MS[timeframe]) / MINUTE_MS;
}
