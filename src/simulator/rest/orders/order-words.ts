import type { PositionSide } from '#engine/model/position.ts';
import type { ClassicType, ConditionalType, WireTimeInForce, WorkingType } from '../../exchange/rows.ts';

/**
 * The words of orders on the wire.
 * https://developers.binance.com/docs/derivatives/usds-margined-futures/common-definition
 */
export const SIDES = ['BUY', 'SELL'] as const;
export const POSITION_SIDES: readonly PositionSide[] = ['BOTH', 'LONG', 'SHORT'];
export const CLASSIC_TYPES: readonly ClassicType[] = ['LIMIT', 'MARKET'];
export const CONDITIONAL_TYPES: readonly ConditionalType[] = [
  'STOP',
  'STOP_MARKET',
  'TAKE_PROFIT',
  'TAKE_PROFIT_MARKET',
  'TRAILING_STOP_MARKET',
];
export const TIMES_IN_FORCE: readonly WireTimeInForce[] = ['GTC', 'IOC', 'FOK', 'GTX', 'GTD', 'RPI'];
/** A conditional order may become any of these; one of retail price improvement is placed directly. */
export const CONDITIONAL_TIMES_IN_FORCE = TIMES_IN_FORCE.filter((word) => word !== 'RPI');
export const WORKING_TYPES: readonly WorkingType[] = ['CONTRACT_PRICE', 'MARK_PRICE'];
export const RESPONSE_TYPES = ['ACK', 'RESULT'] as const;
export const PRICE_MATCHES = [
  'NONE',
  'OPPONENT',
  'OPPONENT_5',
  'OPPONENT_10',
  'OPPONENT_20',
  'QUEUE',
  'QUEUE_5',
  'QUEUE_10',
  'QUEUE_20',
] as const;
export const SELF_TRADE_PREVENTIONS = ['NONE', 'EXPIRE_TAKER', 'EXPIRE_MAKER', 'EXPIRE_BOTH'] as const;
