import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { programFile } from '../../scripts/built-program.ts';
import { COMPILE_CACHE } from '../../scripts/compile-cache.ts';
import { startTestDatabase } from '../../tests/support/database.ts';
import { openFullDisk } from '../../tests/support/full-disk.ts';

it('a start that finds the disk full ends with a sentence instead of a stack', async () => {
  const test = await startTestDatabase();
  const disk = await openFullDisk(test.ownerUrl, 'users'); // The owner's account is stored by the first start.
  await disk.fill();
  const dataDir = mkdtempSync(path.join(tmpdir(), 'botyard-full-'));
  const env = {
    ...COMPILE_CACHE,
    PATH: process.env['PATH'] ?? '',
    ...{ DATA_DIR: dataDir, DATABASE_URL: test.ownerUrl, PORT: '0', SIMULATOR_PORT: '0', BACK_FILL_DAYS: '0' },
  };
  const ended = await new Promise<{ code: unknown; output: string }>((resolve) => {
    execFile(process.execPath, [programFile(), 'start'], { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    );
  });
  expect(ended).toEqual({
    code: 1,
    output: `The disk is full. Free up space on the disk of ${dataDir}, then start again.\n`,
  });
  await disk.close();
  await test.close();
  rmSync(dataDir, { recursive: true });
});
