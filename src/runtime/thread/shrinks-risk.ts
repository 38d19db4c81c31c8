import type { UserCommand } from '#ports/runtime.ts';

/**
 * Whether a command can only take risk away, or moves the exits of what is held. Such a command is carried out while
 * others are refused because the engine has too much to do.
 */
export function shrinksRisk(command: UserCommand): boolean {
  switch (command.type) {
    case 'finish':
    case 'stop':
    case 'delete':
    case 'set-conditions':
    case 'undo-deal':
      return true;
    case 'order-deal':
      return command.kind === 'reduce' || command.kind === 'close';
    case 'set-entries':
      return !(command.isBuyEnabled && command.isSellEnabled);
    case 'set-excluded':
      return command.isExcluded;
    case 'create':
    case 'restart':
    case 'apply-params':
    case 'set-limit':
    case 'set-wallet':
      return false;
  }
}
