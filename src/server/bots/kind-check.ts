import { isLiveKind, kindEntry } from '#engine/bots/registry.ts';
import type { BotKind } from '#engine/model/bot.ts';
import type { Acts } from '../http/context.ts';
import { ProblemError } from '../http/problem.ts';

/** Throws KIND_NOT_AVAILABLE where this version runs no bots of the kind; reading them is fine, there are none. */
export function refuseUnavailable(kind: BotKind): void {
  if (!kindEntry(kind).isAvailable) throw new ProblemError('KIND_NOT_AVAILABLE');
}

/** Throws LIVE_ONE_BY_ONE for a kind whose bots send real orders: each is commanded by itself, and trades by its strategy alone. */
export function refuseLive(kind: BotKind): void {
  if (isLiveKind(kind)) throw new ProblemError('LIVE_ONE_BY_ONE');
}

/** Lets a command pass that may make a live bot send real orders, once its user has confirmed it; others pass at once. */
export function confirmLive(kind: BotKind, { confirm }: Pick<Acts, 'confirm'>): void {
  if (isLiveKind(kind)) confirm();
}
