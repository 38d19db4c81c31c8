import { Link } from '@tanstack/react-router';
import type { Atom, Bot } from '#web/api/trading-queries.ts';
import { TitledDeals } from '#web/bots/deals/titled-deals.tsx';
import { isOpen } from '#web/bots/is-open.ts';
import { TitledOrders } from '#web/bots/orders/titled-orders.tsx';
import { shownLiquidation } from '#web/bots/shown-liquidation.ts';
import { useText } from '#web/i18n/text.tsx';
import { kindAddress } from '#web/kinds/kind-address.ts';
import { TitledPart } from '#web/ui/page/titled-part.tsx';
import { distancePercent } from '#web/ui/values/distance.ts';
import { decimalsOf } from '#web/ui/values/format.ts';
import { Money } from '#web/ui/values/money.tsx';
import { Pct } from '#web/ui/values/pct.tsx';
import { Price } from '#web/ui/values/price.tsx';
import { UnprotectedMark } from '#web/ui/values/unprotected-mark.tsx';
import { AtomGauge } from '../bot-columns.tsx';
import { BotWaits } from './bot-waits.tsx';
import css from './drawer-parts.module.css';

/** Why it trades or not, what it holds, and which orders rest for it. */
export function BotPresent({ bot, reason }: { readonly bot: Bot; readonly reason: string | null }) {
  const t = useText();
  const open = bot.atoms.filter(isOpen);
  return (
    <>
      <BotWaits bot={bot} />
      {reason === null ? null : (
        <p className={css['reason']}>{t('drawer.state', { state: t(`state.${bot.state}`), reason })}</p>
      )}
      {open.map((atom) => (
        <Position key={atom.atomId} bot={bot} atom={atom} />
      ))}
      <TitledOrders atoms={bot.atoms} />
      <TitledDeals botId={bot.botId} atoms={bot.atoms} />
    </>
  );
}

function Position({ bot, atom }: { readonly bot: Bot; readonly atom: Atom }) {
  const t = useText();
  const decimals = decimalsOf(atom.mark ?? '');
  const side = t(atom.direction === 'buy' ? 'side.long' : 'side.short');
  const prices = [
    { label: t('bots.column.average'), price: atom.averagePrice },
    { label: t('drawer.mark'), price: atom.mark },
    { label: t('role.take_profit'), price: atom.takeProfitPrice },
    { label: t('cycles.nextStep'), price: atom.nextLevelPrice },
    { label: t('role.stop_loss'), price: atom.stopLossPrice },
    { label: t('role.liquidation'), price: shownLiquidation(atom) },
  ];
  return (
    <TitledPart
      title={t('drawer.position', { quantity: t.number(atom.quantity), symbol: atom.symbol, side })}
      link={
        atom.currentCycleId === null ? null : (
          <Link to={kindAddress(bot.kind, 'portfolio', bot.portfolioId)} search={{ cycle: atom.currentCycleId }}>
            {t('drawer.cycle', { seq: atom.cycleSeq })}
          </Link>
        )
      }
    >
      <AtomGauge atom={atom} isWide />
      <dl className={css['facts']}>
        <div>
          <dt>{t('bots.column.open')}</dt>
          <dd>
            <Money value={atom.unrealized} />
          </dd>
        </div>
        <div>
          <dt>{t('bots.kpi.margin')}</dt>
          <dd>
            <Money kind="amount" value={atom.initialMargin} />
          </dd>
        </div>
        {prices.map(({ label, price }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Price value={price} decimals={decimals} />{' '}
              {price === null || price === atom.mark ? null : (
                <span className={css['away']}>
                  <Pct value={distancePercent(atom.mark, price)} unit />
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <UnprotectedMark protection={atom.protection} />
    </TitledPart>
  );
}
