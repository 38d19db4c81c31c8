import type { Portfolio } from '#web/api/trading-queries.ts';
import { type Text, useText } from '#web/i18n/text.tsx';
import { addDecimals } from '#web/ui/values/decimal-sum.ts';
import css from './new-bot.module.css';

interface MarginNoteProps {
  /** Margin of all orders in USDT; null where it is not known. */
  readonly needed: string | null;
  /** Null: one that is created with the bot. */
  readonly portfolio: Portfolio | null;
  readonly newBalance: string;
}

/** What is tied up when all orders fill, against what wallet and limit leave. */
export function MarginNote({ needed, portfolio, newBalance }: MarginNoteProps) {
  const t = useText();
  if (needed === null) return null;
  const rooms = roomsOf(portfolio, newBalance);
  const isTight = rooms.some(({ amount }) => Number(amount) < Number(needed));
  return (
    <p className={css['margin']} data-tone={isTight ? 'warn' : undefined}>
      {[
        t('newBot.needs', { needed: money(needed, t) }),
        ...rooms.map(({ key, amount }) => t(key, { amount: money(amount, t) })),
      ].join(' ')}
      {isTight ? ` ${t('newBot.tight')}` : null}
    </p>
  );
}

function roomsOf(portfolio: Portfolio | null, newBalance: string) {
  if (portfolio === null) return newBalance === '' ? [] : [{ key: 'newBot.free', amount: newBalance } as const];
  const { wallet, committed, limit } = portfolio;
  const free = { key: 'newBot.free', amount: addDecimals([wallet, `-${committed}`]) } as const;
  if (limit === null) return [free];
  return [free, { key: 'newBot.limit', amount: addDecimals([limit, `-${committed}`]) } as const];
}

const money = (amount: string, t: Text): string => t.number(amount, { decimals: 2 });
