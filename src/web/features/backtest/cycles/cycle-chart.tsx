import { firstView, windowOf } from '#web/bots/cycles/cycle-window.ts';
import type { PriceLineSpec } from '#web/charts/candle-picture.ts';
import { type Text, useText } from '#web/i18n/text.tsx';
import type { TestCycle, TestFill } from '../report-queries.ts';
import { PriceChart } from './price-chart.tsx';

const HEIGHT = 250;
/** What the engine does after a cycle has ended is not of it. */
const AFTER_END_MS = 86_400_000;

interface CycleChartProps {
  readonly cycle: TestCycle;
  readonly trades: readonly TestFill[];
  readonly hovered: string | null;
  readonly onHover: (id: string | null) => void;
}

/** A cycle on its candles, with its average price and its exit. */
export function CycleChart({ cycle, ...chart }: CycleChartProps) {
  const t = useText();
  const last = chart.trades.at(-1)?.ts ?? cycle.openedAt;
  const end = Date.parse(cycle.endDate ?? last) + AFTER_END_MS;
  const { interval } = firstView(cycle, end);
  const ended = cycle.endDate === null ? { ...cycle, endDate: last } : cycle;
  return (
    <PriceChart
      {...chart}
      label={t('cycles.chart', { symbol: cycle.symbol, seq: cycle.seq })}
      window={windowOf(ended, interval, end)}
      lines={linesOf(cycle, t)}
      height={HEIGHT}
    />
  );
}

function linesOf({ avgEntryPrice, avgExitPrice, result }: TestCycle, t: Text): readonly PriceLineSpec[] {
  const line = { width: 1, isInScale: true } as const;
  const tone = result.startsWith('-') ? 'loss' : 'profit';
  return [
    ...(avgEntryPrice === null
      ? []
      : [
          {
            ...line,
            id: 'average',
            title: t('cycles.line.average'),
            price: Number(avgEntryPrice),
            tone: 'value',
            dash: 'dashed',
          } as const,
        ]),
    ...(avgExitPrice === null
      ? []
      : [
          {
            ...line,
            id: 'exit',
            title: t('cycles.line.exit'),
            price: Number(avgExitPrice),
            tone,
            dash: 'solid',
          } as const,
        ]),
  ];
}
