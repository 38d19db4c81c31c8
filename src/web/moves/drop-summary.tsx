import { Suspense } from 'react';
import { PartText, useText } from '#web/i18n/text.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonBlock } from '#web/ui/page/skeleton.tsx';
import { DaysMeasured } from './days-measured.tsx';
import { DropPart } from './drop-part.tsx';
import css from './moves.module.css';
import { usePriceMoves } from './use-price-moves.ts';

const HEIGHT = 290;

/** How deep a long falls before the price comes back by one percent, for a place beside a list. */
export function DropSummary({ symbol }: { readonly symbol: string }) {
  return (
    <Suspense fallback={<SkeletonBlock height={HEIGHT} />}>
      <PartText part="moves">
        {/* Nothing of one contract stays while another is asked for. */}
        <Drops key={symbol} symbol={symbol} />
      </PartText>
    </Suspense>
  );
}

function Drops({ symbol }: { readonly symbol: string }) {
  const t = useText();
  const { moves, isPending, isUnmeasurable, failed } = usePriceMoves({ symbol, direction: 'buy', reboundPercent: '1' });
  if (isUnmeasurable) return <p className={css['quiet']}>{t('moves.none')}</p>;
  if (failed) return <ProblemNote error={failed.error} onRetry={() => void failed.refetch()} />;
  if (isPending || moves.data === undefined) return <SkeletonBlock height={HEIGHT} />;
  return (
    <>
      <DropPart moves={moves.data} />
      <DaysMeasured symbol={symbol} {...moves.data} />
    </>
  );
}
