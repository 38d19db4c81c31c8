import { useQuery } from '@tanstack/react-query';
import { exchangeAccountQuery, type ShownAccount } from '#web/api/exchange/exchange-account-query.ts';
import { type Bot, botsQuery } from '#web/api/trading-queries.ts';
import { PartText, useText } from '#web/i18n/text.tsx';
import { useKind } from '#web/kinds/use-kind.ts';
import { Note } from '#web/ui/page/note.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonBlock } from '#web/ui/page/skeleton.tsx';
import { AccountAlarms } from './account-alarms.tsx';
import { AccountBand } from './account-band.tsx';
import { AccountLine } from './account-line.tsx';
import css from './live-account.module.css';
import { LiveBotsTable } from './live-bots-table.tsx';

interface LiveAccountProps {
  readonly look: 'whole' | 'line';
}

/** The exchange account: its state, what is wrong with it, and on the page of the bots its figures and positions. */
export function LiveAccount({ look }: LiveAccountProps) {
  return (
    <PartText part="exchangeAccount">
      <Worded look={look} />
    </PartText>
  );
}

const SKELETON_HEIGHT = 42;
const NO_BOTS: readonly Bot[] = [];

function Worded({ look }: LiveAccountProps) {
  const t = useText();
  const kind = useKind();
  const account = useQuery(exchangeAccountQuery);
  const bots = useQuery(botsQuery(kind)).data?.items ?? NO_BOTS;
  return (
    <>
      {account.isPending ? <SkeletonBlock height={SKELETON_HEIGHT} /> : null}
      {account.isError ? <ProblemNote error={account.error} onRetry={() => void account.refetch()} /> : null}
      {account.data === null ? <Note tone="info" title={t('live.idle')} /> : null}
      {account.data ? <Opened account={account.data} bots={bots} look={look} /> : null}
    </>
  );
}

interface OpenedProps extends LiveAccountProps {
  readonly account: ShownAccount;
  readonly bots: readonly Bot[];
}

function Opened({ account, bots, look }: OpenedProps) {
  return (
    <>
      <AccountAlarms account={account} bots={bots} />
      <section className={css['card']}>
        <AccountLine account={account} />
        {look === 'whole' ? (
          <>
            <AccountBand account={account} />
            <LiveBotsTable account={account} bots={bots} />
          </>
        ) : null}
      </section>
    </>
  );
}
