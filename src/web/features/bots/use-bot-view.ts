import { useNavigate } from '@tanstack/react-router';
import type { Bot } from '#web/api/trading-queries.ts';
import { useSearchText } from '#web/ui/table/search-text.ts';
import { type BotLine, botFilters, fits, fitsSearch, rowsOf } from './bot-rows.ts';

export type BotView = ReturnType<typeof useBotView>;

export const rowId = (row: BotLine): string => row.id;

/** The rows of the page by filter, portfolio and search, and the bot in the drawer: all of it in the address. */
export function useBotView(loaded: readonly Bot[], live: readonly Bot[], marketNow: number | null) {
  const [filterText, setFilter] = useSearchText('show');
  const [search, setSearch] = useSearchText('q');
  const [portfolioId, setPortfolioId] = useSearchText('portfolio');
  const [openId, open] = useSearchText('bot');
  const filter = botFilters.find((one) => one === filterText) ?? 'all';
  const rows = rowsOf(loaded, live, marketNow).filter(
    ({ bot }) =>
      fits(bot, filter, marketNow) &&
      fitsSearch(bot, search) &&
      (portfolioId === '' || bot.portfolioId === portfolioId),
  );
  const navigate = useNavigate();
  const showAll = () => void navigate({ to: '.', search: openId === '' ? {} : { bot: openId } });
  return { filter, setFilter, search, setSearch, portfolioId, setPortfolioId, openId, open, showAll, rows };
}
