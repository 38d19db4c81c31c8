import { setTimeout as sleep } from 'node:timers/promises';
import { chance } from '#base/prng.ts';
import { ask, signIn } from '../bench/load/account.ts';
import { openStage, type Stage } from '../bench/load/stage.ts';
import { headersOf, type Visitor } from '../bench/load/visitor.ts';
import { type FuzzCounts, fuzz, type Sender } from '../tests/fuzz/fuzz.ts';
import { FAULTS_FROM } from '../tests/fuzz/judge.ts';
import type { FuzzRequest } from '../tests/fuzz/make-request.ts';
import { openMemoryMeter } from '../tests/fuzz/memory-meter.ts';
import { faultsOfMutatedLists, mutationCount } from '../tests/fuzz/mutated-lists.ts';
import type { FuzzAnswer } from '../tests/fuzz/target.ts';
import { buildProgramWhenChanged } from './build-program.ts';

const USERS = 6;
const AT_ONCE = 4;
/** An answer that takes longer than this on a machine that does nothing else is a fault. */
const SLOW_MS = 5_000;
const MEMORY_MAX_MB = 50;
/** Until then the program loads what it keeps. */
const WARM_SHARE = 0.2;
const TELL_EVERY = 2_000;
const SHOWN_LENGTH = 600;
const LAST_WORDS_LENGTH = 4_000;

/** `npm run fuzz -- --requests N [--seed S] [--json]`: the real program, on this machine, with the demo in it. */
async function main(words: readonly string[]): Promise<void> {
  const requests = numberAfter(words, '--requests');
  if (requests === null) {
    process.stderr.write('Usage: npm run fuzz -- --requests N [--seed S] [--json]\n');
    process.exitCode = 2;
    return;
  }
  const seed = numberAfter(words, '--seed') ?? Date.now() % 1_000_000;
  tell(`seed ${seed}`);
  const listFaults = faultsOfMutatedLists(chance(seed));
  for (const fault of listFaults) tell(fault);
  const { counts, growthMb } = await run(requests, seed);
  const figures = {
    requests,
    list_mutations: mutationCount(),
    list_faults: listFaults.length,
    server_errors: counts.faults,
    crashes: counts.crashes,
    slow: counts.slow,
    memory_growth_mb: growthMb,
    seed,
  };
  const text = Object.entries(figures).map(([name, value]) => `${name} ${value}`);
  process.stdout.write(`${words.includes('--json') ? JSON.stringify(figures) : text.join(', ')}\n`);
  const isHeld = listFaults.length + counts.faults + counts.crashes + counts.slow === 0 && growthMb <= MEMORY_MAX_MB;
  process.exitCode = isHeld ? 0 : 1;
}

async function run(requests: number, seed: number): Promise<{ counts: FuzzCounts; growthMb: number }> {
  await buildProgramWhenChanged(); // What is asked is what `npm start` runs.
  const stage = await openStage({ nodeOptions: ['--inspect=127.0.0.1:0'], speed: 1 });
  try {
    const senders = await sendersOf(stage);
    const meter = await openMemoryMeter(stage.program.output());
    let warmMb = 0;
    const warmAt = Math.max(1, Math.floor(requests * WARM_SHARE));
    const counts = await fuzz({
      address: stage.program.address,
      ...{ senders, requests, seed, atOnce: AT_ONCE, slowMs: SLOW_MS },
      found: (fault, request, answer) => found(fault, request, { answer, log: stage.program.output() }),
      sent: async (count) => {
        if (count === warmAt) warmMb = await meter.heldMb();
        if (count % TELL_EVERY === 0) tell(`${count} of ${requests}, ${(await meter.heldMb()).toFixed(1)} MB held`);
      },
    });
    if (counts.crashes > 0) tell(`the program's last words:\n${stage.program.output().slice(-LAST_WORDS_LENGTH)}`);
    const growthMb = Number(((await meter.heldMb()) - warmMb).toFixed(1));
    tell(
      `answers: ${[...counts.byStatus]
        .sort()
        .map(([status, count]) => `${count} × ${status}`)
        .join(', ')}`,
    );
    meter.close();
    return { counts, growthMb };
  } finally {
    await stage.end();
  }
}

/** The owner with the demo, and others who begin with nothing. */
async function sendersOf(stage: Stage): Promise<readonly Sender[]> {
  const { address, owner } = stage.program;
  await loadDemo(address, await stage.owner());
  const accounts = [owner];
  for (let user = 1; user < USERS; user += 1) accounts.push(await stage.addAccount(`user${user}@example.org`));
  tell(`${USERS} users, one with the demo`);
  return Promise.all(
    accounts.map(async (account, index) => {
      const from = `10.0.0.${index + 1}`;
      let visitor = await signIn(address, account, from);
      let again: Promise<void> | null = null;
      return {
        headers: async () => headersOf(visitor),
        signInAgain: async () => {
          again ??= signIn(address, account, from).then((next) => {
            visitor = next;
            again = null;
          });
          await again;
        },
      };
    }),
  );
}

const DEMO_ASK_MS = 500;

/** Loads it again where its candles could not be fetched. */
async function loadDemo(address: string, visitor: Visitor): Promise<void> {
  for (;;) {
    const { state } = await ask(address, visitor, { path: '/api/demo' });
    if (state === 'loaded') return;
    if (state === 'absent') await ask(address, visitor, { path: '/api/load-demo', body: {} });
    await sleep(DEMO_ASK_MS);
  }
}

interface Found {
  readonly answer: FuzzAnswer;
  /** What the program has printed. */
  readonly log: string;
}

function found(fault: string, request: FuzzRequest, { answer, log }: Found): void {
  const { kind, method, path, headers, body } = request;
  const sent = JSON.stringify({ kind, method, path, headers, body }).slice(0, SHOWN_LENGTH);
  tell(`${fault}\n  sent ${sent}\n  told ${answer.status} ${answer.body.slice(0, SHOWN_LENGTH)}`);
  const id = /"request_id":"([^"]+)"/.exec(answer.body)?.[1];
  if (answer.status >= FAULTS_FROM && id !== undefined)
    for (const line of log.split('\n')) if (line.includes(id)) tell(`  logged ${line.slice(0, LAST_WORDS_LENGTH)}`);
}

function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}

function numberAfter(words: readonly string[], name: string): number | null {
  const text = words[words.indexOf(name) + 1];
  return words.includes(name) && text !== undefined && /^\d+$/.test(text) ? Number(text) : null;
}

await main(process.argv.slice(2));
