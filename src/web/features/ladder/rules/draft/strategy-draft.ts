import { isTree, type Tree } from '../tree/condition-tree.ts';

/** A rule while it is edited: its condition apart from what belongs to the rule as a whole. */
export interface RuleDraft {
  readonly trigger: 'edge' | 'level';
  readonly condition: Tree;
}

/** Text fields as typed; an empty one means off. */
export interface SideDraft {
  readonly enter: RuleDraft;
  readonly exit: RuleDraft | null;
  readonly takeProfitPercent: string;
  readonly trailingPercent: string;
  readonly stopType: 'none' | 'percent' | 'atr';
  readonly stopValue: string;
  readonly stopBars: string;
  readonly stopMult: string;
}

export const sizingTypes = [
  'fixed_notional',
  'fixed_margin',
  'equity_percent',
  'risk_percent',
  'volatility_target',
] as const;
export type SizingType = (typeof sizingTypes)[number];

/** A strategy of rules while it is edited. */
export interface StrategyDraft {
  readonly name: string;
  readonly comment: string;
  readonly symbol: string;
  readonly timeframe: string;
  readonly leverage: string;
  readonly marginType: 'isolated' | 'cross';
  readonly sizingType: SizingType;
  readonly sizingValue: string;
  readonly sizingBars: string;
  readonly equity: 'wallet' | 'portfolio_limit';
  readonly maxNotional: string;
  readonly cooldownS: string;
  readonly maxOpenCycles: string;
  readonly buy: SideDraft | null;
  readonly sell: SideDraft | null;
  /** Kept as they came: the page does not edit them. */
  readonly symbols: unknown;
}

export type StrategyPatch = Partial<StrategyDraft>;

interface StoredStrategy {
  readonly name: string;
  readonly comment: string;
  readonly symbol: string;
  readonly params: Tree;
}

/** A saved strategy, or the parameters that somebody has typed, as a draft. What it cannot read is left empty. */
export function draftOf({ name, comment, symbol, params }: StoredStrategy): StrategyDraft {
  const { sizing: given } = params;
  const sizing = isTree(given) ? given : {};
  return {
    ...{ name, comment, symbol },
    timeframe: textOf(params['timeframe'], '15m'),
    leverage: textOf(params['leverage'], '5'),
    marginType: params['marginType'] === 'cross' ? 'cross' : 'isolated',
    sizingType: sizingTypes.find((type) => type === sizing['type']) ?? 'risk_percent',
    sizingValue: textOf(sizing['value'], ''),
    sizingBars: textOf(sizing['n'], '14'),
    equity: sizing['equity'] === 'portfolio_limit' ? 'portfolio_limit' : 'wallet',
    maxNotional: textOf(sizing['maxNotional'], ''),
    cooldownS: textOf(params['cooldownS'], '0'),
    maxOpenCycles: textOf(params['maxOpenCycles'], ''),
    buy: sideOf(params['buy']),
    sell: sideOf(params['sell']),
    symbols: params['symbols'],
  };
}

function textOf(value: unknown, otherwise: string): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : otherwise;
}

function sideOf(given: unknown): SideDraft | null {
  if (!isTree(given)) return null;
  const { stop: stored } = given;
  const stop = isTree(stored) ? stored : {};
  const enter = ruleDraftOf(given['enter']);
  return {
    enter: enter ?? { trigger: 'edge', condition: {} },
    exit: ruleDraftOf(given['exit']),
    takeProfitPercent: textOf(given['takeProfitPercent'], ''),
    trailingPercent: textOf(given['trailingPercent'], ''),
    stopType: stop['type'] === 'atr' || stop['type'] === 'percent' ? stop['type'] : 'none',
    stopValue: textOf(stop['value'], ''),
    stopBars: textOf(stop['n'], '14'),
    stopMult: textOf(stop['mult'], ''),
  };
}

/** A rule as it is sent, taken apart; null for none. */
export function ruleDraftOf(given: unknown): RuleDraft | null {
  if (!isTree(given)) return null;
  const { trigger, timeframe: _, ...condition } = given;
  return { trigger: trigger === 'level' ? 'level' : 'edge', condition };
}

/** A rule as it is sent. */
export function sentRule({ trigger, condition }: RuleDraft): Tree {
  return trigger === 'edge' ? condition : { trigger, ...condition };
}

/** The parameters that the draft would send; not checked yet, so the schema can refuse them. */
export function inputOf(draft: StrategyDraft): Tree {
  const { timeframe, marginType, buy, sell, symbols } = draft;
  return {
    ...(symbols === undefined ? {} : { symbols }),
    ...{ timeframe, leverage: typedWhole(draft.leverage), marginType },
    sizing: sizingInput(draft),
    buy: buy && sideInput(buy),
    sell: sell && sideInput(sell),
    cooldownS: typedWhole(draft.cooldownS),
    maxOpenCycles: draft.maxOpenCycles.trim() === '' ? null : typedWhole(draft.maxOpenCycles),
  };
}

function sizingInput({ sizingType, sizingValue, sizingBars, equity, maxNotional }: StrategyDraft): Tree {
  const fixed = { type: sizingType, value: sizingValue.trim() };
  if (sizingType === 'fixed_notional' || sizingType === 'fixed_margin') return fixed;
  return {
    ...fixed,
    ...(sizingType === 'volatility_target' ? { n: typedWhole(sizingBars) } : {}),
    ...{ equity, maxNotional: orNull(maxNotional) },
  };
}

function sideInput({ enter, exit, takeProfitPercent, trailingPercent, ...stop }: SideDraft): Tree {
  return {
    enter: sentRule(enter),
    exit: exit && sentRule(exit),
    takeProfitPercent: orNull(takeProfitPercent),
    trailingPercent: orNull(trailingPercent),
    stop: stopInput(stop),
  };
}

function stopInput({
  stopType,
  stopValue,
  stopBars,
  stopMult,
}: Pick<SideDraft, 'stopType' | 'stopValue' | 'stopBars' | 'stopMult'>): Tree | null {
  if (stopType === 'none') return null;
  return stopType === 'percent'
    ? { type: 'percent', value: stopValue.trim() }
    : { type: 'atr', n: typedWhole(stopBars), mult: stopMult.trim() };
}

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

/** A whole number where the text is one; the schema refuses any other text. */
export function typedWhole(text: string): number | string {
  return /^\d{1,9}$/.test(text.trim()) ? Number(text) : text.trim();
}
