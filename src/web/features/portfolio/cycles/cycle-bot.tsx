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
const CycleDealList = lazy(async () => ({ default: (await import('#web/bots/deals/titled-deals.tsx')).TitledDeals }));
const TitledOrders = lazy(async () => ({ default: (await loadOrders()).TitledOrders }));

/** Loads the code of what the drawer of an open cycle shows; one that fails is loaded again with the drawer. */
export function loadOpenParts(): void {
  Promise.all([loadActs(), loadOrders()]).catch(() => undefined);
}

interface CycleActsProps {
  readonly bot: Bot;
  readonly atomId: string;
  readonly isOpen: boolean;
}

/** Its bot, and while the cycle is open what can be done with that bot. */
export function CycleActs({ bot, atomId, isOpen }: CycleActsProps) {
  const t = useText();
  return (
    <>
      <Link className={css['toBot'] ?? ''} to={kindAddress(bot.kind, 'bots')} search={{ bot: bot.botId }}>
        {t('cycles.toBot', { name: bot.name })}
      </Link>
      {isOpen ? (
        <Suspense>
          <BotActs bot={bot} atomId={atomId} />
        </Suspense>
      ) : null}
    </>
  );
}

interface CycleDealsProps {
  readonly cycle: { readonly botId: string; readonly cycleId: string };
  readonly atoms: readonly Atom[];
}

/** The deals that its user made by hand in the cycle; nothing where there are none. */
export function CycleDeals({ cycle, atoms }: CycleDealsProps) {
  return (
    <Suspense>
      <CycleDealList botId={cycle.botId} atoms={atoms} cycleId={cycle.cycleId} />
    </Suspense>
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
