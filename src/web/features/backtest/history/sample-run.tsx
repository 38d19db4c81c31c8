import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { createTest, estimateTest } from '#contract/tests/test-condition.ts';
import { paperLadder } from '#engine/bots/registry.ts';
import { api } from '#web/api/api.ts';
import { useMarketNow } from '#web/api/live/use-live.ts';
import { assetsQuery } from '#web/api/system-queries.ts';
import { presetsQuery } from '#web/bots/new/bot-sources.ts';
import { useText } from '#web/i18n/text.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import { Note } from '#web/ui/page/note.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { presetPeriod } from '../draft/period.ts';
import type { TestBody } from '../test-queries.ts';
import { usualFirst } from '../usual-symbol.ts';
import { sampleBody } from './sample-body.ts';

/** So many symbols are looked at for one whose past is stored. */
const SYMBOLS_ASKED = 8;

/** Shown to a user without tests: a sample is one click away. */
export function SampleRun() {
  const t = useText();
  const assets = useQuery(assetsQuery);
  const presets = useQuery(presetsQuery(paperLadder.kind));
  const marketNow = useMarketNow();
  const run = useSample();
  const preset = presets.data?.find(({ id }) => id === 'balanced') ?? presets.data?.[0];
  const symbols = usualFirst(assets.data?.items ?? []).slice(0, SYMBOLS_ASKED);
  const isReady = preset !== undefined && symbols.length > 0 && marketNow !== null;
  const start = () => {
    if (!isReady) return;
    const period = presetPeriod('30d', marketNow);
    run.mutate({
      ...sampleBody({ params: preset.params, period }),
      symbols: [...symbols],
      name: t('backtest.sample.name'),
    });
  };
  return (
    <>
      <Empty
        title={t('backtest.empty')}
        action={
          <Button variant="filled" disabled={!isReady} loading={run.isPending} onClick={start}>
            {t('backtest.sample.run')}
          </Button>
        }
        link={<Link to="/backtest/new">{t('backtest.new')}</Link>}
      >
        {t('backtest.emptyMore')}
      </Empty>
      {run.isError ? <ProblemNote error={run.error} /> : null}
      {run.data === null ? (
        <Note tone="warn" title={t('backtest.sample.noCandles')}>
          <Link to="/market">{t('backtest.sample.toMarket')}</Link>
        </Note>
      ) : null}
    </>
  );
}

/** Runs the sample on the symbol whose past is stored best; null when nothing is stored of any. */
function useSample() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    async mutationFn(body: TestBody) {
      const { coverage } = await api(estimateTest, { body });
      const [best] = coverage.toSorted((a, b) => b.minutesStored - a.minutesStored);
      if (best?.dateFrom == null || best.dateTo === null) return null;
      const stored = { symbols: [best.symbol], dateFrom: best.dateFrom, dateTo: best.dateTo };
      return api(createTest, { body: { ...body, ...stored } });
    },
    onSuccess: (test) => {
      if (test !== null) void navigate({ to: '/backtest/$id', params: { id: test.conditionId } });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['tests'] }),
  });
}
