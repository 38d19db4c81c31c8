import { cashText, trimDecimal } from '#base/decimal.ts';
import type { CustomLevel } from '../form/ladder-draft.ts';
import type { LadderEditor } from '../form/ladder-editor.ts';

/** Sizes keep cents; the notional of a step is the cost of its rounded quantity, slightly below the requested size. */
const SIZE_STEP = 1_000_000;

/** The steps that the scales produce, as rows to edit one by one. */
export function rowsAsLevels({ sides, draft }: LadderEditor): readonly CustomLevel[] {
  const rows = sides[0]?.rows.slice(1) ?? [];
  const isMargin = draft.sizeType === 'margin';
  return rows.map((row) => ({
    deviationPercent: trimDecimal(row.deviationPercent),
    size: trimDecimal(
      cashText(roundUp(isMargin ? row.notional / Number(draft.leverage) : row.notional) as typeof row.notional),
    ),
  }));
}

function roundUp(amount: number): number {
  return Math.ceil(amount / SIZE_STEP) * SIZE_STEP;
}
