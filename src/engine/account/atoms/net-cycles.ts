import type { Instant } from '#base/time.ts';
import { beginNetCycle, countHeld, type Held, heldByNone, moveNetCycle } from '../../ledger/net-cycle.ts';
import type { AtomEvent } from '../../model/atom.ts';
import { type Cycle, openOrder } from '../../model/cycle.ts';
import type { NetCycle } from '../../model/record.ts';
import { initialMargin } from '../../risk/margin/margin.ts';
import type { RunningAccount } from '../running-account.ts';
import type { RunningAtom, RunningNetCycle } from '../running-bot.ts';
import type { CycleChange } from './movement.ts';

/** Updates the net cycle of the symbol after a change of one of its cycles. */
export function moveNet(account: RunningAccount, atom: RunningAtom, { after, event, moved }: CycleChange): void {
  if (after.beginAt === null) return;
  const net = netOf(atom) ?? beginNet(atom);
  const { direction } = atom.key;
  const isNew = net.open === null;
  if (isNew) net.begun += 1;
  net.open ??= beginNetCycle(net.begun, after.beginAt);
  moveNetCycle(net.open, {
    direction,
    seq: after.seq,
    moved,
    isOrderFilled: isOrderDone(event, after),
    held: event.type === 'FundingSettled' ? null : heldOn(atom, after),
  });
  if (isNew || account.setting.hasSteps !== false) recordNet(account, atom, { ...net.open });
}

/** The net cycles of the atom's symbol, which both directions share; null before the first one. */
export function netOf(atom: RunningAtom): RunningNetCycle | null {
  atom.net ??= atom.bot.nets.get(atom.key.symbol) ?? null;
  return atom.net;
}

function beginNet(atom: RunningAtom): RunningNetCycle {
  const net = { begun: 0, open: null };
  atom.bot.nets.set(atom.key.symbol, net);
  return net;
}

/** Whether the event filled the rest of an order. */
function isOrderDone(event: AtomEvent, after: Cycle): boolean {
  switch (event.type) {
    case 'OrderFilled': {
      const { order } = event;
      return openOrder(after, order) === undefined;
    }
    case 'DealAdopted':
    case 'Liquidated':
    case 'PositionReduced':
      return true;
    default:
      return false;
  }
}

/** What the bot's open cycles on the symbol hold, and how many levels the event's cycle, open or ended, has filled. */
function heldOn({ bot, key: { symbol } }: RunningAtom, { levelsFilled }: Cycle): Held {
  const held = { ...heldByNone(), levelsFilledMax: levelsFilled };
  for (const { key, state, context } of bot.atoms) {
    if (key.symbol !== symbol || state.cycle === null) continue;
    const { leverage } = context.ladderOf(state.cycle.params);
    countHeld(held, state.cycle, initialMargin(state.cycle.position.cost, leverage));
  }
  return held;
}

function recordNet(account: RunningAccount, atom: RunningAtom, netCycle: NetCycle): void {
  account.records.push({ type: 'net-cycle', botId: atom.key.botId, symbol: atom.key.symbol, netCycle });
}

/** Ends the net cycle of the symbol once neither direction holds a position. */
export function closeNetWhenFlat(account: RunningAccount, atom: RunningAtom, at: Instant): void {
  const net = netOf(atom);
  if (net === null || net.open === null) return;
  const isHeld = atom.bot.atoms.some(
    ({ key, state }) => key.symbol === atom.key.symbol && state.cycle !== null && state.cycle.position.quantity > 0,
  );
  if (isHeld) return;
  recordNet(account, atom, { ...net.open, endAt: at });
  net.open = null;
}
