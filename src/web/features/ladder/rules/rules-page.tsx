import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { assetsQuery } from '#web/api/system-queries.ts';
import { PartText, useText } from '#web/i18n/text.tsx';
import { NEW_STRATEGY } from '#web/kinds/kind-address.ts';
import { useKind } from '#web/kinds/use-kind.ts';
import { newestVersionOf, useOpened, versionOf } from '../opened-strategy.ts';
import { WaitingStrategy } from '../waiting-strategy.tsx';
import { RulesEditor } from './rules-editor.tsx';
import { RulesList } from './rules-list.tsx';
import { ruleStrategiesQuery, ruleStrategyQuery } from './strategy-queries.ts';

/** The list of strategies with rules, or the editor of one. */
export function RulesPage() {
  return (
    <Suspense>
      <PartText part="rules">
        <Chosen />
      </PartText>
    </Suspense>
  );
}

/** A strategy is named in the path, or after the question mark as `strategy`. */
function Chosen() {
  const { id: inPath } = useParams({ strict: false });
  const { version, from, strategy: asked } = useSearch({ strict: false });
  const id = inPath !== undefined && inPath !== '' ? inPath : typeof asked === 'string' ? asked : '';
  if (id === '') return <RulesList />;
  if (id === NEW_STRATEGY)
    return <NewRules from={typeof from === 'string' ? from : null} version={versionOf(version)} />;
  return <SavedRules id={id} version={versionOf(version)} />;
}

const ignore = () => {};

/** A strategy that nobody has saved yet; `from` names the one that it begins as a copy of. */
function NewRules({ from, version }: { readonly from: string | null; readonly version: number | null }) {
  const assets = useQuery(assetsQuery);
  const original = useQuery({
    ...ruleStrategyQuery(useKind(), from ?? '', version),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: from !== null,
  });
  if (!assets.data || (from !== null && !original.data)) {
    const retry = () => void Promise.all([assets.refetch(), ...(from === null ? [] : [original.refetch()])]);
    return <Waiting error={assets.error ?? original.error} onRetry={retry} />;
  }
  return (
    <RulesEditor
      assets={assets.data.items}
      strategy={null}
      copyOf={original.data ?? null}
      newestVersion={0}
      onDirty={ignore}
    />
  );
}

function SavedRules({ id, version }: { readonly id: string; readonly version: number | null }) {
  const kind = useKind();
  const assets = useQuery(assetsQuery);
  const strategy = useQuery(ruleStrategyQuery(kind, id, version));
  const newest = useQuery(ruleStrategiesQuery(kind)).data?.items.find((one) => one.strategyId === id)?.version;
  const { opened, setDirty } = useOpened(`${id} ${version}`, strategy.data);
  if (!assets.data || opened === null) {
    const retry = () => void Promise.all([assets.refetch(), strategy.refetch()]);
    return <Waiting error={assets.error ?? strategy.error} onRetry={retry} />;
  }
  return (
    <RulesEditor
      key={`${id} ${opened.version}`}
      assets={assets.data.items}
      strategy={opened}
      copyOf={null}
      newestVersion={newest ?? newestVersionOf(opened)}
      onDirty={setDirty}
    />
  );
}

function Waiting(props: { readonly error: unknown; readonly onRetry: () => void }) {
  return <WaitingStrategy title={useText()('rules.title')} {...props} />;
}
