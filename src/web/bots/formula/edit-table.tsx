import { EXIT_PERCENT } from '#contract/limits.ts';
import type { Order } from '#web/api/trading-queries.ts';
import { type Text, useText } from '#web/i18n/text.tsx';
import { orderWords } from '#web/ui/words/order-words.ts';
import css from './formula.module.css';
import type { EditResult, PlannedEdit } from './planned-edit.ts';

interface EditTableProps {
  readonly edits: readonly PlannedEdit[];
  /** Why the server refused bots, by bot. */
  readonly refused: ReadonlyMap<string, string>;
  /** The resting orders that a change of the bot replaces. */
  readonly replacedOf: (edit: PlannedEdit) => readonly Order[];
}

/** Every bot with its percentage before and after, and the orders that change with it, or why it is left alone. */
export function EditTable({ edits, refused, replacedOf }: EditTableProps) {
  const t = useText();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list longer than its box is scrolled with the keyboard.
    <section className={css['box']} tabIndex={0} aria-label={t('formula.table')}>
      <table className={css['edits']}>
        <thead>
          <tr>
            <th scope="col">{t('bots.column.bot')}</th>
            <th scope="col">{t('formula.before')}</th>
            <th scope="col">{t('formula.after')}</th>
            <th scope="col">{t('formula.orders')}</th>
          </tr>
        </thead>
        <tbody>
          {edits.map((edit) => (
            <tr key={edit.bot.botId}>
              <th scope="row">{edit.bot.name}</th>
              <td>{edit.before === null ? '—' : t.number(edit.before)}</td>
              <Result result={edit.result} refusal={refused.get(edit.bot.botId) ?? null} replaced={replacedOf(edit)} />
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
  readonly replaced: readonly Order[];
}

function Result({ result, refusal, replaced }: ResultProps) {
  const t = useText();
  if (result.state !== 'changed' || refusal !== null) {
    return (
      <td colSpan={2} className={css['reason']}>
        {result.state === 'changed' ? t('change.refused', { why: refusal ?? '' }) : reasonWords(result, t)}
      </td>
    );
  }
  return (
    <>
      <td>
        <strong>{t.number(result.after)}</strong>
      </td>
      <td className={css['orders']}>
        {replaced.length === 0 ? '—' : replaced.map((order) => <div key={order.orderId}>{orderWords(order, t)}</div>)}
      </td>
    </>
  );
}

function reasonWords(result: Exclude<EditResult, { state: 'changed' }>, t: Text): string {
  if (result.state === 'same') return t('formula.same');
  const range = { min: t.number(EXIT_PERCENT.min), max: t.number(EXIT_PERCENT.max) };
  if (result.why === 'outside') return t('formula.why.outside', { result: t.number(result.result), ...range });
  return t(`formula.why.${result.why}`, range);
}
