import { queryOptions, useQuery } from '@tanstack/react-query';
import { getStrategy } from '#contract/strategy.ts';
import type { BotKind } from '#engine/model/bot.ts';
import type { BotParams } from '#engine/model/bot-params.ts';
import { api } from '#web/api/api.ts';
import { presetsQuery, storedStrategiesQuery, symbolsOf } from '#web/bots/new/bot-sources.ts';
import { useText } from '#web/i18n/text.tsx';
import type { ListedTest } from '../test-queries.ts';

/** What a test can try: a saved strategy in one version, a preset, or the strategy of an earlier test. */
export interface TestSource {
  readonly id: string;
  readonly label: string;
  /** Suggested as the test's name. */
  readonly name: string;
  readonly symbols: readonly string[];
  readonly params: BotParams;
  /** What the test refers to; null: the parameters themselves are sent. */
  readonly version: { readonly strategyId: string; readonly strategyVersion: number } | null;
}

/** A strategy in a version that is not its newest, or the strategy of an earlier test. */
export interface WishedSource {
  readonly strategy: { readonly id: string; readonly version: string } | null;
  readonly like: ListedTest | null;
}

const versionQuery = (kind: BotKind, strategy: WishedSource['strategy']) =>
  queryOptions({
    queryKey: ['strategies', 'stored version', kind, strategy],
    queryFn: ({ signal }) => api(getStrategy, { params: { kind }, query: strategy ?? { id: '' }, signal }),
    enabled: strategy !== null,
  });

/** Everything that a test of the kind can try, what was asked for first; null until it is known. */
export function useTestSources(kind: BotKind, { strategy, like }: WishedSource) {
  const t = useText();
  const strategies = useQuery(storedStrategiesQuery(kind));
  const presets = useQuery(presetsQuery(kind));
  const wished = useQuery(versionQuery(kind, strategy));
  const error = strategies.error ?? presets.error ?? wished.error;
  if (!strategies.data || !presets.data || (strategy !== null && !wished.data)) return { sources: null, error };
  const saved = [...(wished.data ? [wished.data] : []), ...strategies.data.items].map((one): TestSource => {
    const { strategyId, version, name, params } = one;
    return {
      ...{ id: `${strategyId} ${version}`, label: `${name} v${version}`, name, symbols: symbolsOf(one), params },
      version: { strategyId, strategyVersion: version },
    };
  });
  const ready = presets.data.map((preset): TestSource => {
    const name = preset.name(t);
    const label = t('backtest.preset', { name });
    return { id: `preset ${preset.id}`, label, name, symbols: [], params: preset.params, version: null };
  });
  const earlier =
    like === null || like.kind !== kind ? [] : [sourceOfTest(like, t('backtest.likeTest', { name: like.name }))];
  const all = [...earlier, ...saved, ...ready];
  return { sources: all.filter(({ id }, index) => all.findIndex((one) => one.id === id) === index), error };
}

function sourceOfTest(test: ListedTest, label: string): TestSource {
  const { conditionId, name, symbols, params, strategyId, strategyVersion } = test;
  const version = strategyId === null || strategyVersion === null ? null : { strategyId, strategyVersion };
  return { id: `test ${conditionId}`, label, name, symbols, params, version };
}
