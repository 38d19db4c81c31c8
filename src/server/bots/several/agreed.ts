import type { Outcome, Reason } from '#base/errors.ts';
import { problems } from '#contract/problem.ts';
import { invalidField, isProblemCode, ProblemError, problemOfReasons } from '../../http/problem.ts';

interface Named {
  /** The field of the body that names the bots. */
  readonly list: 'changes' | 'moves';
  readonly count: number;
}

/**
 * @throws ProblemError BOTS_REFUSED, with the reasons of every refused bot in plain words and at its place in the list; for a
 * single bot its own code, as the call to one bot has it
 */
export function agreed<T>(outcome: Outcome<T>, { list, count }: Named): T {
  if (outcome.ok) return outcome.value;
  const [first, ...own] = outcome.reasons;
  if (first?.code !== 'BOTS_REFUSED') throw problemOfReasons(outcome.reasons);
  const reasons = own.map(worded(list));
  if (count > 1) throw new ProblemError('BOTS_REFUSED', reasons);
  throw problemOfReasons(reasons.map((reason) => ({ ...reason, path: ['request', ...reason.path] })));
}

const worded =
  (list: string) =>
  ({ code, detail, path = [], ...rest }: Reason) => {
    const sentence = isProblemCode(code) ? problems[code].sentence : detail;
    return { code, detail: sentence, ...rest, path: [list, ...path] };
  };

export function refuseRepeated(botIds: readonly string[], list: string): void {
  const repeated = botIds.findIndex((botId, place) => botIds.indexOf(botId) !== place);
  if (repeated >= 0) throw invalidField([list, repeated], 'names a bot that is named before');
}
