import { trimDecimal } from '#base/decimal.ts';
import { useText } from '#web/i18n/text.tsx';
import { hasMoreThan, missing, roundDecimal, signOfText } from './format.ts';
import css from './number.module.css';

interface MoneyProps {
  /** USDT as a decimal string; null where there is no value. */
  readonly value: string | null | undefined;
  /** A result carries a sign and a colour; an amount (balance, size, fee) neither. */
  readonly kind?: 'result' | 'amount';
  readonly unit?: string;
  readonly decimals?: number;
  /** The exact value, where `value` is already rounded; by default `value` itself. */
  readonly exact?: string;
}

/** Money with two decimals; the tooltip holds the exact value where it has more, and a copy always does. */
export function Money({ value, kind = 'result', unit, decimals = 2, exact = value ?? '' }: MoneyProps) {
  const t = useText();
  if (value === null || value === undefined) return <span className={css['missing']}>{missing}</span>;
  const sign = signOfText(roundDecimal(value, decimals));
  const text = t.number(value, { decimals, sign: kind === 'result' ? 'always' : 'negative' });
  return (
    <span
      className={kind === 'result' ? css[toneOf(sign)] : css['plain']}
      data-exact={trimDecimal(exact)}
      title={hasMoreThan(exact, decimals) ? t.number(trimDecimal(exact)) : undefined}
    >
      {text}
      {unit === undefined ? null : <span className={css['unit']}> {unit}</span>}
    </span>
  );
}

/** The class of a result. */
export function toneOf(sign: -1 | 0 | 1): 'loss' | 'zero' | 'gain' {
  if (sign === 0) return 'zero';
  return sign < 0 ? 'loss' : 'gain';
}
