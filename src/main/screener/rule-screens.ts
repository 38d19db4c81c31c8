import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '#base/errors.ts';
import type { Instant } from '#base/time.ts';
import { familyOf } from '#engine/bots/families.ts';
import { closeOf, lastClosed } from '#engine/scan/bar-table.ts';
import type { RuleTask } from '#lab/screener/rules/rule-task.ts';
import type { ContractFacts } from '#market/market-answers.ts';
import type { ReadPast } from '#ports/market-past.ts';
import type { RuleFinding, RuleScreen, RuleScreenRequest, RuleScreens } from '#ports/screener/rule-screens.ts';
import { recentMinutes } from './recent-minutes.ts';

/** How long a caller waits for the result before it is told how far the work is. Wall time, as the next two. */
const WAIT_MS = 1_000;
/** How long a result stands at the least: at a fast market speed bars close within a second. */
const KEPT_MS_MIN = 10_000;
/** Threads that nobody has needed for so long are ended. */
const IDLE_MS = 60_000;
/** Strategies that wait for the threads, and results that are kept. */
const WAITING_MAX = 8;
const KEPT_MAX = 32;

/** The threads that judge strategies, one strategy at a time. */
export interface Judges {
  run(task: RuleTask, progress: (findings: readonly RuleFinding[]) => void): Promise<void>;
  close(): Promise<void>;
}

export interface RuleScreensSource {
  /** The folder of the market's candles. */
  readonly folder: string;
  readonly contracts: () => Promise<readonly ContractFacts[]>;
  readonly readPast: ReadPast;
  /** The end of the last closed minute. */
  readonly marketNow: () => Instant;
  readonly judges: Judges;
}

/** A strategy that is being judged, or was. */
interface Screening {
  screen: RuleScreen;
  /** The one before it, which is told until this one is finished. */
  before: RuleScreen | null;
  readonly work: Promise<void>;
  /** Wall time. */
  readonly begunMs: number;
  isOver: boolean;
}

/** Judges strategies on the market when somebody asks, and keeps what was found until a bar of their timeframe closes. */
export class KeptRuleScreens implements RuleScreens {
  private readonly source: RuleScreensSource;
  private readonly kept = new Map<string, Screening>();
  private last: Promise<unknown> = Promise.resolve();
  private waiting = 0;
  private idle: NodeJS.Timeout | null = null;

  constructor(source: RuleScreensSource) {
    this.source = source;
  }

  async screen(request: RuleScreenRequest): Promise<RuleScreen> {
    const screening = this.current(request) ?? this.begin(request);
    const late = new AbortController();
    try {
      await Promise.race([screening.work, sleep(WAIT_MS, null, { signal: late.signal })]);
    } finally {
      late.abort();
    }
    return screening.screen;
  }

  known(request: RuleScreenRequest): RuleScreen | null {
    const screening = this.kept.get(keyOf(request));
    if (screening === undefined) return null;
    return screening.isOver ? screening.screen : screening.before;
  }

  async stop(): Promise<void> {
    if (this.idle !== null) clearTimeout(this.idle);
    await this.source.judges.close();
  }

  /** The screening that stands; one that is under way is never begun again. */
  private current(request: RuleScreenRequest): Screening | null {
    const found = this.kept.get(keyOf(request));
    if (found === undefined) return null;
    const isRecent = performance.now() - found.begunMs < KEPT_MS_MIN;
    return !found.isOver || isRecent || found.screen.closedAt === this.closedAt(request) ? found : null;
  }

  private begin(request: RuleScreenRequest): Screening {
    if (this.waiting >= WAITING_MAX) {
      throw new AppError('OVERLOADED', 'Other strategies are being judged. Try again in a moment.', {
        isRetryable: true,
      });
    }
    const key = keyOf(request);
    const before = this.known(request);
    const screen = { closedAt: this.closedAt(request), done: 0, total: 0, findings: null };
    this.waiting += 1;
    const work = this.last.then(() => this.judge(request, screening));
    const screening: Screening = { screen, before, work, begunMs: performance.now(), isOver: false };
    this.last = work.catch(() => this.kept.delete(key)).finally(() => this.rest());
    this.kept.delete(key);
    this.kept.set(key, screening);
    for (const [oldest, { isOver }] of this.kept) {
      if (this.kept.size <= KEPT_MAX) break;
      if (isOver) this.kept.delete(oldest);
    }
    return screening;
  }

  private async judge(request: RuleScreenRequest, screening: Screening): Promise<void> {
    const { source } = this;
    if (this.idle !== null) clearTimeout(this.idle);
    const contracts = (await source.contracts()).filter(({ listing }) => listing.status !== 'DELISTED');
    const now = source.marketNow();
    const closedAt = this.closedAt(request);
    const findings: RuleFinding[] = [];
    const tell = (): void => {
      screening.screen = { closedAt, done: findings.length, total: contracts.length, findings: null };
    };
    tell();
    const tails = await recentMinutes(source.readPast, contracts, now);
    const screened = contracts.map(({ listing: { instrument, fundingHours } }) => ({ instrument, fundingHours }));
    await source.judges.run({ request, folder: source.folder, contracts: screened, tails, now }, (judged) => {
      findings.push(...judged);
      tell();
    });
    screening.screen = { ...screening.screen, findings };
    screening.before = null;
    screening.isOver = true;
  }

  private rest(): void {
    this.waiting -= 1;
    if (this.waiting === 0) this.idle = setTimeout(() => void this.source.judges.close(), IDLE_MS).unref();
  }

  private closedAt({ kind, params }: RuleScreenRequest): Instant {
    const timeframe = familyOf(kind).rulesOf(params)[0]?.rule.timeframe ?? '1m';
    return closeOf(timeframe, lastClosed(timeframe, this.source.marketNow()));
  }
}

function keyOf({ kind, params, days }: RuleScreenRequest): string {
  return JSON.stringify([kind, days, params]);
}
