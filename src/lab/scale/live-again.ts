import { assert, at } from '#base/assert.ts';
import { accepted, type Outcome, type Reason, refused } from '#base/errors.ts';
import { type Cash, sum, type Ticks, ZERO_CASH } from '#base/exact.ts';
import { DAY_MINUTES, later } from '#base/time.ts';
import { familyOf } from '#engine/bots/families.ts';
import { newEngineBot } from '#engine/bots/new-bot.ts';
import type { BotParams } from '#engine/model/bot-params.ts';
import type { Cycle } from '#engine/model/cycle.ts';
import type { MarketHistory } from '#engine/model/history.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import { indexOf, instantAt } from '#engine/scan/market-minutes.ts';
import { runHistory } from '#engine/simulation/run-history.ts';
import { simulateAccount } from '#engine/simulation/simulate-account.ts';
import type { PastCycle, PastExits } from '#ports/trials/scale-trials.ts';
import { firstClose } from '../first-close.ts';
import { openResultAt } from '../report/equity-curve.ts';
import { openGathering } from '../report/gather-records.ts';
import { SLIPPAGE } from '../slippage.ts';
import { type HeldStretch, openStretches } from './held-stretches.ts';

const BOT = 'again';

/** Where a cycle lives again: the stored past of its symbol alone. */
export interface PastMarket {
  readonly history: MarketHistory;
  readonly instrument: Instrument;
  readonly wallet: Cash;
}

/** What becomes of a cycle. */
export interface Life {
  readonly cycle: Cycle;
  /** The minute in which it ended; null: it has not. */
  readonly endMinute: number | null;
  /** Booked so far, and the open result at the last close. */
  readonly booked: Cash;
  readonly open: Cash;
  /** What it held from when until when, oldest first. */
  readonly stretches: readonly HeldStretch[];
}

/** Opens a cycle with these parameters at the close at which it was opened, and runs it until it ends, or to the last stored minute. */
export function liveAgain(
  past: PastCycle,
  { params, exits }: { readonly params: BotParams; readonly exits: PastExits },
  { history, instrument, wallet }: PastMarket,
): Outcome<Life> {
  const { kind, direction } = past;
  const { symbol } = instrument;
  const first = indexOf(history, past.openedAt);
  const market = { instruments: new Map([[symbol, instrument]]), slippage: SLIPPAGE, hasLog: false, hasSteps: false };
  const account = simulateAccount({ wallet, limit: null, minute: null, bots: [] }, market);
  const alone = familyOf(kind).params.parse({ ...params, direction, entryConditions: null, maxCycles: 1 });
  const bot = newEngineBot({ ...{ botId: BOT, kind, symbols: [symbol], params: alone, paramsVersion: 1 }, ...exits });
  const command = {
    type: 'create',
    bot,
    autostart: true,
    prices: { [symbol]: priceAt(history, symbol, first) },
  } as const;
  const created = account.command(command, later(instantAt(history, first), -1));
  if (!created.ok) return created;

  const { leverage } = familyOf(kind).ladderOf(alone);
  const stretches = openStretches({ history, instrument, direction, first, leverage });
  const atoms = [{ symbol, direction }];
  const { gathered, state, gather } = openGathering({ wallet: ZERO_CASH, atoms, onBooking: stretches.drawUntil });
  gather(created.value);
  runHistory(account, history, { from: first, to: first + 1, tell: gather });
  if (gathered.cycles.length === 0) return refused(notOpened(account.bot(BOT)?.bot.atoms[0]?.blockedBy ?? null));

  const now = (): Cycle => at(gathered.cycles, 0).cycle;
  for (let from = first + 1; from < history.minutes && now().endAt === null; from += DAY_MINUTES) {
    runHistory(account, history, { from, to: Math.min(history.minutes, from + DAY_MINUTES), tell: gather });
  }
  const cycle = now();
  const end = instantAt(history, history.minutes);
  stretches.drawUntil(end, state);
  return accepted({
    cycle,
    endMinute: cycle.endAt === null ? null : indexOf(history, cycle.endAt),
    booked: state.wallet,
    open: sum(state.atoms.map((atom) => openResultAt({ history, instruments: market.instruments }, atom, end))),
    stretches: stretches.held,
  });
}

/** A wallet that does not carry it, or a minute in which the market stood still. */
function notOpened(blockedBy: string | null): Reason {
  return { code: blockedBy ?? 'CANDLES_MISSING', detail: 'The cycle does not begin at this close.' };
}

function priceAt(history: MarketHistory, symbol: string, minute: number): Ticks {
  const stored = history.symbols.get(symbol);
  const close = stored === undefined ? null : firstClose(stored, minute);
  assert(close !== null, 'a cycle lives again where candles of its symbol are stored');
  return close;
}
