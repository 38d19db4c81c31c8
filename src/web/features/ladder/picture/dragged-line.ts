import { signOf } from '#engine/model/order.ts';
import type { DraftSide } from '../form/ladder-check.ts';
import type { DraftPatch, LadderDraft } from '../form/ladder-draft.ts';
import type { LadderEditor } from '../form/ladder-editor.ts';
import { fieldRanges } from '../form/ladder-fields.ts';
import { pricePerUnit, stopRowOf, takeProfitOf } from './ladder-outcome.ts';

type Dragged = Pick<LadderEditor, 'draft' | 'check' | 'instrument'>;

/** Distances that come from dragging keep this many decimals; half a tick of a fine contract. */
const DISTANCE_DECIMALS = 3;
const EXIT_DECIMALS = 2;
const SCALE_DECIMALS = 4;
/** Halvings of the range of scales; after so many it is far finer than the decimals that are kept. */
const HALVINGS = 40;

/**
 * The change of the draft that brings a line of the chart to a price. Steps of a ladder by scale move together: the
 * first one sets the first distance, any other the scale. A step of a ladder by rows moves alone, up to its neighbours.
 * @param id - of the line: `tp`, `stop` or `step-` and the level
 * @param price - float64, from a pointer; what is typed into the field is rounded and checked as ever
 * @returns null when the line cannot be moved there
 */
export function draggedTo(id: string, price: number, side: DraftSide, editor: Dragged): DraftPatch | null {
  const [base] = side.rows;
  const { params } = editor.check;
  if (base === undefined || params === null) return null;
  const basePrice = pricePerUnit(editor.instrument, base.price);
  const sign = signOf(side.direction);
  if (id === 'tp') return takeProfitAt(price, side, editor);
  if (id === 'stop') {
    const { row } = stopRowOf(editor.check, side);
    const from = params.slBasis === 'base' ? basePrice : row.averagePrice / 1e8;
    return { stopLossPercent: within('stopLossPercent', (sign * (from - price) * 100) / from, EXIT_DECIMALS) };
  }
  const level = Number(/^step-(\d+)$/.exec(id)?.[1]);
  const distance = (sign * (basePrice - price) * 100) / basePrice;
  return level >= 1 ? stepAt(level, distance, editor.draft) : null;
}

/** The price moves in proportion to the percent, so the present pair of both leads to the wanted one. */
function takeProfitAt(price: number, side: DraftSide, { draft, check, instrument }: Dragged): DraftPatch | null {
  const [base] = side.rows;
  const now = base && check.params ? takeProfitOf(base, check.params) : null;
  if (base === undefined || now === null) return null;
  const moved = signOf(side.direction) * (price - pricePerUnit(instrument, now));
  const percent = Number(draft.takeProfitPercent) + (moved * 100 * 1e8) / base.averagePrice;
  return { takeProfitPercent: within('takeProfitPercent', percent, EXIT_DECIMALS) };
}

function stepAt(level: number, distance: number, draft: LadderDraft): DraftPatch | null {
  const { customLevels } = draft;
  if (customLevels !== null) return { customLevels: customLevels.map((row, index) => rowAt(row, index, level)) };
  if (level === 1) return { stepPercent: within('stepPercent', distance, DISTANCE_DECIMALS) };
  const scale = scaleFor(level, distance / Number(draft.stepPercent));
  return { stepScale: within('stepScale', scale, SCALE_DECIMALS) };

  function rowAt(row: NonNullable<LadderDraft['customLevels']>[number], index: number, moved: number) {
    if (index !== moved - 1) return row;
    const finest = 10 ** -DISTANCE_DECIMALS;
    const low = Number(customLevels?.[index - 1]?.deviationPercent ?? 0) + finest;
    const high = Number(customLevels?.[index + 1]?.deviationPercent ?? 99) - finest;
    return { ...row, deviationPercent: rounded(Math.min(Math.max(distance, low), high), DISTANCE_DECIMALS) };
  }
}

/** The scale at which a step lies this many first distances from the base: 1 + scale + scale² … up to the level. */
function scaleFor(level: number, distances: number): number {
  const reach = (scale: number) => {
    let sum = 0;
    for (let step = 0, width = 1; step < level; step += 1, width *= scale) sum += width;
    return sum;
  };
  let [low, high] = [Number(fieldRanges.stepScale.min), Number(fieldRanges.stepScale.max)];
  for (let halving = 0; halving < HALVINGS; halving += 1) {
    const middle = (low + high) / 2;
    if (reach(middle) < distances) low = middle;
    else high = middle;
  }
  return low;
}

function within(field: keyof typeof fieldRanges, value: number, decimals: number): string {
  const { min, max } = fieldRanges[field];
  return rounded(Math.min(Math.max(value, Number(min)), Number(max)), decimals);
}

function rounded(value: number, decimals: number): string {
  return String(Number(value.toFixed(decimals)));
}
