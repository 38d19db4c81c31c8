import { useState } from 'react';
import type { Asset } from '#web/api/market/instrument.ts';
import { useText } from '#web/i18n/text.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonBlock } from '#web/ui/page/skeleton.tsx';
import { missingIn, periodOf, type TestDraft } from '../draft/test-draft.ts';
import { type TestSource, useTestSources, type WishedSource } from '../draft/test-sources.ts';
import { usualFirst } from '../usual-symbol.ts';
import { ChecksCard } from './checks-card.tsx';
import css from './configure.module.css';
import { CostsCard } from './costs-card.tsx';
import { GridCard } from './grid-card.tsx';
import { MarketCard } from './market-card.tsx';
import { StrategyCard } from './strategy-card.tsx';
import { SummaryCard } from './summary-card.tsx';

interface NewTestFormProps {
  readonly first: TestDraft;
  readonly wished: WishedSource;
  readonly assets: readonly Asset[];
  /** UTC milliseconds when the page was opened; a period that moved with the market would be estimated anew each minute. */
  readonly marketNow: number;
}

/** The form, and beside it what the test would need. */
export function NewTestForm({ first, wished, assets, marketNow }: NewTestFormProps) {
  const t = useText();
  const [now] = useState(marketNow);
  const [typed, setTyped] = useState(first);
  const { sources, error } = useTestSources(typed.kind, wished);
  if (error) return <ProblemNote error={error} />;
  if (sources === null) return <SkeletonBlock height={520} />;
  const source = sources.find(({ id }) => id === typed.sourceId) ?? sources[0] ?? null;
  const draft = { ...typed, sourceId: source?.id ?? '', symbols: symbolsOf(typed, source, assets) };
  const change = (patch: Partial<TestDraft>) => setTyped({ ...typed, ...patch });
  const editor = { draft, change };
  const period = periodOf(draft, now);
  return (
    <form className={css['columns']} aria-label={t('backtest.new')} onSubmit={(event) => event.preventDefault()}>
      <div className={css['cards']}>
        <StrategyCard editor={editor} sources={sources} source={source} />
        <MarketCard editor={editor} assets={assets} period={period} />
        <GridCard editor={editor} source={source} />
        <CostsCard editor={editor} />
        <ChecksCard editor={editor} />
      </div>
      <SummaryCard editor={editor} source={source} period={period} missing={missingIn(draft, source, period, t)} />
    </form>
  );
}

/** Symbols that nobody has chosen are those of the strategy, or the first that is listed. */
function symbolsOf({ symbols }: TestDraft, source: TestSource | null, assets: readonly Asset[]): readonly string[] {
  if (symbols.length > 0) return symbols;
  const listed = new Set(assets.map(({ futuresTicker }) => futuresTicker));
  const own = source?.symbols.filter((symbol) => listed.has(symbol)) ?? [];
  return own.length > 0 ? own : usualFirst(assets).slice(0, 1);
}
