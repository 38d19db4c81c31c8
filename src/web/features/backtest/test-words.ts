import { isMessageKey } from '#web/i18n/message-key.ts';
import type { Text } from '#web/i18n/text.tsx';
import type { StatusTone } from '#web/ui/figures/status.tsx';
import { durationText, utcDay, utcDayBefore } from '#web/ui/values/format.ts';
import type { ListedTest } from './test-queries.ts';

export const toneOfTest = {
  QUEUED: 'waiting',
  RUNNING: 'running',
  DONE: 'done',
  FAILED: 'danger',
  CANCELED: 'stopped',
} as const satisfies Record<ListedTest['state'], StatusTone>;

/** Why a test failed, in the reader's language where the code has a sentence. */
export function failureText(failure: NonNullable<ListedTest['failure']>, t: Text): string {
  const key = `problem.${failure.code}`;
  return isMessageKey(t, key) ? t(key) : failure.detail;
}

/** "4 May – 14 Jun 2025"; the end is shown as its last day. */
export function testPeriodText({ dateFrom, dateTo }: Pick<ListedTest, 'dateFrom' | 'dateTo'>, t: Text): string {
  const last = new Date(Math.max(Date.parse(dateTo) - 1, Date.parse(dateFrom))).toISOString();
  const from = utcDayBefore(dateFrom, Date.parse(last), t.language);
  return t('backtest.fromTo', { from, to: utcDay(last, t.language) });
}

/** "ETHUSDT", "ETHUSDT and 3 more". */
export function symbolsText(symbols: readonly string[], t: Text): string {
  const [first = '', ...others] = symbols;
  return others.length === 0 ? first : t('backtest.symbolsMore', { symbol: first, count: others.length });
}

/** "Ladder v3", or that the test has parameters of its own. */
export function strategyText({ strategyName, strategyVersion }: ListedTest, t: Text): string {
  if (strategyName === null) return t('backtest.ownParams');
  return strategyVersion === null ? strategyName : `${strategyName} v${strategyVersion}`;
}

/** What is being done and how long it takes still: "Computing points, 45 of 90, 12 s left". */
export function progressText(test: ListedTest, t: Text): string {
  const { phase, pointsDone, pointsTotal, secondsLeft, testsAhead } = test;
  if (test.state === 'QUEUED') return testsAhead === null ? '' : t.plural('backtest.ahead', testsAhead);
  const count = (value: number) => t.number(String(value));
  return [
    phase === null ? '' : t(`backtest.phase.${phase}`),
    t('backtest.pointsOf', { done: count(pointsDone), total: count(pointsTotal) }),
    secondsLeft === null ? '' : t('backtest.left', { time: durationText(secondsLeft * 1_000, t) }),
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

/** How long a test took; null while it has not ended. */
export function tookText({ startedAt, endedAt }: ListedTest, t: Text): string | null {
  if (startedAt === null || endedAt === null) return null;
  return t('backtest.ran', { time: durationText(Math.max(Date.parse(endedAt) - Date.parse(startedAt), 1_000), t) });
}

/** A depth below a peak as a loss. @param percent - how deep, with or without its sign */
export const asFall = (percent: string): string => (/^-|^0(?:\.0*)?$/.test(percent) ? percent : `-${percent}`);
