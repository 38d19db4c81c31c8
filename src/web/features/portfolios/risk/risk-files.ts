import type { Text } from '#web/i18n/text.tsx';
import type { FileColumn } from '#web/ui/table/csv.ts';
import type { EndangeredPosition } from './danger.ts';
import type { CoinExposure } from './exposure.ts';

/** An open cycle in a file: what the board shows of it, and what its link and its tooltip say. */
export function dangerColumns(t: Text): readonly FileColumn<EndangeredPosition>[] {
  return [
    { title: t('danger.portfolio'), exact: ({ bot }) => bot.portfolioName },
    { title: t('danger.bot'), exact: ({ bot }) => bot.name },
    { title: t('danger.symbol'), exact: ({ atom }) => atom.symbol },
    { title: t('danger.side'), exact: ({ atom }) => t(atom.direction === 'buy' ? 'side.long' : 'side.short') },
    { title: t('danger.nearest'), exact: ({ danger }) => danger && t(`danger.${danger.kind}`) },
    { title: t('danger.price'), exact: ({ danger }) => danger?.price ?? null },
    { title: t('danger.percent'), exact: ({ danger }) => danger?.percent ?? null },
    { title: t('danger.steps'), exact: ({ atom }) => atom.levelsFilled },
    { title: t('danger.stepsOf'), exact: ({ atom }) => atom.levelsTotal },
    { title: t('danger.since'), exact: ({ atom }) => atom.enterPositionDate },
    { title: t('danger.notional'), exact: ({ notional }) => notional },
    { title: t('danger.open'), exact: ({ atom }) => atom.unrealized },
  ];
}

/** A coin in a file. */
export function exposureColumns(t: Text): readonly FileColumn<CoinExposure>[] {
  return [
    { title: t('exposure.coin'), exact: ({ coin }) => coin },
    { title: t('exposure.long'), exact: ({ long }) => long },
    { title: t('exposure.short'), exact: ({ short }) => short },
    { title: t('exposure.net'), exact: ({ net }) => net },
    { title: t('exposure.share'), exact: ({ share }) => share },
  ];
}
