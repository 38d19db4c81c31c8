import { useQueries, useQuery } from '@tanstack/react-query';
import { orderRole } from '#contract/orders/order-stat.ts';
import { allKinds } from '#engine/bots/registry.ts';
import { assetsQuery } from '#web/api/system-queries.ts';
import { botsQuery } from '#web/api/trading-queries.ts';
import { type Text, useText } from '#web/i18n/text.tsx';
import { kindView } from '#web/kinds/kind-view.ts';
import '#web/kinds/kind-views.ts';
import { Button } from '#web/ui/form/button.tsx';
import { ChoiceList } from '#web/ui/form/choice-list.tsx';
import { roleWords } from '#web/ui/words/order-words.ts';
import css from './orders.module.css';
import type { OrderChoice } from './use-order-filter.ts';

/** Which orders are counted: kind, bot, symbol and role. */
export function OrdersToolbar({ choice }: { readonly choice: OrderChoice }) {
  const t = useText();
  const { stat, set } = choice;
  const kinds = allKinds().filter(({ isAvailable }) => isAvailable);
  return (
    <fieldset className={css['toolbar']}>
      <legend className="by-hidden">{t('orders.filters')}</legend>
      <ChoiceList
        aria-label={t('orders.kind')}
        value={stat.kind ?? ''}
        onChange={(kind) => set({ kind, bot: null })}
        options={[
          { value: '', label: t('orders.allKinds') },
          ...kinds.map(({ kind }) => ({ value: kind, label: kindView(kind).title(t) })),
        ]}
      />
      <BotChoice choice={choice} />
      <SymbolChoice choice={choice} />
      <ChoiceList
        aria-label={t('orders.role')}
        value={stat.role ?? ''}
        onChange={(role) => set({ role })}
        options={[{ value: '', label: t('orders.allRoles') }, ...roleOptions(t)]}
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

function BotChoice({ choice: { stat, set } }: { readonly choice: OrderChoice }) {
  const t = useText();
  const kinds = allKinds().filter(({ kind, isAvailable }) => isAvailable && (stat.kind ?? kind) === kind);
  const answers = useQueries({ queries: kinds.map(({ kind }) => botsQuery(kind)) });
  const bots = answers.flatMap(({ data }) => data?.items ?? []);
  return (
    <ChoiceList
      aria-label={t('orders.bot')}
      value={stat.botId ?? ''}
      onChange={(bot) => set({ bot })}
      options={[
        { value: '', label: t('orders.allBots') },
        ...withMissing(
          bots.map(({ botId, name }) => ({ value: botId, label: name })),
          stat.botId,
        ),
      ]}
    />
  );
}

function SymbolChoice({ choice: { stat, set } }: { readonly choice: OrderChoice }) {
  const t = useText();
  const assets = useQuery(assetsQuery).data?.items ?? [];
  return (
    <ChoiceList
      aria-label={t('orders.symbol')}
      value={stat.symbol ?? ''}
      onChange={(symbol) => set({ symbol })}
      options={[
        { value: '', label: t('orders.allSymbols') },
        ...withMissing(
          assets.map(({ futuresTicker }) => ({ value: futuresTicker, label: futuresTicker })),
          stat.symbol,
        ),
      ]}
    />
  );
}

interface Option {
  readonly value: string;
  readonly label: string;
}

/** The list with the chosen value, which may be a deleted bot or a contract that is no longer listed. */
function withMissing(options: readonly Option[], chosen: string | undefined): readonly Option[] {
  if (chosen === undefined || options.some(({ value }) => value === chosen)) return options;
  return [...options, { value: chosen, label: chosen }];
}
