import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useParams, useRouteContext } from '@tanstack/react-router';
import { Suspense } from 'react';
import { paperLadder } from '#engine/bots/registry.ts';
import { portfolioQuery } from '#web/api/portfolio-queries.ts';
import { type MessageKey, PartText, useText } from '#web/i18n/text.tsx';
import { kindAddress } from '#web/kinds/kind-address.ts';
import { type KindView, kindView } from '#web/kinds/kind-view.ts';
import { useKindView } from '#web/kinds/use-kind.ts';
import { Card } from '#web/ui/page/card.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import { KindPage, type KindTab } from '#web/ui/page/kind-page.tsx';

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
  const portfolio = useQuery({ ...portfolioQuery(id ?? ''), enabled: isPortfolio }).data;
  if (portfolio !== undefined && portfolio.kind !== view.kind) {
    return <Navigate to={kindAddress(portfolio.kind, 'portfolio', portfolio.portfolioId)} replace />;
  }
  return (
    <KindPage title={view.title(t)} tab={(title && tabs[title]) ?? null}>
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
