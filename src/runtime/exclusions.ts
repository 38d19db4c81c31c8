/** The symbols that each user has excluded from new cycles: every account of the user is opened with them. */
export interface Exclusions {
  of(ownerId: string): readonly string[];
  set(ownerId: string, symbol: string, isExcluded: boolean): void;
}

/** @param stored - by owner */
export function exclusions(stored: ReadonlyMap<string, readonly string[]>): Exclusions {
  const byOwner = new Map([...stored].map(([ownerId, symbols]) => [ownerId, new Set(symbols)]));
  return {
    of: (ownerId) => [...(byOwner.get(ownerId) ?? [])],
    set(ownerId, symbol, isExcluded) {
      const symbols = byOwner.get(ownerId) ?? new Set<string>();
      if (isExcluded) symbols.add(symbol);
      else symbols.delete(symbol);
      byOwner.set(ownerId, symbols);
    },
  };
}
