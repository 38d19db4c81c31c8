import { useQuery } from '@tanstack/react-query';
import { settingsQuery } from '#web/api/system-queries.ts';
import { currentUser } from '#web/auth/session.ts';
import { PartText, useText } from '#web/i18n/text.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { Page } from '#web/ui/page/page.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import css from './account-page.module.css';
import { ExchangeKeyCard } from './exchange-key-card.tsx';
import { PasswordForm } from './password-form.tsx';
import { UserFields } from './user-fields.tsx';

/** Who is signed in, the key of the exchange account, a way to change the password, and what this program is. */
export function AccountPage() {
  return (
    <PartText part="exchangeKeys">
      <LoadedPage />
    </PartText>
  );
}

function LoadedPage() {
  const t = useText();
  const settings = useQuery(settingsQuery);
  const user = useQuery({ queryKey: ['user'], queryFn: currentUser });
  return (
    <Page title={t('account.title')}>
      <div className={css['columns']}>
        <Card title={t('account.user')}>
          {user.isPending ? <SkeletonRows rows={6} /> : null}
          {user.error ? <ProblemNote error={user.error} onRetry={() => void user.refetch()} /> : null}
          {user.data ? <UserFields user={user.data} /> : null}
        </Card>
        <ExchangeKeyCard />
        <Card title={t('account.passwordTitle')}>
          {user.data ? <PasswordForm email={user.data.email ?? ''} /> : null}
        </Card>
        <Card title={t('account.about')}>
          <p>{t('account.aboutText', { version: settings.data?.version ?? '' })}</p>
          <a href="https://www.tradingview.com/" target="_blank" rel="noreferrer">
            tradingview.com
          </a>
          <p>
            <a href="/api/docs" target="_blank" rel="noreferrer">
              {t('account.api')}
            </a>
            <br />
            {t('account.apiMore')}
          </p>
          <p>
            <a href="/licenses.txt" target="_blank" rel="noreferrer">
              {t('account.licences')}
            </a>
          </p>
        </Card>
      </div>
    </Page>
  );
}
