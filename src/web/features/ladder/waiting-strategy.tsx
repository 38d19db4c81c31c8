import { Link } from '@tanstack/react-router';
import { isApiError } from '#web/api/api-error.ts';
import { useText } from '#web/i18n/text.tsx';
import { kindAddress } from '#web/kinds/kind-address.ts';
import { useKind } from '#web/kinds/use-kind.ts';
import { Empty } from '#web/ui/page/empty.tsx';
import { KindPage } from '#web/ui/page/kind-page.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonBlock } from '#web/ui/page/skeleton.tsx';

interface WaitingStrategyProps {
  readonly title: string;
  /** Why it cannot be shown; null while it loads. */
  readonly error: unknown;
  readonly onRetry: () => void;
}

interface MissingProps extends Pick<WaitingStrategyProps, 'error' | 'onRetry'> {
  readonly kind: string;
}

/** In the place of an editor whose strategy is not there. */
export function WaitingStrategy({ title, error, onRetry }: WaitingStrategyProps) {
  const kind = useKind();
  return (
    <KindPage title={title} tab="strategy">
      {error ? <MissingStrategy kind={kind} error={error} onRetry={onRetry} /> : <SkeletonBlock height={520} />}
    </KindPage>
  );
}

/** One that does not exist is no failure: another try would find nothing either. */
function MissingStrategy({ kind, error, onRetry }: MissingProps) {
  const t = useText();
  const toList = <Link to={kindAddress(kind, 'strategy')}>{t('strategy.toList')}</Link>;
  if (isApiError(error, 'STRATEGY_NOT_FOUND')) return <Empty title={t('problem.STRATEGY_NOT_FOUND')} link={toList} />;
  return (
    <>
      <ProblemNote error={error} onRetry={onRetry} />
      <p>{toList}</p>
    </>
  );
}
