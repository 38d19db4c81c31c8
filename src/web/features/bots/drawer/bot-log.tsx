import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Bot } from '#web/api/trading-queries.ts';
import { useText } from '#web/i18n/text.tsx';
import { kindAddress } from '#web/kinds/kind-address.ts';
import { Empty } from '#web/ui/page/empty.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import { utcMinute } from '#web/ui/values/format.ts';
import { logSentence } from '#web/ui/words/log-sentence.ts';
import { botLogQuery } from './bot-work-queries.ts';
import css from './drawer-parts.module.css';

/** The newest decisions of the bot, with a link to the whole log. */
export function BotLog({ bot }: { readonly bot: Bot }) {
  const t = useText();
  const log = useQuery(botLogQuery(bot.kind, bot.botId));
  if (log.isPending) return <SkeletonRows rows={6} height={30} />;
  if (!log.data) return <ProblemNote error={log.error} onRetry={() => void log.refetch()} />;
  if (log.data.items.length === 0) return <Empty title={t('drawer.noLog')} />;
  return (
    <>
      <ol className={css['log']}>
        {log.data.items.map((entry) => (
          <li key={entry.logId} data-level={entry.level}>
            <time dateTime={entry.ts}>{utcMinute(entry.ts, t.language)}</time>
            <span>{logSentence(entry, t)}</span>
          </li>
        ))}
      </ol>
      <p>
        <Link to={kindAddress(bot.kind, 'logs')} search={{ bot: bot.botId }}>
          {t('drawer.wholeLog')}
        </Link>
      </p>
    </>
  );
}
