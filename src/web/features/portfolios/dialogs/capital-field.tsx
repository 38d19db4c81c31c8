import { parseDecimal } from '#base/decimal.ts';
import { PAPER_WALLET_BOUNDS } from '#contract/limits.ts';
import { useText } from '#web/i18n/text.tsx';
import { NumberField } from '#web/ui/form/field.tsx';

const { min, max, decimals } = PAPER_WALLET_BOUNDS;

interface CapitalFieldProps {
  readonly hint: string;
  /** A decimal string. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** What the paper wallet of a new portfolio holds; says its bounds as soon as they are left. */
export function CapitalField({ hint, value, onChange }: CapitalFieldProps) {
  const t = useText();
  const wrong = t('portfolio.capitalWrong', { min: t.number(min), max: t.number(max), decimals });
  return (
    <NumberField
      label={t('portfolio.capital')}
      hint={hint}
      error={isCapital(value) ? null : wrong}
      unit="USDT"
      value={value}
      onChange={onChange}
    />
  );
}

/** Whether the API takes the amount: judged by the bounds that it applies itself. */
export function isCapital(text: string): boolean {
  const count = parseDecimal(text, decimals);
  return count !== null && count >= Number(parseDecimal(min, decimals)) && count <= Number(parseDecimal(max, decimals));
}
