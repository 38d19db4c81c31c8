import { assert } from '#base/assert.ts';
import { accepted, type Outcome, refused } from '#base/errors.ts';
import { notStorable } from '#base/store-trouble.ts';
import { type Instant, later, MINUTE_MS } from '#base/time.ts';
import { isLiveKind } from '#engine/bots/registry.ts';
import { warmUpMs } from '#engine/bots/warm-up.ts';
import type { AccountSnapshot } from '#engine/model/account.ts';
import { CLOSE_OFFSET_MS } from '#engine/model/candle.ts';
import { simulateAccount } from '#engine/simulation/simulate-account.ts';
import type { CarriedOut, CommandRequest, PortfolioRequest, UserCommand } from '#ports/runtime.ts';
import { readOnceReachable } from '#storage/database/read-once-reachable.ts';
import { storeTroubleOf } from '#storage/database/store-trouble-of.ts';
import { deleteEmptyPortfolio, isPortfolioStored, loadPortfolioFunds } from '#storage/recorder/engine-state.ts';
import type { StoredCommand } from '#storage/recorder/recorder.ts';
import { type AccountSource, newInMemory, openPaperAccount } from '../account-register.ts';
import type { PaperAccount } from '../paper-account.ts';
import type { LateAccount, Parts } from '../runtime-parts.ts';
import { carriedOut, completed, decide, runRefusals } from './decide.ts';
import { excludeSymbol } from './exclude-symbol.ts';
import { dealPosition, foreseeDeal } from './foresee-deal.ts';
import { pricesAt } from './prices-at.ts';
import { roomRefusals } from './room-for-bots.ts';

/** The owner has no such portfolio. */
export const NOT_FOUND = refused({ code: 'PORTFOLIO_NOT_FOUND', detail: 'There is no such portfolio.' });
const NOT_EMPTY = refused({ code: 'PORTFOLIO_NOT_EMPTY', detail: 'The portfolio still has bots.' });

/** Takes up a new portfolio, whose row is stored, at the minute where the market stands. */
export async function openPortfolio(parts: Parts, ownerId: string, portfolioId: string): Promise<void> {
  if (parts.register.accounts.has(portfolioId)) return;
  const { engine, log, signal } = parts.options;
  const wait = { waiting: 'A new portfolio waits', log, signal }; // Its row is stored, so it must not stay unknown here.
  const funds = await readOnceReachable(() => loadPortfolioFunds(engine, portfolioId), wait);
  if (funds === null || parts.register.accounts.has(portfolioId)) return;
  const minute = parts.minute();
  const { kind, ...balance } = funds;
  const snapshot: AccountSnapshot = { ...balance, minute, bots: [] };
  if (isLiveKind(kind)) return openLive(parts, { ownerId, portfolioId, snapshot, minute });
  const paper = openAt(parts, { ownerId, portfolioId, snapshot, minute });
  paper.pending.isCheckpoint = true;
  for (const command of excluded(parts, paper)) parts.store.remember(command);
  parts.register.add(paper);
}

/** Takes up a live portfolio; its exchange account opens with it, or says why not when it is asked to trade. */
async function openLive(
  { exchangeAccounts, register }: Parts,
  source: Pick<AccountSource, 'ownerId' | 'portfolioId' | 'snapshot' | 'minute'>,
): Promise<void> {
  assert(exchangeAccounts !== null, 'live portfolios are made only where orders can be sent');
  register.add(exchangeAccounts.add({ ...source, ...newInMemory(), tradeSeq: 1 }, source.minute));
  await exchangeAccounts.open(source.ownerId);
}

/** A new account learns what its owner has excluded as the others did: by commands, which are stored. */
function excluded({ exclusions }: Parts, paper: PaperAccount): StoredCommand[] {
  return exclusions.of(paper.ownerId).map((symbol) => excludeSymbol(paper, symbol, true));
}

function openAt(
  { options, market, minute }: Parts,
  source: { ownerId: string; portfolioId: string; snapshot: AccountSnapshot; minute: Instant },
): PaperAccount {
  return openPaperAccount({ ...source, tradeSeq: 1 }, { feed: options.feed, market, clock: minute() });
}

/** No minute may be missed of a symbol that a bot is going to be on, nor of the past that its first decision reads. */
async function holdSymbols({ options }: Parts, commands: readonly UserCommand[], from: Instant): Promise<void> {
  const bots = commands.flatMap((command) => (command.type === 'create' ? [command.bot] : []));
  const symbols = bots.flatMap((bot) => bot.symbols);
  if (symbols.length > 0) await options.feed.hold(symbols, later(from, -Math.max(...bots.map(warmUpMs))));
}

/** New parameters may read further back than those that the bot runs on. */
export async function holdWindows(
  { options, register, minute }: Parts,
  request: Pick<CommandRequest, 'command' | 'portfolioId'>,
): Promise<void> {
  const { command, portfolioId } = request;
  if (command.type !== 'apply-params') return;
  const found = register.accounts.get(portfolioId)?.account.bot(command.botId)?.bot;
  if (found === undefined) return;
  const warmUp = warmUpMs({ kind: found.kind, params: command.params });
  if (warmUp > 0) await options.feed.hold(found.symbols, later(minute(), -warmUp));
}

/** Carries out a command of a user and resolves when its effect is stored; a repeat gets the first one's answer. */
export function executeCommand(parts: Parts, request: CommandRequest): Promise<Outcome<CarriedOut>> {
  return parts.once(repeatKeyOf(request), () => executeOnce(parts, request));
}

async function executeOnce(parts: Parts, request: CommandRequest): Promise<Outcome<CarriedOut>> {
  await holdSymbols(parts, [request.command], parts.minute());
  await holdWindows(parts, request);
  const paper = await ownAccount(parts, request);
  if (paper === null) return NOT_FOUND;
  refuseUnstorable(parts);
  const noRoom = roomRefusals(parts.register.accounts.values(), request.ownerId, [request.command]);
  if (noRoom.length > 0) return refused(...noRoom);
  if (paper.isLive === true) return executeLive(parts, paper, request);
  const outcome = decide(paper, request, (symbols) => pricesAt(parts.options.feed, paper.minute, symbols));
  if (!outcome.ok) return outcome;
  parts.store.remember(outcome.value.stored);
  await parts.store.flush();
  return accepted(outcome.value.carriedOut);
}

function executeLive(
  { exchangeAccounts }: Parts,
  paper: PaperAccount,
  request: CommandRequest,
): Promise<Outcome<CarriedOut>> {
  assert(exchangeAccounts !== null, 'a live portfolio has an exchange account');
  return exchangeAccounts.execute(paper, request);
}

/** @throws AppError DISK_FULL, DATABASE_UNAVAILABLE */
export function refuseUnstorable({ store }: Parts): void {
  const trouble = store.trouble();
  if (trouble !== null) throw notStorable(trouble);
}

/** The owner's account once it has caught up; null when there is none. */
async function ownAccount(
  { register }: Parts,
  { portfolioId, ownerId }: Pick<CommandRequest, 'portfolioId' | 'ownerId'>,
): Promise<PaperAccount | null> {
  const paper = await register.joined(portfolioId);
  return paper?.ownerId === ownerId ? paper : null;
}

/** Under which repeats of a request get the same answer; null: it has no repeats. */
export function repeatKeyOf({ ownerId, answer }: Pick<PortfolioRequest, 'ownerId' | 'answer'>): string | null {
  return answer === undefined ? null : JSON.stringify([ownerId, answer.key, answer.call, answer.bodyHash]);
}

/** Runs a command to a bot on a copy of its account: other bots use the same wallet and limit. */
export async function preview(parts: Parts, request: CommandRequest): Promise<Outcome<CarriedOut>> {
  const paper = await ownAccount(parts, request);
  if (paper === null) return NOT_FOUND;
  const { options, market } = parts;
  const { minute } = paper;
  const botId = 'botId' in request.command ? request.command.botId : null;
  const before = botId === null ? null : paper.account.bot(botId);
  if (before === null) return refused({ code: 'BOT_NOT_FOUND', detail: 'There is no such bot.' });
  const reasons = runRefusals(before, request);
  if (reasons.length > 0) return refused(...reasons);
  const account = simulateAccount(paper.account.snapshot(), market, options.feed.minute(minute));
  const command = completed(request.command, before, (symbols) => pricesAt(options.feed, minute, symbols));
  const views = account.views(before.bot.botId);
  const held = command.type === 'order-deal' ? dealPosition(account, command) : null;
  const at = later(minute, CLOSE_OFFSET_MS);
  const outcome = account.command(command, at);
  if (!outcome.ok) return outcome;
  const done = carriedOut({ account }, { command, before, views, records: outcome.value });
  if (held === null || command.type !== 'order-deal') return accepted(done);
  return accepted({ ...done, deal: foreseeDeal(account, command, { before: held, records: outcome.value, at }) });
}

/** Deletes a portfolio without bots, in memory at once and then its row: nothing can be put into it between the two. */
export function removeEmptyPortfolio(parts: Parts, request: PortfolioRequest): Promise<Outcome<null>> {
  return parts.once(repeatKeyOf(request), async () => {
    const paper = await ownAccount(parts, request);
    if (paper === null) return NOT_FOUND;
    if (paper.names.size > 0) return NOT_EMPTY;
    await closePortfolio(parts, request.portfolioId);
    try {
      await deleteEmptyPortfolio(parts.options.engine, { ...request, at: later(parts.minute(), MINUTE_MS) });
    } catch (error) {
      if (await isDeleted(parts, request.portfolioId, error)) return accepted(null);
      paper.isLagging = true; // The database did not take it: the account goes on where it stood.
      parts.register.add(paper);
      parts.loop.wake();
      throw error;
    }
    return accepted(null);
  });
}

/** After a lost connection it is unknown whether the row is gone, until the database answers again. */
async function isDeleted({ options }: Parts, portfolioId: string, error: unknown): Promise<boolean> {
  if (storeTroubleOf(error) !== 'unreachable') return false;
  const { engine, log, signal } = options;
  const wait = { waiting: 'The deletion of a portfolio waits', log, signal };
  return !(await readOnceReachable(() => isPortfolioStored(engine, portfolioId), wait));
}

/** Forgets an account. What it has not stored goes with it; after the flush no commit under way knows it any more. */
export async function closePortfolio({ register, store }: Parts, portfolioId: string): Promise<void> {
  register.remove(portfolioId);
  await store.flush();
}

/** Takes up an account in the past; all its commands or none are carried out there. */
export async function openLate(parts: Parts, late: LateAccount): Promise<Outcome<null>> {
  const { ownerId, address, portfolioId, wallet, minute } = late;
  const commands = late.commands.map(({ command }) => command);
  await holdSymbols(parts, commands, minute);
  const noRoom = roomRefusals(parts.register.accounts.values(), ownerId, commands);
  if (noRoom.length > 0) return refused(...noRoom);
  const snapshot: AccountSnapshot = { wallet, limit: null, minute, bots: [] };
  const paper = openAt(parts, { ownerId, portfolioId, snapshot, minute });
  const stored = excluded(parts, paper);
  const sent = { ownerId, portfolioId, ...(address === undefined ? {} : { address }) };
  for (const { command, row } of late.commands) {
    const outcome = decide(paper, { ...sent, command, row }, (symbols) =>
      pricesAt(parts.options.feed, minute, symbols),
    );
    if (!outcome.ok) return outcome;
    stored.push(outcome.value.stored);
  }
  for (const command of stored) parts.store.remember(command);
  parts.register.add(paper);
  parts.loop.wake();
  await parts.store.flush();
  return accepted(null);
}
