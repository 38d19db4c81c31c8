import type { BackFillRow } from '#web/api/market/market-queries.ts';
import type { Text } from '#web/i18n/text.tsx';
import type { StatusTone } from '#web/ui/figures/status.tsx';
import { durationText, utcDay } from '#web/ui/values/format.ts';

export const toneOfJob = {
  waiting: 'waiting',
  running: 'running',
  paused: 'warn',
  done: 'done',
  cancelled: 'stopped',
  failed: 'danger',
} as const satisfies Record<BackFillRow['state'], StatusTone>;

/** "ETHUSDT", "ETHUSDT and 3 more", "All contracts". */
export function scopeText({ symbols }: BackFillRow, t: Text): string {
  if (symbols === null) return t('market.job.all');
  const [first = '', ...others] = symbols;
  return others.length === 0 ? first : t('market.job.some', { symbol: first, count: others.length });
}

/** "from 25 Apr 2025 to now"; the end is shown as its last day. */
export function jobPeriod({ dateFrom, dateTo }: BackFillRow, t: Text): string {
  if (dateFrom === null) return t('market.job.gaps');
  const from = utcDay(dateFrom, t.language);
  if (dateTo === null) return t('market.job.from', { from });
  const lastDay = new Date(Math.max(Date.parse(dateTo) - 1, Date.parse(dateFrom))).toISOString();
  return t('market.job.period', { from, to: utcDay(lastDay, t.language) });
}

/** The progress of a job, its speed and the time left. */
export function paceText(job: BackFillRow, t: Text): string {
  const { symbol, symbols, minutesPerSecond, secondsLeft, minutesDone, state, endedAt, startedAt } = job;
  if (endedAt !== null) {
    const took = durationText(Date.parse(endedAt) - Date.parse(startedAt), t);
    return `${t('market.job.minutes', { count: t.number(String(minutesDone)) })} · ${took}`;
  }
  if (state === 'waiting' || state === 'paused') return ''; // A job that is not running has no speed to estimate from.
  return [
    symbol === null || symbols?.length === 1 ? '' : t('market.job.at', { symbol }),
    t('market.job.rate', { count: t.number(String(minutesPerSecond)) }),
    secondsLeft === null ? '' : t('market.job.left', { time: durationText(secondsLeft * 1_000, t) }),
  ]
    .filter((part) => part !== '')
    .join(' · ');
}
