import { formatDecimal, parseDecimal, trimDecimal } from '#base/decimal.ts';
import type { Reason } from '#base/errors.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import { checkLadder, type LadderCheck } from './ladder-check.ts';
import type { DraftPatch, LadderDraft } from './ladder-draft.ts';

/** A change that removes one error; the label of its button comes from `kind` and `value`. */
export interface LadderFix {
  readonly kind: 'use-stop' | 'stop-from-base' | 'use-leverage' | 'use-size' | 'use-steps' | 'use-active';
  readonly value: string;
  readonly patch: DraftPatch;
}

export interface FixInput {
  readonly draft: LadderDraft;
  readonly check: LadderCheck;
  readonly instrument: Instrument;
  readonly lastPrice: string | null;
}

/** A guess is raised at most this often before it is given up. */
const TRIES = 40;

/** Changes that remove the error, as tried on the draft; best first, at most two. */
export function fixesOf(reason: Reason, input: FixInput): readonly LadderFix[] {
  const tried = guessesOf(reason, input).map((guesses) => guesses.find((fix) => removes(reason, fix, input)));
  return tried.filter((fix) => fix !== undefined).slice(0, 2);
}

function removes(reason: Reason, fix: LadderFix, input: FixInput): boolean {
  const after = checkLadder({ ...input.draft, ...fix.patch }, input.instrument, input.lastPrice);
  const known = new Set(input.check.errors.map((error) => error.code));
  const isNew = (code: string): boolean => code === reason.code || !known.has(code);
  return after.params !== null && after.badFields.length === 0 && !after.errors.some((error) => isNew(error.code));
}

type Guesses = readonly LadderFix[];

/** One list of rising guesses for each kind of fix. */
function guessesOf(reason: Reason, input: FixInput): readonly Guesses[] {
  switch (reason.code) {
    case 'LEVEL_UNREACHABLE':
      return [averageStops(reason), baseStops(input), fewerSteps(input)];
    case 'SL_INSIDE_LADDER':
      return [baseStops(input).map((fix): LadderFix => ({ ...fix, kind: 'use-stop' })), fewerSteps(input)];
    case 'LIQ_INSIDE_LADDER':
    case 'SL_BEYOND_LIQUIDATION':
    case 'LEVERAGE_ABOVE_BRACKET':
      return [lowerLeverages(input), fewerSteps(input)];
    case 'LADDER_PRICE_NON_POSITIVE':
      return [fewerSteps(input)];
    case 'TOO_MANY_ORDERS':
      return [fewerActive(input)];
    case 'LEVEL_BELOW_MIN_NOTIONAL':
    case 'LEVEL_BELOW_MIN_QTY':
      return [largerSizes(reason, input)];
    default:
      return [];
  }
}

const count = <T>(length: number, make: (index: number) => T): T[] => Array.from({ length }, (_, index) => make(index));

/** A stop from the average must lie beyond the next step at each depth: the engine returns the smallest percentage. */
function averageStops(reason: Reason): Guesses {
  const first = parseDecimal(String(reason.figures?.['neededPercent'] ?? ''), 2);
  if (first === null) return [];
  return count(TRIES, (index) => {
    const value = trimDecimal(formatDecimal(first + index, 2));
    return { kind: 'use-stop', value, patch: { stopLossPercent: value } };
  });
}

/** A stop from the base price must lie beyond the whole ladder: a fifth more than its depth, in whole percent. */
function baseStops({ check }: FixInput): Guesses {
  const depths = check.sides.flatMap(({ rows }) => rows.map((row) => Number(row.deviationPercent)));
  const first = Math.ceil(Math.max(0, ...depths) * 1.2);
  return count(TRIES, (index) => {
    const value = String(first + index);
    return { kind: 'stop-from-base', value, patch: { slBasis: 'base', stopLossPercent: value } };
  });
}

function lowerLeverages({ draft }: FixInput): Guesses {
  const now = Number(draft.leverage);
  return count(Math.max(0, now - 1), (index) => {
    const value = String(now - 1 - index);
    return { kind: 'use-leverage', value, patch: { leverage: value } };
  });
}

function fewerSteps({ draft }: FixInput): Guesses {
  const now = draft.customLevels?.length ?? Number(draft.safetyOrdersCount);
  return count(Math.max(0, now - 1), (index) => {
    const left = now - 1 - index;
    const levels = draft.customLevels?.slice(0, left);
    const patch = levels ? { customLevels: levels } : { safetyOrdersCount: String(left) };
    return { kind: 'use-steps', value: String(left), patch: { ...patch, ...fewerResting(draft, left) } };
  });
}

function fewerResting(draft: LadderDraft, steps: number): DraftPatch {
  return Number(draft.activeSafetyOrders) > steps ? { activeSafetyOrders: String(steps) } : {};
}

function fewerActive({ draft, instrument }: FixInput): Guesses {
  const first = Math.min(instrument.ordersMax, Number(draft.safetyOrdersCount));
  return count(Math.min(TRIES, first), (index) => {
    const value = String(first - index);
    return { kind: 'use-active', value, patch: { activeSafetyOrders: value } };
  });
}

/** The engine returns the sufficient size, which is tried unchanged. */
function largerSizes(reason: Reason, { draft }: FixInput): Guesses {
  const field = String(reason.path?.[0] ?? '');
  const value = String(reason.figures?.['size'] ?? '');
  if (value === '' || draft.customLevels || (field !== 'baseOrderSize' && field !== 'safetyOrderSize')) return [];
  return [{ kind: 'use-size', value, patch: { [field]: value } }];
}
