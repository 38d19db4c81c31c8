import type { ScreenerColumnKey } from '#contract/screener/get-futures.ts';
import type { Text } from '#web/i18n/text.tsx';
import { utcMinute } from '#web/ui/values/format.ts';
import type { ShownRule } from './rule/use-rule.ts';
import type { Screening } from './screener-queries.ts';
import { columnSets } from './screener-sets.ts';

type Source = keyof Screening['ages'] | 'rule' | 'listing' | 'now';

const surveyed: readonly ScreenerColumnKey[] = [
  ...(['spreadBps', 'depthUsdt', 'depthReachPercent', 'tradesDay', 'openInterestUsdt'] as const),
  ...(['openInterestChangePercent', 'openInterestVolumeRatio', 'drawdownAllTimePercent'] as const),
];
const priced: readonly ScreenerColumnKey[] = [
  ...(['lastPrice', 'markPrice', 'changeDayPercent', 'volumeDay', 'fundingPercent'] as const),
  ...(['fundingYearPercent', 'tickPercent'] as const),
];
const noted: readonly ScreenerColumnKey[] = ['tradeCategory', 'comment', 'ownScore'];
const isIn = (columns: readonly ScreenerColumnKey[], column: ScreenerColumnKey) => columns.includes(column);

/** Where the values of a column come from. */
function sourceOf(column: ScreenerColumnKey): Source {
  if (column === 'bots') return 'now';
  if (isIn(surveyed, column)) return 'survey';
  if (isIn(priced, column)) return 'market';
  if (isIn(noted, column)) return 'own';
  if (isIn(columnSets.coin, column)) return 'coin';
  if (isIn(columnSets.rule, column)) return 'rule';
  return isIn(columnSets.contract, column) ? 'listing' : 'past';
}

/** What a column is, and when its values are from. */
export function columnHint(
  column: ScreenerColumnKey,
  { ages, rule }: { readonly ages: Screening['ages']; readonly rule: ShownRule },
  t: Text,
): string {
  return `${t(`screener.hint.${column}`)} ${ageWords(sourceOf(column), { ages, rule }, t)}`;
}

function ageWords(
  source: Source,
  { ages, rule }: { readonly ages: Screening['ages']; readonly rule: ShownRule },
  t: Text,
): string {
  if (source === 'now' || source === 'listing') return t(`screener.age.${source}`);
  const at = source === 'rule' ? (rule.judged?.closedAt ?? null) : ages[source];
  const missing = source === 'own' || source === 'rule' ? source : 'other';
  return at === null
    ? t(`screener.age.none.${missing}`)
    : t(`screener.age.of.${source}`, { time: utcMinute(at, t.language) });
}
