import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { replaceFile } from './replace-file.ts';

describe('replacing a file', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'botyard-replace-'));
    file = path.join(folder, 'state.json');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('creates the file with the given permissions and leaves no draft behind', async () => {
    await replaceFile(file, 'first', 0o600);
    expect(readFileSync(file, 'utf8')).toBe('first');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['state.json']);
  });

  it('replaces the content, and overwrites the draft that a killed process left', async () => {
    await replaceFile(file, 'first');
    writeFileSync(path.join(folder, '.state.json.next'), 'a long draft that a killed process left behind');
    await replaceFile(file, 'second');
    expect(readFileSync(file, 'utf8')).toBe('second');
    expect(readdirSync(folder)).toEqual(['state.json']);
  });

  it('keeps the old content when the new one cannot be written', async () => {
    await replaceFile(file, 'first');
    const unwritable = { length: 3 } as unknown as Uint8Array; // Not bytes at all.
    await expect(replaceFile(file, unwritable)).rejects.toThrow(TypeError);
    expect(readFileSync(file, 'utf8')).toBe('first');
  });
});
