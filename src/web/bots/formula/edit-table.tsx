import type { ReactNode } from 'react';
import { type Text, useText } from '#web/i18n/text.tsx';
import type { EditPlan } from './edit-plan.ts';
import css from './formula.module.css';
import type { EditResult } from './planned-edit.ts';

interface EditTableProps {
  readonly plan: EditPlan;
  /** Of the value; empty: it is a plain number. */
  readonly unit: string;
  /** The heading of what else happens to a bot. */
  readonly effect: string;
}

/** Every bot with its value before and after, and what happens to its orders, or why it is left alone. */
export function EditTable({ plan, unit, effect }: EditTableProps) {
  const t = useText();
  const { edits, refused, effectOf } = plan;
  const heading = (word: string): string => (unit === '' ? word : `${word}, ${unit}`);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list longer than its box is scrolled with the keyboard.
    <section className={css['box']} tabIndex={0} aria-label={t('formula.table')}>
      <table className={css['edits']}>
        <thead>
          <tr>
            <th scope="col">{t('bots.column.bot')}</th>
            <th scope="col">{heading(t('formula.before'))}</th>
            <th scope="col">{heading(t('formula.after'))}</th>
            <th scope="col">{effect}</th>
          </tr>
        </thead>
        <tbody>
          {edits.map((edit) => (
            <tr key={edit.bot.botId}>
              <th scope="row">{edit.bot.name}</th>
              <td>{edit.before === null ? '—' : t.number(edit.before)}</td>
              <Result result={edit.result} refusal={refused.get(edit.bot.botId) ?? null} unit={unit}>
                {effectOf(edit)}
              </Result>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface ResultProps {
  readonly result: EditResult;
  readonly refusal: string | null;
  readonly unit: string;
  readonly children: ReactNode;
}

function Result({ result, refusal, unit, children }: ResultProps) {
  const t = useText();
  if (result.state !== 'changed' || refusal !== null) {
    return (
      <td colSpan={2} className={css['reason']}>
        {result.state === 'changed' ? t('change.refused', { why: refusal ?? '' }) : reasonWords(result, unit, t)}
      </td>
    );
  }
  return (
    <>
      <td>
        <strong>{t.number(result.after)}</strong>
      </td>
      <td className={css['orders']}>{children}</td>
    </>
  );
}

function reasonWords(result: Exclude<EditResult, { state: 'changed' }>, unit: string, t: Text): string {
  if (result.state === 'same') return t('formula.same');
  if (result.why !== 'outside') return t(`formula.why.${result.why}`);
  const { min, max } = result.range;
  const range = { min: t.number(min), max: unit === '' ? t.number(max) : `${t.number(max)} ${unit}` };
  return result.result === null
    ? t('formula.why.large', range)
    : t('formula.why.outside', { result: t.number(result.result), ...range });
}
