import { ChartFrame } from '#web/charts/chart-frame.tsx';
import { type Text, useText } from '#web/i18n/text.tsx';
import { Histogram, type HistogramGauge } from '#web/ui/figures/histogram.tsx';
import { flagsOf, type StepFlag, shownBins } from './histogram-axis.ts';
import type { ToldBin } from './price-move-queries.ts';

interface MoveHistogramProps {
  /** Of its file, without its ending. */
  readonly name: string;
  readonly label: string;
  readonly bins: readonly ToldBin[];
  /** Percent of samples whose value is unknown, but high; null for samples that are all known. */
  readonly unknownPercent?: string | null;
  /** The steps of a ladder; what lies beyond the last is drawn as a loss. */
  readonly steps?: readonly StepFlag[];
}

const HEIGHT = 176;
const TINY = 0.05;

/** Shares of moves by their size, with the steps of a ladder as flags, and the same as a table. */
export function MoveHistogram({ name, label, bins, unknownPercent = null, steps = [] }: MoveHistogramProps) {
  const t = useText();
  const shown = shownBins(bins, steps);
  const depth = Math.max(0, ...steps.map(({ percent }) => percent));
  const gauges: HistogramGauge[] = shown.map((bin) => ({
    from: t.number(bin.fromPercent),
    share: Number(bin.sharePercent),
    label: shareText(bin.sharePercent, t),
    isBeyond: steps.length > 0 && Number(bin.fromPercent) >= depth,
  }));
  const unknown: HistogramGauge[] =
    unknownPercent === null
      ? []
      : [
          {
            from: t('moves.notBack'),
            share: Number(unknownPercent),
            label: shareText(unknownPercent, t),
            isBeyond: true,
            isApart: true,
          },
        ];
  return (
    <ChartFrame
      label={label}
      showTable={t('chart.table')}
      showChart={t('chart.chart')}
      height={HEIGHT}
      table={() => ({
        head: [t('moves.column.move'), t('moves.column.count'), t('moves.column.share'), t('moves.column.cumulative')],
        rows: bins.map((bin) => rowOf(bin, t)),
        file: {
          name,
          rows: bins.map((bin) => [rangeText(bin, t), bin.count, bin.sharePercent, bin.cumulativePercent]),
        },
      })}
    >
      <Histogram gauges={[...gauges, ...unknown]} flags={flagsOf(shown, steps)} />
    </ChartFrame>
  );
}

function rowOf({ fromPercent, toPercent, count, ...shares }: ToldBin, t: Text): readonly string[] {
  const share = (percent: string) => t.number(percent, { decimals: 2 });
  return [
    rangeText({ fromPercent, toPercent }, t),
    t.number(String(count)),
    share(shares.sharePercent),
    share(shares.cumulativePercent),
  ];
}

function rangeText({ fromPercent, toPercent }: Pick<ToldBin, 'fromPercent' | 'toPercent'>, t: Text): string {
  const from = t.number(fromPercent);
  return toPercent === null ? t('moves.from', { from }) : t('moves.fromTo', { from, to: t.number(toPercent) });
}

/** Two digits, as far as there are any. */
function shareText(percent: string, t: Text): string {
  const share = Number(percent);
  if (share === 0) return '';
  if (share < TINY) return t('moves.lessThan', { share: t.number('0.1') });
  return t.number(share.toFixed(share < 10 ? 1 : 0));
}
