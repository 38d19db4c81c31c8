import { Link } from '@tanstack/react-router';
import { isApiError } from '#web/api/api-error.ts';
import { useText } from '#web/i18n/text.tsx';
import { kindAddress } from '#web/kinds/kind-address.ts';
import { useKind } from '#web/kinds/use-kind.ts';
import { KindPage } from '#web/ui/page/kind-page.tsx';
import { PageProblem } from '#web/ui/page/problem.tsx';
import { SkeletonBlock } from '#web/ui/page/skeleton.tsx';

interface WaitingStrategyProps {
  readonly title: string;
  /** Why it cannot be shown; null while it loads. */
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** In the place of an editor whose strategy is not there. */
export function WaitingStrategy({ title, error, onRetry }: WaitingStrategyProps) {
  const t = useText();
  const kind = useKind();
  return (
    <KindPage title={title} tab="strategy">
      {error ? (
        <PageProblem
          error={error}
          onRetry={onRetry}
          missing={isApiError(error, 'STRATEGY_NOT_FOUND') ? t('problem.STRATEGY_NOT_FOUND') : null}
          link={<Link to={kindAddress(kind, 'strategy')}>{t('strategy.toList')}</Link>}
        />
      ) : (
        <SkeletonBlock height={520} />
      )}
    </KindPage>
  );
}
