import { useQuery } from '@tanstack/react-query';
import { useLiveBots } from '#web/api/live/use-live-bots.ts';
import { useLivePortfolios } from '#web/api/live/use-live-portfolios.ts';
import type { Atom, Bot, Portfolio } from '#web/api/trading-queries.ts';
import { portfoliosOfQuery } from '#web/api/trading-queries.ts';
import { useIsLive } from '#web/bots/confirm/use-is-live.ts';
import { isOpen } from '#web/bots/is-open.ts';
import { shownLiquidation } from '#web/bots/shown-liquidation.ts';
import { type Text, useText } from '#web/i18n/text.tsx';
import { useKind } from '#web/kinds/use-kind.ts';
import { sumBridgeParts } from '#web/ui/figures/bridge-terms.ts';
import { Kpi, KpiBand } from '#web/ui/figures/kpi.tsx';
import { OpenResult } from '#web/ui/figures/open-result.tsx';
import { SkeletonBlock } from '#web/ui/page/skeleton.tsx';
import { addDecimals } from '#web/ui/values/decimal-sum.ts';
import { distancePercent, sharePercent } from '#web/ui/values/distance.ts';
import { Money } from '#web/ui/values/money.tsx';
import { Pct } from '#web/ui/values/pct.tsx';

const NONE: readonly Portfolio[] = [];
const BAND_HEIGHT = 78;

/** Totals over the bots of a kind: equity, results and risk; none while a portfolio is not yet up to the present. */
export function BotsBand({ bots: loadedBots }: { bots: readonly Bot[] }) {
  const portfolios = useQuery(portfoliosOfQuery(useKind())).data?.items ?? NONE;
  if (portfolios.some((one) => one.isBehind)) return <SkeletonBlock height={BAND_HEIGHT} />;
  return <Band loadedBots={loadedBots} loaded={portfolios} />;
}

interface BandProps {
  readonly loadedBots: readonly Bot[];
  readonly loaded: readonly Portfolio[];
}

function Band({ loadedBots, loaded }: BandProps) {
  const t = useText();
  const bots = useLiveBots(loadedBots);
  const portfolios = useLivePortfolios(loaded);
  const sum = (pick: (bot: Bot) => string) => addDecimals(bots.map(pick));
  // Those of deleted bots are part of the results, here as on every page.
  const ofPortfolios = (pick: (one: Portfolio) => string) =>
    portfolios.length === 0 ? null : addDecimals(portfolios.map(pick));
  const isLive = useIsLive();
  // The wallet of live bots is that of the exchange account, which has its own band.
  const equity = isLive ? null : ofPortfolios((one) => one.equity);
  const open = bots.flatMap((bot) => bot.atoms.filter(isOpen));
  const unrealized = sum((bot) => bot.unrealized);
  const margin = addDecimals(open.map((atom) => atom.initialMargin));
  const committed = sum((bot) => bot.committedMargin);
  const ofEquity = (amount: string) => (equity === null ? null : sharePercent(amount, equity));
  return (
    <KpiBand label={t('bots.band')}>
      {isLive ? null : (
        <Kpi
          label={t('bots.kpi.equity')}
          value={<Money kind="amount" value={equity} />}
          unit="USDT"
          note={portfolios.length === 0 ? null : t.plural('bots.kpi.portfolios', portfolios.length)}
        />
      )}
      <Kpi
        label={t('bots.kpi.day')}
        value={<Money value={ofPortfolios((one) => one.resultToday)} />}
        note={
          <>
            {t('bots.column.week')} <Money value={ofPortfolios((one) => one.result7d)} />
          </>
        }
      />
      <Kpi
        label={t('bots.kpi.open')}
        value={portfolios.length === 0 ? <Money value={null} /> : <OpenResult parts={sumBridgeParts(portfolios)} />}
        note={
          <>
            {t.plural('bots.kpi.cycles', open.length)} · {t('bridge.unrealized')} <Money value={unrealized} />
          </>
        }
      />
      <Kpi
        label={t('bots.kpi.margin')}
        value={<Money kind="amount" value={margin} />}
        unit="USDT"
        note={<Share value={ofEquity(margin)} />}
      />
      <Kpi
        label={t('bots.kpi.committed')}
        value={<Money kind="amount" value={committed} />}
        unit="USDT"
        note={<Share value={ofEquity(committed)} />}
      />
      <Nearest bots={bots} />
    </KpiBand>
  );
}

function Share({ value }: { value: string | null }) {
  const t = useText();
  return value === null ? null : t('bots.kpi.ofEquity', { percent: t.number(value, { decimals: 2 }) });
}

/** The position closest to its liquidation. */
function Nearest({ bots }: { bots: readonly Bot[] }) {
  const t = useText();
  const all = bots.flatMap((bot) =>
    bot.atoms.filter(isOpen).flatMap((atom) => {
      const away = distancePercent(atom.mark, shownLiquidation(atom));
      return away === null ? [] : [{ bot, atom, away }];
    }),
  );
  const [nearest] = all.sort((a, b) => Math.abs(Number(a.away)) - Math.abs(Number(b.away)));
  return (
    <Kpi
      label={t('bots.kpi.nearest')}
      value={<Pct value={nearest?.away ?? null} />}
      unit="%"
      note={nearest ? `${nearest.bot.name}, ${priceOf(nearest.atom, t)}` : t('bots.kpi.noLiquidation')}
    />
  );
}

function priceOf(atom: Atom, t: Text): string {
  return atom.liquidationPrice === null ? '–' : t.number(atom.liquidationPrice);
}
