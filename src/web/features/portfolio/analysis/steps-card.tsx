import { type Text, useText } from '#web/i18n/text.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import type { Column } from '#web/ui/table/column.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { Money } from '#web/ui/values/money.tsx';
import { Pct } from '#web/ui/values/pct.tsx';
import type { Breakdown } from './breakdown-query.ts';

type StepUse = Breakdown['steps'][number];

/** How often ended cycles reached each step of their ladders, and what those that ended there came to. */
export function StepsCard({ steps }: Pick<Breakdown, 'steps'>) {
  const t = useText();
  const isWithoutSteps = steps.length === 1;
  return (
    <Card title={t('analysis.steps')} note={t('analysis.stepsNote')} isFlush>
      <DataTable
        label={t('analysis.steps')}
        rows={isWithoutSteps ? [] : steps}
        columns={columnsOf(t)}
        rowId={({ step }) => String(step)}
        rowHeight={32}
        csvName="steps"
        card={(row) => ({
          title: nameOf(row, t),
          figure: <Pct kind="plain" value={row.reachedPercent} unit />,
          state: t('analysis.reachedOf', { reached: row.reached, had: row.had }),
          aside: <Money value={row.result} />,
        })}
        empty={<Empty title={t(isWithoutSteps ? 'analysis.noSteps' : 'analysis.none')} />}
      />
    </Card>
  );
}

function columnsOf(t: Text): readonly Column<StepUse>[] {
  const counted = (id: 'reached' | 'had' | 'cycles'): Column<StepUse> => ({
    id,
    title: t(`analysis.steps.${id}`),
    align: 'right',
    sort: (row) => row[id],
    exact: (row) => row[id],
    cell: (row) => row[id],
  });
  return [
    {
      id: 'step',
      title: t('analysis.steps.step'),
      sort: ({ step }) => step,
      exact: ({ step }) => step,
      cell: (row) => nameOf(row, t),
    },
    counted('reached'),
    counted('had'),
    {
      id: 'reachedPercent',
      title: t('analysis.steps.share'),
      align: 'right',
      sort: ({ reachedPercent }) => Number(reachedPercent),
      exact: ({ reachedPercent }) => reachedPercent,
      cell: ({ reachedPercent }) => <Pct kind="plain" value={reachedPercent} />,
    },
    counted('cycles'),
    {
      id: 'result',
      title: t('analysis.steps.result'),
      align: 'right',
      sort: ({ result }) => Number(result),
      exact: ({ result }) => result,
      cell: ({ result }) => <Money value={result} />,
    },
  ];
}

function nameOf({ step }: StepUse, t: Text): string {
  return step === 0 ? t('analysis.steps.base') : t('analysis.steps.name', { step });
}
