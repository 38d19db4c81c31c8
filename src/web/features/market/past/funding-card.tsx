import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Text, useText } from '#web/i18n/text.tsx';
import type { FileColumn } from '#web/ui/table/csv.ts';
import { CsvButton } from '#web/ui/table/csv-button.tsx';
import { Pct } from '#web/ui/values/pct.tsx';
import css from '../market.module.css';
import { PastCard } from './past-card.tsx';
import { allFunding, type FundingPage, fundingQuery, type Settlement } from './past-queries.ts';

const DECIMALS = 4;

/** What longs have paid shorts of a contract, one settlement after the other. */
export function FundingCard({ symbol }: { readonly symbol: string }) {
  const t = useText();
  const pages = useInfiniteQuery(fundingQuery(symbol));
  const rows = useMemo(() => pages.data?.pages.flatMap(({ items }) => items) ?? [], [pages.data]);
  const points = useMemo(() => rows.toReversed().map((row) => pointOf(row, t)), [rows, t]);
  const [newest] = pages.data?.pages ?? [];
  const columns = columnsOf(t);
  return (
    <PastCard
      title={t('past.funding')}
      pages={pages}
      points={points}
      look="rates"
      name={t('past.rate')}
      empty={{ title: t('past.noFunding', { symbol }), more: t('past.noFundingMore') }}
      actions={<CsvButton name={`${symbol} funding`} columns={columns} rows={() => allFunding(symbol)} />}
      table={() => ({
        head: columns.map(({ title }) => title),
        rows: rows.map(({ settledAt, ratePercent }) => [minuteText(settledAt), signed(ratePercent, t)]),
        file: {
          name: `${symbol} funding`,
          rows: rows.map(({ settledAt, ratePercent }) => [settledAt, ratePercent]),
        },
      })}
    >
      {newest === undefined ? null : <Held page={newest} />}
    </PastCard>
  );
}

/** What holding a long has cost lately, in percent of its notional. */
function Held({ page: { held } }: { readonly page: FundingPage }) {
  const t = useText();
  return (
    <dl className={css['held']} aria-label={t('past.held')}>
      <div>
        <dt>{t('past.held')}</dt>
        <dd>{t('past.heldMore')}</dd>
      </div>
      {held.map(({ days, percent, settlementsMissing }) => (
        <div
          key={days}
          data-days={days}
          title={settlementsMissing === 0 ? undefined : t('past.notStored', { count: settlementsMissing })}
        >
          <dt>{t('past.days', { count: days })}</dt>
          <dd>
            <Pct value={percent} decimals={DECIMALS} unit />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function columnsOf(t: Text): readonly FileColumn<Settlement>[] {
  return [
    { title: t('past.settled'), exact: ({ settledAt }) => settledAt },
    { title: t('past.ratePercent'), exact: ({ ratePercent }) => ratePercent },
  ];
}

function pointOf({ settledAt, ratePercent }: Settlement, t: Text) {
  return { time: Date.parse(settledAt), value: Number(ratePercent), told: `${signed(ratePercent, t)}\u00a0%` };
}

const signed = (percent: string, t: Text): string => t.number(percent, { sign: 'always' });
const minuteText = (instant: string): string => instant.slice(0, 16).replace('T', ' ');
