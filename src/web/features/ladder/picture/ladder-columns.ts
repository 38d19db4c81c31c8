import { cashText } from '#base/decimal.ts';
import { priceText, quantityText } from '#engine/model/instrument.ts';
import type { LadderRow } from '#engine/risk/ladder/preview.ts';
import type { Text } from '#web/i18n/text.tsx';
import type { FileColumn } from '#web/ui/table/csv.ts';
import type { LadderEditor } from '../form/ladder-editor.ts';
import type { SideReach } from '../reach/use-ladder-reach.ts';
import { shownLiquidation, takeProfitOf } from './ladder-outcome.ts';
import { reachedPercent } from './reached-percent.ts';

interface Drafted {
  readonly editor: LadderEditor;
  readonly reach: SideReach | null;
}

/** The steps of a ladder in a file: what the preview computes, not rounded. */
export function ladderColumns({ editor, reach }: Drafted, t: Text): readonly FileColumn<LadderRow>[] {
  const { instrument, check } = editor;
  const column = (
    id: Parameters<typeof titleOf>[0],
    exact: (row: LadderRow) => string | number | null,
  ): FileColumn<LadderRow> => ({ title: titleOf(id, instrument.baseAsset, t), exact });
  const ticks = (price: LadderRow['price'] | null) => (price === null ? null : priceText(instrument, price));
  const cash = (amount: LadderRow['notional'] | null) => (amount === null ? null : cashText(amount));
  return [
    column('level', ({ level }) => level),
    column('below', ({ level, deviationPercent }) => (level === 0 ? null : deviationPercent)),
    column('price', ({ price }) => ticks(price)),
    column('qty', ({ quantity }) => quantityText(instrument, quantity)),
    column('size', ({ notional }) => cash(notional)),
    column('total', ({ totalCost }) => cash(totalCost)),
    column('average', ({ averagePrice }) => cash(averagePrice)),
    column('tp', (row) => (check.params ? ticks(takeProfitOf(row, check.params)) : null)),
    column('rebound', ({ reboundPercent }) => reboundPercent),
    column('margin', ({ initialMargin }) => cash(initialMargin)),
    column('liquidation', (row) => cash(shownLiquidation(row))),
    column('survivable', ({ survivableMovePercent }) => survivableMovePercent),
    column('stopAfter', ({ stopLoss }) => ticks(stopLoss)),
    column('reached', ({ level }) => reachedPercent(reach, level)),
  ];
}

type LadderColumn =
  | 'level'
  | 'below'
  | 'price'
  | 'qty'
  | 'size'
  | 'total'
  | 'average'
  | 'tp'
  | 'rebound'
  | 'margin'
  | 'liquidation'
  | 'survivable'
  | 'stopAfter'
  | 'reached';

function titleOf(id: LadderColumn, asset: string, t: Text): string {
  return t(`ladder.column.${id}`, { asset });
}
