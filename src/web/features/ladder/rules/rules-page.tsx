import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { assetsQuery } from '#web/api/system-queries.ts';
import { PartText, useText } from '#web/i18n/text.tsx';
import { kindAddress, NEW_STRATEGY } from '#web/kinds/kind-address.ts';
import { useKind } from '#web/kinds/use-kind.ts';
import { KindPage } from '#web/ui/page/kind-page.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonBlock } from '#web/ui/page/skeleton.tsx';
import { RulesEditor } from './rules-editor.tsx';
import { RulesList } from './rules-list.tsx';
import { type RuleStrategy, ruleStrategiesQuery, ruleStrategyQuery } from './strategy-queries.ts';

/** The list of strategies of rules, or the editor of one. */
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

function versionOf(text: unknown): number | null {
  return typeof text === 'string' && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : null;
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
      newestVersion={newest ?? Math.max(opened.version, ...opened.versions.map((one) => one.version))}
      onDirty={setDirty}
    />
  );
}

/** The strategy as last loaded; while it has a draft, the version the draft began with. */
function useOpened(request: string, loaded: RuleStrategy | undefined) {
  const [held, setHeld] = useState<{ request: string; strategy: RuleStrategy } | null>(null);
  const [isDirty, setDirty] = useState(false);
  const isOfRequest = held !== null && held.request === request;
  if (loaded && loaded !== held?.strategy && !(isOfRequest && isDirty)) setHeld({ request, strategy: loaded });
  return { opened: isOfRequest ? held.strategy : null, setDirty };
}

function Waiting({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const t = useText();
  const kind = useKind();
  return (
    <KindPage title={t('rules.title')} tab="strategy">
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
