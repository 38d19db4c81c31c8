import { useQuery } from '@tanstack/react-query';
import { useStartJob } from '#web/api/market/back-fill-acts.ts';
import { type BackFillRow, backFillsQuery } from '#web/api/market/market-queries.ts';
import { useText } from '#web/i18n/text.tsx';
import { ShareFigure } from '#web/ui/figures/share-gauge.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Note } from '#web/ui/page/note.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import type { DraftEditor } from '../draft/draft-editor.ts';
import type { TestPeriod } from '../draft/period.ts';
import type { Estimate } from '../test-queries.ts';
import css from './configure.module.css';
import { namedSymbols, SYMBOLS_SHOWN } from './named-symbols.ts';

type Covered = Estimate['coverage'][number];

interface CandleCoverageProps {
  readonly coverage: readonly Covered[];
  readonly editor: DraftEditor;
  readonly period: TestPeriod;
}

/** A rate that exchanges settle in calm markets, every eight hours. */
const USUAL_FUNDING_PERCENT = '0.01';
const WHOLE = 100;

/** How much of the period is stored for each symbol, and how to get what is missing. */
export function CandleCoverage({ coverage, editor, period }: CandleCoverageProps) {
  const t = useText();
  const missing = coverage.filter(({ coveredPercent }) => coveredPercent < WHOLE);
  const unfunded = coverage.filter(({ minutesWithoutFunding }) => minutesWithoutFunding > 0);
  const shown = coverage.toSorted((a, b) => a.coveredPercent - b.coveredPercent).slice(0, SYMBOLS_SHOWN);
  return (
    <div className={css['coverage']}>
      <h3 className={css['small']}>{t('backtest.coverage')}</h3>
      <ul className={css['symbols']}>
        {shown.map(({ symbol, coveredPercent, minutesWanted, minutesStored, source }) => (
          <li key={symbol}>
            <span>{symbol}</span>
            <ShareFigure
              percent={coveredPercent}
              label={t('backtest.covered', {
                stored: t.number(String(minutesStored)),
                wanted: t.number(String(minutesWanted)),
              })}
            />
            {source === 'recorded' ? <span className={css['quiet']}>{t('backtest.recorded')}</span> : null}
          </li>
        ))}
      </ul>
      {coverage.length > shown.length ? (
        <p className={css['quiet']}>{t('backtest.moreSymbols', { count: coverage.length - shown.length })}</p>
      ) : null}
      {missing.length > 0 ? <Missing covered={missing} period={period} /> : null}
      {unfunded.length > 0 && editor.draft.fundingRatePercent === '' ? (
        <Note
          tone="warn"
          title={t('backtest.noFunding', {
            symbols: namedSymbols(
              unfunded.map(({ symbol }) => symbol),
              t,
            ),
          })}
          actions={
            <Button size="compact-xs" onClick={() => editor.change({ fundingRatePercent: USUAL_FUNDING_PERCENT })}>
              {t('backtest.assumeFunding', { rate: t.number(USUAL_FUNDING_PERCENT) })}
            </Button>
          }
        >
          {t('backtest.noFundingMore')}
        </Note>
      ) : null}
    </div>
  );
}

interface MissingProps {
  readonly covered: readonly Covered[];
  readonly period: TestPeriod;
}

function Missing({ covered, period }: MissingProps) {
  const t = useText();
  const symbols = covered.map(({ symbol }) => symbol);
  const start = useStartJob();
  const jobs = useQuery(backFillsQuery).data?.items ?? [];
  const running = jobs.find((job) => job.endedAt === null && isAbout(job.symbols, symbols));
  const isAllThereIs = jobs.some((job) => hasFetched(job, symbols, period));
  const fetchMissing = () => start.mutate({ symbols, dateFrom: period.from, dateTo: period.to });
  const percent = running?.progressPercent ?? 0;
  return (
    <>
      <Note
        tone="warn"
        title={t('backtest.missingCandles', { symbols: namedSymbols(symbols, t) })}
        actions={
          running === undefined ? (
            isAllThereIs ? null : (
              <Button size="compact-xs" loading={start.isPending} onClick={fetchMissing}>
                {t('backtest.fetch')}
              </Button>
            )
          ) : (
            <span role="status">{t('backtest.fetching', { percent })}</span>
          )
        }
      >
        {isAllThereIs ? `${t('backtest.exchangeLacks')} ` : null}
        {covered.some(({ source }) => source === null) ? null : t('backtest.missingCandlesMore')}
      </Note>
      {start.isError ? <ProblemNote error={start.error} /> : null}
    </>
  );
}

/** Whether a job has asked the exchange for all of the period: what is missing after it, the exchange does not have. */
function hasFetched(job: BackFillRow, symbols: readonly string[], { from, to }: TestPeriod): boolean {
  if (job.state !== 'done' || job.requestsSkipped > 0 || job.dateFrom === null) return false;
  const hasDays =
    Date.parse(job.dateFrom) <= Date.parse(from) && (job.dateTo === null || Date.parse(job.dateTo) >= Date.parse(to));
  return hasDays && (job.symbols === null || symbols.every((symbol) => job.symbols?.includes(symbol)));
}

/** Whether a job fetches one of the symbols. @param fetched - null: all of the exchange */
function isAbout(fetched: readonly string[] | null, symbols: readonly string[]): boolean {
  return fetched === null || symbols.some((symbol) => fetched.includes(symbol));
}
