import { accepted } from '#base/errors.ts';
import type { Account, AtomView } from '../model/account.ts';
import { applyEvent } from './apply-event.ts';
import { judgeParams } from './commands/judge-params.ts';
import { entryReadingOf, pastEntryOf } from './entry-reading.ts';
import { entryWaitOf } from './entry-wait.ts';
import { accountSnapshot } from './open-account.ts';
import { closeBot, snapshotOf } from './open-bot.ts';
import type { RunningAccount } from './running-account.ts';
import type { RunningAtom } from './running-bot.ts';
import { takeRecords } from './take-records.ts';
import { committedOf } from './valuation/sums.ts';
import { viewOf } from './views.ts';

/** The commands and reads of an account in memory, for any performer of its orders. */
export function accountCalls(account: RunningAccount): Account {
  const atomsOf = (botId: string): readonly RunningAtom[] => account.bots.get(botId)?.atoms ?? [];
  const atomAt = (botId: string, { symbol, direction }: Pick<AtomView, 'symbol' | 'direction'>) =>
    atomsOf(botId).find(({ key }) => key.symbol === symbol && key.direction === direction);
  return {
    command(command, at) {
      const outcome = applyEvent(account, { type: 'Commanded', at, command });
      return outcome.ok ? accepted(takeRecords(account, at)) : outcome;
    },
    judge: (command) => judgeParams(account, command),
    bot(botId) {
      const bot = account.bots.get(botId);
      return bot === undefined ? null : snapshotOf(bot);
    },
    forget: (botId) => void closeBot(account, botId),
    views: (botId) => atomsOf(botId).map((atom) => viewOf(account, atom)),
    waits: (botId) => atomsOf(botId).map((atom) => entryWaitOf(account, atom)),
    entryReading(botId, place) {
      const atom = atomAt(botId, place);
      return atom === undefined ? null : entryReadingOf(account, atom);
    },
    pastEntry(botId, place, time) {
      const atom = atomAt(botId, place);
      return atom === undefined ? null : pastEntryOf(account, atom, time);
    },
    wallet: () => account.wallet,
    committed: (botId) => (botId === undefined ? account.sums.committed : committedOf(atomsOf(botId))),
    snapshot: () => accountSnapshot(account),
  };
}
