import type { CandleInterval } from '#base/candle-interval.ts';
import { cashFrom } from '#base/decimal.ts';
import { accepted, type Outcome, refused } from '#base/errors.ts';
import { type Ticks, ticks } from '#base/exact.ts';
import { DAY_MS, type Instant, instantOf, later } from '#base/time.ts';
import { familyOf } from '#engine/bots/families.ts';
import type { SymbolHistory } from '#engine/model/history.ts';
import { indexOf, instantAt, lastClose } from '#engine/scan/market-minutes.ts';
import { runHistory } from '#engine/simulation/run-history.ts';
import type { MarketPast } from '#ports/market-past.ts';
import type { StrategyTrial, TrialRequest } from '#ports/strategy-trials.ts';
import { historyOfPast } from '../past-history.ts';
import { type BotReport, botReport } from '../report/bot-report.ts';
import { SLIPPAGE } from '../slippage.ts';
import { trialErrors } from '../trial-errors.ts';
import { type RuleSheet, ruleSheets } from './rule-sheet.ts';
import { seriesCount, shownRules } from './shown-rules.ts';
import { barsAt, barsToShow } from './trial-bars.ts';
import { trialFigures } from './trial-figures.ts';
import { trialFlags } from './trial-flags.ts';
import { trialTriggers } from './trial-triggers.ts';

/** A new paper wallet. */
const WALLET = cashFrom('10000');
/** Of a strategy without rules. */
const USUAL_TIMEFRAME = '15m';
/** Values in one answer: rules that compare many are told over fewer bars. */
const VALUES_MAX = 120_000;
const BARS_MIN = 10;
const TRIGGERS_MAX = 1_000;

/**
 * Runs a bot of these parameters from so many days ago to the end of what is stored, and tells every trigger of its entry
 * rules with what became of it, and bar by bar what each condition said.
 * @param past - of the symbol, with the bars before the trial that the rules read
 * @returns why these parameters cannot trade the symbol, with paths from their root, where they cannot
 */
export function runTrial(request: TrialRequest, past: MarketPast): Outcome<StrategyTrial> {
  const { kind, params, instrument, days } = request;
  const stored = historyOfPast(past);
  const [start, to] = [stored.columns.start, endOf(stored)];
  const from = instantOf(Math.max(start, later(to, -days * DAY_MS)));
  const errors = trialErrors({ kind, params }, { history: stored, instrument, wallet: WALLET });
  if (errors.length > 0) return refused(...errors);
  const report = reportFrom(request, stored, from);
  const family = familyOf(kind);
  const sheets = ruleSheets(family.rulesOf(params), { stored, instrument, from, to });
  const lastPrice = closeAt(stored, to);
  const triggers = trialTriggers({
    ...{ sheets, report, directions: family.directionsOf(params), cooldownMs: family.ladderOf(params).cooldownMs },
    market: { stored, instrument, to, lastPrice },
  });
  const shown = shownOf(request, sheets, { from, to });
  return accepted({
    ...{ from, to, wallet: WALLET, bars: barsAt(stored, shown), ...shownRules(sheets, shown) },
    ...{ inspection: family.inspect(params), reads: longestReads(sheets) },
    flags: trialFlags({ report, sheets, past, isShort: start > later(to, -days * DAY_MS) }),
    triggers: triggers.slice(-TRIGGERS_MAX).toReversed(),
    figures: trialFigures({ triggers, report, to, prices: { first: closeAt(stored, from), last: lastPrice } }),
  });
}

function longestReads(sheets: readonly RuleSheet[]): StrategyTrial['reads'] {
  const longest = new Map<CandleInterval, number>();
  for (const { timeframe, bars } of sheets.flatMap(({ compiled }) => compiled.reads))
    longest.set(timeframe, Math.max(bars, longest.get(timeframe) ?? 0));
  return [...longest].map(([timeframe, bars]) => ({ timeframe, bars }));
}

const endOf = ({ columns }: SymbolHistory): Instant => instantAt(columns, columns.close.length);

/** The last close by an instant; of an instant before the first close, the first open. */
function closeAt(stored: SymbolHistory, instant: Instant): Ticks {
  const { columns } = stored;
  return ticks(lastClose(stored, { from: 0, to: indexOf(columns, instant) }) ?? columns.open[0] ?? 0);
}

/** The minutes before the trial are only read by rules: its bot begins with it. */
function reportFrom({ kind, params, instrument }: TrialRequest, stored: SymbolHistory, from: Instant): BotReport {
  const { symbol } = instrument;
  const { start } = stored.columns;
  const history = { start, minutes: stored.columns.close.length, symbols: new Map([[symbol, stored]]) };
  const market = { instruments: new Map([[symbol, instrument]]), slippage: SLIPPAGE, hasLog: false };
  const run = { history, market, symbols: [symbol], kind, params, wallet: WALLET };
  return botReport(run, (account, whole, passage) =>
    runHistory(account, whole, { ...passage, from: indexOf(whole, from) }),
  );
}

function shownOf(
  { bars, until }: TrialRequest,
  sheets: readonly RuleSheet[],
  span: { readonly from: Instant; readonly to: Instant },
) {
  const room = Math.floor(VALUES_MAX / Math.max(1, seriesCount(sheets)));
  const count = Math.max(BARS_MIN, Math.min(bars, room));
  return barsToShow(sheets[0]?.timeframe ?? USUAL_TIMEFRAME, span, { count, until });
}
