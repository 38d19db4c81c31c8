import { useInfiniteQuery } from '@tanstack/react-query';
import type { Atom } from '#web/api/trading-queries.ts';
import { PartText, useText } from '#web/i18n/text.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import { TitledPart } from '#web/ui/page/titled-part.tsx';
import { decimalsOf } from '#web/ui/values/format.ts';
import { dealsQuery } from './deal-queries.ts';
import { DealRow } from './deal-row.tsx';
import css from './deals.module.css';

interface TitledDealsProps {
  readonly botId: string;
  /** The bot's, whose marks have the decimals that prices are shown with. */
  readonly atoms: readonly Pick<Atom, 'symbol' | 'mark'>[];
  /** Only those of this cycle, and nothing at all where it has none; left out: all of the bot. */
  readonly cycleId?: string;
}

/** The deals made by hand in a bot, under their title, each with what became of it. */
export function TitledDeals(props: TitledDealsProps) {
  return (
    <PartText part="botWork">
      <Titled {...props} />
    </PartText>
  );
}

function Titled({ botId, atoms, cycleId }: TitledDealsProps) {
  const t = useText();
  const list = useInfiniteQuery(dealsQuery(botId, cycleId));
  const deals = list.data?.pages.flatMap(({ items }) => items) ?? [];
  if (cycleId !== undefined && deals.length === 0 && !list.isError) return null;
  return (
    <TitledPart title={t('deals.title')}>
      {list.isPending ? <SkeletonRows rows={2} height={28} /> : null}
      {list.isError ? <ProblemNote error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.isSuccess && deals.length === 0 ? <p className={css['quiet']}>{t('deals.empty')}</p> : null}
      {deals.length === 0 ? null : (
        <ul className={css['deals']}>
          {deals.map((deal) => (
            <DealRow key={deal.manualDealId} deal={deal} decimals={decimalsIn(atoms, deal.symbol)} />
          ))}
        </ul>
      )}
      {list.hasNextPage ? (
        <Button size="compact-xs" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('deals.older')}
        </Button>
      ) : null}
    </TitledPart>
  );
}

function decimalsIn(atoms: TitledDealsProps['atoms'], symbol: string): number | null {
  const mark = atoms.find((atom) => atom.symbol === symbol)?.mark ?? null;
  return mark === null ? null : decimalsOf(mark);
}
