import { cashText } from '#base/decimal.ts';
import { type Cash, sum } from '#base/exact.ts';
import { type Text, useText } from '#web/i18n/text.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { Note } from '#web/ui/page/note.tsx';
import { Money } from '#web/ui/values/money.tsx';
import type { LadderEditor } from '../form/ladder-editor.ts';
import { reasonText } from '../form/ladder-words.ts';
import css from '../ladder-page.module.css';
import { canFill, canStop, resultAtStop, resultAtTakeProfit } from './ladder-outcome.ts';

/** Errors that prevent saving the version, and warnings to read before saving it. */
export function LadderSummary({ editor }: { editor: LadderEditor }) {
  const t = useText();
  const { errors, warnings, badFields, basePrice } = editor.check;
  const errorCount = errors.length + badFields.length;
  if (errorCount === 0 && basePrice === null) {
    return (
      <Note tone="info" title={t('ladder.summary.unpriced', { symbol: editor.draft.symbol })}>
        {t('ladder.summary.unpricedMore')}
      </Note>
    );
  }
  if (errorCount === 0 && warnings.length === 0) {
    return (
      <Note tone="info" title={t('ladder.summary.sound')}>
        {t('ladder.summary.soundMore')}
      </Note>
    );
  }
  const counts = [
    ...(errorCount > 0 ? [t.plural('ladder.errors', errorCount)] : []),
    ...(warnings.length > 0 ? [t.plural('ladder.warnings', warnings.length)] : []),
  ].join(', ');
  const title = errorCount > 0 ? t('ladder.summary.refused', { counts }) : t('ladder.summary.warned', { counts });
  return (
    <div role="status">
      <Note tone={errorCount > 0 ? 'danger' : 'warn'} title={title}>
        <ul className={css['reasons']}>
          {badFields.length > 0 ? <li>{t.plural('ladder.summary.badFields', badFields.length)}</li> : null}
          {[...errors, ...warnings].map((reason) => (
            <li key={`${reason.code} ${JSON.stringify(reason.figures)}`}>{reasonText(reason, t)}</li>
          ))}
        </ul>
      </Note>
    </div>
  );
}

/** The capital that the full ladder ties up, and the results of its two outcomes. */
export function LadderCapital({ editor }: { editor: LadderEditor }) {
  const t = useText();
  const lines = capitalOf(editor, t);
  if (lines.length === 0) return null;
  return (
    <Card>
      <dl className={css['capital']}>
        {lines.map(({ label, value, kind }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Money kind={kind} value={value === null ? null : cashText(value)} unit="USDT" />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

interface CapitalLine {
  readonly label: string;
  readonly value: Cash | null;
  readonly kind: 'amount' | 'result';
}

function capitalOf({ sides, check, instrument }: LadderEditor, t: Text): readonly CapitalLine[] {
  const { params } = check;
  const [side] = sides;
  const last = side?.rows.at(-1);
  if (params === null || side === undefined || last === undefined) return [];
  const margins = sides.flatMap((one) => one.rows.slice(-1).map((row) => row.initialMargin));
  const exit = { instrument, direction: side.direction, row: last, params };
  return [
    { label: t('ladder.capital.margin'), value: sum(margins), kind: 'amount' },
    { label: t('ladder.capital.takeProfit'), value: canFill(check) ? resultAtTakeProfit(exit) : null, kind: 'result' },
    { label: t('ladder.capital.stopLoss'), value: canStop(check) ? resultAtStop(exit) : null, kind: 'result' },
  ];
}
