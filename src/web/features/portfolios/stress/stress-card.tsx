import { lazy, Suspense } from 'react';
import type { Portfolio } from '#web/api/portfolio-queries.ts';
import { PartText, useText } from '#web/i18n/text.tsx';
import { KindTag } from '#web/ui/figures/kind.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { SkeletonBlock } from '#web/ui/page/skeleton.tsx';
import { useSearchText } from '#web/ui/table/search-text.ts';
import css from './stress.module.css';
import { readPercent, StressSlider } from './stress-slider.tsx';

// What a test shows is loaded with the first one, so that the page draws sooner.
const StressResult = lazy(async () => ({ default: (await import('./stress-result.tsx')).StressResult }));

const HEIGHT = 320;

interface StressCardProps {
  readonly kind: 'paper' | 'live';
  readonly portfolios: readonly Portfolio[];
}

/** What a fall of the market would do to the open positions; the fall is kept in the address. */
export function StressCard({ kind, portfolios }: StressCardProps) {
  const t = useText();
  const [text, setText] = useSearchText('stress');
  const percent = readPercent(text);
  return (
    <Card title={t('stress.title')} note={t('stress.note')} actions={<KindTag kind={kind} />} isFlush>
      <StressSlider percent={percent} onChoose={(chosen) => setText(String(chosen))} />
      {percent === null ? (
        <p className={css['hint']}>{t('stress.hint')}</p>
      ) : (
        <Suspense fallback={<SkeletonBlock height={HEIGHT} />}>
          <PartText part="risk">
            <StressResult percent={percent} portfolios={portfolios} />
          </PartText>
        </Suspense>
      )}
    </Card>
  );
}
