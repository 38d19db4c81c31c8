import { assert, unreachable } from '#base/assert.ts';
import { accepted, type Outcome } from '#base/errors.ts';
import type { AtomReport, EngineEvent } from '../model/engine-event.ts';
import type { AtomKey } from '../model/record.ts';
import { applyFill, applyLiquidation } from './atoms/apply-fill.ts';
import { applyToAtom } from './atoms/apply-to-atom.ts';
import { closeMinute } from './close-minute.ts';
import { carryOut } from './commands/carry-out.ts';
import type { RunningAccount } from './running-account.ts';
import type { RunningAtom } from './running-bot.ts';
import { readMarks } from './valuation/marks.ts';

/**
 * Applies an event to an account; `takeRecords` returns what it changed.
 *
 * @returns a refusal where the event is a command that is refused and has changed nothing
 */
export function applyEvent(account: RunningAccount, event: EngineEvent): Outcome<null> {
  switch (event.type) {
    case 'Reported':
      applyReport(account, atomOf(account, event.atom), event.report);
      return accepted(null);
    case 'MinuteClosed':
      closeMinute(account, {
        time: event.time,
        candle: (symbol) => event.candles[symbol] ?? null,
        mark: (symbol) => event.marks[symbol] ?? null,
      });
      return accepted(null);
    case 'Commanded':
      readMarks(account); // The marks of the bots that existed before the command.
      return carryOut(account, event.command, event.at);
    default:
      return unreachable(event);
  }
}

/** Applies a report on one atom's orders. The report must fit the atom: the order is working, a position is open. */
export function applyReport(account: RunningAccount, atom: RunningAtom, report: AtomReport): void {
  switch (report.type) {
    case 'OrderFilled':
      return applyFill(account, atom, report);
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

function atomOf(account: RunningAccount, { botId, symbol, direction }: AtomKey): RunningAtom {
  const atom = account.bots.get(botId)?.atoms.find(({ key }) => key.symbol === symbol && key.direction === direction);
  assert(atom !== undefined, 'a report is about an atom of the account');
  return atom;
}
