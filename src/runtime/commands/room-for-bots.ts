import type { Reason } from '#base/errors.ts';
import type { EngineBot } from '#engine/model/bot.ts';
import { ATOMS_OF_USER_MAX, BOTS_OF_USER_MAX } from '#engine/model/bot.ts';
import type { UserCommand } from '#ports/runtime.ts';
import type { PaperAccount } from '../paper-account.ts';

interface Holdings {
  readonly bots: number;
  readonly atoms: number;
}

/**
 * Why an owner has no room for the bots that commands create; empty when there is room. To be asked in the turn in which
 * the commands take effect: nothing may come between.
 * @param accounts - all in memory, of every owner
 */
export function roomRefusals(
  accounts: Iterable<PaperAccount>,
  ownerId: string,
  commands: readonly UserCommand[],
): readonly Reason[] {
  const created = commands.flatMap((command) => (command.type === 'create' ? [command.bot] : []));
  if (created.length === 0) return [];
  const held = [...accounts].flatMap((paper) => (paper.ownerId === ownerId ? [...botsOf(paper)] : []));
  const { bots, atoms } = holdingsOf([...held, ...created]);
  if (bots > BOTS_OF_USER_MAX) return full('BOTS_FULL', ['name'], { bots, botsMax: BOTS_OF_USER_MAX });
  if (atoms > ATOMS_OF_USER_MAX) return full('ATOMS_FULL', ['symbols'], { atoms, atomsMax: ATOMS_OF_USER_MAX });
  return [];
}

function* botsOf({ account, names }: PaperAccount): Generator<EngineBot> {
  for (const botId of names.keys()) {
    const bot = account.bot(botId)?.bot;
    if (bot !== undefined) yield bot;
  }
}

function holdingsOf(bots: readonly EngineBot[]): Holdings {
  return { bots: bots.length, atoms: bots.reduce((sum, { atoms }) => sum + atoms.length, 0) };
}

function full(code: string, path: readonly string[], figures: Readonly<Record<string, number>>): readonly Reason[] {
  return [
    { code, detail: 'The user holds as much as one user may.' },
    { code: 'TOO_MANY', detail: 'would make more than a user may have', path, figures },
  ];
}
