import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type CoinDescription, type CoinFigures, coinFiguresQuery, coinQuery } from '#web/api/assets/coin-queries.ts';
import { useText } from '#web/i18n/text.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import { missing, utcMinute } from '#web/ui/values/format.ts';
import { Money } from '#web/ui/values/money.tsx';
import css from '../market.module.css';
import { millions } from '../market-rows.ts';

/** What a contract is on: its coin with the multiplier, what the coin is, and its size in the market. */
export function CoinCard({ symbol }: { readonly symbol: string }) {
  const t = useText();
  const coin = useQuery(coinQuery(symbol));
  const figures = useQuery(coinFiguresQuery(symbol));
  const failed = [coin, figures].find(({ isError, data }) => isError && data === undefined);
  return (
    <Card title={t('coin.title')} note={noteOf(figures.data, t('coin.simulated'))}>
      {failed === undefined ? null : <ProblemNote error={failed.error} onRetry={() => void failed.refetch()} />}
      {failed === undefined && (!coin.data || !figures.data) ? <SkeletonRows rows={4} /> : null}
      {coin.data && figures.data ? <Facts coin={coin.data} figures={figures.data} /> : null}
    </Card>
  );
}

function noteOf(figures: CoinFigures | undefined, simulated: string): string | undefined {
  return figures?.available === true && figures.source === 'simulated' ? simulated : undefined;
}

interface FactsProps {
  readonly coin: CoinDescription;
  readonly figures: CoinFigures;
}

function Facts({ coin, figures }: FactsProps) {
  const t = useText();
  const held = t('coin.many', { count: t.number(String(coin.multiplier)), coin: coin.coin });
  const cap = (text: string | null) =>
    text === null ? (
      missing
    ) : (
      <>
        <Money value={millions(wholeOf(text))} kind="amount" decimals={1} /> {t('coin.millions')}
      </>
    );
  const facts: readonly (readonly [string, ReactNode])[] = [
    ...(coin.multiplier === 1 ? [] : [[t('coin.unit', { unit: coin.baseAsset }), held] as const]),
    ...(figures.available
      ? [
          [t('coin.rank'), figures.rank ?? missing] as const,
          [t('coin.cap'), cap(figures.marketCap)] as const,
          [t('coin.supply'), cap(figures.circulatingSupply)] as const,
          [t('coin.taken'), utcMinute(figures.takenAt, t.language)] as const,
        ]
      : []),
  ];
  return (
    <div className={css['history']}>
      <dl className={css['facts']}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {figures.available ? null : <p className={css['quiet']}>{t(`coin.none.${figures.reason}`)}</p>}
      {coin.description === null ? null : <p className={css['quiet']}>{coin.description}</p>}
    </div>
  );
}

/** In millions, what stands behind the point of a figure is not shown. */
const wholeOf = (figure: string): string => figure.split('.')[0] ?? '';
