import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createLog } from '#server/http/log.ts';
import { send } from '../../../tests/support/wire-client.ts';
import { readConfig } from '../config.ts';
import { openLifetime } from '../lifetime.ts';
import { openOwnSimulator } from './own-simulator.ts';

it('the simulated exchange of the program can be reached under a host name of SIMULATOR_HOSTS, and under no other', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'botyard-own-simulator-'));
  const broken: unknown[] = [];
  const lifetime = openLifetime((_name, cause) => broken.push(cause));
  try {
    const { port } = await openOwnSimulator({
      config: readConfig({ DATA_DIR: folder, SIMULATOR_PORT: '0', SIMULATOR_HOSTS: 'One.example.org,two.example.org' }),
      lifetime,
      log: createLog({ level: 'silent' }),
      onBroken: (cause) => broken.push(cause),
      stood: async () => null,
    });
    const under = async (host: string) => (await send(port, { path: '/fapi/v1/time', headers: { host } })).status;
    expect([await under('one.example.org'), await under('two.example.org:9090')]).toEqual([200, 200]);
    expect(await under('three.example.org')).toBe(403);
  } finally {
    await lifetime.close();
    rmSync(folder, { recursive: true });
  }
  expect(broken).toEqual([]);
});
