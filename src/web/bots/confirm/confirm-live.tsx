import type { ReactNode } from 'react';
import { useText } from '#web/i18n/text.tsx';
import css from './confirm-live.module.css';
import { RealOrdersNote } from './real-orders-note.tsx';

interface ConfirmLiveProps {
  readonly name: string;
  readonly symbols: readonly string[];
  /** Margin of all orders in USDT; null where it is not known. */
  readonly needed: string | null;
  readonly isStarted: boolean;
  /** The password field, while one is needed. */
  readonly children: ReactNode;
}

/** The last step before a live bot is created: which account, which bot, and what it may use. */
export function ConfirmLive({ name, symbols, needed, isStarted, children }: ConfirmLiveProps) {
  const t = useText();
  return (
    <>
      <h2>{t(isStarted ? 'liveOrders.title' : 'liveOrders.createTitle', { name })}</h2>
      <RealOrdersNote />
      <ul className={css['facts']}>
        <li>{t('liveOrders.symbols', { symbols: symbols.join(', ') })}</li>
        {needed === null ? null : <li>{t('liveOrders.needs', { needed: t.number(needed, { decimals: 2 }) })}</li>}
        <li>{t(isStarted ? 'liveOrders.starts' : 'liveOrders.waits')}</li>
      </ul>
      {children}
    </>
  );
}
