import type { ProfileName } from '#simulator/admin/faults/profiles.ts';
import type { SimulatorAccess } from './simulated-account.ts';
import type { SimulatorWishes } from './simulator-setup.ts';

/** The start parameters of the simulated exchange's thread. */
export interface ThreadQuestion {
  readonly wishes: SimulatorWishes;
  readonly host: string;
  /** 0 takes any free port. */
  readonly listenOn: number;
  readonly tlsPort?: number | null;
  readonly adminToken?: string | null;
  readonly profile?: ProfileName;
  readonly hosts: readonly string[];
}

/** The thread's messages; any message to the thread stops it. */
export type ThreadWord =
  | { readonly kind: 'listening'; readonly access: SimulatorAccess }
  | { readonly kind: 'warning'; readonly sentence: string }
  | { readonly kind: 'failed'; readonly code: string; readonly sentence: string }
  | { readonly kind: 'closed' };
