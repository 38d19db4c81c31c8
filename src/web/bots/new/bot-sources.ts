import { queryOptions, useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { getStrategies } from '#contract/strategy.ts';
import type { BotKind } from '#engine/model/bot.ts';
import type { BotParams } from '#engine/model/bot-params.ts';
import { api } from '#web/api/api.ts';
import type { Bot } from '#web/api/trading-queries.ts';
import { useText } from '#web/i18n/text.tsx';
import { kindView } from '#web/kinds/kind-view.ts';

/** Parameters that a new bot can begin with: those of another bot, a saved strategy's newest version, or a preset. */
export interface BotSource {
  readonly id: string;
  readonly label: string;
  /** Suggested as the bot's name. */
  readonly name: string;
  readonly symbols: readonly string[];
  readonly params: BotParams;
  /** What the bot refers to; null: the parameters themselves are sent. */
  readonly version: { readonly strategyId: string; readonly strategyVersion: number } | null;
  /** Exits and switches that replace those of the parameters; null: none. */
  readonly overrides: Pick<
    Bot,
    'takeProfitPercent' | 'stopLossPercent' | 'isEnterBuyEnabled' | 'isEnterSellEnabled'
  > | null;
}

/** The saved strategies of a kind with the parameters of their newest versions, as they are stored. */
export const storedStrategiesQuery = (kind: BotKind) =>
  queryOptions({
    queryKey: ['strategies', kind, 'as stored'],
    queryFn: ({ signal }) => api(getStrategies, { params: { kind }, signal }),
  });

const someSymbols = z.array(z.string()).check(z.minLength(1));

/** The symbols of a saved strategy: those that its parameters name, else the one that its preview shows. */
export function symbolsOf({ symbol, params }: { readonly symbol: string; readonly params: BotParams }) {
  const named = someSymbols.safeParse(params['symbols']);
  return named.success ? named.data : [symbol];
}

/** Parameters of a kind to start with. */
export const presetsQuery = (kind: BotKind) =>
  queryOptions({
    queryKey: ['presets', kind],
    queryFn: async () => (await kindView(kind).bots?.presets()) ?? [],
    staleTime: Number.POSITIVE_INFINITY,
  });

/** What a new bot of the kind can begin with, the copied bot first; null until it is known. */
export function useBotSources(kind: BotKind, copyOf: Bot | null) {
  const t = useText();
  const strategies = useQuery(storedStrategiesQuery(kind));
  const presets = useQuery(presetsQuery(kind));
  const error = strategies.error ?? presets.error;
  if (!strategies.data || !presets.data) return { sources: null, error };
  const saved = strategies.data.items.map((one): BotSource => {
    const { strategyId, version, name, params } = one;
    return {
      id: strategyId,
      label: `${name} v${version}`,
      name,
      symbols: symbolsOf(one),
      params,
      version: { strategyId, strategyVersion: version },
      overrides: null,
    };
  });
  const ready = presets.data.map((preset): BotSource => {
    const name = preset.name(t);
    const label = t('newBot.preset', { name });
    return {
      id: `preset ${preset.id}`,
      label,
      name,
      symbols: [],
      params: preset.params,
      version: null,
      overrides: null,
    };
  });
  return { sources: [...(copyOf === null ? [] : [sourceOf(copyOf)]), ...saved, ...ready], error };

  function sourceOf(bot: Bot): BotSource {
    return {
      id: `bot ${bot.botId}`,
      label: t('newBot.likeBot', { name: bot.name }),
      name: t('newBot.copyName', { name: bot.name }),
      symbols: bot.symbols,
      params: bot.params,
      version: versionOf(bot),
      overrides: overridesOf(bot),
    };
  }
}

function overridesOf(bot: Bot): BotSource['overrides'] {
  const { takeProfitPercent, stopLossPercent, isEnterBuyEnabled, isEnterSellEnabled } = bot;
  return { takeProfitPercent, stopLossPercent, isEnterBuyEnabled, isEnterSellEnabled };
}

function versionOf({ strategyId, strategyVersion }: Bot): BotSource['version'] {
  return strategyId === null || strategyVersion === null ? null : { strategyId, strategyVersion };
}
