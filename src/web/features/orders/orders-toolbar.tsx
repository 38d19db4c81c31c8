import { useQueries, useQuery } from '@tanstack/react-query';
import { orderRole } from '#contract/orders/order-stat.ts';
import { allKinds } from '#engine/bots/registry.ts';
import { portfoliosQuery } from '#web/api/portfolio-queries.ts';
import { assetsQuery } from '#web/api/system-queries.ts';
import { botsQuery } from '#web/api/trading-queries.ts';
import { type Text, useText } from '#web/i18n/text.tsx';
import { kindView } from '#web/kinds/kind-view.ts';
import '#web/kinds/kind-views.ts';
import { Button } from '#web/ui/form/button.tsx';
import { FilterList } from '#web/ui/form/choice-list.tsx';
import { Segments } from '#web/ui/form/segments.tsx';
import { roleWords } from '#web/ui/words/order-words.ts';
import css from './orders.module.css';
import type { OrderChoice } from './use-order-filter.ts';

/** Which orders are counted: execution, kind, portfolio, bot, symbol and role. */
export function OrdersToolbar({ choice }: { readonly choice: OrderChoice }) {
  const t = useText();
  const { stat, set } = choice;
  const kinds = allKinds().filter(({ isAvailable }) => isAvailable);
  return (
    <fieldset className={css['toolbar']}>
      <legend className="by-hidden">{t('orders.filters')}</legend>
      <ExecutionSwitch choice={choice} />
      <FilterList
        label={t('orders.kind')}
        all={t('orders.allKinds')}
        value={stat.kind}
        onChange={(kind) => set({ kind, portfolio: null, bot: null })}
        options={kinds.map(({ kind }) => ({ value: kind, label: kindView(kind).title(t) }))}
      />
      <PortfolioChoice choice={choice} />
      <BotChoice choice={choice} />
      <SymbolChoice choice={choice} />
      <FilterList
        label={t('orders.role')}
        all={t('orders.allRoles')}
        value={stat.role}
        onChange={(role) => set({ role })}
        options={roleOptions(t)}
      />
      {choice.isFiltered ? (
        <Button size="compact-sm" onClick={choice.clear}>
          {t('orders.clear')}
        </Button>
      ) : null}
    </fieldset>
  );
}

function roleOptions(t: Text) {
  return orderRole.options.map((value) => ({ value, label: roleWords(value, t) }));
}

/** Shown to whom has both; a portfolio is either, so changing over forgets the one that was chosen. */
function ExecutionSwitch({ choice: { execution, set } }: { readonly choice: OrderChoice }) {
  const t = useText();
  const portfolios = useQuery(portfoliosQuery).data?.items ?? [];
  if (execution === 'paper' && !portfolios.some((one) => one.execution === 'live')) return null;
  return (
    <Segments
      label={t('orders.execution')}
      value={execution}
      onChange={(value) => set({ execution: value === 'live' ? value : null, kind: null, portfolio: null, bot: null })}
      options={(['paper', 'live'] as const).map((value) => ({ value, label: t(`orders.execution.${value}`) }))}
    />
  );
}

function PortfolioChoice({ choice: { stat, execution, set } }: { readonly choice: OrderChoice }) {
  const t = useText();
  const portfolios = useQuery(portfoliosQuery).data?.items ?? [];
  const own = portfolios.filter(
    (one) => (stat.kind ?? one.kind) === one.kind && (one.execution ?? 'paper') === execution,
  );
  return (
    <FilterList
      label={t('orders.portfolio')}
      all={t('orders.allPortfolios')}
      value={stat.portfolioId}
      onChange={(portfolio) => set({ portfolio, bot: null })}
      options={own.map(({ portfolioId, name }) => ({ value: portfolioId, label: name }))}
    />
  );
}

function BotChoice({ choice: { stat, set } }: { readonly choice: OrderChoice }) {
  const t = useText();
  const kinds = allKinds().filter(({ kind, isAvailable }) => isAvailable && (stat.kind ?? kind) === kind);
  const answers = useQueries({ queries: kinds.map(({ kind }) => botsQuery(kind)) });
  const bots = answers
    .flatMap(({ data }) => data?.items ?? [])
    .filter(({ portfolioId }) => (stat.portfolioId ?? portfolioId) === portfolioId);
  return (
    <FilterList
      label={t('orders.bot')}
      all={t('orders.allBots')}
      value={stat.botId}
      onChange={(bot) => set({ bot })}
      options={bots.map(({ botId, name }) => ({ value: botId, label: name }))}
    />
  );
}

function SymbolChoice({ choice: { stat, set } }: { readonly choice: OrderChoice }) {
  const t = useText();
  const assets = useQuery(assetsQuery).data?.items ?? [];
  return (
    <FilterList
      label={t('orders.symbol')}
      all={t('orders.allSymbols')}
      value={stat.symbol}
      onChange={(symbol) => set({ symbol })}
      options={assets.map(({ futuresTicker }) => ({ value: futuresTicker, label: futuresTicker }))}
    />
  );
}
