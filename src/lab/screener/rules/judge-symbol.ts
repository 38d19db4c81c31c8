import { assert } from '#base/assert.ts';
import { cashFrom, rateFrom } from '#base/decimal.ts';
import { DAY_MS, type Instant, instantOf, later, MINUTE_MS } from '#base/time.ts';
import { familyOf } from '#engine/bots/families.ts';
import { warmUpMs } from '#engine/bots/warm-up.ts';
import type { SymbolHistory } from '#engine/model/history.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import type { Direction } from '#engine/model/order.ts';
import type { ColumnMemory } from '#engine/model/window.ts';
import { type CompiledRule, compileRule } from '#engine/rules/compile-rule.ts';
import { indexOf, instantAt } from '#engine/scan/market-minutes.ts';
import { fundingHoles } from '#engine/schedule/funding-holes.ts';
import { minutesIn } from '#engine/schedule/minute-holes.ts';
import { FIGURES } from '#engine/sweep/figures.ts';
import { sweptPast } from '#engine/sweep/rules/rules-over.ts';
import { strategyPlans } from '#engine/sweep/rules/strategy-plan.ts';
import { sweepLadders } from '#engine/sweep/sweep-ladder.ts';
import type { RuleFinding, RuleMissing, RuleScreenRequest } from '#ports/screener/rule-screens.ts';
import { assumeFunding } from '../../funding/assume-funding.ts';
import { SLIPPAGE } from '../../slippage.ts';
import { trialErrors } from '../../trial-errors.ts';
import { cycleTally } from './cycle-tally.ts';
import { judgeSide } from './judge-side.ts';

/** As in a trial of the strategy: a new paper wallet, and the usual funding where no settlement is known. */
const WALLET = cashFrom('10000');
const USUAL_FUNDING = rateFrom('0.0001');
/** So much of the days may be missing. */
const MISSING_SHARE_MAX = 0.05;

/** A strategy whose rules have been read, to be judged on one symbol after the other. */
export interface JudgedStrategy {
  readonly request: RuleScreenRequest;
  readonly plans: ReturnType<typeof strategyPlans>;
  readonly sides: readonly { readonly direction: Direction; readonly rule: CompiledRule }[];
  /** How much of the past its rules read before a close. */
  readonly warmUpMs: number;
}

/** Reads the rules of a strategy. */
export function readJudged(request: RuleScreenRequest): JudgedStrategy {
  const { kind, params } = request;
  const family = familyOf(kind);
  const enter = family.rulesOf(params).filter(({ purpose }) => purpose === 'enter');
  const sides = family.directionsOf(params).map((direction) => {
    const rule = enter.find((named) => named.direction === direction)?.rule;
    assert(rule !== undefined, 'a strategy of rules enters by a rule');
    return { direction, rule: compileRule(rule) };
  });
  return { request, plans: strategyPlans({ kind, params }), sides, warmUpMs: warmUpMs({ kind, params }) };
}

/** The stored past of a symbol and the market's present. */
export interface JudgedSymbol {
  /** With the minutes before the days that the rules read. */
  readonly stored: SymbolHistory;
  readonly instrument: Instrument;
  /** The listed funding interval of the contract; omitted if no exchange lists it. */
  readonly fundingHours?: number;
  /** The end of the last closed minute of the market. */
  readonly now: Instant;
}

/**
 * Judges a strategy on the stored past of a symbol: what its entry rules say at the last close, every close of the days at
 * which they acted, and what a bot of it, which began flat with the first of the days, would have made of them.
 * @param memory - for the columns of its rules, free again when they are judged
 */
export function judgeSymbol(
  strategy: JudgedStrategy,
  { stored, instrument, now, fundingHours }: JudgedSymbol,
  memory?: ColumnMemory,
): RuleFinding {
  const { kind, params, days } = strategy.request;
  const { columns } = stored;
  const minutes = columns.close.length;
  const span = { from: later(now, -days * DAY_MS), to: instantAt(columns, minutes) };
  const past = sweptPast(stored, instrument, memory);
  const first = Math.max(0, indexOf(columns, span.from));
  const refusal = trialErrors({ kind, params }, { history: stored, instrument, wallet: WALLET, from: first })[0];
  const tally = cycleTally(instrument);
  if (refusal === undefined && first < minutes) {
    const funded = withFunding(stored, fundingHours ?? null);
    const plan = strategy.plans(instrument, { wallet: WALLET, slippage: SLIPPAGE });
    const figures = new Float64Array(FIGURES);
    sweepLadders(funded, [plan], { from: first, to: minutes, figures, past, sink: tally.tell });
  }
  const sides = strategy.sides.map(({ direction, rule }) =>
    judgeSide({ direction, rule, past, span, now, tally: tally.of(direction) }),
  );
  return {
    symbol: instrument.symbol,
    pastAt: span.to,
    missing: missingOf(strategy, {
      stored,
      now,
      isRefused: refusal !== undefined,
      known: sides.map(({ known }) => known),
    }),
    sides: sides.map(({ side }) => side),
  };
}

function withFunding(stored: SymbolHistory, fundingHours: number | null): SymbolHistory {
  const { columns, frozen, funding } = stored;
  const known = Array.from(funding.minute, (minute) => ({ time: instantAt(columns, minute) }));
  const minutes = { start: columns.start, minutes: columns.close.length, frozen };
  return assumeFunding(stored, fundingHoles(minutes, known, fundingHours), USUAL_FUNDING);
}

interface Known {
  readonly stored: SymbolHistory;
  readonly now: Instant;
  readonly isRefused: boolean;
  /** By direction, the share of the closes at which its entry rule knows its values. */
  readonly known: readonly number[];
}

function missingOf(strategy: JudgedStrategy, { stored, now, ...told }: Known): RuleMissing | null {
  const wanted = wantedFrom(strategy, now);
  const { columns, frozen } = stored;
  const from = Math.max(0, Math.floor((wanted - columns.start) / MINUTE_MS));
  const lacking = minutesIn(frozen, { from, to: columns.close.length });
  const share = (columns.close.length - from - lacking) / ((now - wanted) / MINUTE_MS);
  if (share < 1 - MISSING_SHARE_MAX) return 'PAST_SHORT';
  if (told.known.some((known) => known < 1 - MISSING_SHARE_MAX)) return 'UNDEFINED';
  return told.isRefused ? 'NOT_TRADABLE' : null;
}

/** From when on the past of a symbol is read: rules read what lies before the days too. */
export function pastBegin(strategy: JudgedStrategy, now: Instant): Instant {
  // The index of a history that begins on a multiple of sixteen minutes is read, not computed.
  return instantOf(Math.max(0, Math.floor(wantedFrom(strategy, now) / DAY_MS) * DAY_MS));
}

function wantedFrom({ request, warmUpMs }: JudgedStrategy, now: Instant): Instant {
  return later(now, -request.days * DAY_MS - warmUpMs);
}
