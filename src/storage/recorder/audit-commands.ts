import { orderIdOf } from '#engine/model/record.ts';
import { type AuditEntry, type AuditEvent, recordAudit } from '../audit/record-audit.ts';
import type { Tx } from '../database/database.ts';
import type { StoredCommand } from './account-batch.ts';

/** Records what users told their bots and portfolios to do; the last statement of the transaction that stores it. */
export async function auditCommands(tx: Tx, commands: readonly StoredCommand[]): Promise<void> {
  await recordAudit(tx, ...commands.flatMap(entriesOf));
}

function entriesOf(stored: StoredCommand): readonly AuditEntry[] {
  const { ownerId, portfolioId, botId, address = null, command } = stored;
  if (command.type === 'set-excluded') return []; // The change of the asset's category is recorded, once for all accounts.
  const named = { ownerId, address };
  if (botId === null) {
    const details = { portfolioId, ...figuresOf(command) };
    return [{ event: 'portfolio-settings-changed', ...named, details }];
  }
  const details = { botId, ...(command.type === 'join' ? { portfolioId } : {}), ...figuresOf(command) };
  return [
    ...eventsOf(command).map((event) => ({ event, ...named, details })),
    ...versionEntries(stored).map((entry) => ({ ...entry, ...named })),
  ];
}

/** A version that a command adds is told as one that was saved. */
function versionEntries({ addsVersionTo, strategyVersion: version }: StoredCommand) {
  if (addsVersionTo === undefined || version === undefined) return [];
  return [{ event: 'strategy-changed', details: { ...addsVersionTo, version } } as const];
}

type Command = StoredCommand['command'];

function eventsOf(command: Command): readonly AuditEvent[] {
  switch (command.type) {
    case 'create':
      return command.autostart ? ['bot-created', 'bot-started'] : ['bot-created'];
    case 'restart':
      return ['bot-started'];
    case 'finish':
      return ['bot-finished'];
    case 'stop':
      return [command.position === 'close' ? 'bot-closed' : 'bot-stopped'];
    case 'delete':
      return ['bot-deleted'];
    case 'join':
      return ['bot-moved'];
    case 'set-entries':
    case 'set-conditions':
    case 'apply-params':
      return ['bot-settings-changed'];
    case 'order-deal':
      return ['deal-ordered'];
    case 'undo-deal':
      return ['deal-undone'];
    case 'set-limit':
    case 'set-wallet':
      return ['portfolio-settings-changed'];
    case 'leave': // It is recorded where the bot joins.
    case 'set-excluded':
      return [];
  }
}

/** What was set, as far as it is short; parameters are named by their version. */
function figuresOf(command: Command): NonNullable<AuditEntry['details']> {
  switch (command.type) {
    case 'stop':
      return { position: command.position };
    case 'set-entries':
      return { isBuyEnabled: command.isBuyEnabled, isSellEnabled: command.isSellEnabled };
    case 'set-conditions':
      return { stopLossPercent: command.stopLossPercent, takeProfitPercent: command.takeProfitPercent };
    case 'apply-params':
      return { paramsVersion: command.paramsVersion, when: command.when };
    case 'order-deal': {
      const { symbol, direction, kind, orderType, price, size } = command;
      return { symbol, direction, kind, orderType, price, [size?.unit ?? 'size']: size?.value ?? null };
    }
    case 'undo-deal':
      return { orderId: orderIdOf(command, command.cycleSeq, command.order) };
    case 'set-limit':
      return { limit: command.limit };
    case 'set-wallet':
      return { balance: command.balance };
    default:
      return {};
  }
}
