import { useText } from '#web/i18n/text.tsx';
import { decimalsOf, missing } from './format.ts';
import css from './number.module.css';

interface PriceProps {
  /** With the decimals of the tick. */
  readonly value: string | null | undefined;
  /** Decimals of the longest price in the column: shorter ones are padded invisibly, so that points line up. */
  readonly pad?: number;
  /** Decimals to show for an average, which is not on the tick grid; the tooltip holds the exact value. */
  readonly decimals?: number | undefined;
}

export function Price({ value, pad = 0, decimals }: PriceProps) {
  const t = useText();
  if (value === null || value === undefined) return <span className={css['missing']}>{missing}</span>;
  const isRounded = decimals !== undefined && decimalsOf(value) > decimals;
  return (
    <span className={css['plain']} data-exact={value} title={isRounded ? t.number(value) : undefined}>
      {t.number(value, decimals === undefined ? {} : { decimals })}
      <span className={css['pad']} aria-hidden="true">
        {padding(decimals ?? decimalsOf(value), pad)}
      </span>
    </span>
  );
}

function padding(decimals: number, pad: number): string {
  if (decimals >= pad) return '';
  return (decimals === 0 ? '.' : '') + '0'.repeat(pad - decimals);
}
