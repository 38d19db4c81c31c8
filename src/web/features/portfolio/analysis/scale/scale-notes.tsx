import { SCALE_CYCLES_MAX, SCALE_DAYS_MAX } from '#contract/risk/try-scale.ts';
import { type Text, useText } from '#web/i18n/text.tsx';
import css from './scale.module.css';
import type { ScaleAnswer } from './scale-query.ts';

/** How the comparison is made, and what it leaves out. */
export function ScaleNotes({ answer }: { readonly answer: ScaleAnswer }) {
  const t = useText();
  const { total, againResult, leftOut, older, fundingAssumed } = answer;
  const real = total.before.result;
  const amount = (value: string) => t.number(value, { decimals: 2, sign: 'always' });
  const isExact = Number(againResult) === Number(real);
  return (
    <ul className={css['notes']}>
      {leftOut.map(({ code, cycles, result }) => (
        <li key={code}>{t.plural('scale.leftOut', cycles, { result: amount(result), why: whyOut(code, t) })}</li>
      ))}
      {older === 0 ? null : <li>{t.plural('scale.older', older, { most: SCALE_CYCLES_MAX, days: SCALE_DAYS_MAX })}</li>}
      {total.before.cycles === 0 ? null : (
        <li>{isExact ? t('scale.exact') : t('scale.again', { again: amount(againResult), real: amount(real) })}</li>
      )}
      {fundingAssumed.length === 0 ? null : (
        <li>{t('scale.fundingAssumed', { symbols: fundingAssumed.join(', ') })}</li>
      )}
      <li>{t('scale.how')}</li>
      <li>{t('scale.drawdownHow')}</li>
    </ul>
  );
}

function whyOut(code: string, t: Text): string {
  const key = `scale.out.${code}`;
  return isKnown(key, t) ? t(key) : t('scale.out.other', { code });
}

const isKnown = (key: string, t: Text): key is 'scale.out.CANDLES_MISSING' => t.has(key);
