import { cashText } from '#base/decimal.ts';
import { type Cash, sum } from '#base/exact.ts';
import type { Reply } from '#contract/call.ts';
import { applyStrategy } from '#contract/strategy.ts';
import type { BotSnapshot } from '#engine/model/account.ts';
import type { BotCommand } from '#engine/model/bot.ts';
import { type Instrument, priceText, quantityText } from '#engine/model/instrument.ts';
import { type AccountRecord, atomIdOf, type OrderRecord } from '#engine/model/record.ts';
import type { BotRow } from '#storage/bots.ts';
import { findStrategy } from '#storage/strategies.ts';
import { commandedBot, currentSnapshot, presentOwnBot } from '../bots/commanded-bot.ts';
import type { Context } from '../http/context.ts';
import { ProblemError, problemOfReasons } from '../http/problem.ts';
import { type Route, route } from '../http/route.ts';
import { refuseBadParams } from './params-check.ts';

type ApplyContext = Context<typeof applyStrategy>;
type Effect = Reply<typeof applyStrategy>['effect'];

/** Brings a version of the bot's strategy to the bot, or only tells what that would do. */
export function applyRoute(): Route {
  return route(applyStrategy, async (context) => {
    const { body, services } = context;
    const row = await commandedBot(context, body.strategyExecutorId);
    const params = await versionOf(context, row);
    const snapshot = currentSnapshot(services, row);
    refuseBadParams(services.runtime, { kind: row.kind, params, symbols: snapshot.bot.symbols });
    const { strategyVersion, when } = body;
    const command: BotCommand = {
      type: 'apply-params',
      botId: row.botId,
      params,
      paramsVersion: strategyVersion,
      when,
    };
    const preview = await services.runtime.preview(row.portfolioId, command);
    if (!preview.ok) throw problemOfReasons(preview.reasons);
    const effect = effectOf(preview.value, snapshot, services.runtime.instruments);
    if (!body.preview) await context.command(row.portfolioId, command, { strategyVersion });
    return { isApplied: !body.preview, effect, bot: await presentOwnBot(context, row.botId) };
  });
}

async function versionOf({ body, caller, read }: ApplyContext, { strategyId }: BotRow) {
  const found = strategyId === null ? undefined : await read((tx) => findStrategy(tx, caller.userId, strategyId));
  const version = found?.versions.find((each) => each.version === body.strategyVersion);
  if (version === undefined) throw new ProblemError('STRATEGY_NOT_FOUND');
  return version.params;
}

function effectOf(
  records: readonly AccountRecord[],
  snapshot: BotSnapshot,
  instruments: ReadonlyMap<string, Instrument>,
): Effect {
  const orders = records.filter((record) => record.type === 'order');
  const shown = (state: OrderRecord['state']) =>
    orders.filter((record) => record.state === state).map((record) => presentPlanned(record, instruments));
  return {
    cancels: shown('CANCELED'),
    places: shown('OPEN'),
    committedMargin: cashText(sum(committedAfter(records, snapshot).values())),
  };
}

/** Margin committed by each atom's cycle once the records have happened. */
function committedAfter(records: readonly AccountRecord[], { bot }: BotSnapshot): ReadonlyMap<string, Cash> {
  const margins = new Map<string, Cash>();
  for (const { symbol, direction, cycle } of bot.atoms) {
    if (cycle !== null) margins.set(atomIdOf({ botId: bot.botId, symbol, direction }), cycle.committedMargin);
  }
  for (const record of records) {
    if (record.type !== 'cycle') continue;
    if (record.cycle.endAt === null) margins.set(atomIdOf(record), record.cycle.committedMargin);
    else margins.delete(atomIdOf(record));
  }
  return margins;
}

function presentPlanned(
  { symbol, order }: OrderRecord,
  instruments: ReadonlyMap<string, Instrument>,
): Effect['places'][number] {
  const instrument = instruments.get(symbol);
  if (instrument === undefined) throw new Error(`Broken belief: ${symbol} is a known symbol`);
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
