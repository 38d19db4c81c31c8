import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '#adapters/database-embedded/embedded-postgres.ts';
import { openReplayFeed } from '#adapters/feed-replay/replay-feed.ts';
import { type Chance, chance } from '#base/prng.ts';
import { MINUTE_MS } from '#base/time.ts';
import { checkPaper } from './torture-check.ts';
import type { TortureReply } from './torture-child.ts';
import { type CommandSource, commandSource } from './torture-commands.ts';
import { startVictim, type Victim } from './torture-victim.ts';

const PORTFOLIOS = ['p-live-1', 'p-live-2', 'p-live-3'] as const;
const ALIVE_MS = [100, 1_000] as const;
const PAUSE_MS = [10, 120] as const;
/** Kills that do not wait until the victim is ready: they hit its start and its recovery. */
const EARLY_SHARE = 0.15;
/** Portfolios that begin in the past, so that kills hit their catching up. */
const LATE_MAX = 4;

export interface TortureOptions {
  readonly kills: number;
  readonly seed: number;
  /** Market minutes in a wall minute. */
  readonly speed: number;
  readonly tell: (line: string) => void;
}

export interface TortureOutcome {
  readonly kills: number;
  readonly violations: readonly string[];
  readonly trades: number;
  readonly commands: number;
}

/** Kills the paper runtime at random moments, with and without its database, and compares in the end what was stored. */
export async function paperTorture({ kills, seed, speed, tell }: TortureOptions): Promise<TortureOutcome> {
  const dataDir = await mkdtemp(join(tmpdir(), 'botyard-torture-'));
  const random = chance(seed);
  const promised = promiseBook();
  try {
    const session = sessionOf(random);
    for (let kill = 1; kill <= kills; kill++) {
      const what = random.next() < 0.5 ? 'program' : 'group';
      const victim = startVictim({ dataDir, speed, onReply: promised.hear });
      await torment(victim, session, random);
      await victim.kill(what);
      if (kill % 10 === 0) tell(`${kill} kills`);
    }
    const last = startVictim({ dataDir, speed, onReply: promised.hear });
    await last.ready;
    await last.settle();
    return { kills, ...(await verdict(dataDir, promised, tell)) };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

interface Session {
  /** Sends one random order. */
  act(victim: Victim): void;
  /** Opens the portfolios at the first chance. */
  begin(victim: Victim): void;
}

/** Remembers which commands were promised to be stored. */
function promiseBook() {
  const accepted = new Set<number>();
  return {
    accepted,
    hear(reply: TortureReply): void {
      if (reply.type === 'done' && reply.isAccepted) accepted.add(reply.number);
    },
  };
}

function sessionOf(random: Chance): Session {
  const sources = new Map<string, CommandSource>(PORTFOLIOS.map((id) => [id, commandSource(random, id)]));
  let [number, late] = [0, 0];
  return {
    begin(victim) {
      // Asked for again after each kill: only the first that is stored has an effect.
      for (const portfolioId of PORTFOLIOS) victim.send({ type: 'open', portfolioId });
    },
    act(victim) {
      if (late < LATE_MAX && random.next() < 0.03) {
        const portfolioId = `p-late-${++late}`;
        const source = commandSource(random, portfolioId);
        const commands = Array.from({ length: 3 }, () => source.next());
        victim.send({ type: 'late', portfolioId, pastMs: random.between(500, 3_000) * MINUTE_MS, commands });
        return;
      }
      const portfolioId = random.pick(PORTFOLIOS);
      const command = sources.get(portfolioId)?.next();
      if (command !== undefined) victim.send({ type: 'command', number: ++number, portfolioId, command });
    },
  };
}

async function torment(victim: Victim, session: Session, random: Chance): Promise<void> {
  if (random.next() < EARLY_SHARE) {
    await sleep(random.between(50, 1_500));
    return;
  }
  if ((await victim.ready) === null) throw new Error('the victim did not start');
  session.begin(victim);
  const until = performance.now() + random.between(...ALIVE_MS);
  while (performance.now() < until) {
    session.act(victim);
    await sleep(random.between(...PAUSE_MS));
  }
}

async function verdict(
  dataDir: string,
  promised: ReturnType<typeof promiseBook>,
  tell: (line: string) => void,
): Promise<Omit<TortureOutcome, 'kills'>> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
  try {
    const found = await checkPaper(postgres.url, await openReplayFeed());
    const broken =
      found.commands < promised.accepted.size
        ? [`${promised.accepted.size} commands were promised, ${found.commands} stored`]
        : [];
    for (const violation of found.violations) tell(violation);
    return { ...found, violations: [...found.violations, ...broken] };
  } finally {
    await postgres.stop();
  }
}
