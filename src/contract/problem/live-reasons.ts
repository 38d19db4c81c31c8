/** Why an exchange account, or a symbol on it, cannot be traded: `refusals` of the account, `errors` of LIVE_REFUSED. */
export const liveReasons = [
  'EXCHANGE_KEY_MISSING',
  'ONE_WAY_MODE',
  'MULTI_ASSETS_MODE',
  'REAL_MONEY_NOT_YET',
  'DATABASE_NOT_DURABLE',
  'DATABASE_ROLE_BYPASSES_POLICIES',
  'DATABASE_REPLICAS_ASYNCHRONOUS',
  'SIDE_TAKEN',
  'SIDE_NOT_FREE',
  'SYMBOL_SETTINGS_REFUSED',
  'ACCOUNT_UNREADABLE',
  'ACCOUNT_TAKEN_OVER',
] as const;
