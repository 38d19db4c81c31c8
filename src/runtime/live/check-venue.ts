import type { Reason } from '#base/errors.ts';
import type { Direction } from '#engine/model/order.ts';
import type { Rows, Venue, VenueSettings } from '#ports/venue.ts';

/**
 * Why no real orders can be sent on an account, as the exchange shows it; empty when they can. One-way mode with nothing open is
 * switched to hedge mode, and read back.
 * @throws AppError as the reads of a venue do
 */
export async function accountRefusals(venue: Venue): Promise<readonly Reason[]> {
  await venue.readServerTime(); // Without its clock no request can be signed, nor a barrier passed.
  const settings = await venue.settings();
  if (settings.isMultiAssets) return [refusal('MULTI_ASSETS_MODE', MULTI_ASSETS)];
  if (settings.isHedgeMode) return [];
  if (!(await isFlat(venue))) return [refusal('ONE_WAY_MODE', ONE_WAY)];
  await venue.setHedgeMode();
  return (await venue.settings()).isHedgeMode ? [] : [refusal('ONE_WAY_MODE', ONE_WAY)];
}

const MULTI_ASSETS =
  'The exchange account is in multi-assets mode. Switch it to single-asset mode at the exchange: only then USDT alone bears the margin of a bot.';
const ONE_WAY =
  'The exchange account is in one-way mode and has open positions or orders. Close them, or switch it to hedge mode at the exchange.';

async function isFlat(venue: Venue): Promise<boolean> {
  const rows = await Promise.all([venue.positions(), venue.openOrders(), venue.openConditionals()]);
  return rows.every((one: Rows<unknown>) => one.kind === 'all' && one.rows.length === 0);
}

/** A symbol that a bot is to trade, with the settings that its ladder needs. */
export interface WantedSymbol {
  readonly symbol: string;
  readonly directions: readonly Direction[];
  readonly leverage: number;
  readonly marginType: 'cross' | 'isolated';
}

/**
 * Sets leverage and margin type of a symbol and reads them back. Refuses a side on which something is open that is not the
 * program's: it would be closed with the bot's own position.
 * @throws AppError as the reads of a venue do
 */
export async function prepareSymbol(venue: Venue, wanted: WantedSymbol): Promise<readonly Reason[]> {
  const { symbol } = wanted;
  const foreign = await foreignOn(venue, wanted);
  if (foreign.length > 0) return foreign;
  await applySettings(venue, wanted, await venue.settings());
  const seen = (await venue.settings()).symbols.get(symbol);
  if (seen?.leverage === wanted.leverage && seen.marginType === wanted.marginType) return [];
  const figures = {
    symbol,
    leverage: wanted.leverage,
    marginType: wanted.marginType,
    seenLeverage: seen?.leverage ?? 0,
    seenMarginType: seen?.marginType ?? '',
  };
  const detail = `The exchange did not set ${symbol} to ${wanted.marginType} margin with a leverage of ${wanted.leverage}; it has ${seen?.marginType ?? 'none'} with ${seen?.leverage ?? 'none'}.`;
  return [{ code: 'SYMBOL_SETTINGS_REFUSED', detail, figures }];
}

async function applySettings(
  venue: Venue,
  { symbol, leverage, marginType }: WantedSymbol,
  { symbols }: VenueSettings,
): Promise<void> {
  const seen = symbols.get(symbol);
  if (seen?.marginType !== marginType) await venue.setMarginType(symbol, marginType);
  if (seen?.leverage !== leverage) await venue.setLeverage(symbol, leverage);
}

async function foreignOn(venue: Venue, { symbol, directions }: WantedSymbol): Promise<readonly Reason[]> {
  const [positions, orders, conditionals] = await Promise.all([
    venue.positions(),
    venue.openOrders(symbol),
    venue.openConditionals(symbol),
  ]);
  const sides = new Set(directions.map((direction) => (direction === 'buy' ? 'LONG' : 'SHORT')));
  const isThere = (row: { readonly symbol: string; readonly positionSide: string }): boolean =>
    row.symbol === symbol && sides.has(row.positionSide === 'SHORT' ? 'SHORT' : 'LONG');
  for (const rows of [positions, orders, conditionals]) {
    if (rows.kind !== 'all')
      return [refusal('ACCOUNT_UNREADABLE', `A row of the account on ${symbol} cannot be read.`)];
    if (rows.rows.some(isThere)) return [refusal('SIDE_NOT_FREE', notFree(symbol))];
  }
  return [];
}

const notFree = (symbol: string): string =>
  `The exchange account has a position or an order on ${symbol} that no bot has made. Close it first, or let the bot trade the other side.`;

const refusal = (code: string, detail: string): Reason => ({ code, detail });
