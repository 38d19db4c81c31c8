import type { Bot } from '#web/api/trading-queries.ts';
import { isOpen } from '#web/bots/is-open.ts';
import { isMessageKey } from '#web/i18n/message-key.ts';
import type { Text } from '#web/i18n/text.tsx';
import { type StatusTone, toneOfState } from '#web/ui/figures/status.tsx';
import { durationText } from '#web/ui/values/format.ts';
import { isStuck, needsUser, openForMs } from './bot-rows.ts';

export interface StatusWords {
  readonly tone: StatusTone;
  readonly word: string;
  readonly reason: string | null;
}

/** The state of a bot and its most important reason. */
export function statusOf(bot: Bot, marketNow: number | null, t: Text): StatusWords {
  const word = t(`state.${bot.state}`);
  const isAlarming = bot.state === 'RUNNING' && (isStuck(bot, marketNow) || blockOf(bot) !== null || needsUser(bot));
  return { tone: isAlarming ? 'warn' : toneOfState[bot.state], word, reason: reasonOf(bot, marketNow, t) };
}

function blockOf(bot: Bot): string | null {
  return bot.atoms.find((atom) => atom.blockedBy !== null)?.blockedBy ?? null;
}

function reasonOf(bot: Bot, marketNow: number | null, t: Text): string | null {
  if (bot.state === 'FINISHING') return t('bots.reason.finishing');
  if (bot.state === 'STOPPED' && bot.atoms.some(isOpen)) return t('bots.reason.positionKept');
  if (bot.state !== 'RUNNING') return codeText(bot.stateReason, t);
  if (isStuck(bot, marketNow)) return t('bots.reason.stuck', { age: durationText(openForMs(bot, marketNow) ?? 0, t) });
  const block = blockOf(bot);
  if (block !== null) return t('bots.reason.blocked', { why: codeText(block, t) ?? block });
  if (!bot.isEnterBuyEnabled && !bot.isEnterSellEnabled) return t('bots.reason.entriesOff');
  return cooldownOf(bot, marketNow, t) ?? skipOf(bot, t);
}

/** A signal that opened no cycle is of the past: the bot waits for the next one, and nothing blocks it now. */
function skipOf({ atoms }: Bot, t: Text): string | null {
  const skipped = atoms.find((atom) => atom.skippedBy !== null && !isOpen(atom))?.skippedBy ?? null;
  return skipped === null ? null : t('bots.reason.skipped', { why: codeText(skipped, t) ?? skipped });
}

function cooldownOf(bot: Bot, marketNow: number | null, t: Text): string | null {
  if (marketNow === null) return null;
  const waits = bot.atoms.flatMap((atom) => (atom.cooldownUntil ? [Date.parse(atom.cooldownUntil) - marketNow] : []));
  const [longest] = waits.filter((ms) => ms > 0).sort((a, b) => b - a);
  return longest === undefined || bot.atoms.some(isOpen)
    ? null
    : t('bots.reason.cooldown', { time: durationText(longest, t) });
}

function codeText(code: string | null, t: Text): string | null {
  if (code === null) return null;
  const key = `reason.${code}`;
  return isMessageKey(t, key) ? t(key) : code;
}
