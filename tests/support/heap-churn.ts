import { getHeapSpaceStatistics } from 'node:v8';

/** Run as a program: what lives stays as it is, and much grows old and then becomes garbage. Prints the largest old space. */
const LIVE_BYTES = 40e6;
const WAITING_ROWS = 150_000;
const ROWS = 3_000_000;
const LOOK_EVERY = 1_000;

const row = (id: number) => ({ id, text: `row ${id}`, more: [id, id + 1, id + 2] });
const oldBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space')?.space_used_size ?? 0;

const live: unknown[] = [];
while (oldBytes() < LIVE_BYTES) live.push(row(live.length));
let waiting: unknown[] = [];
let largest = 0;
for (let made = 0; made < ROWS; made += 1) {
  waiting.push(row(made));
  if (waiting.length === WAITING_ROWS) waiting = waiting.slice(WAITING_ROWS / 2);
  if (made % LOOK_EVERY === 0) largest = Math.max(largest, oldBytes());
}
process.stdout.write(JSON.stringify({ live: live.length, waiting: waiting.length, largest }));
