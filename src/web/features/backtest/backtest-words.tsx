import { type ReactNode, Suspense } from 'react';
import { PartText } from '#web/i18n/text.tsx';

/** The words of these pages, which load with them. */
export function BacktestWords({ loading, children }: { readonly loading: ReactNode; readonly children: ReactNode }) {
  return (
    <Suspense fallback={loading}>
      <PartText part="backtest">{children}</PartText>
    </Suspense>
  );
}
