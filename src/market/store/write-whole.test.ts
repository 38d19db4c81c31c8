import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeWhole } from './write-whole.ts';

describe('atomic writes of one file', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'botyard-whole-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('run one after the other when they overlap, and the last one stays', async () => {
    const file = path.join(folder, 'listings.json');
    const texts = Array.from({ length: 20 }, (_, number) => `${number}`.repeat(200_000));
    await Promise.all(texts.map((text) => writeWhole(file, text)));
    expect(readFileSync(file, 'utf8')).toBe(texts.at(-1));
    expect(readdirSync(folder)).toEqual(['listings.json']);
  });

  it('continue after a failed one, which is reported to its caller alone', async () => {
    const file = path.join(folder, 'listings.json');
    const broken = { length: 3 } as unknown as Uint8Array; // Not bytes.
    const outcomes = await Promise.allSettled([writeWhole(file, broken), writeWhole(file, 'whole')]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(readFileSync(file, 'utf8')).toBe('whole');
  });
});
