import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { allKinds, paperLadder } from '#engine/bots/registry.ts';
import { useMarketNow } from '#web/api/live/use-live.ts';
import { assetsQuery } from '#web/api/system-queries.ts';
import { useText } from '#web/i18n/text.tsx';
import '#web/kinds/kind-views.ts';
import { Page } from '#web/ui/page/page.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonBlock } from '#web/ui/page/skeleton.tsx';
import { BacktestWords } from '../backtest-words.tsx';
import { draftLike } from '../draft/draft-like.ts';
import { freshDraft, type TestDraft } from '../draft/test-draft.ts';
import type { WishedSource } from '../draft/test-sources.ts';
import { testQuery } from '../test-queries.ts';
import { NewTestForm } from './new-test-form.tsx';

const LOADING_HEIGHT = 520;

/**
 * Configures a test. The address can name what it tries: `?like=` a test, or `?kind=&strategy=&version=` a saved
 * strategy, with `?symbol=`, several with commas between them, and `?period=`.
 */
export function NewTestPage() {
  const t = useText();
  return (
    <BacktestWords title={t('nav.newTest')} skeleton={<SkeletonBlock height={LOADING_HEIGHT} />}>
      <LoadedPage />
    </BacktestWords>
  );
}

function LoadedPage() {
  const t = useText();
  return (
    <Page title={t('backtest.new')} crumbs={[{ label: t('nav.backtest'), to: '/backtest' }]}>
      <Loaded />
    </Page>
  );
}

function Loaded() {
  const t = useText();
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const text = (name: string) => (typeof search[name] === 'string' ? search[name] : '');
  const likeId = text('like');
  const like = useQuery({ ...testQuery(likeId), enabled: likeId !== '', refetchInterval: false });
  const assets = useQuery(assetsQuery);
  const marketNow = useMarketNow();
  if (like.isError) return <ProblemNote error={like.error} onRetry={() => void like.refetch()} />;
  if (assets.isError) return <ProblemNote error={assets.error} onRetry={() => void assets.refetch()} />;
  if (!assets.data || marketNow === null || (likeId !== '' && !like.data))
    return <SkeletonBlock height={LOADING_HEIGHT} />;
  const wished: WishedSource = {
    like: like.data ?? null,
    strategy:
      text('strategy') === '' || text('version') === '' ? null : { id: text('strategy'), version: text('version') },
  };
  const first = like.data ? draftLike(like.data, t('backtest.off')) : draftOf(text);
  return <NewTestForm first={first} wished={wished} assets={assets.data.items} marketNow={marketNow} />;
}

/** What the address asks for. */
function draftOf(text: (name: string) => string): TestDraft {
  const kind = allKinds().find((one) => one.isAvailable && one.kind === text('kind'))?.kind ?? paperLadder.kind;
  const strategy = text('strategy');
  const symbol = text('symbol');
  return {
    ...freshDraft,
    kind,
    sourceId: strategy === '' ? '' : `${strategy} ${text('version')}`,
    symbols: symbol.split(',').filter((one) => one !== ''),
    period: text('period') === '90d' ? '90d' : freshDraft.period,
  };
}
