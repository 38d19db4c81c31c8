import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { AppError } from '#base/errors.ts';
import { readConfig } from '../config.ts';
import { settings } from '../settings.ts';
import { helpText } from './help.ts';
import { userCommand } from './user-command.ts';

describe('npm run botyard -- help', () => {
  it.each(Object.entries(settings))('explains %s with its allowed values and default', (name, setting) => {
    const lines = helpText().split('\n');
    const index = lines.findIndex((line) => line.trim().startsWith(`${name} `));
    expect(lines[index]).toContain(setting.sentence);
    expect(lines[index + 1]).toContain(`Allowed: ${setting.allowed}. Default: ${setting.fallback}.`);
  });

  it.each(['add', 'disable', 'enable', 'password'])('lists the command user %s', (act) => {
    expect(helpText()).toContain(`npm run botyard -- user ${act} EMAIL`);
  });
});

describe('npm run botyard -- user', () => {
  it.each([
    ['nothing', []],
    ['an act that does not exist', ['remove', 'ann@example.com']],
    ['an act that every object has', ['constructor', 'ann@example.com']],
    ['no email', ['add']],
    ['a word too many', ['add', 'ann@example.com', 'secret']],
  ])('with %s prints its usage before it opens anything', async (_what, words) => {
    const dataDir = path.join(import.meta.dirname, 'never-made');
    await expect(userCommand({ ...readConfig({}), dataDir }, words)).rejects.toThrow(
      new AppError('COMMAND_UNKNOWN', 'Usage: user add | disable | enable | password EMAIL'),
    );
    expect(existsSync(dataDir)).toBe(false);
  });
});
