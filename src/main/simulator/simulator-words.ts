import type { SimulatorWishes } from './simulator-setup.ts';

/** What the thread of the simulated exchange is started with. */
export interface ThreadQuestion {
  readonly wishes: SimulatorWishes;
  readonly host: string;
  /** 0 takes any free port. */
  readonly listenOn: number;
}

/** What it tells; any message to it means that it shall stop. */
export type ThreadWord =
  | { readonly kind: 'listening'; readonly port: number }
  | { readonly kind: 'warning'; readonly sentence: string }
  | { readonly kind: 'failed'; readonly code: string; readonly sentence: string }
  | { readonly kind: 'closed' };
