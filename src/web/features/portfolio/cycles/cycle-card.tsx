import type { ReactNode } from 'react';
import type { Atom } from '#web/api/trading-queries.ts';
import { cycleStatus } from '#web/bots/cycles/cycle-status.ts';
import type { Text } from '#web/i18n/text.tsx';
import { hasLadder } from '#web/kinds/kind-view.ts';
import { Status } from '#web/ui/figures/status.tsx';
import type { CardParts } from '#web/ui/table/row-cards.tsx';
import { Duration } from '#web/ui/values/age.tsx';
import { utcMinute } from '#web/ui/values/format.ts';
import { Money } from '#web/ui/values/money.tsx';
import { UnprotectedMark } from '#web/ui/values/unprotected-mark.tsx';
import { OfPosition } from '../of-position.tsx';
import css from '../portfolio.module.css';
import type { PortfolioView } from '../portfolio-view.ts';
import { Contract, CycleLadder, lastedMs, resultOf } from './cycle-columns.tsx';
import { isOpenCycle, type ListedCycle } from './cycle-rows.ts';

/** A cycle on the phone: contract and result, state and times, and the ladder while it is open. */
export function cycleCard(cycle: ListedCycle, view: PortfolioView, t: Text): CardParts {
  const live = (draw: (atom: Atom | null) => ReactNode) => <OfPosition cycle={cycle} view={view} draw={draw} />;
  const isLadder = hasLadder(view.portfolio.kind);
  return {
    title: (
      <>
        <Contract cycle={cycle} t={t} /> <span className={css['quiet']}>#{cycle.seq}</span>
      </>
    ),
    figure: live((atom) => <Money value={resultOf(cycle, atom)} />),
    state: (
      <>
        <Status {...cycleStatus(cycle, t)} />{' '}
        {live((atom) => (atom === null ? null : <UnprotectedMark protection={atom.protection} />))}{' '}
        {isLadder ? <span className={css['quiet']}>{`${cycle.levelsFilled}/${cycle.levelsTotal}`}</span> : null}
      </>
    ),
    aside: (
      <>
        {utcMinute(cycle.openedAt, t.language)} · <Duration ms={lastedMs(cycle, view.marketNow)} />
      </>
    ),
    ...(isLadder && isOpenCycle(cycle) ? { below: live((atom) => <CycleLadder atom={atom} isWide />) } : {}),
  };
}
