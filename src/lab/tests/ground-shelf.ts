import type { LabTest } from '#storage/tests/lab-rows.ts';
import type { LabMarket } from './lab-market.ts';
import { loadGround, type TestGround } from './test-ground.ts';

/** Pasts that are kept: those of the jobs under way, and of the ones that follow. */
export interface GroundShelf {
  /** @throws AppError as a `LabMarket` does */
  load(test: Pick<LabTest, 'conditionId' | 'plan'>, symbols: readonly string[]): Promise<TestGround>;
  /** Forgets those of a test. */
  drop(conditionId: string): void;
}

/** A symbol-year takes about 20 MB. */
const GROUNDS_MAX = 4;

export function groundShelf(market: LabMarket): GroundShelf {
  const shelf = new Map<string, Promise<TestGround>>();
  return {
    load({ conditionId, plan }, symbols) {
      const key = `${conditionId}/${symbols.join()}`;
      const known = shelf.get(key);
      if (known !== undefined) {
        shelf.delete(key); // The one used last is dropped last.
        shelf.set(key, known);
        return known;
      }
      const loading = loadGround(market, plan, symbols);
      loading.catch(() => shelf.delete(key));
      shelf.set(key, loading);
      for (const oldest of [...shelf.keys()].slice(0, Math.max(0, shelf.size - GROUNDS_MAX))) shelf.delete(oldest);
      return loading;
    },
    drop(conditionId) {
      for (const key of shelf.keys()) if (key.startsWith(`${conditionId}/`)) shelf.delete(key);
    },
  };
}
