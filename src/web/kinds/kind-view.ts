import { assert } from '#base/assert.ts';
import type { BotKind } from '#engine/model/bot.ts';
import type { BotParams } from '#engine/model/bot-params.ts';
import type { Text } from '#web/i18n/text.tsx';

/** What can be done with a bot from its menu, in the order of the menu. */
export const botActs = ['finish', 'stop', 'restart', 'conditions', 'entries', 'deal', 'clone', 'delete'] as const;
export type BotAct = (typeof botActs)[number];

/** Columns of the bots table that only some kinds have values for. */
export type KindColumn = 'signal' | 'distance' | 'lastTrigger' | 'steps' | 'ladder' | 'next' | 'tp' | 'stop' | 'liq';

/** Parameters of a kind that a user can start with. */
export interface KindPreset {
  readonly id: string;
  name(t: Text): string;
  readonly params: BotParams;
}

/** How the pages show the bots of a kind. */
export interface BotsView {
  /** One line of facts beside the title. */
  facts(t: Text): string;
  /** Text for a user who has no bot of this kind. */
  empty(t: Text): string;
  /** Whether the demo has bots of the kind. */
  readonly isInDemo: boolean;
  /** Title and hint of the dialog that creates a portfolio for the kind. */
  readonly newPortfolio: { title(t: Text): string; hint(t: Text): string };
  readonly columns: readonly KindColumn[];
  readonly acts: readonly BotAct[];
  /** Ready parameters to start with; loaded when a dialog offers them. */
  presets(): Promise<readonly KindPreset[]>;
  /** Whether the parameters set an exit that is not one percentage for the bot: one of a direction, or by the market's range. */
  hasOwnExit(params: BotParams, exit: 'takeProfit' | 'stopLoss'): boolean;
  /** The directions that parameters trade. */
  directions(params: BotParams): readonly ('buy' | 'sell')[];
  /** The rule that opens cycles of a direction; null where nothing but the atom's state decides. */
  entryRule(params: BotParams, direction: 'buy' | 'sell'): unknown;
  /** Its parameters in the order in which they are read. */
  readonly fieldOrder: readonly string[];
  /** The name of a parameter; null for one that the pages name by its key. */
  fieldName(field: string, t: Text): string | null;
  /** A parameter in the reader's language, such as a word or a rule; null for one that is shown as it is. */
  valueText(value: unknown, t: Text): string | null;
}

/** Everything that the pages show differently for a kind of bots. */
export interface KindView {
  readonly kind: BotKind;
  /** The frame: dashed for paper, solid for real orders; null where the portfolio decides. */
  readonly tone: 'paper' | 'live' | null;
  /** The name of its pages. */
  title(t: Text): string;
  /** Null for a kind that this version does not run. */
  readonly bots: BotsView | null;
  /** Says what a kind that does not run will do, or what its editor will, in the words of the part `later`; else null. */
  readonly coming: { title(t: Text): string; text(t: Text): string } | null;
}

const views = new Map<BotKind, KindView>();

/** Registers the view of a kind. */
export function registerKindView(view: KindView): void {
  assert(!views.has(view.kind), `the view of ${view.kind} is registered once`);
  views.set(view.kind, view);
}

/** The format in which rules are stored, which tells a reader nothing. */
const RULE_FORMAT = 'version';

/** Parameters in the order of their kind, for what is stored has none; those that it does not name come last. */
export function orderedParams(kind: BotKind, params: BotParams): readonly (readonly [name: string, value: unknown])[] {
  const order = kindView(kind).bots?.fieldOrder ?? [];
  const placeOf = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);
  const told = Object.entries(params).filter(([name]) => name !== RULE_FORMAT);
  return told.toSorted(([one], [other]) => placeOf(one) - placeOf(other));
}

/** Whether bots of a kind work a ladder of steps. */
export function hasLadder(kind: BotKind): boolean {
  return kindView(kind).bots?.columns.includes('ladder') ?? false;
}

/** The registered view of a kind. */
export function kindView(kind: BotKind): KindView {
  const view = views.get(kind);
  assert(view !== undefined, `the view of ${kind} is registered`);
  return view;
}
