import { useId } from 'react';
import { useText } from '#web/i18n/text.tsx';
import { DecimalInput } from '#web/ui/form/decimal/decimal-input.tsx';
import { numberProblem } from '#web/ui/form/decimal/number-problem.ts';
import css from './history.module.css';
import type { useTestFilter } from './use-test-filter.ts';

const DECIMALS = 2;

/** Bounds of what the best point of a test came to. */
export function FigureBounds({ bounds }: Pick<ReturnType<typeof useTestFilter>, 'bounds'>) {
  const t = useText();
  return (
    <span className={css['bounds']}>
      <Bound label={t('backtest.returnFrom')} value={bounds.returnFrom} onChange={bounds.setReturnFrom} />
      <Bound label={t('backtest.drawdownTo')} value={bounds.drawdownTo} onChange={bounds.setDrawdownTo} />
    </span>
  );
}

interface BoundProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

function Bound({ label, value, onChange }: BoundProps) {
  const t = useText();
  const id = useId();
  const problem = numberProblem(value, DECIMALS, t);
  return (
    <span className={css['bound']}>
      <label htmlFor={id}>{label}</label>
      <DecimalInput
        id={id}
        value={value}
        onChange={onChange}
        decimals={DECIMALS}
        aria-describedby={problem === null ? undefined : `${id}-problem`}
      />
      {problem === null ? null : <span id={`${id}-problem`}>{problem}</span>}
    </span>
  );
}
