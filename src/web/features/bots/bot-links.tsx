import { Link } from '@tanstack/react-router';
import { kindEntry } from '#engine/bots/registry.ts';
import type { Bot } from '#web/api/trading-queries.ts';
import { useText } from '#web/i18n/text.tsx';
import { kindAddress } from '#web/kinds/kind-address.ts';
import css from './bots.module.css';

export function PortfolioLink({ bot }: { bot: Bot }) {
  return (
    <Link className={css['to'] ?? ''} to={kindAddress(bot.kind, 'portfolio', bot.portfolioId)}>
      {bot.portfolioName}
    </Link>
  );
}

/** The version that the bot runs, as a link to it where a page shows it; a bot made without a saved strategy has none. */
export function StrategyLink({ bot }: { bot: Bot }) {
  if (bot.strategyId === null) return <span className={css['flat']}>–</span>;
  const name = (
    <>
      {bot.strategyName} <span className={css['symbol']}>v{bot.strategyVersion}</span>
    </>
  );
  if (kindEntry(bot.kind).editor === null) return <span>{name}</span>;
  return (
    <Link
      className={css['to'] ?? ''}
      to={kindAddress(bot.kind, 'strategy', bot.strategyId)}
      search={{ version: String(bot.strategyVersion) }}
    >
      {name}
    </Link>
  );
}

/** What the newest version of its strategy sets differently from the version that the bot runs. */
export function ChangesLink({ bot }: { bot: Bot }) {
  const t = useText();
  if (bot.strategyId === null || bot.strategyVersion === null || kindEntry(bot.kind).editor === null) return null;
  return (
    <Link
      className={css['to'] ?? ''}
      to={kindAddress(bot.kind, 'strategy', bot.strategyId)}
      search={{ against: String(bot.strategyVersion) }}
    >
      {t('drawer.changes')}
    </Link>
  );
}
