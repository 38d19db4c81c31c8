import { Link } from '@tanstack/react-router';
import { Info, OctagonAlert, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { allKinds } from '#engine/bots/registry.ts';
import { useText } from '#web/i18n/text.tsx';
import { kindAddress } from '#web/kinds/kind-address.ts';
import { Button } from '#web/ui/form/button.tsx';
import { utcMinute } from '#web/ui/values/format.ts';
import type { Notice } from './notice-queries.ts';
import { noticeSentence } from './notice-words.ts';
import css from './notices.module.css';

const icons = { critical: OctagonAlert, warning: TriangleAlert, info: Info } as const;

interface NoticeListProps {
  readonly notices: readonly Notice[];
  readonly onMark: (notice: Notice) => void;
  /** Called when a link is followed. */
  readonly onLeave?: (() => void) | undefined;
}

/** Notices, newest first, each with where it happened and whether it has been read. */
export function NoticeList({ notices, onMark, onLeave }: NoticeListProps) {
  return (
    <ol className={css['list']}>
      {notices.map((notice) => (
        <NoticeRow key={notice.noticeId} notice={notice} onMark={onMark} onLeave={onLeave} />
      ))}
    </ol>
  );
}

interface NoticeRowProps extends Pick<NoticeListProps, 'onMark' | 'onLeave'> {
  readonly notice: Notice;
}

function NoticeRow({ notice, onMark, onLeave }: NoticeRowProps) {
  const t = useText();
  const Icon = icons[notice.severity];
  const isUnread = notice.readAt === null;
  const title = t(`notices.event.${notice.event}`);
  return (
    <li className={css['notice']} data-severity={notice.severity} data-unread={isUnread ? '' : undefined}>
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      <div className={css['words']}>
        <div className={css['title']}>
          <b>{title}</b>
          <span className="by-hidden">
            {t(`notices.severity.${notice.severity}`)}, {t(isUnread ? 'notices.unread' : 'notices.read')}
          </span>
          <time dateTime={notice.ts}>{utcMinute(notice.ts, t.language)}</time>
        </div>
        <p>{noticeSentence(notice, t)}</p>
        <div className={css['links']}>
          <NoticeLinks notice={notice} onLeave={onLeave} />
          <Button size="compact-xs" variant="subtle" onClick={() => onMark(notice)}>
            {t(isUnread ? 'notices.markRead' : 'notices.markUnread')}
            <span className="by-hidden">: {title}</span>
          </Button>
        </div>
      </div>
    </li>
  );
}

/** Links to the bot and to the cycle. */
function NoticeLinks({ notice, onLeave }: Pick<NoticeRowProps, 'notice' | 'onLeave'>) {
  const t = useText();
  const kind = allKinds().find((one) => one.kind === notice.kind)?.kind;
  if (kind === undefined || notice.botId === null) return null;
  const botName = [notice.botName, notice.symbol].filter((part) => part !== null).join(' · ');
  const link = (to: string, search: Readonly<Record<string, string>>, words: ReactNode) => (
    <Link to={to} search={search} onClick={() => onLeave?.()}>
      {words}
    </Link>
  );
  return (
    <>
      {link(kindAddress(kind, 'bots'), { bot: notice.botId }, botName)}
      {notice.cycleId !== null && notice.portfolioId !== null
        ? link(kindAddress(kind, 'portfolio', notice.portfolioId), { cycle: notice.cycleId }, t('notices.toCycle'))
        : null}
    </>
  );
}
