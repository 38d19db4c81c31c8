import { cashText } from '#base/decimal.ts';
import { sum, type Ticks, ZERO_CASH } from '#base/exact.ts';
import type { Reply } from '#contract/call.ts';
import { applyStrategy } from '#contract/strategy.ts';
import { type Instrument, priceText, quantityText } from '#engine/model/instrument.ts';
import type { OrderRecord } from '#engine/model/record.ts';
import type { CarriedOut, CommandRequest, UserCommand } from '#ports/runtime.ts';
import type { BotRow } from '#storage/bots.ts';
import { findStrategy } from '#storage/strategies.ts';
import { commandedBot, presentOwnBot } from '../bots/commanded-bot.ts';
import type { Context } from '../http/context.ts';
import { ProblemError, problemOfReasons } from '../http/problem.ts';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../services.ts';

type ApplyContext = Context<typeof applyStrategy>;
type Effect = Reply<typeof applyStrategy>['effect'];

/** Applies a version of its strategy to a bot, or only previews the effect. */
export function applyRoute(): Route {
  return route(applyStrategy, async (context) => {
    const { body, services } = context;
    const { row, runNo } = await commandedBot(context, body.strategyExecutorId);
    const { strategyVersion: paramsVersion, when } = body;
    const params = await versionOf(context, row);
    const { botId, portfolioId, ownerId } = row;
    const command: UserCommand = { type: 'apply-params', botId, params, paramsVersion, when };
    const done = body.preview
      ? null
      : await context.command(portfolioId, command, { runNo, strategyVersion: paramsVersion });
    const outcome = done ?? (await previewed(services, { ownerId, portfolioId, command, runNo }));
    const effect = effectOf(outcome, services.runtime.instruments);
    return { isApplied: !body.preview, effect, bot: await presentOwnBot(context, botId) };
  });
}

async function previewed({ runtime }: Services, request: CommandRequest): Promise<CarriedOut> {
  const outcome = await runtime.preview(request);
  if (!outcome.ok) throw problemOfReasons(outcome.reasons);
  return outcome.value;
}

async function versionOf({ body, caller, read }: ApplyContext, { strategyId }: BotRow) {
  const found = strategyId === null ? undefined : await read((tx) => findStrategy(tx, caller.userId, strategyId));
  const version = found?.versions.find((each) => each.version === body.strategyVersion);
  if (version === undefined) throw new ProblemError('STRATEGY_NOT_FOUND');
  return version.params;
}

function effectOf(done: CarriedOut, instruments: ReadonlyMap<string, Instrument>): Effect {
  const { cancels, places, bot } = done;
  const margins = (bot?.bot.atoms ?? []).map(({ cycle }) => cycle?.committedMargin ?? ZERO_CASH);
  return {
    cancels: cancels.map((record) => presentPlanned(record, instruments)),
    places: places.map((record) => presentPlanned(record, instruments)),
    unchanged: done.unchanged,
    liquidations: done.liquidations.map(({ symbol, direction, before, after }) => {
      const priced = (price: Ticks | null) =>
        price === null ? null : priceText(knownSymbol(symbol, instruments), price);
      return { symbol, direction, before: priced(before), after: priced(after) };
    }),
    committedMargin: cashText(sum(margins)),
  };
}

function knownSymbol(symbol: string, instruments: ReadonlyMap<string, Instrument>): Instrument {
  const instrument = instruments.get(symbol);
  if (instrument === undefined) throw new Error(`Internal error: expected that ${symbol} is a known symbol`);
  return instrument;
}

function presentPlanned(
  { symbol, order }: OrderRecord,
  instruments: ReadonlyMap<string, Instrument>,
): Effect['places'][number] {
  const instrument = knownSymbol(symbol, instruments);
  const price = order.price ?? order.triggerPrice;
  return {
    symbol,
    role: order.role,
    level: order.level,
    side: order.side,
    price: price === null ? null : priceText(instrument, price),
    qty: order.quantity === null ? null : quantityText(instrument, order.quantity),
  };
}
