import { loadavg } from 'node:os';
import { at } from '#base/assert.ts';
import type { Chance } from '#base/prng.ts';
import type { Account } from './account.ts';
import { watchLateness } from './decision-lateness.ts';
import { figuresOf } from './figures.ts';
import { openLiveClients } from './live-clients.ts';
import { requestOf } from './mix.ts';
import { openLoop } from './open-loop.ts';
import { type ProcessorTime, processorTime } from './processor.ts';
import type { Stage } from './stage.ts';

const LIVE_CLIENTS = 100;
const WARM_SECONDS = 10;

const READ_P99_MAX_MS = 150;
const COMMAND_P99_MAX_MS = 300;
const LATE_MAX_MS = 500;

interface Load {
  readonly stage: Stage;
  readonly accounts: readonly Account[];
  readonly random: Chance;
  readonly perSecond: number;
  readonly seconds: number;
  readonly tell: (line: string) => void;
}

/**
 * The mix that pages send, at a fixed rate, with a hundred open tabs: answers' times by call, failures, and how late the
 * engine decided its minutes meanwhile.
 * @returns with the tabs still open; `close` closes them
 */
export async function underLoad({ stage, accounts, random, perSecond, seconds, tell }: Load) {
  const { program, simulatorPort } = stage;
  const { address } = program;
  const clients = await openLiveClients(
    address,
    Array.from({ length: LIVE_CLIENTS }, (_, index) => at(accounts, index % accounts.length)),
  );
  const next = (number: number) => {
    const account = at(accounts, number % accounts.length);
    return { ...requestOf(Math.floor(number / accounts.length), account, random), visitor: account };
  };
  tell('warming up');
  await openLoop({ address, perSecond: Math.ceil(perSecond / 3), seconds: WARM_SECONDS, next });
  clients.take();
  const watch = await watchLateness({ address, simulatorPort, visitor: at(accounts, 0) });
  tell(`${perSecond} requests a second for ${seconds} s, load of the machine ${at(loadavg(), 0).toFixed(1)}`);
  const before = processorTime(program.pid());
  const outcomes = await openLoop({ address, perSecond, seconds, next });
  const processorMsPerAnswer = perAnswer(before, processorTime(program.pid()), outcomes.length);
  const decisions = latenessOf(watch.end());
  const { messages, bytes } = clients.take();
  const live = {
    clients: clients.open(),
    messagesPerSecond: Math.round(messages / seconds),
    kibPerSecond: Math.round(bytes / seconds / 1_024),
  };
  const figures = figuresOf(outcomes);
  return {
    figures: { perSecond, seconds, users: accounts.length, live, decisions, processorMsPerAnswer, ...figures },
    hasPassed: isFastEnough(figures) && decisions.lateMaxMs <= LATE_MAX_MS && live.clients === LIVE_CLIENTS,
    close: () => clients.close(),
  };
}

function isFastEnough({ errors, reads, commands }: ReturnType<typeof figuresOf>): boolean {
  return errors === 0 && reads.p99Ms <= READ_P99_MAX_MS && commands.p99Ms <= COMMAND_P99_MAX_MS;
}

function latenessOf(times: readonly number[]) {
  const late = times.toSorted((a, b) => a - b);
  return { minutes: late.length, lateP50Ms: at(late, late.length >> 1), lateMaxMs: at(late, late.length - 1) };
}

/** What an answer costs in processor time, with everything that goes on meanwhile, in milliseconds. */
function perAnswer(before: ProcessorTime | null, after: ProcessorTime | null, answers: number) {
  if (before === null || after === null) return null;
  const each = (name: keyof ProcessorTime): number => Math.round(((after[name] - before[name]) / answers) * 1e3) / 1e3;
  return { main: each('mainMs'), program: each('programMs'), database: each('databaseMs') };
}
