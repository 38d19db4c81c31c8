import { trimDecimal } from '#base/decimal.ts';
import { useText } from '#web/i18n/text.tsx';
import { hasMoreThan, missing, roundDecimal, signOfText } from './format.ts';
import { toneOf } from './money.tsx';
import css from './number.module.css';

interface PctProps {
  /** Per cent as a decimal string: "1.5" is 1.5 %. */
  readonly value: string | null | undefined;
  /** `result` has a sign and a colour, `signed` only the sign, `plain` neither. */
  readonly kind?: 'result' | 'signed' | 'plain';
  readonly decimals?: number;
  /** Adds " %"; omit it where the header names the unit. */
  readonly unit?: boolean;
}

/** A percentage with two decimals; the tooltip holds the exact value where it has more, and a copy always does. */
export function Pct({ value, kind = 'signed', decimals = 2, unit = false }: PctProps) {
  const t = useText();
  if (value === null || value === undefined) return <span className={css['missing']}>{missing}</span>;
  const sign = signOfText(roundDecimal(value, decimals));
  const text = t.number(value, { decimals, sign: kind === 'plain' ? 'negative' : 'always' });
  return (
    <span
      className={kind === 'result' ? css[toneOf(sign)] : css['plain']}
      data-exact={trimDecimal(value)}
      title={hasMoreThan(value, decimals) ? `${t.number(trimDecimal(value))}\u00a0%` : undefined}
    >
      {text}
      {unit ? '\u00a0%' : ''}
    </span>
  );
}
