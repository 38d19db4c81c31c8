import { decimalsOf, groupDecimal, missing } from './format.ts';
import css from './number.module.css';

interface PriceProps {
  /** With the decimals of the tick. */
  readonly value: string | null | undefined;
  /** Decimals of the longest price in the column: shorter ones are padded invisibly, so that points line up. */
  readonly pad?: number;
}

export function Price({ value, pad = 0 }: PriceProps) {
  if (value === null || value === undefined) return <span className={css['missing']}>{missing}</span>;
  return (
    <span className={css['plain']}>
      {groupDecimal(value)}
      <span className={css['pad']} aria-hidden="true">
        {padding(decimalsOf(value), pad)}
      </span>
    </span>
  );
}

function padding(decimals: number, pad: number): string {
  if (decimals >= pad) return '';
  return (decimals === 0 ? '.' : '') + '0'.repeat(pad - decimals);
}
