import type { ScreenerColumnKey } from '#contract/screener/get-futures.ts';
import { useText } from '#web/i18n/text.tsx';
import { Duration } from '#web/ui/values/age.tsx';
import { decimalsOf, missing } from '#web/ui/values/format.ts';
import { Money } from '#web/ui/values/money.tsx';
import { Pct } from '#web/ui/values/pct.tsx';
import { Price } from '#web/ui/values/price.tsx';
import css from './screener.module.css';
import { absenceOf, type ScreenerRow } from './screener-queries.ts';
import { columnLooks } from './screener-sets.ts';
import { useValueWords } from './value-words.ts';

interface ScreenerValueProps {
  readonly row: ScreenerRow;
  readonly column: ScreenerColumnKey;
  /** Decimals of the finest price of the column. */
  readonly pad?: number;
}

/** A value of the screener as its column is written; one that is missing says why on hover. */
export function ScreenerValue({ row, column, pad = 0 }: ScreenerValueProps) {
  const t = useText();
  const { look, decimals = 0 } = columnLooks[column];
  const value = row[column] ?? null;
  if (value === null || value === '') {
    const reason = absenceOf(row, column);
    return (
      <span className={css['missing']} title={reason === null ? undefined : t(`screener.absent.${reason}`)}>
        {missing}
      </span>
    );
  }
  const text = String(value);
  switch (look) {
    case 'price':
      return <Price value={text} pad={pad} decimals={decimalsOf(row.tickSize)} />;
    case 'result':
      return <Pct value={text} kind="result" decimals={decimals} />;
    case 'signed':
      return <Pct value={text} decimals={decimals} />;
    case 'percent':
    case 'number':
      return <Pct value={text} kind="plain" decimals={decimals} />;
    case 'millions':
      return <Money value={millionsOf(text)} kind="amount" decimals={decimals} />;
    case 'amount':
      return <Money value={text} kind="amount" decimals={decimals} />;
    case 'minutes':
      return <Duration ms={Number(text) * MINUTE_MS} />;
    case 'count':
      return <span>{t.number(text)}</span>;
    default:
      return <ValueText column={column} text={text} />;
  }
}

/** A text of the column in the user's words. */
function ValueText({ column, text }: { readonly column: ScreenerColumnKey; readonly text: string }) {
  const wordOf = useValueWords();
  return <span className={css['text']}>{wordOf(column, text)}</span>;
}

const MINUTE_MS = 60_000;
const MILLION_DIGITS = 6;

/** Whole USDT in millions, exactly: "17214105994" becomes "17214.105994". */
export function millionsOf(text: string): string {
  const digits = text.padStart(MILLION_DIGITS + 1, '0');
  return `${digits.slice(0, -MILLION_DIGITS)}.${digits.slice(-MILLION_DIGITS)}`;
}
