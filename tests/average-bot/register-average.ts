import { registerFamily } from '#engine/bots/families.ts';
import { registerKind } from '#engine/bots/registry.ts';
import { averageFamily } from './average-family.ts';

/** A kind that exists in tests alone. Import this file before anything that reads the registry when it is loaded. */
export const averageKind = registerKind({
  kind: 'average-bot',
  address: 'average',
  executions: ['paper', 'live'], // The second is for the rows of a portfolio alone: its bots trade on paper too.
  isAvailable: true,
  editor: null,
});
registerFamily(averageKind.kind, averageFamily);
