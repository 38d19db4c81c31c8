import { at } from '#base/assert.ts';
import { cashFrom, cashText } from '#base/decimal.ts';
import { normalText } from '#base/typed/typed-text.ts';
import type { Call, Reply } from '#contract/call.ts';
import { PAPER_WALLET_USDT, PORTFOLIOS_MAX } from '#contract/limits.ts';
import {
  createPortfolio,
  deletePortfolio,
  getPortfolioById,
  getPortfolioIdByName,
  getPortfolioList,
  getPortfolioPnl,
  getPortfolioReturns,
  getPortfolios,
  renamePortfolio,
  setPaperWallet,
  setPortfolioProps,
} from '#contract/portfolio.ts';
import { isLiveKind } from '#engine/bots/registry.ts';
import type { BotKind } from '#engine/model/bot.ts';
import { holdRows } from '#storage/database/rows/hold-rows.ts';
import {
  countPortfolios,
  findPortfolioByName,
  insertPortfolio,
  listDeletedPortfolios,
  listPortfolios,
  updatePortfolio,
} from '#storage/portfolios.ts';
import { refuseUnavailable } from '../bots/kind-check.ts';
import { ownPortfolio } from '../bots/own-bot.ts';
import { type Context, marketDay, marketNow } from '../http/context.ts';
import { ProblemError, problemOfReasons } from '../http/problem.ts';
import { type Route, route } from '../http/route.ts';
import { closedMarket } from './closed-market.ts';
import { readDeleted } from './deleted-portfolios.ts';
import { hourOfPnl, presentPnl, readPnl } from './present-pnl.ts';
import { type PortfolioReply, presentPortfolios, readPortfolios, type StoredPortfolios } from './present-portfolio.ts';
import { presentReturns, readReturns } from './present-returns.ts';

/** Portfolios: groups of bots of one kind over one paper wallet. */
export function portfolioRoutes(): Route[] {
  return [
    route(createPortfolio, makePortfolio),

    route(getPortfolioList, allPortfolios),
    route(getPortfolios, (context) => listOfPortfolios(context, context.params.kind)),
    route(getPortfolioById, onePortfolio),

    route(getPortfolioIdByName, ({ caller, query, read }) =>
      read(async (tx) => {
        const { name } = query;
        const find = (spelling: string) => findPortfolioByName(tx, caller.userId, spelling);
        const row = (await find(name)) ?? (await find(normalText(name)));
        if (row === undefined) throw new ProblemError('PORTFOLIO_NOT_FOUND');
        return { id: row.portfolioId };
      }),
    ),

    route(setPortfolioProps, changePortfolio),
    route(renamePortfolio, changeName),
    route(setPaperWallet, changeWallet),

    route(getPortfolioPnl, async ({ caller, query, services, read }) => {
      const { runtime, reads, market } = services;
      const { portfolioId } = query;
      const hour = hourOfPnl(runtime);
      // `pointsFrom` only says which of the points are sent.
      const name = JSON.stringify(['pnl', portfolioId, query.dateFrom, query.dateTo, hour]);
      const { stored, closed } = await reads.of(caller.userId, name, async () => {
        const pnl = await read((tx) => readPnl(tx, caller.userId, { portfolioId, query, hour }));
        return { stored: pnl, closed: await closedMarket(market, pnl) };
      });
      return presentPnl(stored, query, { runtime, closed });
    }),

    route(getPortfolioReturns, async ({ caller, query, services, read }) => {
      const now = marketNow(services.runtime);
      const stored = await services.reads.of(caller.userId, JSON.stringify(['returns', query.dateFrom, now]), () =>
        read(async (tx) => {
          const rows = await listPortfolios(tx, caller.userId, null);
          const deleted = await listDeletedPortfolios(tx, caller.userId);
          return readReturns(tx, caller.userId, { rows, deleted, query, now });
        }),
      );
      return presentReturns(stored, services);
    }),

    route(deletePortfolio, removePortfolio),
  ];
}

async function makePortfolio(context: Context<typeof createPortfolio>): Promise<PortfolioReply> {
  const { body, params, caller, services } = context;
  refuseUnavailable(params.kind);
  const portfolioId = context.newId();
  if (isLiveKind(params.kind) && body.balance !== undefined) throw new ProblemError('WALLET_AT_EXCHANGE');
  const wallet = isLiveKind(params.kind) ? '0' : cashText(cashFrom(body.balance ?? PAPER_WALLET_USDT));
  await context.write('portfolios', async (tx) => {
    await holdRows(tx, 'portfolios', caller.userId);
    if ((await countPortfolios(tx, caller.userId)) >= PORTFOLIOS_MAX) throw new ProblemError('PORTFOLIOS_FULL');
    const isNew = await insertPortfolio(tx, {
      portfolioId,
      ownerId: caller.userId,
      name: body.name,
      kind: params.kind,
      execution: isLiveKind(params.kind) ? 'live' : null,
      comment: '',
      limitUsdt: null,
      isDemo: false,
      walletStart: wallet,
      wallet,
      minuteAt: null,
      createdAt: new Date(marketNow(services.runtime)),
    });
    if (!isNew) throw nameTaken();
    return { event: 'portfolio-created', details: { portfolioId, kind: params.kind, name: body.name } };
  });
  await services.runtime.openPortfolio(caller.userId, portfolioId);
  return present(context, portfolioId);
}

/** The engine enforces the limit and stores the comment with it, so that both are set or neither. */
async function changePortfolio(context: Context<typeof setPortfolioProps>): Promise<PortfolioReply> {
  const { body, caller } = context;
  const { portfolioId, comment } = body;
  await context.read((tx) => ownPortfolio(tx, caller.userId, portfolioId));
  const kept = comment === undefined ? {} : { comment };
  if (body.limit === undefined) {
    const key = { ownerId: caller.userId, portfolioId };
    await context.write('portfolios', async (tx) => {
      if (comment === undefined) return null;
      await updatePortfolio(tx, key, { comment });
      return { event: 'portfolio-settings-changed', details: { portfolioId, isCommentChanged: true } };
    });
  } else {
    const limit = body.limit === null ? null : cashText(cashFrom(body.limit));
    await context.command(portfolioId, { type: 'set-limit', limit }, kept);
  }
  return present(context, portfolioId);
}

async function changeName(context: Context<typeof renamePortfolio>): Promise<PortfolioReply> {
  const { body, caller } = context;
  const { portfolioId, name } = body;
  await context.write('portfolios', async (tx) => {
    await holdRows(tx, 'portfolios', caller.userId);
    await ownPortfolio(tx, caller.userId, portfolioId);
    const other = await findPortfolioByName(tx, caller.userId, name);
    if (other !== undefined && other.portfolioId !== portfolioId) throw nameTaken();
    await updatePortfolio(tx, { ownerId: caller.userId, portfolioId }, { name });
    return { event: 'portfolio-renamed', details: { portfolioId, name } };
  });
  return present(context, portfolioId);
}

const nameTaken = () => new ProblemError('NAME_TAKEN', [{ code: 'TAKEN', detail: 'is taken', path: ['name'] }]);

async function changeWallet(context: Context<typeof setPaperWallet>): Promise<PortfolioReply> {
  const { body, caller } = context;
  const { portfolioId } = body;
  const { kind } = await context.read((tx) => ownPortfolio(tx, caller.userId, portfolioId));
  if (isLiveKind(kind)) throw new ProblemError('WALLET_AT_EXCHANGE');
  const balance = cashText(cashFrom(body.balance));
  const sourceId = `${portfolioId}-transfer-${context.newId()}`;
  await context.command(portfolioId, { type: 'set-wallet', balance, sourceId });
  return present(context, portfolioId);
}

async function removePortfolio(context: Context<typeof deletePortfolio>) {
  const { params, caller, services } = context;
  const reply = { portfolioId: params.id, isDeleted: true };
  if (context.isRepeat) return reply;
  await context.read((tx) => ownPortfolio(tx, caller.userId, params.id));
  const { address, answer } = context;
  const request = { ownerId: caller.userId, portfolioId: params.id, address, ...answer };
  const outcome = await services.runtime.deletePortfolio(request);
  if (!outcome.ok) throw problemOfReasons(outcome.reasons);
  services.touches.tell(caller.userId, 'portfolios');
  return reply;
}

type Reading = Pick<Context<Call>, 'caller' | 'services' | 'read'>;

/** @param kind - null for portfolios of every kind */
async function listOfPortfolios(
  { caller, services, read }: Reading,
  kind: BotKind | null,
): Promise<{ items: PortfolioReply[] }> {
  const { runtime, reads } = services;
  const stored = await reads.of(caller.userId, JSON.stringify(['portfolios', kind, marketDay(runtime)]), () =>
    read(async (tx) => {
      const rows = await listPortfolios(tx, caller.userId, kind);
      return readPortfolios(tx, caller.userId, { rows, now: marketNow(runtime) });
    }),
  );
  return { items: await presentPortfolios(stored, runtime) };
}

async function allPortfolios(context: Reading): Promise<Reply<typeof getPortfolioList>> {
  const { caller, services, read } = context;
  const { runtime, reads } = services;
  const { items } = await listOfPortfolios(context, null);
  const deleted = await reads.of(caller.userId, JSON.stringify(['deleted-portfolios', marketDay(runtime)]), () =>
    read((tx) => readDeleted(tx, caller.userId, marketNow(runtime))),
  );
  return { items, deleted: [...deleted] };
}

async function onePortfolio(context: Context<typeof getPortfolioById>): Promise<PortfolioReply> {
  const { caller, query, services } = context;
  const { runtime, reads } = services;
  const name = JSON.stringify(['portfolio', query.portfolioId, marketDay(runtime)]);
  const stored = await reads.of(caller.userId, name, () => readPortfolio(context, query.portfolioId));
  return at(await presentPortfolios(stored, runtime), 0);
}

/** The portfolio after a command has changed it. */
async function present(context: Reading, portfolioId: string): Promise<PortfolioReply> {
  return at(await presentPortfolios(await readPortfolio(context, portfolioId), context.services.runtime), 0);
}

function readPortfolio({ caller, services, read }: Reading, portfolioId: string): Promise<StoredPortfolios> {
  return read(async (tx) => {
    const row = await ownPortfolio(tx, caller.userId, portfolioId);
    return readPortfolios(tx, caller.userId, { rows: [row], now: marketNow(services.runtime) });
  });
}
