import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CANDLE_LENGTH_MS } from '#base/candle-interval.ts';
import { ruleStrategy } from '#engine/bots/registry.ts';
import { useText } from '#web/i18n/text.tsx';
import { kindAddress, NEW_STRATEGY } from '#web/kinds/kind-address.ts';
import { Button } from '#web/ui/form/button.tsx';
import { ChoiceList } from '#web/ui/form/choice-list.tsx';
import { Segments } from '#web/ui/form/segments.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonBlock } from '#web/ui/page/skeleton.tsx';
import { useSearchText } from '#web/ui/table/search-text.ts';
import { utcMinute } from '#web/ui/values/format.ts';
import { openedAtOf } from '#web/ui/values/opened-at.ts';
import css from './rule-bar.module.css';
import { savedRulesQuery } from './rule-queries.ts';
import { DAYS, type ShownRule } from './use-rule.ts';

const BAR_HEIGHT = 40;

/** Which strategy is judged, over how many days, and up to which close. */
export function RuleBar({ rule }: { readonly rule: ShownRule }) {
  const saved = useQuery(savedRulesQuery);
  if (saved.isError) return <ProblemNote error={saved.error} onRetry={() => void saved.refetch()} />;
  if (!saved.data) return <SkeletonBlock height={BAR_HEIGHT} />;
  if (saved.data.items.length === 0) return <NoRules />;
  return <Choice rule={rule} strategies={saved.data.items} />;
}

function NoRules() {
  const t = useText();
  const make = kindAddress(ruleStrategy.kind, 'strategy', NEW_STRATEGY);
  return (
    <Empty
      title={t('screener.rule.none')}
      action={<Button renderRoot={(look) => <Link to={make} {...look} />}>{t('screener.rule.make')}</Button>}
    >
      {t('screener.rule.noneMore')}
    </Empty>
  );
}

interface ChoiceProps {
  readonly rule: ShownRule;
  readonly strategies: readonly { readonly strategyId: string; readonly name: string }[];
}

function Choice({ rule, strategies }: ChoiceProps) {
  const t = useText();
  const [, setRule] = useSearchText('rule');
  const [, setDays] = useSearchText('days');
  const { strategyId, days } = rule;
  const options = strategies.map(({ strategyId: value, name }) => ({ value, label: name }));
  return (
    <fieldset className={css['bar']}>
      <legend className="by-hidden">{t('screener.rule.bar')}</legend>
      <ChoiceList
        aria-label={t('screener.rule.strategy')}
        value={strategyId}
        onChange={setRule}
        options={[{ value: '', label: t('screener.rule.choose') }, ...options]}
      />
      <Segments
        label={t('screener.rule.days')}
        value={String(days)}
        onChange={(value) => setDays(value === '90' ? null : value)}
        options={DAYS.map((one) => ({ value: String(one), label: t('screener.rule.daysOf', { count: one }) }))}
      />
      <RuleState rule={rule} />
    </fieldset>
  );
}

function RuleState({ rule: { strategyId, screening, error, retry } }: { readonly rule: ShownRule }) {
  const t = useText();
  if (strategyId === '') return <span className={css['state']}>{t('screener.rule.chooseMore')}</span>;
  if (error != null) return <ProblemNote error={error} onRetry={retry} />;
  if (screening === undefined) return null;
  const { items, done, total, closedAt, timeframe } = screening;
  const time = utcMinute(openedAtOf(closedAt, CANDLE_LENGTH_MS[timeframe]), t.language);
  return (
    <>
      <span className={css['state']} role="status">
        {items === null ? t('screener.rule.judging', { done, total }) : t('screener.rule.judged', { time, timeframe })}
      </span>
      {items === null ? (
        <progress className={css['progress']} value={done} max={Math.max(1, total)} aria-hidden="true" />
      ) : null}
      <Link to={kindAddress(ruleStrategy.kind, 'strategy', strategyId)}>{t('screener.rule.edit')}</Link>
    </>
  );
}
