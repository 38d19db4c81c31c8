import { AppError } from '#base/errors.ts';
import { revokeAllKeys } from '#keys/revoke-keys.ts';
import { ensureKeyRing } from '#keys/sealing/key-ring.ts';
import { rotateSealingKey } from '#keys/sealing/rotate-sealing-key.ts';
import type { Database } from '#storage/database/database.ts';
import type { Config } from '../config.ts';
import { besideProgram } from './beside-program.ts';

type Act = (engine: Database, secretsDir: string) => Promise<string>;

const ACTS: Readonly<Record<string, Act>> = {
  rotate: async (engine, secretsDir) => {
    await ensureKeyRing(secretsDir);
    const { version, resealed, unreadable } = await rotateSealingKey({ engine, secretsDir });
    const lost = unreadable === 0 ? '' : ` ${unreadable} cannot be opened by any key: their users must add them again.`;
    return `The sealing key is now version ${version}; ${resealed} secrets were sealed anew for it.${lost}`;
  },
  'revoke-all': async (engine, secretsDir) => {
    const revoked = await revokeAllKeys({ engine, secretsDir });
    return (
      `${revoked} stored exchange ${revoked === 1 ? 'key was' : 'keys were'} deleted and the private sealing keys destroyed.\n` +
      'The keys themselves live on at the exchange: tell your users to delete them there.'
    );
  },
};

/**
 * `keys rotate | revoke-all`, whether or not the program is running.
 * @throws AppError COMMAND_UNKNOWN, SEALING_KEY_UNREADABLE
 */
export async function keysCommand(config: Config, words: readonly string[]): Promise<void> {
  const [name = '', ...rest] = words;
  const act = Object.hasOwn(ACTS, name) ? ACTS[name] : undefined;
  if (act === undefined || rest.length > 0) {
    throw new AppError('COMMAND_UNKNOWN', `Usage: keys ${Object.keys(ACTS).join(' | ')}`);
  }
  await besideProgram(config, ({ engine }) => act(engine, config.secretsDir));
}
