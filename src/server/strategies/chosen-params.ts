import type { BotKind } from '#engine/model/bot.ts';
import type { BotParams } from '#engine/model/bot-params.ts';
import { findStrategy } from '#storage/strategies.ts';
import type { Caller } from '../http/callers/auth.ts';
import type { Acts } from '../http/context.ts';
import { invalidField, ProblemError } from '../http/problem.ts';
import { parseParams, refuseLateRules } from './params-check.ts';

/** A request that names parameters, or a version of a strategy instead. */
interface Choosing extends Pick<Acts, 'read'> {
  readonly caller: Caller;
  readonly params: { readonly kind: BotKind };
  readonly body: {
    readonly params?: BotParams | undefined;
    readonly strategyId?: string | undefined;
    readonly strategyVersion?: number | undefined;
  };
}

export interface ChosenParams {
  readonly params: BotParams;
  readonly strategyId: string | null;
  readonly strategyVersion: number | null;
}

/**
 * Parameters of the request's own or a version of a strategy, by default the newest, never both.
 * @throws ProblemError REQUEST_INVALID, SETTLING_ABOVE_MAX, STRATEGY_NOT_FOUND
 */
export async function chosenParams({ body, caller, params, read }: Choosing): Promise<ChosenParams> {
  const { strategyId, strategyVersion } = body;
  if (strategyId === undefined) {
    if (strategyVersion !== undefined) throw invalidField(['strategyVersion'], 'needs strategy_id beside it');
    if (body.params === undefined) throw invalidField(['params'], 'must be given, or strategy_id instead');
    const given = parseParams(params.kind, body.params);
    refuseLateRules({ kind: params.kind, params: given });
    return { params: given, strategyId: null, strategyVersion: null };
  }
  if (body.params !== undefined) throw invalidField(['params'], 'must be left out when strategy_id is given');
  const found = await read((tx) => findStrategy(tx, caller.userId, strategyId));
  if (found === undefined || found.strategy.kind !== params.kind) throw new ProblemError('STRATEGY_NOT_FOUND');
  const version = found.versions.find((each) => each.version === (strategyVersion ?? found.strategy.version));
  if (version === undefined) throw new ProblemError('STRATEGY_NOT_FOUND');
  return { params: version.params, strategyId, strategyVersion: version.version };
}
