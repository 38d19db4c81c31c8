import { expect, it } from 'vitest';
import type { StoreTrouble } from '#base/store-trouble.ts';
import { instantOf, later, MINUTE_MS } from '#base/time.ts';
import type { EngineState, MarketState } from '#ports/runtime.ts';
import { engineFor, type HealthServices, presentHealth } from './present-health.ts';

const NOW = instantOf(Date.UTC(2025, 4, 9, 12));

interface Line {
  /** Market minutes per wall minute. */
  readonly speed?: number;
  readonly minutesAhead?: number;
  readonly silentMs?: number;
}

interface Engine {
  readonly engine: 'running' | 'paused';
  readonly storeTrouble: StoreTrouble | null;
}

/** The health while the exchange is so far ahead, or has been silent for so long. */
function healthOf(
  { speed = 1, minutesAhead = 0, silentMs = 0 }: Line,
  { engine, storeTrouble }: Engine = { engine: 'running', storeTrouble: null },
) {
  const market = { closed: NOW, speed, engine, storeTrouble };
  const services = {
    runtime: { market: () => market },
    market: {
      leftOut: () => [],
      line: () => ({ isConnected: true, heardAt: later(NOW, -silentMs), due: later(NOW, minutesAhead * MINUTE_MS) }),
    },
    system: { isDatabaseAnswering: () => true, disk: () => 'ok' },
    now: () => NOW,
  } as unknown as HealthServices; // Nothing else of them is used.
  return presentHealth(services);
}

it.each<[string, Line, string]>([
  ['a market at its own pace two minutes late is current', { minutesAhead: 2 }, 'current'],
  ['a market at its own pace three minutes late is behind', { minutesAhead: 3 }, 'behind'],
  ['a market at sixty times the pace twenty minutes late is current', { speed: 60, minutesAhead: 20 }, 'current'],
  ['a market at sixty times the pace twenty-one minutes late is behind', { speed: 60, minutesAhead: 21 }, 'behind'],
  ['an exchange heard twenty seconds ago talks', { silentMs: 20_000 }, 'current'],
  ['an exchange heard more than twenty seconds ago is silent', { silentMs: 20_001 }, 'silent'],
  ['an exchange that is silent and ahead is silent', { silentMs: 20_001, minutesAhead: 9 }, 'silent'],
])('%s', (_, line, feed) => {
  expect(healthOf(line).feed).toBe(feed);
});

it('a program without the lock of its database is degraded with a paused engine, although the database answers', () => {
  const health = healthOf({}, { engine: 'paused', storeTrouble: 'lock-lost' });
  expect(health).toMatchObject({ status: 'degraded', engine: 'paused', database: 'answering', disk: 'ok' });
});

const withEngine = (engine: EngineState) => ({
  market: () => ({ engine, behindOwners: ['ann'] }) as unknown as MarketState,
});

it('the engine catches up for the user whose demo loads, and runs for everybody else', () => {
  const runtime = withEngine('running');
  expect([engineFor('ann', runtime), engineFor('bob', runtime)]).toEqual(['catching-up', 'running']);
});

it.each<EngineState>(['catching-up', 'paused', 'stopped'])('an engine that is %s is so for every user', (engine) => {
  const runtime = withEngine(engine);
  expect([engineFor('ann', runtime), engineFor('bob', runtime)]).toEqual([engine, engine]);
});
