import { describe, expect, it, vi } from 'vitest';
import { ticks } from '#base/exact.ts';
import type { Runtime, RuntimeChange } from '#ports/runtime.ts';
import { START } from '../../../tests/support/market.ts';
import { gatherChanges } from './live-changes.ts';
import { touches } from './touches.ts';

/** A runtime whose changes the test triggers. */
function speaker() {
  const listeners = new Set<(change: RuntimeChange) => void>();
  const onChange: Runtime['onChange'] = (listener) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  };
  const tell = (change: Partial<RuntimeChange>): void => {
    for (const listener of listeners) listener({ minute: START, prices: [], bots: [], touched: [], ...change });
  };
  return { runtime: { onChange } as Runtime, tell, listeners }; // Nothing else of the runtime is used.
}

describe('the changes sent to a tab', () => {
  it('contain the bots and topics of its own user, each once', () => {
    const { runtime, tell } = speaker();
    const changed = vi.fn();
    const gatherer = gatherChanges({ runtime, touches: touches() }, 'ann', changed);
    const own = { ownerId: 'ann', portfolioId: 'p', botId: 'own' };
    const foreign = { ownerId: 'bob', portfolioId: 'q', botId: 'foreign' };
    tell({ bots: [own, foreign] });
    tell({
      bots: [own],
      touched: [
        { ownerId: 'ann', topics: ['cycles', 'bots'] },
        { ownerId: 'bob', topics: ['logs'] },
      ],
    });
    const taken = gatherer.take();
    expect([...taken.bots.keys()]).toEqual(['own']);
    expect([...taken.topics]).toEqual(['cycles', 'bots']);
    expect(changed).toHaveBeenCalledTimes(2);
  });

  it('contain topics that concern every user', () => {
    const { runtime } = speaker();
    const told = touches();
    const gatherer = gatherChanges({ runtime, touches: told }, 'ann', () => {});
    told.tell('bob', 'exchange-keys');
    told.tellAll('back-fills');
    expect([...gatherer.take().topics]).toEqual(['back-fills']);
  });

  it('call nobody for prices and bots of other users', () => {
    const { runtime, tell } = speaker();
    const changed = vi.fn();
    gatherChanges({ runtime, touches: touches() }, 'ann', changed);
    tell({
      prices: [{ symbol: 'ETHUSDT', price: ticks(1), at: START }],
      bots: [{ ownerId: 'bob', portfolioId: 'q', botId: 'foreign' }],
    });
    expect(changed).not.toHaveBeenCalled();
  });

  it('are sent only once', () => {
    const { runtime, tell } = speaker();
    const gatherer = gatherChanges({ runtime, touches: touches() }, 'ann', () => {});
    tell({ touched: [{ ownerId: 'ann', topics: ['logs'] }] });
    gatherer.take();
    const { bots, topics } = gatherer.take();
    expect([bots.size, topics.size]).toEqual([0, 0]);
  });

  it('include topics touched by requests of its user, but not of other users', () => {
    const touched = touches();
    const changed = vi.fn();
    const gatherer = gatherChanges({ runtime: speaker().runtime, touches: touched }, 'ann', changed);
    touched.tell('bob', 'strategies');
    expect(changed).not.toHaveBeenCalled();
    touched.tell('ann', 'strategies');
    expect([...gatherer.take().topics]).toEqual(['strategies']);
  });

  it('stop when the tab closes', () => {
    const { runtime, tell, listeners } = speaker();
    const touched = touches();
    const changed = vi.fn();
    gatherChanges({ runtime, touches: touched }, 'ann', changed).end();
    tell({ touched: [{ ownerId: 'ann', topics: ['logs'] }] });
    touched.tell('ann', 'bots');
    expect(listeners.size).toBe(0);
    expect(changed).not.toHaveBeenCalled();
  });
});
