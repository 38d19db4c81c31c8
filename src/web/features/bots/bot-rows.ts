import { searchedText } from '#base/typed/typed-text.ts';
import type { Atom, Bot } from '#web/api/trading-queries.ts';
import { isOpen } from '#web/bots/is-open.ts';
import { isUnprotected } from '#web/bots/unprotected.ts';
import { distancePercent } from '#web/ui/values/distance.ts';

/** One row of the table: a bot, or one of several positions listed below their bot. */
export interface BotLine {
  readonly id: string;
  readonly bot: Bot;
  /** The position that the row shows; null for a bot with several, whose row shows their sum. */
  readonly atom: Atom | null;
  readonly isChild: boolean;
  /** The bot as loaded, used for sorting, so that rows do not move while values stream. */
  readonly base: Bot;
  readonly baseAtom: Atom | null;
}

export const botFilters = [
  'all',
  'needs',
  'running',
  'finishing',
  'stopped',
  'stuck',
  'unprotected',
  'waiting',
] as const;
export type BotFilter = (typeof botFilters)[number];

/** An open cycle older than this is stuck. */
const STUCK_AFTER_MS = 3 * 86_400_000;
/** A liquidation nearer than this needs attention. */
const NEAR_PERCENT = 3;

/**
 * Age of the oldest open position of a bot in market time; null while flat.
 * @param marketNow UTC milliseconds; null before the live channel has sent the time
 */
export function openForMs(bot: Bot, marketNow: number | null): number | null {
  const dates = bot.atoms
    .filter(isOpen)
    .flatMap((atom) => (atom.enterPositionDate ? [Date.parse(atom.enterPositionDate)] : []));
  return dates.length === 0 || marketNow === null ? null : marketNow - Math.min(...dates);
}

export function isStuck(bot: Bot, marketNow: number | null): boolean {
  return (openForMs(bot, marketNow) ?? 0) >= STUCK_AFTER_MS;
}

/** Whether the bot is in error, misses a stop-loss, is close to liquidation, or stopped with a position that nobody manages. */
export function needsUser(bot: Bot): boolean {
  if (bot.state === 'ERROR') return true;
  const open = bot.atoms.filter(isOpen);
  if (bot.state === 'STOPPED' && open.length > 0) return true;
  return open.some((atom) => {
    if (atom.protection === 'missing') return true;
    const away = distancePercent(atom.mark, atom.liquidationPrice);
    return away !== null && Math.abs(Number(away)) < NEAR_PERCENT;
  });
}

export function fits(bot: Bot, filter: BotFilter, marketNow: number | null): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'needs':
      return needsUser(bot);
    case 'running':
      return bot.state === 'RUNNING';
    case 'finishing':
      return bot.state === 'FINISHING' || bot.state === 'STOPPING';
    case 'stopped':
      return bot.state === 'STOPPED' || bot.state === 'FINISHED' || bot.state === 'ERROR';
    case 'stuck':
      return isStuck(bot, marketNow);
    case 'unprotected':
      return bot.atoms.some(isUnprotected);
    case 'waiting':
      return bot.state === 'CREATED';
  }
}

export function fitsSearch(bot: Bot, search: string): boolean {
  const wanted = searchedText(search);
  return (
    wanted === '' || [bot.name, bot.portfolioName, ...bot.symbols].some((text) => searchedText(text).includes(wanted))
  );
}

/** What decides in which lists a bot stands and how its row is marked; a tick rarely changes it. */
export function listFacts(bot: Bot): string {
  const atoms = bot.atoms.map((atom) => `${atom.state} ${isOpen(atom)} ${atom.protection} ${atom.enterPositionDate}`);
  return [bot.state, bot.stateReason, needsUser(bot), ...atoms].join('|');
}

/** Danger first: error, needs attention, stuck, open, flat, waiting, ended; by name within each. */
function rankOf(bot: Bot, marketNow: number | null): number {
  if (bot.state === 'ERROR') return 0;
  if (needsUser(bot)) return 1;
  if (isStuck(bot, marketNow)) return 2;
  if (bot.atoms.some(isOpen)) return 3;
  if (bot.state === 'RUNNING' || bot.state === 'FINISHING' || bot.state === 'STOPPING') return 4;
  return bot.state === 'CREATED' ? 5 : 6;
}

/**
 * @param loaded as the list was loaded; fixes the order
 * @param live the same bots in the same order with live values
 */
export function rowsOf(loaded: readonly Bot[], live: readonly Bot[], marketNow: number | null): readonly BotLine[] {
  const pairs = loaded.map((base, index) => ({ base, bot: live[index] ?? base }));
  const order = pairs.sort(
    (a, b) => rankOf(a.base, marketNow) - rankOf(b.base, marketNow) || a.base.name.localeCompare(b.base.name),
  );
  return order.flatMap(({ base, bot }) => linesOf(base, bot));
}

function linesOf(base: Bot, bot: Bot): BotLine[] {
  const [only] = bot.atoms;
  if (bot.atoms.length <= 1) {
    return [{ id: bot.botId, bot, base, atom: only ?? null, baseAtom: base.atoms[0] ?? null, isChild: false }];
  }
  const head = { id: bot.botId, bot, base, atom: null, baseAtom: null, isChild: false };
  const children = bot.atoms.map((atom, index) => {
    return { id: `${bot.botId} ${atom.atomId}`, bot, base, atom, baseAtom: base.atoms[index] ?? null, isChild: true };
  });
  return [head, ...children];
}
