import css from './share-gauge.module.css';

const WHOLE = 100;

interface ShareGaugeProps {
  /** 0 to 100. */
  readonly percent: number;
  /** Says what the share is of; null where words beside it say so. */
  readonly label: string | null;
}

/** A share of a whole, drawn; quiet once it is the whole. */
export function ShareGauge({ percent, label }: ShareGaugeProps) {
  const told = label === null ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return (
    <span className={css['gauge']} {...told}>
      <span style={{ width: `${percent}%` }} data-whole={percent === WHOLE ? '' : undefined} />
    </span>
  );
}

/** The same with its figure. */
export function ShareFigure(props: ShareGaugeProps) {
  return (
    <span className={css['figure']}>
      <ShareGauge {...props} />
      <span className={css['percent']} aria-hidden={props.label === null ? undefined : 'true'}>
        {props.percent} %
      </span>
    </span>
  );
}

/** How far work is, as wide as there is room. */
export function ProgressGauge({ percent, label }: { readonly percent: number; readonly label: string }) {
  return (
    <span className={css['progress']}>
      <span
        className={css['gauge']}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={WHOLE}
        aria-valuenow={percent}
      >
        <span style={{ width: `${percent}%` }} />
      </span>
      <span className={css['percent']}>{percent} %</span>
    </span>
  );
}
