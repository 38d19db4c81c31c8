import css from './histogram.module.css';

export interface HistogramGauge {
  /** The value at the left edge. */
  readonly from: string;
  /** Percent of the whole, 0 to 100; its height. */
  readonly share: number;
  /** Written above it; empty for none. */
  readonly label: string;
  readonly isBeyond?: boolean;
  /** Not on the axis: `from` is its name and stands below its middle. */
  readonly isApart?: boolean;
}

export interface HistogramFlag {
  readonly label: string;
  /** Where it stands, counted in gauges from the left edge of the first. */
  readonly place: number;
}

interface HistogramProps {
  readonly gauges: readonly HistogramGauge[];
  readonly flags?: readonly HistogramFlag[];
}

const ALL_PERCENT = 100;
const MIDDLE = 0.5;

/** Shares side by side with the edges between them, and numbered flags on the same axis. Its figures stand in a table, too. */
export function Histogram({ gauges, flags = [] }: HistogramProps) {
  const highest = Math.max(1, ...gauges.map(({ share }) => share));
  const place = (at: number) => `${(ALL_PERCENT * at) / gauges.length}%`;
  return (
    <div className={css['histogram']} aria-hidden="true">
      <div className={css['plot']}>
        {gauges.map((gauge) => (
          <div key={gauge.from} className={css['column']}>
            <span className={css['share']}>{gauge.label}</span>
            <span
              className={gauge.isBeyond ? css['beyond'] : css['gauge']}
              style={{ height: `${(ALL_PERCENT * gauge.share) / highest}%` }}
            />
          </div>
        ))}
        {flags.map(({ label, place: at }) => (
          <span key={label} className={css['flag']} style={{ left: place(at) }}>
            <b>{label}</b>
          </span>
        ))}
      </div>
      <div className={css['edges']}>
        {gauges.map(({ from, isApart = false }, index) =>
          index === 0 ? null : (
            <span key={from} style={{ left: place(isApart ? index + MIDDLE : index) }}>
              {from}
            </span>
          ),
        )}
      </div>
    </div>
  );
}
