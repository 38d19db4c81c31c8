import { useState } from 'react';
import { cashText } from '#base/decimal.ts';
import type { Cash, Ticks } from '#base/exact.ts';
import { type Instrument, priceText } from '#engine/model/instrument.ts';
import type { LadderRow } from '#engine/risk/ladder/preview.ts';
import type { PriceLineSpec } from '#web/charts/candle-picture.ts';
import type { LineDrag } from '#web/charts/canvas/line-handles.tsx';
import { type Text, useText } from '#web/i18n/text.tsx';
import type { DraftSide } from '../form/ladder-check.ts';
import type { LadderEditor } from '../form/ladder-editor.ts';
import { draggedTo } from './dragged-line.ts';
import { resultAtStop, resultAtTakeProfit, shownLiquidation, stopRowOf, takeProfitOf } from './ladder-outcome.ts';

export interface LadderDrag extends LineDrag {
  /** What the held line means now, in words; null while none is held. */
  readonly held: string | null;
}

/** Moves steps, take profit and stop-loss on the chart; every movement runs the engine again. */
export function useLadderDrag(editor: LadderEditor, side: DraftSide, lines: readonly PriceLineSpec[]): LadderDrag {
  const t = useText();
  const [held, setHeld] = useState<string | null>(null);
  const nameOf = (id: string) => lineName(id, t);
  const wordsOf = (id: string) => lineWords(id, side, editor, t);
  return {
    ids: lines.map(({ id }) => id).filter((id) => id !== 'base' && id !== 'liquidation'),
    nameOf,
    wordsOf,
    onMove: (id, price) => {
      const patch = draggedTo(id, price, side, editor);
      if (patch !== null) editor.change(patch, `drag ${id}`);
    },
    onDrop: editor.settle,
    onHold: setHeld,
    held: held === null ? null : `${nameOf(held)}: ${wordsOf(held)}`,
  };
}

function lineName(id: string, t: Text): string {
  if (id === 'tp') return t('ladder.field.takeProfitPercent');
  if (id === 'stop') return t('ladder.field.stopLossPercent');
  return t('ladder.row.step', { level: levelOf(id) });
}

const levelOf = (id: string): number => Number(id.replace('step-', ''));

/** "1,980.00, 1 % away, average 1,989.95, take profit 2,010.95, liquidation 1,798.15". */
function lineWords(id: string, side: DraftSide, editor: LadderEditor, t: Text): string {
  const { check, draft, instrument } = editor;
  const { params } = check;
  const [base] = side.rows;
  if (params === null || base === undefined) return '';
  if (id === 'tp') {
    const result = resultAtTakeProfit({ instrument, direction: side.direction, row: base, params });
    return exitWords(draft.takeProfitPercent, takeProfitOf(base, params), result, { instrument, t });
  }
  if (id === 'stop') {
    const { row } = stopRowOf(check, side);
    const isLiquidated = check.errors.some(({ code }) => code === 'SL_BEYOND_LIQUIDATION');
    const result = isLiquidated ? null : resultAtStop({ instrument, direction: side.direction, row, params });
    return exitWords(draft.stopLossPercent, row.stopLoss, result, { instrument, t });
  }
  const row = side.rows.find((one) => one.level === levelOf(id));
  return row === undefined ? '' : stepWords(row, takeProfitOf(row, params), { instrument, t });
}

interface Words {
  readonly instrument: Instrument;
  readonly t: Text;
}

function exitWords(percent: string, price: Ticks | null, result: Cash | null, { instrument, t }: Words): string {
  return t('ladder.drag.exit', {
    percent: t.number(percent),
    price: price === null ? '–' : t.number(priceText(instrument, price)),
    result: result === null ? '–' : t.number(cashText(result), { decimals: 2, sign: 'always' }),
  });
}

function stepWords(row: LadderRow, takeProfit: Ticks | null, { instrument, t }: Words): string {
  const perUnit = (value: Cash | null) =>
    value === null ? '–' : t.number(cashText(value), { decimals: instrument.tick.decimals });
  return t('ladder.drag.step', {
    price: t.number(priceText(instrument, row.price)),
    percent: t.number(row.deviationPercent, { decimals: 2 }),
    average: perUnit(row.averagePrice),
    takeProfit: takeProfit === null ? '–' : t.number(priceText(instrument, takeProfit)),
    liquidation: perUnit(shownLiquidation(row)),
  });
}
