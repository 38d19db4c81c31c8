import type * as z from 'zod/mini';
import type { Reason } from '#base/errors.ts';
import type { Cash, Ticks } from '#base/exact.ts';
import type { AtomEvent, AtomState, AtomStep, Triggers } from '../model/atom.ts';
import type { BotParams } from '../model/bot-params.ts';
import type { Cycle } from '../model/cycle.ts';
import type { Instrument } from '../model/instrument.ts';
import type { Direction } from '../model/order.ts';
import type { MarketWindow, WindowSpec } from '../model/window.ts';
import type { Ladder } from '../risk/ladder/ladder.ts';
import type { AtomContext } from './atom-context.ts';

/** Stop-loss and take profit that parameters ask for, as percent text; null is off. */
export interface ExitPercents {
  readonly stopLossPercent: string | null;
  readonly takeProfitPercent: string | null;
}

/** What parameters are checked against. */
export interface ParamsCheck<Params extends BotParams = BotParams> {
  readonly params: Params;
  readonly instrument: Instrument;
  /** The price at which a first cycle would open. */
  readonly basePrice: Ticks;
  /** What the user sets beside the parameters; null is off, left out keeps the parameters' own. */
  readonly stopLossPercent?: string | null;
  readonly takeProfitPercent?: string | null;
  /** The wallet before the cycle; without it neither margin nor a cross liquidation is judged. */
  readonly wallet?: Cash;
  /** What the portfolio's limit leaves; null is no limit. */
  readonly limitLeft?: Cash | null;
}

/**
 * What one or several kinds of bots have in common: how their parameters are read and checked, and what their atoms do.
 * Only a family knows what is in its parameters; everyone else asks it.
 */
export interface BotFamily<Params extends BotParams = BotParams> {
  /** Parameters as they travel and are stored, defaults filled in. */
  readonly params: z.ZodMiniType<Params>;
  /** The directions that the parameters trade; two mean two atoms a symbol. */
  directionsOf(params: Params): readonly Direction[];
  exitsOf(params: Params): ExitPercents;
  /** How many safety orders a cycle has at most. */
  stepsOf(params: Params): number;
  /** The orders of a cycle with everything exact. A kind that enters at once has a ladder without safety orders. */
  ladderOf(params: Params): Ladder;
  /** Why these parameters cannot run on an instrument, with `path` from the parameters' root; empty when they can. */
  refusalsOf(check: ParamsCheck<Params>): readonly Reason[];
  /** When a free atom opens a cycle; null: at the next close. */
  readonly signal: EntrySignal<Params> | null;
  readonly atom: AtomRules;
}

/** Rules of a kind that open a cycle by what the market did. Pure, and blind to everything but closed bars. */
export interface EntrySignal<Params extends BotParams = BotParams> {
  /** What the rules read. They are asked whenever a bar of the first window closes; with none, at every close. */
  readsOf(params: Params): readonly WindowSpec[];
  /** Asked only when every window is known; they come in the order in which they were declared. */
  wantsEntry(
    params: Params,
    seen: { readonly direction: Direction; readonly windows: readonly MarketWindow[] },
  ): boolean;
}

/** How an atom behaves. Every function is pure: what it is given alone decides what it answers. */
export interface AtomRules {
  /** What an event makes of an atom. */
  transition(state: AtomState, event: AtomEvent, context: AtomContext): AtomStep;
  /** Until when a state needs no event; `liquidation` is that of `ownLiquidation`, which the caller may know. */
  triggersOf(state: AtomState, context: AtomContext, liquidation?: Ticks | null): Triggers;
  /** The mark at which an isolated position is closed by force; null for a shared wallet, and while there is none. */
  ownLiquidation(state: AtomState, context: AtomContext): Ticks | null;
  /** Margin that a cycle opened at this price would commit. */
  marginToOpen(atom: AtomPlan, price: Ticks): Cash;
  /** Where the open cycle takes its profit and stops its loss now; null where it does not. */
  wantedTakeProfit(atom: AtomPlan): Ticks | null;
  wantedStopLoss(atom: AtomPlan): Ticks | null;
  /** New parameters as an open cycle takes them. */
  openParams(cycle: Cycle, params: BotParams, context: AtomContext): BotParams;
}

/** An atom and what it reads its parameters with. */
export interface AtomPlan {
  readonly state: AtomState;
  readonly context: AtomContext;
}
