import { Link } from '@tanstack/react-router';
import type { Portfolio } from '#web/api/portfolio-queries.ts';
import { useText } from '#web/i18n/text.tsx';
import { kindAddress } from '#web/kinds/kind-address.ts';
import { Spark } from '#web/ui/figures/spark.tsx';
import { Money } from '#web/ui/values/money.tsx';
import { LivePart } from '../live-parts.tsx';
import { hasEquity, hasNoFigures } from '../portfolio-sums.ts';
import { BotCounts } from './bot-counts.tsx';
import { LimitGauge } from './limit-gauge.tsx';
import css from './portfolio-list.module.css';

/** The portfolios as cards, for the phone. */
export function PortfolioList({ portfolios }: { readonly portfolios: readonly Portfolio[] }) {
  return (
    <ul className={css['list']}>
      {portfolios.map((portfolio) => (
        <li key={portfolio.portfolioId}>
          <Item portfolio={portfolio} />
        </li>
      ))}
    </ul>
  );
}

function Item({ portfolio }: { readonly portfolio: Portfolio }) {
  const t = useText();
  return (
    <Link to={kindAddress(portfolio.kind, 'portfolio', portfolio.portfolioId)} className={css['item']}>
      <span className={css['name']}>
        <span className={css['mark']} data-kind={portfolio.execution ?? 'paper'} />
        <span className={css['words']}>{portfolio.name}</span>
      </span>
      <span className={css['equity']}>
        <LivePart
          portfolio={portfolio}
          draw={(now) => <Money value={hasEquity(now) ? now.equity : null} kind="amount" />}
        />
      </span>
      <span className={css['bots']}>
        <BotCounts portfolio={portfolio} />
      </span>
      <span className={css['spark']}>
        <LivePart
          portfolio={portfolio}
          draw={({ spark, name, isBehind }) =>
            isBehind ? null : <Spark values={spark} width={56} label={t('portfolio.sparkLabel', { name })} />
          }
        />
      </span>
      <span className={css['today']}>
        <Money value={hasNoFigures(portfolio) ? null : portfolio.resultToday} />
      </span>
      <span className={css['limit']}>
        <LivePart portfolio={portfolio} draw={(now) => (now.isBehind ? null : <LimitGauge portfolio={now} />)} />
      </span>
    </Link>
  );
}
