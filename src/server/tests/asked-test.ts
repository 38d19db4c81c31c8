import type { Reason } from '#base/errors.ts';
import type { Received } from '#contract/call.ts';
import { TEST_AXIS_VALUES_MAX, TEST_POINTS_MAX } from '#contract/limits.ts';
import type { createTest } from '#contract/tests/test-condition.ts';
import type { BotParams } from '#engine/model/bot-params.ts';
import { findStrategy } from '#storage/strategies.ts';
import type { AskedTest, PreparedTest } from '#storage/tests/asked-test.ts';
import { refuseUnavailable } from '../bots/kind-check.ts';
import type { Caller } from '../http/callers/auth.ts';
import type { Acts } from '../http/context.ts';
import { readFrom, readTo } from '../http/period.ts';
import { invalidField, isProblemCode, ProblemError } from '../http/problem.ts';
import type { Services } from '../services.ts';
import { inspectParams, parseParams } from '../strategies/params-check.ts';

type Setup = Received<typeof createTest>['body'];

/** Whoever asks for a test. */
export interface Asking extends Pick<Acts, 'read'> {
  readonly caller: Caller;
  readonly services: Services;
}

/** The strategy of a test, and the test itself as the lab understands it. */
export interface UnderstoodTest {
  readonly prepared: PreparedTest;
  readonly strategy: { readonly id: string; readonly name: string; readonly version: number } | null;
}

/** Checks a test as it was sent; what cannot be tried is refused with the field that says so. */
export async function understandTest(asking: Asking, setup: Setup): Promise<UnderstoodTest> {
  refuseUnavailable(setup.kind);
  refuseRepeated(setup.symbols);
  const { params, strategy } = await strategyOf(asking, setup);
  await inspectParams(asking, { kind: setup.kind, params });
  const { name: _name, strategyId: _id, strategyVersion: _version, dateFrom, dateTo, ...rest } = setup;
  const asked: AskedTest = { ...rest, params, from: readFrom(dateFrom), to: readTo(dateTo) };
  return { prepared: await prepared(asking.services, asked), strategy };
}

/** The test that is asked for, as the lab works it out. */
export async function prepared(services: Services, asked: AskedTest): Promise<PreparedTest> {
  const bounds = { pointsMax: TEST_POINTS_MAX, axisValuesMax: TEST_AXIS_VALUES_MAX };
  const outcome = await services.lab.prepare(asked, bounds);
  if (outcome.ok) return outcome.value;
  throw refusedAs(outcome.reasons);
}

function refusedAs(reasons: readonly Reason[]): ProblemError {
  const code = reasons[0]?.code ?? '';
  return new ProblemError(isProblemCode(code) ? code : 'GRID_REFUSED', reasons);
}

function refuseRepeated(symbols: readonly string[]): void {
  const repeated = symbols.findIndex((symbol, index) => symbols.indexOf(symbol) !== index);
  if (repeated >= 0) throw invalidField(['symbols', repeated], 'is named twice');
}

/** Parameters of its own or a version of a strategy, never both. */
async function strategyOf(
  { read, caller }: Asking,
  { kind, strategyId, strategyVersion, params }: Setup,
): Promise<{ readonly params: BotParams; readonly strategy: UnderstoodTest['strategy'] }> {
  if (strategyId === undefined) {
    if (strategyVersion !== undefined) throw invalidField(['strategyVersion'], 'needs strategy_id beside it');
    if (params === undefined) throw invalidField(['params'], 'must be given, or strategy_id instead');
    return { params: parseParams(kind, params), strategy: null };
  }
  if (params !== undefined) throw invalidField(['params'], 'must be left out when strategy_id is given');
  const found = await read((tx) => findStrategy(tx, caller.userId, strategyId));
  if (found === undefined || found.strategy.kind !== kind) throw new ProblemError('STRATEGY_NOT_FOUND');
  const version = found.versions.find((each) => each.version === (strategyVersion ?? found.strategy.version));
  if (version === undefined) throw new ProblemError('STRATEGY_NOT_FOUND');
  const { strategyId: id, name } = found.strategy;
  return { params: version.params, strategy: { id, name, version: version.version } };
}
