import { type LadderParams, type LadderParamsInput, ladderParams } from '#engine/model/ladder-params.ts';
import { FIRST_ORDER_SIZE, ladderShapes } from '#web/kinds/ladder-shapes.ts';

/** Text fields, always as typed. An empty text means null where that is allowed. */
export const textFields = [
  'baseOrderSize',
  'baseOrderOffsetPercent',
  'baseOrderTtlS',
  'safetyOrderSize',
  'safetyOrdersCount',
  'activeSafetyOrders',
  'stepPercent',
  'stepScale',
  'volumeScale',
  'takeProfitPercent',
  'trailingPercent',
  'stopLossPercent',
  'cooldownS',
  'leverage',
  'maxOpenCycles',
  'maxCycles',
  'timeLimitS',
] as const;
export type TextField = (typeof textFields)[number];

const choiceFields = [
  'direction',
  'sizeType',
  'baseOrderType',
  'tpBasis',
  'tpNetOfFees',
  'tpOrder',
  'slBasis',
  'slWorkingType',
  'marginType',
] as const;
type ChoiceField = (typeof choiceFields)[number];

export interface CustomLevel {
  readonly deviationPercent: string;
  readonly size: string;
}

/** A ladder while it is being edited. */
export interface LadderDraft extends Readonly<Record<TextField, string>>, Readonly<Pick<LadderParams, ChoiceField>> {
  readonly name: string;
  readonly comment: string;
  readonly symbol: string;
  /** Base price of the preview; empty: the last price. */
  readonly previewPrice: string;
  readonly customLevels: readonly CustomLevel[] | null;
  /** Written by programs so far; the editor shows it, keeps it, and can remove it. */
  readonly entryConditions: LadderParams['entryConditions'];
  readonly safetyConditions: LadderParams['safetyConditions'];
}

export type DraftPatch = Partial<LadderDraft>;

const typed: ReadonlySet<string> = new Set([...textFields, 'name', 'comment', 'previewPrice']);

/** Whether a part of the draft is typed letter by letter, and not chosen. */
export function isTyped(field: string): boolean {
  return typed.has(field);
}

const wholeFields: ReadonlySet<TextField> = new Set([
  'safetyOrdersCount',
  'activeSafetyOrders',
  'baseOrderTtlS',
  'cooldownS',
  'leverage',
  'maxOpenCycles',
  'maxCycles',
  'timeLimitS',
]);

/** Stored parameters as a draft. */
export function draftOf(strategy: {
  name: string;
  comment: string;
  symbol: string;
  params: LadderParams;
}): LadderDraft {
  const { params } = strategy;
  const text = (value: string | number | null): string => (value === null ? '' : String(value));
  return {
    name: strategy.name,
    comment: strategy.comment,
    symbol: strategy.symbol,
    previewPrice: '',
    direction: params.direction,
    sizeType: params.sizeType,
    baseOrderType: params.baseOrderType,
    tpBasis: params.tpBasis,
    tpNetOfFees: params.tpNetOfFees,
    tpOrder: params.tpOrder,
    slBasis: params.slBasis,
    slWorkingType: params.slWorkingType,
    marginType: params.marginType,
    customLevels: params.customLevels,
    entryConditions: params.entryConditions,
    safetyConditions: params.safetyConditions,
    baseOrderSize: params.baseOrderSize,
    baseOrderOffsetPercent: params.baseOrderOffsetPercent,
    baseOrderTtlS: text(params.baseOrderTtlS),
    safetyOrderSize: text(params.safetyOrderSize),
    safetyOrdersCount: text(params.safetyOrdersCount),
    activeSafetyOrders: text(params.activeSafetyOrders),
    stepPercent: params.stepPercent,
    stepScale: params.stepScale,
    volumeScale: params.volumeScale,
    takeProfitPercent: text(params.takeProfitPercent),
    trailingPercent: text(params.trailingPercent),
    stopLossPercent: text(params.stopLossPercent),
    cooldownS: text(params.cooldownS),
    leverage: text(params.leverage),
    maxOpenCycles: text(params.maxOpenCycles),
    maxCycles: text(params.maxCycles),
    timeLimitS: text(params.timeLimitS),
  };
}

/** The request that the draft would send; not checked yet, so the schema can refuse it. */
export function inputOf(draft: LadderDraft): Record<keyof LadderParamsInput, unknown> {
  const typed = Object.fromEntries(textFields.map((field) => [field, typedValue(field, draft[field].trim())]));
  const chosen = Object.fromEntries(choiceFields.map((field) => [field, draft[field]]));
  const levels = draft.customLevels;
  return {
    ...typed,
    ...chosen,
    safetyOrdersCount: levels ? levels.length : typed['safetyOrdersCount'],
    customLevels: levels,
    entryConditions: draft.entryConditions,
    safetyConditions: draft.safetyConditions,
  } as Record<keyof LadderParamsInput, unknown>; // Both lists above name every key of the schema; a test walks them.
}

function typedValue(field: TextField, text: string): unknown {
  if (text === '') return nullable.has(field) ? null : '';
  return wholeFields.has(field) && /^\d{1,15}$/.test(text) ? Number(text) : text;
}

const nullable: ReadonlySet<TextField> = new Set([
  'safetyOrderSize',
  'activeSafetyOrders',
  'takeProfitPercent',
  'trailingPercent',
  'stopLossPercent',
  'maxOpenCycles',
  'maxCycles',
  'timeLimitS',
]);

export interface ReadDraft {
  /** Null while a field does not fit its schema. */
  readonly params: LadderParams | null;
  /** Paths of fields that do not fit, such as "stepPercent" or "customLevels.2.size". */
  readonly badFields: readonly string[];
}

/** Parses the typed texts with the schema that the API itself uses. */
export function readDraft(draft: LadderDraft): ReadDraft {
  const parsed = ladderParams.safeParse(inputOf(draft));
  if (parsed.success) return { params: parsed.data, badFields: [] };
  const paths = parsed.error.issues.map((issue) => issue.path.join('.'));
  return { params: null, badFields: [...new Set(paths)] };
}

/** A ladder to start from: Balanced, on ETHUSDT by default. */
export function emptyDraft(symbol: string): LadderDraft {
  return draftOf({
    name: '',
    comment: '',
    symbol,
    params: ladderParams.parse({ baseOrderSize: FIRST_ORDER_SIZE, ...ladderShapes.balanced }),
  });
}
