import type { CallRow } from './call-row.ts';

/** How the calls about the program, the session and the demo are asked. */
export const systemCallRows = {
  getHealth: { right: () => ({}), foreign: null },
  getSettings: { right: () => ({}), foreign: null },
  getStatus: { right: () => ({}), foreign: null },
  signOut: { right: () => ({ body: {} }), foreign: null },
  getDemo: { right: () => ({}), foreign: null },
  loadDemo: { right: () => ({ body: {} }), foreign: null },
  removeDemo: { right: () => ({ body: {} }), foreign: 'DEMO_NOT_FOUND' },
} as const satisfies Record<string, CallRow>;
