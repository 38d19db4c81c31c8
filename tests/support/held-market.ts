import { vi } from 'vitest';
import { instantOf, MINUTE_MS, startOf } from '#base/time.ts';
import { getStatus } from '#contract/system.ts';
import { CLOSE_OFFSET_MS } from '#engine/model/candle.ts';
import { adminHeadersIn } from './admin-headers.ts';
import { startTestDatabase } from './database.ts';
import { freePort } from './free-port.ts';
import { type RunningProgram, startProgram } from './program.ts';
import type { Visitor } from './visitor.ts';

const DECIDED_WITHIN = { timeout: 60_000, interval: 50 };

/** The market of a running program: it stands still and moves only when told to. */
export interface HeldMarket {
  /** Moves market time on by this many minutes and waits until the engine has decided and announced the last of them. */
  step(minutes: number, visitor: Pick<Visitor, 'ask'>): Promise<void>;
}

/**
 * The program on a market that is held before anybody signs in, so that a story is the same at every pace of the machine.
 * Unless `DATABASE_URL` names another one, it works on a database of its own on the server of the run, which is made in a
 * tenth of the time that a server of its own would take.
 */
export async function startHeld(
  settings: Readonly<Record<string, string>> = {},
): Promise<{ readonly program: RunningProgram; readonly market: HeldMarket }> {
  const port = settings['SIMULATOR_PORT'] ?? String(await freePort());
  const program = await onOwnDatabase({ ...settings, SIMULATOR_PORT: port, MARKET_SPEED: '1' });
  return { program, market: await holdMarket(program, port) };
}

/**
 * Stops the market of a running program.
 * @param port - of its simulated exchange
 */
export async function holdMarket(program: RunningProgram, port: string): Promise<HeldMarket> {
  /** @returns market time afterwards */
  const admin = async (path: string, body: object): Promise<number> => {
    const response = await fetch(`http://127.0.0.1:${port}/admin/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(await adminHeadersIn(program.dataDir)) },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`);
    return ((await response.json()) as { readonly marketTime: number }).marketTime;
  };
  await admin('clock', { kind: 'step' });
  await admin('clock/step', { ms: 2 * MINUTE_MS }); // Every contract has a closed minute, and so a price.
  return {
    async step(minutes, visitor) {
      let time = await admin('clock', { kind: 'step' }); // A program that was started again runs at its setting.
      for (let left = minutes; left > 0; left -= 1) time = await admin('clock/step', { ms: MINUTE_MS });
      // What the engine has reached so far is no measure of it: it may not have heard of earlier minutes yet.
      const wanted = startOf(instantOf(time), MINUTE_MS) - MINUTE_MS + CLOSE_OFFSET_MS;
      await vi.waitFor(async () => {
        const now = await visitor.ask(getStatus, {});
        if (now.decidedAt === null || Date.parse(now.marketTime) < wanted)
          throw new Error(`The engine is at ${now.marketTime}.`);
      }, DECIDED_WITHIN);
    },
  };
}

async function onOwnDatabase(settings: Readonly<Record<string, string>>): Promise<RunningProgram> {
  if (settings['DATABASE_URL'] !== undefined) return startProgram(settings);
  const database = await startTestDatabase();
  const program = await startProgram({ ...settings, DATABASE_URL: database.ownerUrl });
  return {
    ...program,
    async stop() {
      await program.stop();
      await database.close();
    },
  };
}
