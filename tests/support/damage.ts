import { readFileSync, writeFileSync } from 'node:fs';
import type { Chance } from '#base/prng.ts';

const KINDS = ['empty', 'cut', 'zeroed', 'changed'] as const;
/** A checksum at the end of a text; a change there leaves the content whole. */
const TAIL = 25;

/** Damages a file as a power cut, a broken disk or a hand does. @returns how */
export function damage(file: string, dice: Chance): (typeof KINDS)[number] {
  const bytes = readFileSync(file);
  const kind = KINDS[dice.between(0, KINDS.length - 1)] ?? 'empty';
  const at = dice.between(0, Math.max(0, bytes.length - TAIL - 1));
  if (kind === 'empty') writeFileSync(file, '');
  if (kind === 'cut') writeFileSync(file, bytes.subarray(0, at));
  if (kind === 'zeroed') writeFileSync(file, Buffer.alloc(bytes.length));
  if (kind === 'changed') {
    bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << dice.between(0, 6)), at);
    writeFileSync(file, bytes);
  }
  return kind;
}
