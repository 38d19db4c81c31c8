import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { assetsQuery } from '#web/api/system-queries.ts';
import { useText } from '#web/i18n/text.tsx';
import { NEW_STRATEGY } from '#web/kinds/kind-address.ts';
import { useKind } from '#web/kinds/use-kind.ts';
import { newestVersionOf, useOpened, versionOf } from './opened-strategy.ts';
import { StrategyEditor } from './strategy-editor.tsx';
import { StrategyList } from './strategy-list.tsx';
import { strategiesQuery, strategyQuery } from './strategy-queries.ts';
import { WaitingStrategy } from './waiting-strategy.tsx';

/** The list of ladders, or the editor of one. */
export function StrategyPage() {
  const { id } = useParams({ strict: false });
  const { version, from } = useSearch({ strict: false });
  if (id === undefined || id === '') return <StrategyList />;
  if (id === NEW_STRATEGY)
    return typeof from === 'string' ? <Clone id={from} version={versionOf(version)} /> : <NewStrategy />;
  return <SavedStrategy id={id} version={versionOf(version)} />;
}

const ignore = () => {};

function NewStrategy() {
  const assets = useQuery(assetsQuery);
  if (!assets.data) return <Waiting error={assets.error} onRetry={() => void assets.refetch()} />;
  return <StrategyEditor assets={assets.data.items} strategy={null} newestVersion={0} onDirty={ignore} />;
}

/** A new strategy that begins as a version of another one. */
function Clone({ id, version }: { id: string; version: number | null }) {
  const assets = useQuery(assetsQuery);
  const original = useQuery({ ...strategyQuery(useKind(), id, version), staleTime: Number.POSITIVE_INFINITY });
  if (!assets.data || !original.data) {
    const retry = () => void Promise.all([assets.refetch(), original.refetch()]);
    return <Waiting error={assets.error ?? original.error} onRetry={retry} />;
  }
  return (
    <StrategyEditor
      assets={assets.data.items}
      strategy={null}
      copyOf={original.data}
      newestVersion={0}
      onDirty={ignore}
    />
  );
}

function SavedStrategy({ id, version }: { id: string; version: number | null }) {
  const assets = useQuery(assetsQuery);
  const kind = useKind();
  const strategy = useQuery(strategyQuery(kind, id, version));
  const newest = useQuery(strategiesQuery(kind)).data?.items.find((one) => one.strategyId === id)?.version;
  const { opened, setDirty } = useOpened(`${id} ${version}`, strategy.data);
  const error = assets.error ?? strategy.error;
  if (!assets.data || !opened) {
    return <Waiting error={error} onRetry={() => void Promise.all([assets.refetch(), strategy.refetch()])} />;
  }
  return (
    <StrategyEditor
      key={`${id} ${opened.version}`}
      assets={assets.data.items}
      strategy={opened}
      newestVersion={newest ?? newestVersionOf(opened)}
      onDirty={setDirty}
    />
  );
}

function Waiting(props: { readonly error: unknown; readonly onRetry: () => void }) {
  return <WaitingStrategy title={useText()('strategy.title')} {...props} />;
}
