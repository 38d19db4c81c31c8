import { useMediaQuery } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { DatabaseZap, Hand, OctagonAlert, Search, ShieldAlert, ShieldCheck, ShieldOff } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Status } from '#web/api/live/live-store.ts';
import { useLine, useStatus } from '#web/api/live/use-live.ts';
import { STALE_AFTER_MS, useIsStale } from '#web/api/live/use-stale.ts';
import { useText } from '#web/i18n/text.tsx';
import { kindAddress } from '#web/kinds/kind-address.ts';
import { Age } from '#web/ui/values/age.tsx';
import { utcMinute, utcSecond } from '#web/ui/values/format.ts';
import { Money } from '#web/ui/values/money.tsx';
import { useNow } from '#web/ui/values/use-now.ts';
import { Bell } from './bell.tsx';
import css from './health-strip.module.css';

/** As in the style sheet: narrower windows show the short form of clocks and buttons. */
const WIDE = '(min-width: 1920px)';

interface HealthStripProps {
  readonly onCommand: () => void;
  readonly onStopAll: () => void;
  readonly onNotices: () => void;
}

/** The state of the system, on every page: engine, bots, results of today, protection, clocks. */
export function HealthStrip({ onCommand, onStopAll, onNotices }: HealthStripProps) {
  const t = useText();
  const status = useStatus();
  return (
    <section className={css['strip']} aria-label={t('strip.label')}>
      {status === null ? <span className={css['quiet']}>{t('strip.connecting')}</span> : <Facts status={status} />}
      {status !== null && status.botsTotal > 0 ? (
        <button type="button" className={css['stopAll']} title={t('command.stopAll')} onClick={onStopAll}>
          <Hand size={14} strokeWidth={1.75} aria-hidden="true" />
          <span>{t('command.stopAll')}</span>
        </button>
      ) : null}
      <button type="button" className={css['command']} title={t('command.open')} onClick={onCommand}>
        <Search size={14} strokeWidth={1.75} aria-hidden="true" />
        <span>{t('command.open')}</span>
        <kbd className={css['kbd']}>Ctrl K</kbd>
      </button>
      <Bell unread={status?.unreadNotices ?? 0} onOpen={onNotices} />
      <Clocks status={status} />
    </section>
  );
}

/**
 * The market's clock where it has its own, because replayed time is not the time of day. It never gives way to other facts;
 * only a wide window has room for the time of day beside it, which every machine shows anyway.
 */
function Clocks({ status }: { readonly status: Status | null }) {
  const t = useText();
  const isWide = useMediaQuery(WIDE, false, { getInitialValueInEffect: false }) ?? false;
  if (status?.environment !== 'sim') return <Clock />;
  const { marketTime, marketSpeed: speed, marketRound: round } = status;
  const words = { time: utcMinute(marketTime, t.language), speed, round };
  return (
    <>
      <span className={css['clock']} data-part="market" title={t('strip.marketClockWhy')}>
        {isWide ? t('strip.market', words) : t('strip.marketClock', words)}
      </span>
      {isWide ? <Clock /> : null}
    </>
  );
}

function Facts({ status }: { readonly status: Status }) {
  const t = useText();
  const isBehind = status.engine === 'catching-up'; // Cycles of today may still be missing from its results.
  return (
    <div className={css['facts']}>
      <strong className={css['environment']}>{status.environment.toUpperCase()}</strong>
      <Engine status={status} />
      <Store status={status} />
      <Exchange status={status} />
      <Part name="bots">
        {t('strip.bots')} <b>{t('strip.botsRunning', { running: status.botsRunning, total: status.botsTotal })}</b>
        {status.botsInErrorKind !== null ? (
          <Link to={kindAddress(status.botsInErrorKind, 'bots')} search={{ show: 'needs' }} className={css['danger']}>
            <OctagonAlert size={14} strokeWidth={1.75} aria-hidden="true" />
            {t('portfolio.botsError', { count: status.botsInError })}
          </Link>
        ) : null}
      </Part>
      <Part name="live">
        {t('strip.todayLive')}{' '}
        <b>
          <Money value={isBehind ? null : status.todayLive} />
        </b>
      </Part>
      <Part name="paper">
        {t('strip.todayPaper')}{' '}
        <b>
          <Money value={isBehind ? null : status.todayPaper} unit="USDT" />
        </b>
      </Part>
      <Protection status={status} />
    </div>
  );
}

function Part({
  name,
  title,
  children,
}: {
  readonly name: string;
  readonly title?: string;
  readonly children: ReactNode;
}) {
  return (
    <span className={css['part']} data-part={name} title={title}>
      {children}
    </span>
  );
}

function Engine({ status }: { readonly status: Status }) {
  const t = useText();
  // While the connection is down or silent, these are only the last known values.
  const isStale = useIsStale();
  const isHeard = useLine() !== 'lost' && !isStale;
  const { tone, word } = isHeard ? heardState(status) : ({ tone: 'warn', word: 'unheard' } as const);
  const decided = status.decidedAt === null ? {} : { title: t('strip.decided', { time: utcSecond(status.decidedAt) }) };
  return (
    <Part name="engine" {...decided}>
      <span className={css['dot']} data-tone={tone} aria-hidden="true" />
      <span className={css['what']}>{t('strip.engine')}</span> <b>{t(`strip.${word}`)}</b>
      <span className={css['beat']}>
        {t('strip.beat')} <Age at={status.beatAt} staleAfterMs={STALE_AFTER_MS} />
      </span>
    </Part>
  );
}

/** What the engine does; without the exchange it has nothing to decide on. */
function heardState({ engine, exchange }: Status) {
  if (engine === 'stopped') return { tone: 'danger', word: engine } as const;
  if (engine !== 'running') return { tone: 'warn', word: engine } as const;
  if (exchange === 'silent') return { tone: 'warn', word: 'waiting' } as const;
  return { tone: 'good', word: engine } as const;
}

/** Database and disk, shown only when something is wrong with them. */
function Store({ status }: { readonly status: Status }) {
  const t = useText();
  const trouble = storeTroubleOf(status);
  if (trouble === null) return null;
  return (
    <Part name="store" title={t(`strip.${trouble}Why`)}>
      <span role="alert" className={css[trouble === 'diskLow' ? 'warn' : 'danger']}>
        <DatabaseZap size={14} strokeWidth={1.75} aria-hidden="true" />
        {t(`strip.${trouble}`)}
      </span>
    </Part>
  );
}

function storeTroubleOf({ database, disk }: Status): 'diskFull' | 'databaseAway' | 'diskLow' | null {
  if (disk === 'full') return 'diskFull'; // Also the cause when the database does not answer for want of room.
  if (database === 'unreachable') return 'databaseAway';
  return disk === 'low' ? 'diskLow' : null;
}

/** Shown only when something is wrong. */
function Exchange({ status }: { readonly status: Status }) {
  const t = useText();
  const isSilent = status.exchange === 'silent';
  if (!isSilent && !status.isMarketBehind) return null;
  const words = isSilent ? t('strip.exchangeSilent') : t('strip.exchangeBehind', { count: status.marketMinutesBehind });
  return (
    <Part name="exchange">
      <Link to="/market" className={css[isSilent ? 'danger' : 'warn']}>
        <OctagonAlert size={14} strokeWidth={1.75} aria-hidden="true" />
        {words}
      </Link>
    </Part>
  );
}

/** Bots with a position that no stop-loss protects; an alarm when one of them lost its stop-loss. */
function Protection({ status }: { readonly status: Status }) {
  const t = useText();
  const { unprotected: count, unprotectedByDesign: byDesign, unprotectedKind: kind } = status;
  if (count === 0 || kind === null) {
    return (
      <Part name="unprotected">
        <ShieldCheck size={14} strokeWidth={1.75} aria-hidden="true" />
        {t('strip.unprotected')} <b>0</b>
      </Part>
    );
  }
  const missing = count - byDesign;
  const Icon = missing > 0 ? ShieldAlert : ShieldOff;
  return (
    <Part name="unprotected" title={t('strip.unprotectedWhy')}>
      <Link
        to={kindAddress(kind, 'bots')}
        search={{ show: 'unprotected' }}
        className={missing > 0 ? css['danger'] : css['plain']}
      >
        <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
        {missing > 0 ? t('strip.unprotectedMissing', { count, missing }) : t('strip.unprotectedByDesign', { count })}
      </Link>
    </Part>
  );
}

const HOURS_AND_MINUTES = '00:00'.length;

function Clock() {
  const t = useText();
  const now = new Date(useNow());
  return (
    <span className={css['clock']}>
      <b>{utcSecond(now.toISOString())}</b> {t('strip.utc')}{' '}
      <span className={css['quiet']}>{t('strip.local', { time: now.toTimeString().slice(0, HOURS_AND_MINUTES) })}</span>
    </span>
  );
}
