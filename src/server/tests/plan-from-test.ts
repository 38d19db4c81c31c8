import { isDeepStrictEqual } from 'node:util';
import { STRATEGY_VERSIONS_MAX } from '#contract/limits.ts';
import type { createBotFromTest } from '#contract/tests/test-bot.ts';
import type { BotParams } from '#engine/model/bot-params.ts';
import { asUser } from '#storage/database/database.ts';
import { holdRows } from '#storage/database/rows/hold-rows.ts';
import { countStrategies, findStrategy, promiseVersion } from '#storage/strategies.ts';
import type { TestRow } from '#storage/tests/test-conditions.ts';
import type { BotPlan } from '../bots/make-bot.ts';
import type { Context } from '../http/context.ts';
import { ProblemError } from '../http/problem.ts';
import { parseParams } from '../strategies/params-check.ts';

type FromTest = Pick<Context<typeof createBotFromTest>, 'caller' | 'read' | 'services'>;

/**
 * What a bot made from a point runs: the version of the tested strategy that has the point's parameters, or a new version of
 * it, stored with the bot, where the grid changed them. Parameters of their own where no strategy was tested, or it was deleted.
 * @throws ProblemError STRATEGY_VERSIONS_FULL
 */
export async function planFromTest(context: FromTest, test: TestRow, point: BotParams): Promise<BotPlan> {
  const { kind, strategyId } = test;
  const params = parseParams(kind, point);
  const found =
    strategyId === null ? undefined : await context.read((tx) => findStrategy(tx, context.caller.userId, strategyId));
  if (strategyId === null || found === undefined) return { params, strategyId: null, strategyVersion: null };
  const same = found.versions.filter((version) => isDeepStrictEqual(parseParams(kind, version.params), params));
  const version = same.find((one) => one.version === test.strategyVersion) ?? same.at(-1);
  if (version !== undefined) return { params, strategyId, strategyVersion: version.version };
  const strategyVersion = await promisedVersion(context, strategyId);
  return { params, strategyId, strategyVersion, addsVersionTo: { strategyId, kind, name: found.strategy.name } };
}

/** A number that no other version gets; it is left out where the engine refuses the bot. */
function promisedVersion({ caller, services }: FromTest, strategyId: string): Promise<number> {
  const ownerId = caller.userId;
  return asUser(services.database, ownerId, async (tx) => {
    await holdRows(tx, 'strategies', ownerId);
    const { versions } = await countStrategies(tx, ownerId);
    if (versions >= STRATEGY_VERSIONS_MAX) throw new ProblemError('STRATEGY_VERSIONS_FULL');
    return promiseVersion(tx, { ownerId, strategyId });
  });
}
