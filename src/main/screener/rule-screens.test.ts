import { afterEach, expect, it } from 'vitest';
import { at } from '#base/assert.ts';
import { type Instant, instantOf, later, MINUTE_MS } from '#base/time.ts';
import { customParams } from '#engine/bots/custom/custom-params.ts';
import { ruleStrategy } from '#engine/bots/registry.ts';
import type { RuleTask } from '#lab/screener/rules/rule-task.ts';
import type { RuleFinding, RuleScreenRequest } from '#ports/screener/rule-screens.ts';
import { type Judges, KeptRuleScreens } from './rule-screens.ts';

const NOW = instantOf(Date.UTC(2025, 4, 1, 12, 7));
const request = (value: string): RuleScreenRequest => ({
  kind: ruleStrategy.kind,
  params: customParams.parse({
    timeframe: '15m',
    sizing: { type: 'fixed_notional', value: '100' },
    buy: { enter: { op: 'gt', a: { price: 'close' }, b: { const: value } } },
  }),
  days: 90,
});
const FINDING: RuleFinding = { symbol: 'BTCUSDT', pastAt: null, missing: 'NOT_STORED', sides: [] };

/** Judges that end a task only when they are told. */
class HeldJudges implements Judges {
  readonly begun: { task: RuleTask; progress: (found: readonly RuleFinding[]) => void }[] = [];
  closed = 0;
  private readonly ends: PromiseWithResolvers<void>[] = [];
  run(task: RuleTask, progress: (found: readonly RuleFinding[]) => void): Promise<void> {
    this.begun.push({ task, progress });
    const end = Promise.withResolvers<void>();
    this.ends.push(end);
    return end.promise;
  }
  async close(): Promise<void> {
    this.closed += 1;
  }
  end(place: number): void {
    at(this.begun, place).progress([FINDING]);
    at(this.ends, place).resolve();
  }
  fail(place: number): void {
    at(this.ends, place).reject(new Error('a worker ended'));
  }
  async hasBegun(count: number): Promise<void> {
    await expect.poll(() => this.begun.length, { interval: 1 }).toBe(count);
  }
}

let stop = async () => {};
afterEach(() => stop());

function opened() {
  const judges = new HeldJudges();
  const clock: { now: Instant } = { now: NOW };
  const screens = new KeptRuleScreens({
    ...{ folder: '/nowhere', contracts: async () => [], marketNow: () => clock.now, judges },
    readPast: () => Promise.reject(new Error('no contract is asked about')),
  });
  stop = () => screens.stop();
  return { judges, screens, clock };
}

it('a strategy that many ask about at once is judged once, and the next question is answered from what is kept', async () => {
  const { judges, screens } = opened();
  const asked = [screens.screen(request('1')), screens.screen(request('1'))];
  await judges.hasBegun(1);
  expect(screens.known(request('1'))).toBeNull();
  judges.end(0);
  const [one, other] = await Promise.all(asked);
  expect(one).toEqual(other);
  expect(one).toMatchObject({ closedAt: Date.UTC(2025, 4, 1, 12), findings: [FINDING] });
  expect(await screens.screen(request('1'))).toEqual(one);
  expect(screens.known(request('1'))).toEqual(one);
  expect(judges.begun).toHaveLength(1);
});

it('another rule, or the same over other days, is judged on its own, one after the other', async () => {
  const { judges, screens } = opened();
  const asked = [
    screens.screen(request('1')),
    screens.screen({ ...request('1'), days: 7 }),
    screens.screen(request('2')),
  ];
  for (const place of [0, 1, 2]) {
    await judges.hasBegun(place + 1);
    judges.end(place);
  }
  await Promise.all(asked);
  expect(judges.begun.map(({ task }) => task.request.days)).toEqual([90, 7, 90]);
});

it('a strategy is refused while eight others wait to be judged, and judged when they are done', async () => {
  const { judges, screens } = opened();
  const asked = Array.from({ length: 8 }, (_, place) => screens.screen(request(String(place + 1))));
  await expect(screens.screen(request('9'))).rejects.toMatchObject({ code: 'OVERLOADED', isRetryable: true });
  for (let place = 0; place < asked.length; place += 1) {
    await judges.hasBegun(place + 1);
    judges.end(place);
  }
  await Promise.all(asked);
  const late = screens.screen(request('9'));
  await judges.hasBegun(9);
  judges.end(8);
  expect(await late).toMatchObject({ findings: [FINDING] });
});

it('a strategy whose judging failed tells its askers, is not kept, and holds up nobody', async () => {
  const { judges, screens } = opened();
  const failed = screens.screen(request('1'));
  const next = screens.screen(request('2'));
  await judges.hasBegun(1);
  judges.fail(0);
  await expect(failed).rejects.toThrow('a worker ended');
  await judges.hasBegun(2);
  judges.end(1);
  expect(await next).toMatchObject({ findings: [FINDING] });
  expect(screens.known(request('1'))).toBeNull();
});

it('a result stands although a bar closes within seconds, and the threads end with the program', async () => {
  const { judges, screens, clock } = opened();
  const asked = screens.screen(request('1'));
  await judges.hasBegun(1);
  judges.end(0);
  const told = await asked;
  clock.now = later(NOW, 15 * MINUTE_MS);
  expect(await screens.screen(request('1'))).toEqual(told);
  await screens.stop();
  expect([judges.begun.length, judges.closed]).toEqual([1, 1]);
});
