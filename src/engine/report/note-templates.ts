import type { NoteCode } from '../model/atom.ts';
import type { BotNoteCode } from '../model/record.ts';

/**
 * The sentence of every note. `{name}` is a figure; a part in square brackets is omitted when one of its figures is
 * missing. `{asset}` and `{side}` come from the note's symbol and direction.
 */
export const noteTemplates: Readonly<Record<NoteCode | BotNoteCode, string>> = {
  CYCLE_OPENED: 'Opened a[ {side}] cycle: base order sent[ for {quantity}][ {asset}][ at {price}].',
  BASE_FILLED:
    'Base order filled[: {quantity} {asset}][ at {price}][; average {averagePrice}][, take profit at {takeProfitPrice}].',
  STEP_FILLED:
    'Step[ {level}][ of {levels}] filled[: {quantity} {asset}][ at {price}][; average {averagePrice}][, take profit at {takeProfitPrice}].',
  STEP_SKIPPED: 'Step[ {level}] skipped: its order would be below the exchange minimum.',
  ORDER_PARTIALLY_FILLED: 'Order partly filled[: {quantity} {asset}][ at {price}].',
  TAKE_PROFIT_FILLED: 'Take profit filled[: {quantity} {asset}][ at {price}][, gross {gross}].',
  STOP_LOSS_FILLED: 'Stop-loss filled[: {quantity} {asset}][ at {price}][, gross {gross}].',
  TRAILING_ARMED: 'Take profit reached[ at {price}]; the trailing exit follows the price.',
  TRAILING_FILLED: 'Trailing exit filled[: {quantity} {asset}][ at {price}][, gross {gross}].',
  EXIT_FILLED: 'Closed at market[: {quantity} {asset}][ at {price}][, gross {gross}].',
  DEAL_PLACED: 'Deal by hand ordered[: {deal}][ {quantity} {asset}][ at {price}].',
  DEAL_FILLED:
    'Deal by hand filled[: {quantity} {asset}][ at {price}][; average {averagePrice}][, take profit at {takeProfitPrice}].',
  DEAL_CLOSED: 'Deal by hand filled: closed[ {quantity} {asset}][ at {price}][, gross {gross}].',
  DEAL_ADOPTED:
    'Position adopted[: {quantity} {asset}][ at {price}][; average {averagePrice}][, take profit at {takeProfitPrice}].',
  DEAL_UNDONE: 'Deal by hand taken back.',
  ENTRY_EXPIRED: 'The base order was not filled in time and was cancelled.',
  ENTRY_CANCELED: 'The base order was cancelled.',
  ENTRY_BLOCKED: 'No new cycle[: {reason}].',
  TIME_LIMIT_REACHED: 'The cycle has reached its time limit; closing at market.',
  FUNDING_SETTLED: 'Funding settled[: {amount}].',
  LIQUIDATED: 'Liquidated[ at {price}][, gross {gross}][, fee {fee}].',
  CYCLE_SUSPENDED: 'Cycle suspended: its steps are cancelled, take profit and stop-loss stay.',
  CYCLE_RESUMED: 'Cycle resumed: its steps are placed again.',
  CYCLE_DETACHED: 'The position was handed to you[ at {mark}]; the bot no longer manages it.',
  CYCLE_CLOSED: 'Cycle[ {seq}] closed[ by {reason}][, net result {result}].',
  COOLDOWN_STARTED: 'Waiting[ until {until}] before the next cycle.',
  CONDITIONS_CHANGED: 'Exits changed[: take profit {takeProfitPercent}][, stop-loss {stopLossPercent}].',
  LADDER_REPLACED: 'The ladder was replaced[ by version {version}].',
  BOT_CREATED: 'Bot created.',
  BOT_STARTED: 'Bot started[, run {run}].',
  BOT_FINISHING: 'Finishing: open cycles continue to their end, and no new ones open.',
  BOT_FINISHED: 'Bot finished: every cycle is closed.',
  BOT_STOPPING: 'Stopping[: {position}].',
  BOT_STOPPED: 'Bot stopped.',
  BOT_RESTARTED: 'Bot restarted[, run {run}].',
  BOT_DELETED: 'Bot deleted.',
  BOT_MOVED: 'The bot was moved to this portfolio. Its earlier cycles stay where they were made.',
  BOT_ERROR: 'The bot has an error[: {reason}]. It opens no new cycles.',
  ENTRIES_CHANGED: 'New cycles[: long {buy}][, short {sell}].',
};

/** Words for figures whose values are codes. */
export const figureWords: Readonly<Record<string, string>> = {
  take_profit: 'take profit',
  trailing: 'trailing exit',
  stop_loss: 'stop-loss',
  exit_signal: 'exit signal',
  time_limit: 'time limit',
  manual: 'hand',
  bot_stop: 'stopping the bot',
  liquidation: 'liquidation',
  entry_expired: 'an unfilled entry',
  delisting: 'the end of its trading',
  detached: 'handing over the position',
  ASSET_EXCLUDED: 'the asset is excluded from new cycles',
  MAX_OPEN_CYCLES: 'the maximum number of cycles is open',
  PORTFOLIO_LIMIT_EXCEEDED: 'the portfolio limit is reached',
  INSUFFICIENT_MARGIN: 'the wallet has too little free margin for the cycle',
  LADDER_REFUSED: 'an order of the ladder would be below the exchange minimum',
  LIQUIDATED: 'a position was liquidated',
  POSITION_MISMATCH: 'the position does not match the records',
  UNPROTECTED: 'the stop-loss could not be placed',
  protect: 'steps are cancelled, take profit and stop-loss stay',
  close: 'positions are closed at market',
  detach: 'positions are handed over',
  on: 'on',
  off: 'off',
  deal_open: 'open',
  deal_add: 'add',
  deal_reduce: 'reduce',
  deal_close: 'close the position',
};
