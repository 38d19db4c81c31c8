import { type Text, useText } from '#web/i18n/text.tsx';
import { ruleParts, ruleText } from '#web/kinds/rule-words.ts';
import { subtractDecimals } from '#web/ui/values/decimal-sum.ts';
import { sharePercent } from '#web/ui/values/distance.ts';
import { utcMinute } from '#web/ui/values/format.ts';
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
        {t('why.closed', { time: timeOf(reading.closedAt, t) })} {said}
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
function Numbers({ node: { truth, values } }: { readonly node: Node }) {
  const t = useText();
  if (values.length === 0) return null;
  const [a, b] = values.map(({ value }) => value);
  const isComparable = truth === 'false' && values.length === 2 && a != null && b != null && Number(b) !== 0;
  // As the table tells how far a bot is from its trigger: the share of the second by which they differ.
  const away = isComparable ? sharePercent(unsigned(subtractDecimals(a, b)), unsigned(b)) : null;
  return (
    <span className={css['numbers']}>
      {values.map(({ value }) => (value === null ? '–' : t.number(value))).join(' / ')}
      {away === null ? null : (
        <span className={css['away']}> {t('why.away', { percent: t.number(away, { decimals: 2 }) })}</span>
      )}
    </span>
  );
}

const unsigned = (decimal: string): string => decimal.replace('-', '');

/** Whether it acts at its last close, or when it last did. */
export function triggerText({ isActing, lastTriggerAt, knownSince }: Reading, t: Text): string {
  if (isActing) return t('why.acts');
  if (lastTriggerAt !== null) return t('why.lastTrigger', { time: timeOf(lastTriggerAt, t) });
  return knownSince === null ? t('why.neverKnown') : t('why.noTrigger', { time: timeOf(knownSince, t) });
}

const timeOf = (instant: string, t: Text): string => `${utcMinute(instant, t.language)} UTC`;
