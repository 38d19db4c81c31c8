import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Interval } from '#web/api/market/candle-queries.ts';
import { CandleChart } from '#web/charts/candle-chart.tsx';
import { barsOf } from '#web/charts/candle-picture.ts';
import { candleTwin } from '#web/charts/candle-twin.ts';
import { offScaleText } from '#web/charts/off-scale-text.ts';
import { useText } from '#web/i18n/text.tsx';
import { Chips } from '#web/ui/form/chips.tsx';
import { IntervalSwitch } from '#web/ui/form/interval-switch.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonBlock } from '#web/ui/page/skeleton.tsx';
import type { DraftSide } from '../form/ladder-check.ts';
import type { LadderEditor } from '../form/ladder-editor.ts';
import css from '../ladder-page.module.css';
import { FIRST_INTERVAL, ladderCandles } from './ladder-candles.ts';
import { useLadderDrag } from './ladder-drag.ts';
import { ladderLines } from './ladder-lines.ts';
import { UndoButtons } from './undo-buttons.tsx';

const HEIGHT = 340;
const SHOWN: readonly Interval[] = ['15m', '1h', '4h', '1d'];

interface ChartTitleProps {
  readonly symbol: string;
  readonly interval: Interval;
  readonly onInterval: (interval: Interval) => void;
}

function ChartTitle({ symbol, interval, onInterval }: ChartTitleProps) {
  return (
    <span className={css['chartTitle']}>
      {symbol}
      <IntervalSwitch value={interval} choices={SHOWN} onChange={onInterval} />
    </span>
  );
}

/** Chooses which of two directions the chart shows. */
function SideChips({ editor, side, onSide }: LadderChartProps) {
  const t = useText();
  return (
    <Chips
      label={t('ladder.direction')}
      value={side.direction}
      onChange={(direction) => onSide(editor.sides.findIndex((one) => one.direction === direction))}
      items={editor.sides.map((one) => ({
        value: one.direction,
        label: t(one.direction === 'buy' ? 'ladder.long' : 'ladder.short'),
      }))}
    />
  );
}

interface LadderChartProps {
  readonly editor: LadderEditor;
  readonly side: DraftSide;
  /** Selects which of two directions to draw. */
  readonly onSide: (index: number) => void;
}

/** The ladder's price lines over the real candles of its symbol; steps and exits are moved by dragging them. */
export function LadderChart({ editor, side, onSide }: LadderChartProps) {
  const t = useText();
  const [interval, setInterval] = useState<Interval>(FIRST_INTERVAL);
  const { symbol } = editor.draft;
  const candles = useQuery(ladderCandles(symbol, interval));
  const lines = ladderLines(editor.check, side, editor.instrument, t);
  const drag = useLadderDrag(editor, side, lines);
  const decimals = editor.instrument.tick.decimals;
  return (
    <Card
      title={<ChartTitle symbol={symbol} interval={interval} onInterval={setInterval} />}
      actions={
        <>
          {editor.sides.length > 1 ? <SideChips editor={editor} side={side} onSide={onSide} /> : null}
          <UndoButtons editor={editor} />
        </>
      }
      isFlush
    >
      <p className={css['dragged']}>{drag.held ?? t('ladder.drag.hint')}</p>
      {candles.isPending ? <SkeletonBlock height={HEIGHT} /> : null}
      {candles.isError ? <ProblemNote error={candles.error} onRetry={() => void candles.refetch()} /> : null}
      {candles.data ? (
        <CandleChart
          viewKey={`${symbol} ${interval}`}
          label={t('ladder.chart', { symbol })}
          showTable={t('chart.table')}
          showChart={t('chart.chart')}
          height={HEIGHT}
          bars={barsOf(candles.data.items)}
          lines={lines}
          markers={[]}
          highlighted={null}
          decimals={decimals}
          scale="lines"
          drag={drag}
          offScaleText={(line) => offScaleText({ lines, decimals }, line, t)}
          table={() => candleTwin({ name: `${symbol} ladder`, lines, trades: [], decimals }, t)}
        />
      ) : null}
    </Card>
  );
}
