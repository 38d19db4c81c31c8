import { useText } from '#web/i18n/text.tsx';
import type { MonteCarloReply } from '../report-queries.ts';
import css from './point.module.css';

type Band = MonteCarloReply['bands'][number];
type Line = Exclude<keyof Band, 'cycle'>;

/** In the units of the drawing; the picture is as wide as there is room. */
const [WIDTH, HEIGHT] = [1_000, 300];

/** The equity that so many of the draws lie below after each cycle, and the actual one. */
export function DrawBands({ bands }: Pick<MonteCarloReply, 'bands'>) {
  const t = useText();
  const ends = bands.flatMap(({ low, high, actual }) => [Number(low), Number(high), Number(actual)]);
  const [bottom, top] = [Math.min(...ends), Math.max(...ends)];
  const last = bands.at(-1)?.cycle ?? 1;
  const x = (cycle: number) => (cycle / Math.max(last, 1)) * WIDTH;
  const y = (value: string) =>
    top === bottom ? HEIGHT / 2 : HEIGHT - ((Number(value) - bottom) / (top - bottom)) * HEIGHT;
  const along = (line: Line, rows: readonly Band[] = bands) =>
    rows.map((band) => `${x(band.cycle).toFixed(1)},${y(band[line]).toFixed(1)}`).join(' ');
  const between = (low: Line, high: Line) => `${along(high)} ${along(low, bands.toReversed())}`;
  const money = (value: number) => t.number(value.toFixed(0));
  return (
    <figure className={css['bands']} aria-label={t('backtest.tab.monteCarlo')}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <polygon className={css['outer']} points={between('low', 'high')} />
        <polygon className={css['inner']} points={between('lowerQuarter', 'upperQuarter')} />
        <polyline className={css['middle']} points={along('middle')} />
        <polyline className={css['actual']} points={along('actual')} />
      </svg>
      <div className={css['scale']} aria-hidden="true">
        <span>{money(top)}</span>
        <span>{money(bottom)}</span>
      </div>
      <figcaption>
        <span data-line="actual">{t('backtest.band.actual')}</span>
        <span data-line="middle">{t('backtest.band.middle')}</span>
        <span data-line="inner">{t('backtest.band.inner')}</span>
        <span data-line="outer">{t('backtest.band.outer')}</span>
      </figcaption>
    </figure>
  );
}
