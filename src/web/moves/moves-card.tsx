import { Suspense, useState } from 'react';
import { PartText, useText } from '#web/i18n/text.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Segments } from '#web/ui/form/segments.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonBlock } from '#web/ui/page/skeleton.tsx';
import { utcMinute } from '#web/ui/values/format.ts';
import { DaysMeasured } from './days-measured.tsx';
import { DeepestSwings } from './deepest-swings.tsx';
import { DropPart } from './drop-part.tsx';
import { EntryPart } from './entry-part.tsx';
import css from './moves.module.css';
import { type MovesWish, type ToldMoves, useMeasureAgain } from './price-move-queries.ts';
import { ReturnsTable } from './returns-table.tsx';
import { usePriceMoves } from './use-price-moves.ts';

const HEIGHT = 420;
const REBOUNDS = ['0.5', '1', '2', '5'] as const;

/** How far the price of a contract has moved before it came back. */
export function MovesCard({ symbol }: { readonly symbol: string }) {
  return (
    <Suspense fallback={<SkeletonBlock height={HEIGHT} />}>
      <PartText part="moves">
        <Chosen symbol={symbol} />
      </PartText>
    </Suspense>
  );
}

function Chosen({ symbol }: { readonly symbol: string }) {
  const t = useText();
  const [wish, setWish] = useState<Omit<MovesWish, 'symbol'>>({ direction: 'buy', reboundPercent: '1' });
  const { moves, isPending, isUnmeasurable, failed } = usePriceMoves({ symbol, ...wish });
  return (
    <Card
      title={t('moves.title')}
      note={moves.data && t('moves.note', { at: utcMinute(moves.data.computedAt, t.language) })}
      actions={
        <div className={css['choices']}>
          <Segments
            label={t('moves.direction')}
            value={wish.direction}
            onChange={(direction) => setWish({ ...wish, direction })}
            options={[
              { value: 'buy', label: t('moves.long') },
              { value: 'sell', label: t('moves.short') },
            ]}
          />
          <Segments
            label={t('moves.rebound')}
            value={wish.reboundPercent}
            onChange={(reboundPercent) => setWish({ ...wish, reboundPercent })}
            options={REBOUNDS.map((value) => ({ value, label: `${t.number(value)} %` }))}
          />
          {moves.data && !isUnmeasurable ? <MeasureAgain wish={{ symbol, ...wish }} /> : null}
        </div>
      }
    >
      {isUnmeasurable ? <Empty title={t('moves.none')} /> : null}
      {failed ? <ProblemNote error={failed.error} onRetry={() => void failed.refetch()} /> : null}
      {isPending ? <SkeletonBlock height={HEIGHT} /> : null}
      {!isUnmeasurable && moves.data && !moves.isError ? (
        <Content moves={moves.data} isStale={moves.isPlaceholderData} />
      ) : null}
    </Card>
  );
}

/** Figures hold for a day; candles may have been corrected since they were measured. */
function MeasureAgain({ wish }: { readonly wish: MovesWish }) {
  const t = useText();
  const again = useMeasureAgain();
  return (
    <Button size="compact-xs" disabled={again.isPending} onClick={() => again.mutate(wish)}>
      {t('moves.again')}
    </Button>
  );
}

function Content({ moves, isStale }: { readonly moves: ToldMoves; readonly isStale: boolean }) {
  const t = useText();
  return (
    <div className={css['content']} data-stale={isStale || undefined}>
      <div className={css['pair']}>
        <DropPart moves={moves} />
        <EntryPart moves={moves} />
      </div>
      <div className={css['tables']}>
        <section className={css['part']}>
          <h3>{t('moves.deepest')}</h3>
          <DeepestSwings {...moves} />
        </section>
        <ReturnsTable {...moves} />
      </div>
      <DaysMeasured symbol={null} {...moves} />
    </div>
  );
}
