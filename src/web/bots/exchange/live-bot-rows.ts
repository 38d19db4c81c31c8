import { trimDecimal } from '#base/decimal.ts';
import type { ShownAccount } from '#web/api/exchange/exchange-account-query.ts';
import type { Bot } from '#web/api/trading-queries.ts';
import { botNameOf } from './account-alarms.tsx';

type Position = ShownAccount['positions'][number];

/** A side that a live bot trades, or a bot without one. */
export interface LiveBotRow {
  readonly id: string;
  readonly botId: string;
  readonly name: string;
  /** Null: the bot trades no side now. */
  readonly position: Position | null;
  readonly stop: Position['stop'] | 'flat';
  /** The quantity at the exchange is not the expected one. */
  readonly isDifferent: boolean;
  readonly halt: ShownAccount['halt'];
}

const ENDED: ReadonlySet<Bot['state']> = new Set(['STOPPED', 'FINISHED', 'DELETED']);

/** One row per side that the account reports, then one per running or halted bot without a side. */
export function liveBotRows(account: ShownAccount, bots: readonly Bot[]): readonly LiveBotRow[] {
  const halts = new Map(account.botHalts.map((halt) => [halt.botId, halt]));
  const haltOf = (botId: string) => halts.get(botId) ?? null;
  const sides = account.positions.map((position) => rowOf(position, bots, haltOf(position.botId)));
  const withSide = new Set(sides.map(({ botId }) => botId));
  const others = bots.filter(({ botId, state }) => !withSide.has(botId) && (halts.has(botId) || !ENDED.has(state)));
  return [
    ...sides,
    ...others.map(({ botId, name }) => ({
      ...{ id: botId, botId, name, position: null, stop: 'flat' as const, isDifferent: false },
      halt: haltOf(botId),
    })),
  ];
}

function rowOf(position: Position, bots: readonly Bot[], halt: LiveBotRow['halt']): LiveBotRow {
  const { botId, symbol, direction, expected, actual, stop } = position;
  const isFlat = isZero(expected) && (actual === null || isZero(actual));
  return {
    id: `${botId} ${symbol} ${direction}`,
    botId,
    name: botNameOf(bots, botId),
    position,
    stop: isFlat && stop === 'none' ? 'flat' : stop,
    isDifferent: actual !== null && trimDecimal(actual) !== trimDecimal(expected),
    halt,
  };
}

const isZero = (quantity: string): boolean => Number(quantity) === 0;
