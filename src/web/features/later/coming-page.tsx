import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useParams, useRouteContext } from '@tanstack/react-router';
import { Suspense } from 'react';
import { paperLadder } from '#engine/bots/registry.ts';
import { portfolioQuery } from '#web/api/portfolio-queries.ts';
import { type MessageKey, PartText, useText } from '#web/i18n/text.tsx';
import { kindAddress } from '#web/kinds/kind-address.ts';
import type { KindView } from '#web/kinds/kind-view.ts';
import { useKindView } from '#web/kinds/use-kind.ts';
import { Card } from '#web/ui/page/card.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import { KindPage, type KindTab } from '#web/ui/page/kind-page.tsx';

const tabs: Readonly<Partial<Record<MessageKey, KindTab>>> = {
  'nav.bots': 'bots',
  'nav.strategy': 'strategy',
  'nav.logs': 'logs',
};

/** A page about a kind of bots that this version does not run: says what the kind will do, and leads to what runs. */
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

function Coming({ view: { coming } }: { readonly view: KindView }) {
  const t = useText();
  if (coming === null) return null;
  return (
    <Card>
      <Empty title={coming.title(t)} link={<Link to={kindAddress(paperLadder.kind, 'bots')}>{t('later.link')}</Link>}>
        {coming.text(t)}
      </Empty>
    </Card>
  );
}
