import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { assetsQuery } from '#web/api/system-queries.ts';
import { useText } from '#web/i18n/text.tsx';
import { kindAddress, NEW_STRATEGY } from '#web/kinds/kind-address.ts';
import { useKind } from '#web/kinds/use-kind.ts';
import { KindPage } from '#web/ui/page/kind-page.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonBlock } from '#web/ui/page/skeleton.tsx';
import { StrategyEditor } from './strategy-editor.tsx';
import { StrategyList } from './strategy-list.tsx';
import { type Strategy, strategiesQuery, strategyQuery } from './strategy-queries.ts';

/** The list of ladders, or the editor of one. */
export function StrategyPage() {
  const { id } = useParams({ strict: false });
  const { version, from } = useSearch({ strict: false });
  if (id === undefined || id === '') return <StrategyList />;
  if (id === NEW_STRATEGY)
    return typeof from === 'string' ? <Clone id={from} version={versionOf(version)} /> : <NewStrategy />;
  return <SavedStrategy id={id} version={versionOf(version)} />;
}

function versionOf(text: unknown): number | null {
  return typeof text === 'string' && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : null;
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
      newestVersion={newest ?? newestOf(opened)}
      onDirty={setDirty}
    />
  );
}

/** The strategy as last loaded; while it has a draft, the version the draft began with. */
function useOpened(request: string, loaded: Strategy | undefined) {
  const [held, setHeld] = useState<{ request: string; strategy: Strategy } | null>(null);
  const [isDirty, setDirty] = useState(false);
  const isOfRequest = held !== null && held.request === request;
  if (loaded && loaded !== held?.strategy && !(isOfRequest && isDirty)) setHeld({ request, strategy: loaded });
  return { opened: isOfRequest ? held.strategy : null, setDirty };
}

function newestOf(strategy: Strategy): number {
  return Math.max(strategy.version, ...strategy.versions.map((one) => one.version));
}

function Waiting({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useText();
  const kind = useKind();
  return (
    <KindPage title={t('strategy.title')} tab="strategy">
      {error ? (
        <>
          <ProblemNote error={error} onRetry={onRetry} />
          <p>
            <Link to={kindAddress(kind, 'strategy')}>{t('strategy.toList')}</Link>
          </p>
        </>
      ) : (
        <SkeletonBlock height={520} />
      )}
    </KindPage>
  );
}
