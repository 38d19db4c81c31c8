import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { PartText, useText } from '#web/i18n/text.tsx';
import { DaysMeasured } from '#web/moves/days-measured.tsx';
import { DeepestSwings } from '#web/moves/deepest-swings.tsx';
import { MoveHistogram } from '#web/moves/move-histogram.tsx';
import { priceMovesQuery, type ToldMoves } from '#web/moves/price-move-queries.ts';
import { Card } from '#web/ui/page/card.tsx';
import { Note } from '#web/ui/page/note.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonBlock } from '#web/ui/page/skeleton.tsx';
import { useSettled } from '#web/ui/use-settled.ts';
import type { DraftSide } from '../form/ladder-check.ts';
import type { LadderEditor } from '../form/ladder-editor.ts';
import { ReachAnswer } from './reach-answer.tsx';
import css from './reach-card.module.css';
import { ReachFigures } from './reach-figures.tsx';
import { StepPresets } from './step-presets.tsx';
import type { SideReach } from './use-ladder-reach.ts';

const HEIGHT = 340;

interface ReachCardProps {
  readonly editor: LadderEditor;
  readonly side: DraftSide;
  readonly reach: SideReach | null;
}

/** "Does this ladder reach far enough?", by the swings of its symbol. */
export function ReachCard(props: ReachCardProps) {
  return (
    <Suspense fallback={<SkeletonBlock height={HEIGHT} />}>
      <PartText part="moves">
        <Answered {...props} />
      </PartText>
    </Suspense>
  );
}

function Answered({ editor, side, reach }: ReachCardProps) {
  const t = useText();
  const rebound = editor.check.params?.takeProfitPercent ?? null;
  const { symbol } = editor.draft;
  const wish = useSettled(rebound === null ? null : { symbol, direction: side.direction, reboundPercent: rebound });
  const moves = useQuery(priceMovesQuery(wish));
  const error = moves.error ?? reach?.error;
  const retry = () => {
    void moves.refetch();
    reach?.retry();
  };
  return (
    <Card title={t('moves.reach.title')}>
      {editor.check.params === null ? <Note tone="info" title={t('moves.reach.unsound')} /> : null}
      {rebound === null && editor.check.params !== null ? (
        <Note tone="info" title={t('moves.reach.noTakeProfit')} />
      ) : null}
      {error ? <ProblemNote error={error} onRetry={retry} /> : null}
      {moves.isPending && wish !== null ? <SkeletonBlock height={HEIGHT} /> : null}
      {moves.data && !error && rebound !== null ? (
        <Content editor={editor} side={side} reach={reach} moves={moves.data} />
      ) : null}
    </Card>
  );
}

function Content({ editor, side, reach, moves }: ReachCardProps & { readonly moves: ToldMoves }) {
  const t = useText();
  const { drops } = moves;
  const steps = side.rows.slice(1).map(({ level, deviationPercent }) => ({ level, percent: Number(deviationPercent) }));
  const isOfDraft = editor.draft.symbol === moves.futuresTicker && moves.direction === side.direction;
  const caption = t(side.direction === 'buy' ? 'moves.caption.buy' : 'moves.caption.sell', {
    rebound: t.number(moves.reboundPercent),
  });
  return (
    <div className={css['content']} data-stale={reach?.isStale || !isOfDraft || undefined}>
      <ReachAnswer side={side} reach={reach?.reach ?? null} />
      <figure className={css['figure']}>
        <MoveHistogram name={`${moves.futuresTicker} drops`} label={caption} bins={drops.bins} steps={steps} />
        <figcaption className={css['quiet']}>{caption}</figcaption>
      </figure>
      <ReachFigures drops={drops} side={side} reach={reach?.reach ?? null} />
      <StepPresets editor={editor} drops={drops} />
      <details className={css['more']}>
        <summary>{t('moves.deepest')}</summary>
        <DeepestSwings {...moves} />
      </details>
      <DaysMeasured symbol={editor.draft.symbol} {...moves} />
    </div>
  );
}
