import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '#web/i18n/text.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonBlock } from '#web/ui/page/skeleton.tsx';
import css from './scale.module.css';
import { ScaleForm } from './scale-form.tsx';
import { ScaleNotes } from './scale-notes.tsx';
import { type OtherScale, scaleQuery } from './scale-query.ts';
import { ScaleTable } from './scale-table.tsx';

const HEIGHT = 160;

interface ScaleCardProps {
  readonly portfolioId: string;
  /** A UTC day; null: from the first. */
  readonly from: string | null;
}

/** What the ended cycles would have given with another scale of their ladders. */
export function ScaleCard({ portfolioId, from }: ScaleCardProps) {
  const t = useText();
  const [scale, setScale] = useState<OtherScale | null>(null);
  const answer = useQuery({
    ...scaleQuery({ portfolioId, dateFrom: from, scale: scale ?? {} }),
    enabled: scale !== null,
  });
  return (
    <div data-wide>
      <Card title={t('scale.title')} note={t('scale.note')} isFlush>
        <ScaleForm isBusy={answer.isFetching} onAsk={setScale} />
        <div className={css['answer']} aria-live="polite" aria-busy={answer.isFetching}>
          {answer.error === null ? null : <ProblemNote error={answer.error} onRetry={() => void answer.refetch()} />}
          {answer.isLoading ? <SkeletonBlock height={HEIGHT} /> : null}
          {answer.data === undefined ? null : (
            <>
              <ScaleTable answer={answer.data} />
              <ScaleNotes answer={answer.data} />
            </>
          )}
        </div>
      </Card>
    </div>
  );
}
