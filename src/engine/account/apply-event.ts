import { unreachable } from '#base/assert.ts';
import { accepted, type Outcome, type Reason, refused } from '#base/errors.ts';
import { openOrder } from '../model/cycle.ts';
import type { AtomReport, EngineEvent } from '../model/engine-event.ts';
import { isOpening } from '../model/order.ts';
import type { AtomKey } from '../model/record.ts';
import { applyFill, applyLiquidation, applyReduction } from './atoms/apply-fill.ts';
import { applyToAtom } from './atoms/apply-to-atom.ts';
import { closeMinute } from './close-minute.ts';
import { failBot } from './commands/bot-state.ts';
import { carryOut } from './commands/carry-out.ts';
import type { RunningAccount } from './running-account.ts';
import type { RunningAtom } from './running-bot.ts';
import { readMarks } from './valuation/marks.ts';

/**
 * Applies an event to an account; `takeRecords` returns what it changed.
 *
 * @returns a refusal where the event has changed nothing: a command that is refused, or a report that does not fit the
 *   account (REPORT_UNKNOWN)
 */
export function applyEvent(account: RunningAccount, event: EngineEvent): Outcome<null> {
  switch (event.type) {
    case 'Reported':
      return applyIfKnown(account, event);
    case 'MinuteClosed':
      closeMinute(account, {
        time: event.time,
        candle: (symbol) => event.candles[symbol] ?? null,
        mark: (symbol) => event.marks[symbol] ?? null,
        ...(event.isMissed ? { isMissed: true } : {}),
      });
      return accepted(null);
    case 'BotDoubted': {
      const bot = account.bots.get(event.botId);
      if (bot !== undefined) failBot(account, bot, event);
      return accepted(null);
    }
    case 'MarginRead':
      account.margin = event.margin;
      return accepted(null);
    case 'Commanded':
      readMarks(account); // The marks of the bots that existed before the command.
      return carryOut(account, event.command, event.at);
    default:
      return unreachable(event);
  }
}

type Reported = Extract<EngineEvent, { type: 'Reported' }>;

/**
 * What an exchange reports may be about anything, so it is compared with the account before it is applied. It counts in
 * the present tick and step, which an atom off the grid does not.
 */
function applyIfKnown(account: RunningAccount, { atom: key, report }: Reported): Outcome<null> {
  const atom = account.bots.get(key.botId)?.atoms.find((one) => isSameAtom(one.key, key));
  if (atom === undefined || atom.isOffGrid || !fits(atom, report)) return refused(unknownReport(key, report));
  applyReport(account, atom, report);
  return accepted(null);
}

function fits({ state: { cycle, direction } }: RunningAtom, report: AtomReport): boolean {
  if (cycle === null) return report.type === 'ContractEnded';
  const held = cycle.position.quantity;
  switch (report.type) {
    case 'OrderFilled': {
      const order = openOrder(cycle, report.order);
      if (order === undefined) return false;
      const isWithinOrder = order.quantity === null || order.filled + report.quantity <= order.quantity;
      return isWithinOrder && (isOpening(order, direction) || report.quantity <= held);
    }
    case 'OrderEnded':
      return openOrder(cycle, report.order) !== undefined;
    case 'PositionReduced':
      return report.quantity <= held;
    default:
      return true;
  }
}

function unknownReport({ botId, symbol, direction }: AtomKey, { type }: AtomReport): Reason {
  const detail = `The report ${type} fits no order and no position of bot ${botId} on ${symbol}, ${direction}.`;
  return { code: 'REPORT_UNKNOWN', detail };
}

/** Applies a report on one atom's orders. The report must fit the atom: the order is working, a position is open. */
export function applyReport(account: RunningAccount, atom: RunningAtom, report: AtomReport): void {
  switch (report.type) {
    case 'OrderFilled':
      return applyFill(account, atom, report);
    case 'PositionReduced':
      return applyReduction(account, atom, report);
    case 'OrderEnded':
    case 'FundingSettled':
    case 'ContractEnded':
      applyToAtom(account, atom, report);
      return;
    case 'Liquidated':
      return applyLiquidation(account, atom, report);
    default:
      return unreachable(report);
  }
}

const isSameAtom = (one: AtomKey, other: AtomKey): boolean =>
  one.symbol === other.symbol && one.direction === other.direction;
