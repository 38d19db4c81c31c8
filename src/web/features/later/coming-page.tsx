import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useParams, useRouteContext } from '@tanstack/react-router';
import { Suspense } from 'react';
import { paperLadder } from '#engine/bots/registry.ts';
import { isApiError } from '#web/api/api-error.ts';
import { portfolioQuery } from '#web/api/portfolio-queries.ts';
import { type MessageKey, PartText, useText } from '#web/i18n/text.tsx';
import { kindAddress } from '#web/kinds/kind-address.ts';
import { type KindView, kindView } from '#web/kinds/kind-view.ts';
import { useKindView } from '#web/kinds/use-kind.ts';
import { Card } from '#web/ui/page/card.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import { KindPage, type KindTab } from '#web/ui/page/kind-page.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';

const tabs: Readonly<Partial<Record<MessageKey, KindTab>>> = {
  'nav.bots': 'bots',
  'nav.strategy': 'strategy',
  'nav.logs': 'logs',
};

/** A page about what this version cannot do for a kind of bots: says what it will be, and leads to bots that run. */
export function ComingPage() {
  const t = useText();
  const view = useKindView();
  const { title }: { readonly title?: MessageKey } = useRouteContext({ strict: false });
  const { id } = useParams({ strict: false });
  const isPortfolio = title === 'nav.portfolio';
  const { data, error, refetch } = useQuery({ ...portfolioQuery(id ?? ''), enabled: isPortfolio });
  if (data !== undefined && data.kind !== view.kind) {
    return <Navigate to={kindAddress(data.kind, 'portfolio', data.portfolioId)} replace />;
  }
  // A portfolio that does not exist is none of another kind either.
  const isUnknown = error !== null && !isApiError(error, 'PORTFOLIO_NOT_FOUND');
  return (
    <KindPage title={view.title(t)} tab={(title && tabs[title]) ?? null}>
      {isUnknown ? <ProblemNote error={error} onRetry={() => void refetch()} /> : null}
      <Suspense>
        <PartText part="later">
          <Coming view={view} />
        </PartText>
      </Suspense>
    </KindPage>
  );
}

function Coming({ view }: { readonly view: KindView }) {
  const { bots, coming } = view;
  const t = useText();
  if (coming === null) return null;
  const running = bots === null ? kindView(paperLadder.kind) : view;
  const link = <Link to={kindAddress(running.kind, 'bots')}>{t('later.link', { title: running.title(t) })}</Link>;
  return (
    <Card>
      <Empty title={coming.title(t)} link={link}>
        {coming.text(t)}
      </Empty>
    </Card>
  );
}
