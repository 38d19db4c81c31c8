import { randomUUID } from 'node:crypto';
import { cashText } from '#base/decimal.ts';
import { accepted, type Outcome, refused } from '#base/errors.ts';
import type { Cash } from '#base/exact.ts';
import { type Instant, later } from '#base/time.ts';
import { warmUpMs } from '#engine/bots/warm-up.ts';
import type { AccountSnapshot } from '#engine/model/account.ts';
import type { BotCommand } from '#engine/model/bot.ts';
import { CLOSE_OFFSET_MS } from '#engine/model/candle.ts';
import { simulateAccount } from '#engine/simulation/simulate-account.ts';
import { loadPortfolioFunds } from '#storage/recorder/engine-state.ts';
import type { StoredCommand } from '#storage/recorder/recorder.ts';
import { openPaperAccount } from './account-register.ts';
import { commandAccount, type PaperAccount } from './paper-account.ts';
import type { Runtime } from './runtime.ts';
import type { LateAccount, Parts } from './runtime-parts.ts';

const NOT_FOUND = refused({ code: 'PORTFOLIO_NOT_FOUND', detail: 'There is no such portfolio.' });

/** Takes up a new portfolio, whose row is stored, at the minute where the market stands. */
export async function openPortfolio(parts: Parts, ownerId: string, portfolioId: string): Promise<void> {
  if (parts.register.accounts.has(portfolioId)) return;
  const funds = await loadPortfolioFunds(parts.options.engine, portfolioId);
  if (funds === null || parts.register.accounts.has(portfolioId)) return;
  const minute = parts.minute();
  const snapshot: AccountSnapshot = { ...funds, minute, bots: [] };
  const paper = openAt(parts, { ownerId, portfolioId, snapshot, minute });
  paper.pending.isCheckpoint = true;
  parts.register.add(paper);
}

function openAt(
  { options, market, minute }: Parts,
  source: { ownerId: string; portfolioId: string; snapshot: AccountSnapshot; minute: Instant },
): PaperAccount {
  return openPaperAccount({ ...source, tradeSeq: 1 }, { feed: options.feed, market, clock: minute() });
}

/** No minute may be missed of a symbol that a bot is going to be on, nor of the past that its first decision reads. */
async function holdSymbols({ options }: Parts, commands: readonly BotCommand[], from: Instant): Promise<void> {
  const bots = commands.flatMap((command) => (command.type === 'create' ? [command.bot] : []));
  const symbols = bots.flatMap((bot) => bot.symbols);
  if (symbols.length > 0) await options.feed.hold(symbols, later(from, -Math.max(...bots.map(warmUpMs))));
}

/** New parameters may read further back than those that the bot runs on. */
async function holdWindows({ options, register, minute }: Parts, request: CommandRequest): Promise<void> {
  const { command, portfolioId } = request;
  if (command.type !== 'apply-params') return;
  const found = register.accounts.get(portfolioId)?.account.bot(command.botId)?.bot;
  if (found === undefined) return;
  const warmUp = warmUpMs({ kind: found.kind, params: command.params });
  if (warmUp > 0) await options.feed.hold(found.symbols, later(minute(), -warmUp));
}

interface CommandRequest {
  readonly ownerId: string;
  readonly portfolioId: string;
  readonly command: BotCommand;
  readonly extra: NonNullable<Parameters<Runtime['command']>[3]>;
}

/** Nothing may come between the account's decision and its place in the next batch: no await between the two. */
export async function executeCommand(parts: Parts, request: CommandRequest): Promise<Outcome<null>> {
  await holdSymbols(parts, [request.command], parts.minute());
  await holdWindows(parts, request);
  const paper = await parts.register.joined(request.portfolioId);
  if (paper === null || paper.ownerId !== request.ownerId) return NOT_FOUND;
  const outcome = decide(paper, request);
  if (!outcome.ok) return outcome;
  parts.store.remember(outcome.value);
  await parts.store.flush();
  return accepted(null);
}

function decide(paper: PaperAccount, { ownerId, portfolioId, command, extra }: CommandRequest): Outcome<StoredCommand> {
  const row = command.type === 'create' ? extra.row : undefined;
  if (row !== undefined && [...paper.names.values()].includes(row.name)) {
    return refused({ code: 'NAME_TAKEN', detail: `A bot of this portfolio is already called "${row.name}".` });
  }
  const outcome = commandAccount(paper, command);
  if (!outcome.ok) return outcome;
  const botId = botIdOf(command);
  if (row !== undefined && botId !== null) paper.names.set(botId, row.name);
  const afterMinute = paper.minute;
  const at = later(afterMinute, CLOSE_OFFSET_MS);
  return accepted({ ownerId, portfolioId, botId, afterMinute, at, command, ...extra });
}

function botIdOf(command: BotCommand): string | null {
  if (command.type === 'set-limit' || command.type === 'set-wallet') return null;
  return command.type === 'create' ? command.bot.botId : command.botId;
}

/** Runs the command on a copy of the account. */
export async function preview(parts: Parts, portfolioId: string, command: BotCommand): ReturnType<Runtime['preview']> {
  const paper = await parts.register.joined(portfolioId);
  if (paper === null) return NOT_FOUND;
  const copy = simulateAccount(paper.account.snapshot(), parts.market, parts.options.feed.minute(paper.minute));
  return copy.command(command, later(paper.minute, CLOSE_OFFSET_MS));
}

/** Sets the balance while nothing is open; the difference is a transfer in the ledger. */
export async function setWallet(parts: Parts, portfolioId: string, balance: Cash): Promise<Outcome<null>> {
  const ownerId = parts.register.accounts.get(portfolioId)?.ownerId;
  if (ownerId === undefined) return NOT_FOUND;
  const sourceId = `${portfolioId}-transfer-${randomUUID()}`;
  const command: BotCommand = { type: 'set-wallet', balance: cashText(balance), sourceId };
  return executeCommand(parts, { ownerId, portfolioId, command, extra: {} });
}

/** Takes up an account in the past; all its commands or none are carried out there. */
export async function openLate(parts: Parts, late: LateAccount): Promise<Outcome<null>> {
  const { ownerId, portfolioId, wallet, minute, commands } = late;
  await holdSymbols(
    parts,
    commands.map(({ command }) => command),
    minute,
  );
  const snapshot: AccountSnapshot = { wallet, limit: null, minute, bots: [] };
  const paper = openAt(parts, { ownerId, portfolioId, snapshot, minute });
  const stored: StoredCommand[] = [];
  for (const { command, row } of commands) {
    const outcome = decide(paper, { ownerId, portfolioId, command, extra: { row } });
    if (!outcome.ok) return outcome;
    stored.push(outcome.value);
  }
  for (const command of stored) parts.store.remember(command);
  parts.register.add(paper);
  parts.loop.wake();
  await parts.store.flush();
  return accepted(null);
}
