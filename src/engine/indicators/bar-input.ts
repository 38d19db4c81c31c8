/** What a bar can tell an indicator. Those after the volume are known of some bars only. */
export const BAR_INPUTS = [
  'time',
  'open',
  'high',
  'low',
  'close',
  'volume',
  'taker_buy_volume',
  'funding_rate',
  'predicted_funding_rate',
  'open_interest',
  'mark',
  'index',
  'btc_close',
  'position_direction',
  'average_price',
  'levels_filled',
  'bars_in_position',
  'bars_since_exit',
] as const;

/**
 * An input by name. `time` is when the bar opens, in UTC milliseconds; prices are in ticks and volumes in steps where the
 * instrument is known, else in any one unit; rates are fractions. The last five are an atom's own at the close of the bar:
 * `position_direction` is 1 for a long, −1 for a short. What is not known, or does not exist while the atom is flat, is NaN.
 */
export type BarInput = (typeof BAR_INPUTS)[number];

/** Columns of consecutive bars of one timeframe, oldest first, all of one length. */
export type BarColumns = Readonly<Partial<Record<BarInput, Float64Array>>>;

/** One closed bar. */
export type ClosedBar = Readonly<Partial<Record<BarInput, number>>>;
