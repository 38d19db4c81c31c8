import { instantOf } from '#base/time.ts';
import { tryStrategy } from '#contract/strategy.ts';
import { refuseUnavailable } from '../bots/kind-check.ts';
import { ProblemError, problemOfReasons } from '../http/problem.ts';
import { type Route, route } from '../http/route.ts';
import { chosenParams } from './chosen-params.ts';
import { refuseLateRules } from './params-check.ts';
import { presentTrial } from './present-trial.ts';

/** Tries a version or a draft on the stored past; the work is done apart from requests and bots. */
export function tryRoute(): Route {
  return route(tryStrategy, async (context) => {
    const { body, params, services } = context;
    const instrument = services.runtime.instruments.get(body.symbol);
    if (instrument === undefined) throw new ProblemError('SYMBOL_UNKNOWN', [SYMBOL_UNKNOWN]);
    const chosen = await chosenParams(context);
    refuseUnavailable(params.kind);
    refuseLateRules({ kind: params.kind, params: chosen.params });
    const { days, bars } = body;
    const until = body.until === null ? null : instantOf(Date.parse(body.until));
    const request = { kind: params.kind, params: chosen.params, instrument, days, bars, until };
    const outcome = await services.trials.run(request);
    if (!outcome.ok) throw problemOfReasons(outcome.reasons);
    return presentTrial(outcome.value, instrument);
  });
}

const SYMBOL_UNKNOWN = { code: 'SYMBOL_UNKNOWN', detail: 'is not traded here', path: ['symbol'] } as const;
