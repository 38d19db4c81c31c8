import { useText } from '#web/i18n/text.tsx';
import { missing, roundDecimal, signOfText } from '#web/ui/values/format.ts';
import css from './orders.module.css';

interface BpsProps {
  /** Basis points as a decimal string; null where there is no value. */
  readonly value: string | null;
  /** Slippage has a sign, and what is worse than decided a colour; a rate has neither. */
  readonly kind?: 'slippage' | 'plain';
}

const DECIMALS = 1;

/** Basis points with one decimal; the tooltip and a copy hold the exact value. */
export function Bps({ value, kind = 'slippage' }: BpsProps) {
  const t = useText();
  if (value === null) return <span className={css['quiet']}>{missing}</span>;
  const isWorse = kind === 'slippage' && signOfText(roundDecimal(value, DECIMALS)) > 0;
  return (
    <span data-exact={value} title={t.number(value)} className={isWorse ? css['worse'] : undefined}>
      {t.number(value, { decimals: DECIMALS, sign: kind === 'slippage' ? 'always' : 'negative' })}
    </span>
  );
}
