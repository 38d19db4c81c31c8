import type { Reply } from '#contract/call.ts';
import { getSettings } from '#contract/system.ts';
import { api } from './api.ts';

/** The server's settings and when they came, wall time in UTC milliseconds. */
export interface SettingsAnswer {
  readonly settings: Reply<typeof getSettings>;
  readonly receivedAt: number;
}

/** What the login shows before anybody signs in; null when the server does not answer. */
export async function readSettings(): Promise<SettingsAnswer | null> {
  try {
    return { settings: await api(getSettings, {}), receivedAt: Date.now() };
  } catch {
    return null; // The login page reports that the server does not answer.
  }
}
