import { useQuery } from '@tanstack/react-query';
import { PartText, useText } from '#web/i18n/text.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { Page } from '#web/ui/page/page.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import { EventTable } from './event-table.tsx';
import { FailedDeliveries } from './failed-deliveries.tsx';
import { noticeSettingsQuery, useAskAgain } from './notice-queries.ts';
import css from './notices.module.css';
import { PagedNotices } from './paged-notices.tsx';
import { TelegramCard } from './telegram-card.tsx';
import { WebhookCard } from './webhook-card.tsx';

/** What the user was told of, where it goes besides these pages, and what did not arrive. */
export function NoticesPage() {
  return (
    <PartText part="notices">
      <LoadedPage />
    </PartText>
  );
}

function LoadedPage() {
  const t = useText();
  const settings = useQuery(noticeSettingsQuery);
  const askAgain = useAskAgain();
  return (
    <Page title={t('nav.notices')}>
      <div className={css['columns']}>
        <Card title={t('notices.listTitle')}>
          <PagedNotices />
        </Card>
        <div className={css['column']}>
          <Card title={t('notices.eventsTitle')} note={t('notices.eventsNote')}>
            {settings.isPending ? <SkeletonRows rows={10} /> : null}
            {settings.error ? <ProblemNote error={settings.error} onRetry={askAgain} /> : null}
            {settings.data ? <EventTable settings={settings.data} /> : null}
          </Card>
          {settings.data ? <WebhookCard settings={settings.data} /> : null}
          {settings.data ? <TelegramCard settings={settings.data} /> : null}
          <FailedDeliveries />
        </div>
      </div>
    </Page>
  );
}
