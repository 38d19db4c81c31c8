import { useQuery } from '@tanstack/react-query';
import { type Text, useText } from '#web/i18n/text.tsx';
import { kindView } from '#web/kinds/kind-view.ts';
import { useKind } from '#web/kinds/use-kind.ts';
import type { Column } from '#web/ui/table/column.ts';
import { countedColumn, SavedStrategies, textColumn } from '../saved-strategies.tsx';
import { type RuleStrategy, ruleStrategiesQuery } from './strategy-queries.ts';

/** The saved strategies with rules. */
export function RulesList() {
  const t = useText();
  const strategies = useQuery(ruleStrategiesQuery(useKind()));
  return (
    <SavedStrategies
      title={t('rules.title')}
      empty={t('rules.empty')}
      strategies={strategies}
      own={columnsOf(t)}
      sideOf={sideOf}
      factsOf={timeframeOf}
    />
  );
}

function sideOf({ kind, params }: RuleStrategy): 'buy' | 'sell' | 'both' {
  const [first = 'both', second] = kindView(kind).bots?.directions(params) ?? [];
  return second === undefined ? first : 'both';
}

const timeframeOf = ({ params }: RuleStrategy): string => String(params['timeframe'] ?? '');

function columnsOf(t: Text): readonly Column<RuleStrategy>[] {
  return [
    textColumn('timeframe', t('rules.column.timeframe'), timeframeOf),
    countedColumn('leverage', t('strategy.column.leverage'), (row) => Number(row.params['leverage'])),
    countedColumn('versions', t('rules.column.versions'), (row) => row.versions.length),
  ];
}
