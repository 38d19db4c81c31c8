import { type ReactNode, Suspense } from 'react';
import { PartText } from '#web/i18n/text.tsx';
import { Page } from '#web/ui/page/page.tsx';

interface BacktestWordsProps {
  /** Of the page while its words load. */
  readonly title: string;
  readonly skeleton: ReactNode;
  readonly children: ReactNode;
}

/** The words of these pages, which load with them. */
export function BacktestWords({ title, skeleton, children }: BacktestWordsProps) {
  return (
    <Suspense fallback={<Page title={title}>{skeleton}</Page>}>
      <PartText part="backtest">{children}</PartText>
    </Suspense>
  );
}
