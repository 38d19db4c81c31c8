import type { Instant } from '#base/time.ts';
import { MINUTE_MS } from '#base/time.ts';
import type { RuleFinding, RuleScreen, RuleSide } from '#ports/screener/rule-screens.ts';
import { type Cell, type Missing, statistic, unknownCell, wholeCell } from './cell.ts';
import { percentsOf, totalsOf } from './rule-totals.ts';

/** What a rule has found, by symbol. */
export interface RuleOnMarket {
  readonly closedAt: Instant;
  readonly bySymbol: ReadonlyMap<string, RuleFinding>;
}

/** What is known of the rule of a request. */
export function ruleOnMarket(screen: RuleScreen | null): RuleOnMarket | 'RULE_UNJUDGED' {
  if (screen?.findings == null) return 'RULE_UNJUDGED';
  return { closedAt: screen.closedAt, bySymbol: new Map(screen.findings.map((one) => [one.symbol, one])) };
}

/** The columns of a rule: of the present, and of the days. */
export function ruleCells(rule: RuleOnMarket | 'NO_RULE' | 'RULE_UNJUDGED', symbol: string) {
  if (typeof rule === 'string') return { ...presentUnknown(rule), ...daysUnknown(rule) };
  const finding = rule.bySymbol.get(symbol);
  if (finding === undefined) return { ...presentUnknown('RULE_UNJUDGED'), ...daysUnknown('RULE_UNJUDGED') };
  return { ...presentCells(finding, rule.closedAt), ...daysCells(finding, rule.closedAt) };
}

function presentUnknown(reason: Missing) {
  return { ruleNow: unknownCell(reason), ruleTrueMinutes: unknownCell(reason) };
}

function daysUnknown(reason: Missing) {
  const cell = unknownCell(reason);
  return {
    ...{ ruleTriggers: cell, ruleTriggerMinutes: cell, ruleCycles: cell },
    ...{ ruleMeanPercent: cell, ruleWinPercent: cell, ruleWorstPercent: cell },
  };
}

function presentCells({ pastAt, missing, sides }: RuleFinding, closedAt: Instant) {
  if (pastAt === null) return presentUnknown('NOT_STORED');
  if (pastAt < closedAt) return presentUnknown('PAST_OLD');
  const says = directionsOf(sides);
  if (says === null) return presentUnknown(missing ?? 'UNDEFINED');
  const since = sides.flatMap(({ isTrue, trueSince }) => (isTrue === true && trueSince !== null ? [trueSince] : []));
  const first = Math.min(...since);
  return {
    ruleNow: { shown: says, order: says },
    ruleTrueMinutes:
      says === 'none'
        ? unknownCell('NOT_TRUE')
        : since.length === 0
          ? unknownCell('PAST_SHORT')
          : minutesTo(closedAt, first),
  };
}

/** Whose entry is true; null when no one's is and one is not known. */
function directionsOf(sides: readonly RuleSide[]): 'buy' | 'sell' | 'both' | 'none' | null {
  const [one, other] = sides.filter(({ isTrue }) => isTrue === true);
  if (one !== undefined) return other === undefined ? one.direction : 'both';
  return sides.every(({ isTrue }) => isTrue === false) ? 'none' : null;
}

function minutesTo(closedAt: Instant, from: number): Cell {
  return wholeCell((closedAt - from) / MINUTE_MS);
}

function daysCells(finding: RuleFinding, closedAt: Instant) {
  if (finding.missing !== null) return daysUnknown(finding.missing);
  const { triggers, triggeredAt, cycles } = totalsOf(finding);
  const percents = percentsOf(cycles);
  const percent = (value: number | undefined) => (value === undefined ? unknownCell('NO_CYCLES') : statistic(value, 2));
  return {
    ruleTriggers: wholeCell(triggers),
    ruleTriggerMinutes: triggeredAt === null ? unknownCell('NO_TRIGGER') : minutesTo(closedAt, triggeredAt),
    ruleCycles: wholeCell(cycles.ended),
    ruleMeanPercent: percent(percents?.mean),
    ruleWinPercent: percent(percents?.won),
    ruleWorstPercent: percent(percents?.worst),
  };
}
