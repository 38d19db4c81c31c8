import { ApiError } from '#web/api/api-error.ts';
import { isMessageKey } from '#web/i18n/message-key.ts';
import type { Text } from '#web/i18n/text.tsx';

/** A change, as far as its bots are named by their places in it. */
interface Placed {
  readonly items: readonly { readonly bot: { readonly botId: string } }[];
}

/** Why bots were refused, by bot; empty for any other error. A refused bot is named by its place in the change. */
export function refusedBots(error: unknown, change: Placed | undefined, t: Text): ReadonlyMap<string, string> {
  const reasons = new Map<string, string>();
  if (!isBotsRefused(error)) return reasons;
  for (const { path, code, detail } of error.problem?.errors ?? []) {
    const place = Number(path.split('.')[1]);
    const botId = change?.items[place]?.bot.botId;
    if (botId === undefined || reasons.has(botId)) continue;
    const keys = [`problem.${code}`, `refusal.${code}`];
    const key = keys.find((one) => isMessageKey(t, one) && !/\{\w+\}/.test(t(one)));
    reasons.set(botId, key !== undefined && isMessageKey(t, key) ? t(key) : detail);
  }
  return reasons;
}

export function isBotsRefused(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'BOTS_REFUSED';
}
