import { kindEntry } from '#engine/bots/registry.ts';
import type { BotKind } from '#engine/model/bot.ts';
import { ProblemError } from '../http/problem.ts';

/** Throws KIND_NOT_AVAILABLE where this version runs no bots of the kind; reading them is fine, there are none. */
export function refuseUnavailable(kind: BotKind): void {
  if (!kindEntry(kind).isAvailable) throw new ProblemError('KIND_NOT_AVAILABLE');
}
