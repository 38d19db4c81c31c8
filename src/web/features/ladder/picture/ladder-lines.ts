import type { Ticks } from '#base/exact.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import type { PriceLineSpec } from '#web/charts/candle-picture.ts';
import type { Text } from '#web/i18n/text.tsx';
import type { DraftSide, LadderCheck } from '../form/ladder-check.ts';
import { pricePerUnit, shownLiquidation, stopRowOf, takeProfitOf, unreachableLevels } from './ladder-outcome.ts';

/** Liquidation stretches the scale only when it lies within this many ladder depths of the outermost line. */
const STRETCH = 0.35;

/** The price lines of one side: take profit of the base, each step, the stop that matters, liquidation of the full ladder. */
export function ladderLines(check: LadderCheck, side: DraftSide, instrument: Instrument, t: Text): PriceLineSpec[] {
  const { params } = check;
  const [base] = side.rows;
  const last = side.rows.at(-1);
  if (params === null || base === undefined || last === undefined) return [];
  const price = (ticks: Ticks | null) => (ticks === null ? null : pricePerUnit(instrument, ticks));
  const stuck = new Set(unreachableLevels(check));
  const stop = stopRowOf(check, side);
  const lines: Maybe[] = [
    { id: 'tp', title: t('ladder.line.tp'), price: price(takeProfitOf(base, params)), tone: 'profit', dash: 'solid' },
    { id: 'base', title: t('ladder.line.base'), price: price(base.price), tone: 'value', dash: 'solid' },
    ...side.rows.slice(1).map((row): Maybe => {
      const isStuck = stuck.has(row.level);
      const title = isStuck ? t('ladder.line.neverFills', { level: row.level }) : String(row.level);
      const look = isStuck
        ? { tone: 'loss' as const, dash: 'dotted' as const }
        : { tone: 'step' as const, dash: 'dashed' as const };
      return { id: `step-${row.level}`, title, price: price(row.price), ...look };
    }),
    {
      id: 'stop',
      title: stop.isLast ? t('ladder.line.stop') : t('ladder.line.stopAfter', { level: stop.row.level }),
      price: price(stop.row.stopLoss),
      tone: 'warn',
      dash: 'solid',
    },
  ];
  const drawn = lines.flatMap(({ price: at, ...line }) =>
    at === null ? [] : [{ ...line, price: at, width: 1 as const, isInScale: true }],
  );
  const shown = shownLiquidation(last);
  if (shown === null) return drawn;
  const liquidation = shown / 1e8;
  const prices = drawn.map((line) => line.price);
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const gap = Math.max(low - liquidation, liquidation - high, 0);
  return [
    ...drawn,
    {
      id: 'liquidation',
      title: t('ladder.line.liquidation'),
      price: liquidation,
      tone: 'loss',
      dash: 'solid',
      width: 2,
      isInScale: gap <= (high - low) * STRETCH,
    },
  ];
}

type Maybe = Pick<PriceLineSpec, 'id' | 'title' | 'tone' | 'dash'> & { readonly price: number | null };
