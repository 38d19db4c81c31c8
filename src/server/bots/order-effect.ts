import { cashText } from '#base/decimal.ts';
import { sum, type Ticks, ZERO_CASH } from '#base/exact.ts';
import type { OrderEffect } from '#contract/bots/order-effect.ts';
import { countedIn, type Instrument, priceText, quantityText } from '#engine/model/instrument.ts';
import type { OrderRecord } from '#engine/model/record.ts';
import type { CarriedOut, CommandRequest } from '#ports/runtime.ts';
import { problemOfReasons } from '../http/problem.ts';
import type { Services } from '../services.ts';

/**
 * Has the engine carry out a command on a copy of the account.
 * @throws ProblemError with the reasons for which the command would be refused
 */
export async function previewed({ runtime }: Services, request: CommandRequest): Promise<CarriedOut> {
  const outcome = await runtime.preview(request);
  if (!outcome.ok) throw problemOfReasons(outcome.reasons);
  return outcome.value;
}

/** What a command did, or would do, to the orders of its bot. */
export function orderEffectOf(done: CarriedOut, instruments: ReadonlyMap<string, Instrument>): OrderEffect {
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
  { symbol, order, grids }: OrderRecord,
  instruments: ReadonlyMap<string, Instrument>,
): OrderEffect['places'][number] {
  const instrument = countedIn(knownSymbol(symbol, instruments), grids);
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
