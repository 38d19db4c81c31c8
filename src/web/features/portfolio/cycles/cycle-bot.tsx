import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { Atom, Bot } from '#web/api/trading-queries.ts';
import { useText } from '#web/i18n/text.tsx';
import { kindAddress } from '#web/kinds/kind-address.ts';
import css from '../portfolio.module.css';

// The acts with their dialogs, and the list with its words, are loaded with the first drawer.
const loadActs = () => import('#web/bots/acts/bot-acts.tsx');
const loadOrders = () => import('#web/bots/orders/titled-orders.tsx');
const BotActs = lazy(async () => ({ default: (await loadActs()).BotActs }));
const TitledOrders = lazy(async () => ({ default: (await loadOrders()).TitledOrders }));

/** Loads the code of what the drawer of an open cycle shows; one that fails is loaded again with the drawer. */
export function loadOpenParts(): void {
  Promise.all([loadActs(), loadOrders()]).catch(() => undefined);
}

/** Its bot, and while the cycle is open what can be done with that bot. */
export function CycleActs({ bot, isOpen }: { readonly bot: Bot; readonly isOpen: boolean }) {
  const t = useText();
  return (
    <>
      <Link className={css['toBot'] ?? ''} to={kindAddress(bot.kind, 'bots')} search={{ bot: bot.botId }}>
        {t('cycles.toBot', { name: bot.name })}
      </Link>
      {isOpen ? (
        <Suspense>
          <BotActs bot={bot} />
        </Suspense>
      ) : null}
    </>
  );
}

/** The orders that rest for the open cycle, its take profit among them. */
export function CycleWorkingOrders({ atom }: { readonly atom: Atom }) {
  return (
    <Suspense>
      <TitledOrders atoms={[atom]} />
    </Suspense>
  );
}
