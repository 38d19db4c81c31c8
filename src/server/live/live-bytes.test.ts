import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import type { FollowedTopic, LiveBot, LiveFunds, LiveMessage } from '#contract/live.ts';
import { paperAtom } from '../../../tests/support/paper-bot.ts';
import { bytesOnSocket } from '../../../tests/support/sent-on-socket.ts';
import { newsOf } from './news.ts';
import { numberedTopic } from './topics/numbered-topic.ts';
import { botsForm, fundsForm } from './topics/topic-forms.ts';

const SECONDS = 60;
const PER_MINUTE_MAX_BYTES = 10 * 1_024;
/** As in the demo: bots with so many open positions each, in two portfolios. */
const POSITIONS = [2, 2, 1, 1, 1, 1];

/** Text that looks random, as ids do: it is compressed only where it is repeated. */
const idOf = (name: string): string => createHash('sha256').update(name).digest('hex').slice(0, 36);
/** A figure with eight decimals that differs at every second. */
const moved = (second: number, place: number): string =>
  (-((second * 7_919 + place * 104_729) % 100_003) / 1_000).toFixed(8);

/** Half of the bots move in each second. */
function botsAt(now: number): ReadonlyMap<string, LiveBot> {
  const bots = POSITIONS.map((count, place): LiveBot => {
    const second = now - ((now + place) % 2);
    const botId = idOf(`bot ${place}`);
    const atoms = Array.from({ length: count }, (_, at) => ({
      ...paperAtom(botId),
      atomId: `${botId}-${at}`,
      mark: (2_500 + ((second * 31 + place * 17) % 997) / 100).toFixed(2),
      unrealized: moved(second, place * 2 + at),
    }));
    const still = { stateReason: null, resultTotal: '12.50000000', committedMargin: '100.00000000' };
    return { botId, state: 'RUNNING', unrealized: moved(second, place + 50), atoms, ...still };
  });
  return new Map(bots.map((bot) => [bot.botId, bot]));
}

function fundsAt(second: number): ReadonlyMap<string, LiveFunds> {
  const still = { wallet: '10000.00000000', initialMargin: '200.00000000', committed: '900.00000000' };
  const funds = ['first', 'second'].map((name, place) => {
    return { portfolioId: idOf(name), unrealized: moved(second, place + 90), ...still };
  });
  return new Map(funds.map((one) => [one.portfolioId, one]));
}

it('a minute in which half of the bots of a demo move each second sends a tab at most 10 KiB', async () => {
  const [bots, funds] = [numberedTopic(botsForm, botsAt(0)), numberedTopic(fundsForm, fundsAt(0))];
  const frames: Buffer[] = [];
  for (let second = 1; second <= SECONDS; second += 1) {
    const told = { bots: bots.patchTo(botsAt(second)), funds: funds.patchTo(fundsAt(second)) };
    const patches = new Map<FollowedTopic, LiveMessage>();
    for (const topic of ['bots', 'funds'] as const) if (told[topic] !== null) patches.set(topic, told[topic]);
    expect([...patches.keys()]).toEqual(['bots', 'funds']);
    const news = newsOf({ patches, snapshot: () => null, changed: new Set() });
    const frame = news.frame([news.patch('bots') ?? '', news.patch('funds') ?? '']) ?? Buffer.alloc(0);
    frames.push(frame);
  }
  const bytes = await bytesOnSocket(frames);
  expect(bytes).toBeGreaterThan(SECONDS);
  expect(bytes).toBeLessThanOrEqual(PER_MINUTE_MAX_BYTES);
});
