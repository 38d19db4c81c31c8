import { Copy, Flag, Hand, HandCoins, RotateCcw, SlidersHorizontal, ToggleRight, Trash2 } from 'lucide-react';
import type { BotAct } from '#web/kinds/kind-view.ts';

/** Apart from the dialogs of the acts, which are loaded when one is opened. */
export const actIcons = {
  finish: Flag,
  stop: Hand,
  restart: RotateCcw,
  conditions: SlidersHorizontal,
  entries: ToggleRight,
  deal: HandCoins,
  clone: Copy,
  delete: Trash2,
} as const satisfies Record<BotAct, unknown>;
