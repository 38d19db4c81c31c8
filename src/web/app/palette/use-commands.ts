import { useQueries, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { pageAddress, pages, sections } from '#contract/pages.ts';
import { allKinds } from '#engine/bots/registry.ts';
import { portfoliosQuery } from '#web/api/portfolio-queries.ts';
import { assetsQuery } from '#web/api/system-queries.ts';
import { type Bot, botsQuery } from '#web/api/trading-queries.ts';
import { canDo } from '#web/bots/acts/can-do.ts';
import { actName } from '#web/bots/acts/restart-words.ts';
import { type Text, useLanguage, useText } from '#web/i18n/text.tsx';
import { kindAddress, NEW_STRATEGY } from '#web/kinds/kind-address.ts';
import { kindView } from '#web/kinds/kind-view.ts';
import '#web/kinds/kind-views.ts';
import { setColours, setScheme } from '#web/ui/appearance.ts';
import { useAppearance } from '#web/ui/use-appearance.ts';
import { pageName } from '#web/ui/words/page-name.ts';
import { signOutByUser } from '../sign-out-by-user.ts';
import { numberedCyclesQuery, strategyNamesQuery } from './palette-queries.ts';

export interface Command {
  readonly id: string;
  readonly label: string;
  readonly run: () => void;
}

export interface Commands {
  readonly all: readonly Command[];
  readonly isLoading: boolean;
}

/** Kinds that this version runs. */
const kinds = allKinds().filter(({ isAvailable }) => isAvailable);
const written = kinds.filter(({ editor }) => editor !== null);

/** Pages with a fixed address that are not the first page of a section, of sections that exist. */
const innerPages = pages.flatMap((page) => {
  const address = pageAddress(page);
  const isFirst = Object.values(sections).some((section) => section.path === page.path);
  const isPlanned = page.section !== null && 'isPlanned' in sections[page.section];
  const isThere = page.view !== 'coming';
  return address === null || page.title === undefined || !isThere || isFirst || isPlanned ? [] : [{ page, address }];
});

/** Dialogs that commands open. */
export interface PaletteDialogs {
  readonly onKeys: () => void;
  readonly onStopAll: () => void;
}

/**
 * Everything that can be gone to or done: places, portfolios, bots, strategies, cycles by their number, acts, contracts.
 * @param needle what is typed; a number finds cycles
 */
export function useCommands(needle: string, dialogs: PaletteDialogs): Commands {
  const t = useText();
  const navigate = useNavigate();
  const go =
    (to: string, search: Readonly<Record<string, string>> = {}) =>
    () =>
      void navigate({ to, search });
  const own = useOwn(go, needle);
  const acts = useActs(go, dialogs);
  const listed = useQuery(assetsQuery);
  const places = Object.entries(sections).flatMap(([id, section]) =>
    'isPlanned' in section ? [] : [{ id, label: t(section.title), run: go(section.path) }],
  );
  const inside = innerPages.map(({ page, address }) => ({
    id: page.path,
    label: pageName(page, t),
    run: go(address),
  }));
  const contracts = (listed.data?.items ?? []).map(({ futuresTicker: symbol }) => ({
    id: symbol,
    label: `${t('nav.market')}, ${symbol}`,
    run: go(`/market/${symbol}`),
  }));
  return {
    all: [...places, ...own.all, ...inside, ...acts, ...contracts],
    isLoading: own.isLoading || listed.isPending,
  };
}

type Go = (to: string, search?: Readonly<Record<string, string>>) => () => void;

/** What belongs to the user, in the order of the list of portfolios. */
function useOwn(go: Go, needle: string): Commands {
  const t = useText();
  const portfolios = useQuery(portfoliosQuery);
  const bots = useQueries({ queries: kinds.map(({ kind }) => botsQuery(kind)) });
  const strategies = useQueries({ queries: written.map(({ kind }) => strategyNamesQuery(kind)) });
  const number = /^#?(\d{1,6})$/.exec(needle)?.[1] ?? null;
  const owners = portfolios.data?.items ?? [];
  const cycles = useQueries({
    queries: number === null ? [] : owners.map((one) => numberedCyclesQuery(one.kind, one.portfolioId, number)),
  });
  const all = [
    ...owners.map((one) => ({
      id: one.portfolioId,
      label: t('command.portfolio', { name: one.name }),
      run: go(kindAddress(one.kind, 'portfolio', one.portfolioId)),
    })),
    ...cycles.flatMap(({ data }, index) => {
      const owner = owners[index];
      return (data?.items ?? []).map((cycle) => ({
        id: cycle.cycleId,
        label: t('command.cycle', {
          seq: cycle.seq,
          symbol: cycle.symbol,
          side: t(cycle.direction === 'buy' ? 'side.long' : 'side.short'),
          name: owner?.name ?? '',
        }),
        run: owner
          ? go(kindAddress(owner.kind, 'portfolio', owner.portfolioId), { cycle: cycle.cycleId })
          : () => undefined,
      }));
    }),
    ...bots.flatMap(({ data }) =>
      (data?.items ?? []).flatMap((bot) => [
        {
          id: bot.botId,
          label: t('command.bot', { name: bot.name, symbols: bot.symbols.join(', ') }),
          run: go(kindAddress(bot.kind, 'bots'), { q: bot.name }),
        },
        {
          id: `log ${bot.botId}`,
          label: t('command.botLog', { name: bot.name }),
          run: go(kindAddress(bot.kind, 'logs'), { bot: bot.botId }),
        },
      ]),
    ),
    ...bots.flatMap(({ data }) => (data?.items ?? []).flatMap((bot) => botActCommands(bot, t, go))),
    ...strategies.flatMap(({ data }) =>
      (data?.items ?? []).map((strategy) => ({
        id: strategy.strategyId,
        label: t('command.strategy', { name: strategy.name, version: strategy.version }),
        run: go(kindAddress(strategy.kind, 'strategy', strategy.strategyId)),
      })),
    ),
  ];
  const isLoading = [portfolios, ...bots, ...strategies, ...cycles].some((query) => query.isPending);
  return { all, isLoading };
}

/** What can be done with a bot now. Each opens the dialog that says what will happen and asks for confirmation. */
function botActCommands(bot: Bot, t: Text, go: Go): readonly Command[] {
  const acts = kindView(bot.kind).bots?.acts ?? [];
  return acts
    .filter((act) => canDo(bot, act))
    .map((act) => ({
      id: `${act} ${bot.botId}`,
      label: t('command.botAct', { name: bot.name, act: actName(act, bot, t) }),
      run: go(kindAddress(bot.kind, 'bots'), { bot: bot.botId, act }),
    }));
}

function useActs(go: Go, { onKeys, onStopAll }: PaletteDialogs): readonly Command[] {
  const t = useText();
  const { scheme, colours } = useAppearance();
  const { language, setLanguage } = useLanguage();
  return [
    ...written.map(({ kind }) => ({
      id: `new ${kind}`,
      label: t('strategy.new'),
      run: go(kindAddress(kind, 'strategy', NEW_STRATEGY)),
    })),
    { id: 'theme', label: t('command.theme'), run: () => setScheme(scheme === 'dark' ? 'light' : 'dark') },
    { id: 'colours', label: t('command.colours'), run: () => setColours(colours === 'safe' ? 'usual' : 'safe') },
    { id: 'language', label: t('command.language'), run: () => setLanguage(language === 'en' ? 'ru' : 'en') },
    { id: 'stopAll', label: t('command.stopAll'), run: onStopAll },
    { id: 'keys', label: t('command.keys'), run: onKeys },
    { id: 'signOut', label: t('command.signOut'), run: () => void signOutByUser() },
  ];
}
