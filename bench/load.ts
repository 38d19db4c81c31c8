import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { at } from '#base/assert.ts';
import { chance } from '#base/prng.ts';
import { freePort } from '../tests/support/free-port.ts';
import { type RunningProgram, startProgram } from '../tests/support/program.ts';
import { type Account, signIn, withDemo } from './load/account.ts';
import { watchLateness } from './load/decision-lateness.ts';
import { figuresOf } from './load/figures.ts';
import { openLiveClients } from './load/live-clients.ts';
import { requestOf } from './load/mix.ts';
import { type Outcome, openLoop } from './load/open-loop.ts';
import { type ProcessorTime, processorTime } from './load/processor.ts';

const USERS = 10;
const LIVE_CLIENTS = 100;
const PER_SECOND = Number(process.env['LOAD_PER_SECOND'] ?? 300);
const SECONDS = Number(process.env['LOAD_SECONDS'] ?? 600);
const WARM_SECONDS = 10;
const SEED = 12;

const READ_P99_MAX_MS = 150;
const COMMAND_P99_MAX_MS = 300;
const LATE_MAX_MS = 500;

/**
 * The real program under the load of ten users with their demos at ×60 and a hundred open tabs: answers' times by call,
 * failures, and how late the engine decided its minutes meanwhile.
 */
export async function loadBench(tell: (line: string) => void) {
  const simulatorPort = await freePort();
  const program = await startProgram(
    { MARKET_SPEED: '60', SIMULATOR_PORT: String(simulatorPort), LOG_LEVEL: 'error' },
    process.execArgv,
  );
  try {
    const accounts = await openAccounts(program, tell);
    const tokens = accounts.map(({ token }) => token);
    const clients = await openLiveClients(
      program.address,
      Array.from({ length: LIVE_CLIENTS }, (_, index) => at(tokens, index % tokens.length)),
    );
    const random = chance(SEED);
    const run = (perSecond: number, seconds: number): Promise<readonly Outcome[]> =>
      openLoop({
        address: program.address,
        perSecond,
        seconds,
        next: (number) => {
          const account = at(accounts, number % accounts.length);
          return { ...requestOf(Math.floor(number / accounts.length), account, random), token: account.token };
        },
      });
    tell('warming up');
    await run(Math.ceil(PER_SECOND / 3), WARM_SECONDS);
    clients.take();
    const watch = await watchLateness({ address: program.address, simulatorPort, token: at(tokens, 0) });
    tell(`${PER_SECOND} requests a second for ${SECONDS} s, load of the machine ${at(loadavg(), 0).toFixed(1)}`);
    const usedBefore = processorTime(program.pid());
    const outcomes = await run(PER_SECOND, SECONDS);
    const usedAfter = processorTime(program.pid());
    const late = watch.end().toSorted((a, b) => a - b);
    const figures = figuresOf(outcomes);
    const received = clients.take();
    const live = {
      clients: clients.open(),
      messagesPerSecond: Math.round(received.messages / SECONDS),
      kibPerSecond: Math.round(received.bytes / SECONDS / 1_024),
    };
    const decisions = {
      minutes: late.length,
      lateP50Ms: at(late, late.length >> 1),
      lateMaxMs: at(late, late.length - 1),
    };
    clients.close();
    const hasPassed =
      figures.errors === 0 &&
      figures.reads.p99Ms <= READ_P99_MAX_MS &&
      figures.commands.p99Ms <= COMMAND_P99_MAX_MS &&
      decisions.lateMaxMs <= LATE_MAX_MS &&
      live.clients === LIVE_CLIENTS;
    return {
      figures: {
        perSecond: PER_SECOND,
        seconds: SECONDS,
        users: USERS,
        live,
        decisions,
        residentMb: residentMb(program),
        processorMsPerAnswer: perAnswer(usedBefore, usedAfter, outcomes.length),
        ...figures,
      },
      hasPassed,
    };
  } finally {
    await program.stop();
  }
}

/** The owner and nine more, each with the demo. */
async function openAccounts(program: RunningProgram, tell: (line: string) => void): Promise<readonly Account[]> {
  const accounts: Account[] = [];
  for (let index = 0; index < USERS; index += 1) {
    const who = index === 0 ? program.owner : await added(program, `user${index}@example.org`);
    accounts.push(await withDemo(program.address, await signIn(program.address, who)));
    tell(`user ${index + 1} of ${USERS} has the demo`);
  }
  return accounts;
}

async function added(program: RunningProgram, email: string) {
  const password = /once: (\S+)/.exec(await program.command('user', 'add', email))?.[1];
  if (password === undefined) throw new Error('a new account has a password');
  return { email, password };
}

/** What an answer costs in processor time, with everything that goes on meanwhile, in milliseconds. */
function perAnswer(before: ProcessorTime | null, after: ProcessorTime | null, answers: number) {
  if (before === null || after === null) return null;
  const each = (name: keyof ProcessorTime): number => Math.round(((after[name] - before[name]) / answers) * 1e3) / 1e3;
  return { main: each('mainMs'), program: each('programMs'), database: each('databaseMs') };
}

/** Resident memory of the program's own process, in 10⁶ bytes; null where the system does not tell. */
function residentMb(program: RunningProgram): number | null {
  try {
    const kib = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${program.pid()}/status`, 'utf8'))?.[1];
    return kib === undefined ? null : Math.round((Number(kib) * 1_024) / 1e6);
  } catch {
    return null;
  }
}
