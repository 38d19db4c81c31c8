import type { ReactNode } from 'react';
import { useCycleAtom } from '#web/api/live/use-live-bots.ts';
import type { Atom } from '#web/api/trading-queries.ts';
import { isOpenCycle, type ListedCycle } from './cycles/cycle-rows.ts';
import type { PortfolioView } from './portfolio-view.ts';

interface OfPositionProps {
  readonly cycle: ListedCycle;
  readonly view: Pick<PortfolioView, 'atomOfCycle'>;
  /** Null for a cycle that has ended. */
  readonly draw: (atom: Atom | null) => ReactNode;
}

/** Draws what a cycle shows of its position, and draws it again when that moves: the list around it stands still. */
export function OfPosition({ cycle, view, draw }: OfPositionProps) {
  if (!isOpenCycle(cycle)) return draw(null);
  return <OfOpenPosition cycle={cycle} loaded={view.atomOfCycle.get(cycle.cycleId) ?? null} draw={draw} />;
}

type OpenProps = Omit<OfPositionProps, 'view'> & { readonly loaded: Atom | null };

function OfOpenPosition({ cycle, loaded, draw }: OpenProps) {
  return draw(useCycleAtom(cycle, loaded));
}
