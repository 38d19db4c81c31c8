import { fourDigits } from '#base/decimal.ts';
import { type Text, useText } from '#web/i18n/text.tsx';
import { ruleParts, ruleText } from '#web/kinds/rule-words.ts';
import { subtractDecimals } from '#web/ui/values/decimal-sum.ts';
import { sharePercent } from '#web/ui/values/distance.ts';
import { utcMinute } from '#web/ui/values/format.ts';
import { openedAtOf } from '#web/ui/values/opened-at.ts';
import type { ToldWait } from './bot-work-queries.ts';
import css from './drawer-parts.module.css';

type Reading = NonNullable<ToldWait['rule']>;
type Node = Reading['nodes'][number];

interface EntryRuleProps {
  readonly rule: unknown;
  readonly reading: Reading;
  /** What came of it, or when it last acted. */
  readonly said: string;
}

/** What the entry rule said at a close, condition by condition, with the numbers that it compared. */
export function EntryRule({ rule, reading, said }: EntryRuleProps) {
  const t = useText();
  const nodes = new Map(reading.nodes.map((node) => [node.path, node]));
  return (
    <div className={css['rule']}>
      <p>
        {t('why.closed', { time: timeOf(reading.openedAt, t) })} {said}
      </p>
      <ul>
        {ruleParts(rule).map(({ path, depth, condition }) => {
          const node = nodes.get(path);
          return node === undefined ? null : (
            <li key={path} data-truth={node.truth} style={{ paddingInlineStart: `${depth * 14}px` }}>
              <span className={css['truth']}>{t(`why.truth.${node.truth}`)}</span>
              <span>{nodeText(condition, t)}</span>
              <Numbers node={node} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** A group is named by how it joins its parts, which follow it. */
function nodeText(condition: object, t: Text): string {
  if ('all' in condition) return t('why.all');
  if ('any' in condition) return t('why.any');
  return ruleText(condition, t);
}

/** The compared numbers; where they make the condition false, also how far the first one is from the second. */
function Numbers({ node: { truth, values, isOfPrices } }: { readonly node: Node }) {
  const t = useText();
  if (values.length === 0) return null;
  const [a, b] = values.map(({ value }) => value);
  const isComparable = truth === 'false' && values.length === 2 && a != null && b != null;
  const away = isComparable ? awayText(a, b, isOfPrices, t) : null;
  return (
    <span className={css['numbers']}>
      {values.map(({ value }) => (value === null ? '–' : t.number(value))).join(' / ')}
      {away === null ? null : <span className={css['away']}> {away}</span>}
    </span>
  );
}

/** Prices are apart by a share of the second one, other values by their difference; null where the share has no base. */
function awayText(a: string, b: string, isOfPrices: boolean, t: Text): string | null {
  const difference = unsigned(subtractDecimals(a, b));
  if (!isOfPrices) return t('why.away', { distance: t.number(fourDigits(difference)) });
  const share = Number(b) === 0 ? null : sharePercent(difference, unsigned(b));
  return share === null ? null : t('why.away', { distance: `${t.number(share, { decimals: 2 })} %` });
}

const unsigned = (decimal: string): string => decimal.replace('-', '');

/** Whether it acts at its last close, or when it last did. */
export function triggerText(reading: Reading, t: Text): string {
  const { isActing, lastTriggerAt, knownSince } = reading;
  const barOf = (closedAt: string) => timeOf(openedAtOf(closedAt, barLength(reading)), t);
  if (isActing) return t('why.acts');
  if (lastTriggerAt !== null) return t('why.lastTrigger', { time: barOf(lastTriggerAt) });
  return knownSince === null ? t('why.neverKnown') : t('why.noTrigger', { time: barOf(knownSince) });
}

/** The length of the bars on which the rule is evaluated. */
export const barLength = ({ openedAt, closedAt }: Pick<Reading, 'openedAt' | 'closedAt'>): number =>
  Date.parse(closedAt) - Date.parse(openedAt);

const timeOf = (instant: string, t: Text): string => `${utcMinute(instant, t.language)} UTC`;
