import { useState } from 'react';
import type { ShownAccount } from '#web/api/exchange/exchange-account-query.ts';
import { useText } from '#web/i18n/text.tsx';
import { Status, type StatusTone } from '#web/ui/figures/status.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Age } from '#web/ui/values/age.tsx';
import { HaltDialog, ReleaseDialog } from './halt-dialogs.tsx';
import css from './live-account.module.css';

/** The whole account is compared every ten minutes. */
const OLD_SYNC_MS = 11 * 60_000;

/** Where the orders go, whether the account is connected, when it was last compared, and its halt. */
export function AccountLine({ account }: { readonly account: ShownAccount }) {
  const t = useText();
  const [dialog, setDialog] = useState<'halt' | 'release' | null>(null);
  const { environment, lastSyncAt, halt, accountId } = account;
  const state = stateOf(account);
  const close = () => setDialog(null);
  return (
    <header className={css['line']}>
      <h2>{t('live.title')}</h2>
      <span className={css['badge']} data-environment={environment}>
        {t(`live.badge.${environment}`)}
      </span>
      <span className={css['where']}>{t(`live.where.${environment}`)}</span>
      <Status tone={state.tone} word={t(state.word)} />
      <span className={css['where']}>
        {t('live.lastSync')}:{' '}
        {lastSyncAt === null ? t('live.neverSynced') : <Age at={lastSyncAt} staleAfterMs={OLD_SYNC_MS} />}
      </span>
      {accountId === null ? null : (
        <span className={css['acts']}>
          <Button size="compact-sm" onClick={() => setDialog(halt === null ? 'halt' : 'release')}>
            {t(halt === null ? 'live.halt.account' : 'live.halt.release')}
          </Button>
        </span>
      )}
      {dialog === 'halt' ? <HaltDialog bot={null} onClose={close} /> : null}
      {dialog === 'release' ? <ReleaseDialog bot={null} onClose={close} /> : null}
    </header>
  );
}

function stateOf({ accountId, refusals, halt, haltOfAll, isSynced }: ShownAccount) {
  const state = (tone: StatusTone, word: 'live.closed' | 'live.halted' | 'live.syncing' | 'live.connected') => ({
    tone,
    word,
  });
  if (accountId === null || refusals.length > 0) return state('danger', 'live.closed');
  if (halt !== null || haltOfAll !== null) return state('warn', 'live.halted');
  return isSynced ? state('running', 'live.connected') : state('waiting', 'live.syncing');
}
