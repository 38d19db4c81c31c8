/** The logins of the program, one per purpose. */
export type Purpose = 'app' | 'engine' | 'identity' | 'lab';

/** Which rows a login sees of a table, as a policy's expression. */
const OWN_ROWS = `owner_id = current_setting('botyard.user', true)`; // Unset reads as null, which owns nothing.
const ALL_ROWS = 'true';

/** What a login may do with a table: the privileges as SQL names them. A table that is missing here is out of reach. */
export interface LoginAccess {
  readonly rows: string;
  readonly tables: Readonly<Record<string, string>>;
  /** Functions of the owner that it may call; nobody else may. */
  readonly functions?: readonly string[];
}

const RECORDS = [
  'cycles',
  'net_cycles',
  'orders',
  'trades',
  'ledger',
  'bot_days',
  'bot_totals',
  'bot_hours',
  'portfolio_results',
  'portfolio_parts',
  'portfolio_hours',
  'equity_spans',
  'deleted_portfolios',
  'logs',
  'log_counts',
  'runs',
  'atoms',
  'commands',
  'manual_deals',
] as const;
const PLANS = ['portfolios', 'strategies', 'strategy_versions', 'bots', 'idempotency'] as const;

/** Statistics of orders: what a user may compute again from the records of the engine. */
const ORDER_STATS = ['order_days', 'order_day_counts'] as const;

/** What was sent to the exchange and what it reported; the engine alone writes it. */
const LIVE = ['exchange_accounts', 'intents', 'venue_orders', 'fills', 'claims'] as const;
/** Of the same, what no request reads. */
const LIVE_ENGINE = ['installation_codes', 'halts', 'venue_events', 'income', 'decisions'] as const;

/** The columns of a key that a request may read: all but the sealed bytes, which it can only write. */
const KEY_FACTS =
  'owner_id, environment, version, last_four, removed_by, check_outcome, can_read, can_trade, can_withdraw, ' +
  'is_ip_restricted, checked_at, acknowledged_version, read_outcome, read_code, read_at, read_auth_time, ' +
  'document_updated_at, changed_at';

/** What a login may give of a row of the audit trail; the database dates, numbers and chains it. Nobody changes a row. */
const AUDIT = 'insert (event, owner_id, address, details)';

/** The same privileges on each of the tables. */
function each(tables: readonly string[], privileges: string): Record<string, string> {
  return Object.fromEntries(tables.map((table) => [table, privileges]));
}

/** What each login may do; the grants and policies of the database are made from it at every start. */
export const ACCESS: Readonly<Record<Purpose, LoginAccess>> = {
  // Requests read all rows of their user and write what a user edits. Only the engine writes what happened.
  app: {
    rows: OWN_ROWS,
    tables: {
      ...each([...RECORDS, ...LIVE], 'select'),
      portfolios: 'select, insert, update (name, comment)',
      strategies: 'select, insert, delete, update (name, comment, symbol, version, promised_version, updated_at)',
      strategy_versions: 'select, insert, delete',
      bots: 'select, update (name, comment)',
      idempotency: 'select, insert, update (status, reply)',
      documents: 'select (owner_id, path, version, updated_at), insert, update (version, sealed, updated_at), delete',
      exchange_keys: `select (${KEY_FACTS}), insert, update`,
      asset_notes: 'select, update (trade_category_id)',
      trade_categories: 'select, insert, delete, update (name, colour, position)',
      audit_trail: `select, ${AUDIT}`,
      test_conditions: 'select, insert, delete, update (name, is_starred, tags, note, state, phase, failure, ended_at)',
      test_bots: 'select, delete',
      test_windows: 'select, delete',
      order_stat_days: 'select, insert, update (saved_changes, saved_at)',
      notices: 'select, update (read_at)',
      notice_channels:
        'select (owner_id, channel, address, version, is_on, changed_at, moved_from), insert, update, delete',
      notice_choices: 'select, insert, update (is_on), delete',
      notice_deliveries: 'select, update (state, attempts, next_at)',
      ...each(ORDER_STATS, 'select, insert, delete'),
    },
    functions: ['logs_like(text, integer)'],
  },
  engine: {
    rows: ALL_ROWS,
    tables: {
      ...each(
        [
          ...PLANS,
          ...RECORDS,
          ...['market_clock', 'market_environment', 'documents', 'exchange_keys', 'asset_notes'],
          ...['coin_quotes', 'coin_descriptions'],
          ...[...PLANS, ...RECORDS, 'market_clock', 'market_environment', 'documents', 'exchange_keys', 'asset_notes'],
          ...['symbol_snapshots', 'open_interest'],
        ],
        'select, insert, update, delete',
      ),
      ...each(['order_stat_days', ...ORDER_STATS], 'select, insert, update, delete'),
      ...each([...LIVE, ...LIVE_ENGINE], 'select, insert, update, delete'),
      price_moves: 'select, insert, update, delete',
      ...each(['notices', 'notice_deliveries'], 'select, insert, update, delete'),
      notice_channels: 'select, update (sealed, sealed_address, address, moved_from, changed_at), delete',
      notice_choices: 'select',
      members: 'select, update (seen_at)', // Locking a row against deletion asks for the right to change some column.
      audit_trail: AUDIT,
    },
  },
  identity: {
    rows: ALL_ROWS,
    tables: {
      users: 'select, insert, update',
      refresh_tokens: 'select, insert, update, delete',
      ended_sessions: 'select, insert',
      audit_trail: AUDIT,
    },
  },
  // Computes backtests, here or on another machine: it reaches nothing but them and the queue of their jobs.
  lab: {
    rows: ALL_ROWS,
    tables: {
      test_conditions:
        'select, update (state, phase, points_done, runs_done, runs_total, candles_passed, worker_ms, failure, data, data_hash, summary, started_at, ended_at)',
      test_bots: 'select, insert, update (plateau, flags)',
      test_windows: 'select, insert',
    },
  },
};
