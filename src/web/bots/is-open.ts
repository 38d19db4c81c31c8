import type { Atom } from '#web/api/trading-queries.ts';

/** Whether an atom holds a position. */
export const isOpen = (atom: Pick<Atom, 'quantity'>): boolean => /[1-9]/.test(atom.quantity);
