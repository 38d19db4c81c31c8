import type * as z from 'zod/mini';
import type { Reason } from '#base/errors.ts';
import type { Cash, Ticks } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { AtomEvent, AtomState, AtomStep, OpenedByHand, Triggers } from '../model/atom.ts';
import type { BotParams } from '../model/bot-params.ts';
import type { Cycle } from '../model/cycle.ts';
import type { Instrument } from '../model/instrument.ts';
import type { Deal, Direction } from '../model/order.ts';
import type { Ladder } from '../risk/ladder/ladder.ts';
import type { AtomContext } from './atom-context.ts';
import type { NamedRule } from './rules/named-rule.ts';
import type { EntrySignal, Signal } from './signal.ts';

/** Stop-loss and take profit set by the parameters, as percent text; null is off. */
export interface ExitPercents {
  readonly stopLossPercent: string | null;
  readonly takeProfitPercent: string | null;
}

/** What trying out the rules of parameters finds. */
export interface Inspection {
  /** Values that say one thing in a test and another in a running bot; they must not be saved. */
  readonly refusals: readonly Reason[];
  readonly warnings: readonly Reason[];
}

/** Parameters, and what they are checked against. */
export interface ParamsCheck<Params extends BotParams = BotParams> {
  readonly params: Params;
  readonly instrument: Instrument;
  /** The price at which a first cycle would open. */
  readonly basePrice: Ticks;
  /** Exits set by the user in place of those in the parameters; null is off, omitted keeps those in the parameters. */
  readonly stopLossPercent?: string | null;
  readonly takeProfitPercent?: string | null;
  /** The wallet before the cycle; without it, neither the margin nor a cross liquidation is checked. */
  readonly wallet?: Cash;
  /** What is left of the portfolio's limit; null is no limit. */
  readonly limitLeft?: Cash | null;
}

/**
 * What one or more kinds of bots share: how their parameters are read and checked, and how their atoms behave. Only a
 * family knows the fields of its parameters; everything else goes through it.
 */
export interface BotFamily<Params extends BotParams = BotParams> {
  /** Schema of the parameters as they are sent and stored, with defaults filled in. */
  readonly params: z.ZodMiniType<Params>;
  /** The directions that the parameters trade; two mean two atoms per symbol. */
  directionsOf(params: Params): readonly Direction[];
  /** The exits of one direction; without one, those of the bot: what its directions have in common. */
  exitsOf(params: Params, direction?: Direction): ExitPercents;
  /** The maximum number of safety orders of a cycle. */
  stepsOf(params: Params): number;
  /** The exact orders of a cycle. A kind that enters in one step has a ladder without safety orders. */
  ladderOf(params: Params): Ladder;
  /** Why these parameters cannot run on an instrument, with `path` from the parameters' root; empty when they can. */
  refusalsOf(check: ParamsCheck<Params>): readonly Reason[];
  /** What is to be known of the rules in the parameters before they are saved; `path` is from the parameters' root. */
  inspect(params: Params): Inspection;
  /** The rules in the parameters, in the order in which pages show them. */
  rulesOf(params: Params): readonly NamedRule[];
  /** When an idle atom with these parameters opens a cycle; null: at the next close. */
  signalOf(params: Params): EntrySignal | null;
  /** When the safety orders of a cycle with these parameters execute at market; null: they rest in the book. */
  stepSignalOf(params: Params): Signal | null;
  /** The rules that close the position of a cycle with these parameters; omitted or null: its orders alone do. */
  exitSignalOf?(params: Params): Signal | null;
  /** The object in the parameters that these rules follow from: cycles that share it share them. Omitted: all of them. */
  exitRulesOf?(params: Params): BotParams;
  /** The parameters of a cycle with each number of ticks in them converted. Omitted: they hold none. */
  convertTicks?(params: Params, converted: (count: Ticks) => Ticks): Params;
  readonly atom: AtomRules;
}

/** How an atom behaves. Every function is pure: its result depends on its arguments alone. */
export interface AtomRules {
  /** The next state of an atom after an event, with its effects. */
  transition(state: AtomState, event: AtomEvent, context: AtomContext): AtomStep;
  /** Until when a state needs no event; `liquidation` is the result of `ownLiquidation`, if the caller has it. */
  triggersOf(state: AtomState, context: AtomContext, liquidation?: Ticks | null): Triggers;
  /** The mark that liquidates an isolated position; null on a shared wallet and when no mark liquidates. */
  ownLiquidation(state: AtomState, context: AtomContext): Ticks | null;
  /** Margin that a cycle opened at this price would commit. */
  marginToOpen(atom: AtomPlan, price: Ticks): Cash;
  /** The current prices of take profit and stop-loss of the open cycle; null when it has none. */
  wantedTakeProfit(atom: AtomPlan): Ticks | null;
  wantedStopLoss(atom: AtomPlan): Ticks | null;
  /** The price of the open cycle's next step while it waits for a signal; null when no step waits. */
  nextStepPrice(atom: AtomPlan): Ticks | null;
  /** Why a deal by hand may not be ordered; empty when it may. */
  dealRefusals(atom: AtomPlan, deal: Deal, opened: OpenedByHand & { readonly at: Instant }): readonly Reason[];
  /** The new parameters as far as an open cycle adopts them. */
  openParams(cycle: Cycle, params: BotParams, context: AtomContext): BotParams;
}

/** An atom and the context needed to read its parameters. */
export interface AtomPlan {
  readonly state: AtomState;
  readonly context: AtomContext;
}
