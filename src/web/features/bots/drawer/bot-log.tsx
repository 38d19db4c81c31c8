import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Bot } from '#web/api/trading-queries.ts';
import { useText } from '#web/i18n/text.tsx';
import { kindAddress } from '#web/kinds/kind-address.ts';
import { Empty } from '#web/ui/page/empty.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import { LogList } from '#web/ui/words/log-list.tsx';
import { botLogQuery } from './bot-work-queries.ts';

/** The newest decisions of the bot, with a link to the whole log. */
export function BotLog({ bot }: { readonly bot: Bot }) {
  const t = useText();
  const log = useQuery(botLogQuery(bot.kind, bot.botId));
  if (log.isPending) return <SkeletonRows rows={6} height={30} />;
  if (!log.data) return <ProblemNote error={log.error} onRetry={() => void log.refetch()} />;
  if (log.data.items.length === 0) return <Empty title={t('drawer.noLog')} />;
  return (
    <>
      <LogList entries={log.data.items} />
      <p>
        {log.data.cursor === null ? null : `${t('drawer.newest', { count: log.data.items.length })} `}
        <Link to={kindAddress(bot.kind, 'logs')} search={{ bot: bot.botId }}>
          {t('drawer.wholeLog')}
        </Link>
      </p>
    </>
  );
}
