import { endianness } from 'node:os';
import { assert } from '#base/assert.ts';

/** Bytes of a page of PostgreSQL. */
export const PAGE_BYTES = 8_192;

const CHECKSUM_AT = 8;
const LANES = 32;
const ROUNDS = PAGE_BYTES / 4 / LANES;
const PRIME = 16_777_619;
const SHIFT = 17;
const CHECKSUM_MAX = 65_535;
/** Where each lane begins, as fixed by PostgreSQL. */
const LANE_SEEDS = Int32Array.of(
  ...[0x5b1f36e9, 0xb8525960, 0x02ab50aa, 0x1de66d2a, 0x79ff467a, 0x9bb9f8a3, 0x217e7cd2, 0x83e13d2c],
  ...[0xf8d4474f, 0xe39eb970, 0x42c6ae16, 0x993216fa, 0x7b093b5d, 0x98daff3c, 0xf718902a, 0x0b1c9cdb],
  ...[0xe58f764b, 0x187636bc, 0x5d7b3bb1, 0xe73de7de, 0x92bec979, 0xcca6c0b2, 0x304a0979, 0x85aa43d4],
  ...[0x783125bb, 0x6ca8eaa2, 0xe407eac6, 0x4b5cfc3e, 0x9fbf8c76, 0x15ca20be, 0xf2ca9fd3, 0x959bd756],
);

/**
 * Whether a page has the checksum that PostgreSQL wrote into it. A page of zeros has been added and never used.
 * @see src/include/storage/checksum_impl.h of PostgreSQL: 32 FNV-1a hashes side by side, folded, mixed with the block
 * @param page - one page, from a buffer aligned to four bytes; its checksum is zero afterwards
 * @param block - number of the page in its relation, over all files of it
 */
export function isSoundPage(page: Buffer, block: number): boolean {
  assert(endianness() === 'LE' && page.length === PAGE_BYTES, 'a whole page in the order of this machine');
  const words = new Int32Array(page.buffer, page.byteOffset, PAGE_BYTES / 4);
  if (words.every((word) => word === 0)) return true;
  const written = page.readUInt16LE(CHECKSUM_AT);
  page.writeUInt16LE(0, CHECKSUM_AT);
  return ((foldedHash(words) ^ block) >>> 0) % CHECKSUM_MAX === written - 1;
}

function foldedHash(words: Int32Array): number {
  const sums = Int32Array.from(LANE_SEEDS);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let lane = 0; lane < LANES; lane += 1) mix(sums, lane, words[round * LANES + lane] ?? 0);
  }
  // Two rounds of zeros, so that the last words reach every bit.
  for (let lane = 0; lane < 2 * LANES; lane += 1) mix(sums, lane % LANES, 0);
  return sums.reduce((folded, sum) => folded ^ sum, 0);
}

function mix(sums: Int32Array, lane: number, word: number): void {
  const mixed = (sums[lane] ?? 0) ^ word;
  sums[lane] = Math.imul(mixed, PRIME) ^ (mixed >>> SHIFT);
}
