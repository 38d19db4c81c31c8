import type { ToldMoves } from '#web/moves/price-move-queries.ts';
import type { DraftPatch, LadderDraft } from '../form/ladder-draft.ts';

/** A ladder by the swings of the past: a first step of about half of them, a last one beyond nearly all. */
export interface FittedLadder {
  readonly stepPercent: string;
  /** How deep its last step must lie, percent. */
  readonly depthPercent: string;
  /** Null when its number of steps cannot reach that far. */
  readonly patch: DraftPatch | null;
}

const STEP_MIN = 0.05;
const STEP_MAX = 50;
/** Steps lie apart by the median drop over this: a heuristic to begin with, which a backtest confirms. */
const MEDIAN_SHARE = 1.5;
/** Scales are tried in hundredths. */
const SCALE_PARTS = 100;
const SCALE_MAX = 10;

/** @returns null without swings, or for a ladder without steps */
export function fittedLadder(
  draft: Pick<LadderDraft, 'safetyOrdersCount' | 'customLevels'>,
  { percent }: ToldMoves['drops'],
  to: 'atP99' | 'max',
): FittedLadder | null {
  const count = draft.customLevels?.length ?? Number(draft.safetyOrdersCount);
  const depthPercent = percent[to];
  if (percent.atP50 === null || depthPercent === null || !(count >= 1)) return null;
  const depth = Number(depthPercent);
  const usual = Number((Number(percent.atP50) / MEDIAN_SHARE).toFixed(2));
  const first = Math.min(STEP_MAX, Math.max(STEP_MIN, count === 1 ? Math.ceil(depth * 100) / 100 : usual));
  const scale = scaleTo(first, count, depth);
  const stepPercent = String(first);
  const patch = scale === null ? null : { stepPercent, stepScale: String(scale), customLevels: null };
  return { stepPercent, depthPercent, patch };
}

/** The smallest scale from one up with which the last of the steps lies at least that deep. */
function scaleTo(first: number, count: number, depth: number): number | null {
  for (let parts = SCALE_PARTS; parts <= SCALE_MAX * SCALE_PARTS; parts += 1) {
    const scale = parts / SCALE_PARTS;
    let [reached, step] = [0, first];
    for (let level = 0; level < count; level += 1) {
      reached += step;
      step *= scale;
    }
    if (reached >= depth) return scale;
  }
  return null;
}
