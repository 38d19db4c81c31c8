/** Words of every command that sends orders to the exchange account, and of a fresh sign-in for it. */
export const liveMessages = {
  'stepUp.password': 'Your password',
  'stepUp.hint': 'You logged in more than {minutes} minutes ago, so please confirm it is you.',
  'liveOrders.sim': 'This trades on your simulated account. No real money is involved.',
  'liveOrders.demo': 'This sends orders to your Binance demo account, which holds play money.',
  'liveOrders.mainnet': 'This sends real orders to your Binance account.',
  'liveOrders.checkCaps': 'The caps of the account apply to every order.',
  'liveOrders.title': 'Start {name} on the exchange account?',
  'liveOrders.createTitle': 'Create {name} on the exchange account?',
  'liveOrders.symbols': 'Symbols: {symbols}.',
  'liveOrders.needs': 'Uses up to {needed} USDT of margin when all orders fill.',
  'liveOrders.starts': 'The bot starts at once and sends its first orders as soon as its conditions are met.',
  'liveOrders.waits': 'The bot is created and sends no orders until you start it.',
  'liveOrders.continue': 'Continue…',
  'liveOrders.back': 'Back',
  'refusal.EXCHANGE_KEY_MISSING': 'No exchange key is stored. Add one on the account page.',
  'refusal.EXCHANGE_KEY_CAN_WITHDRAW': 'The exchange key allows withdrawals. Turn withdrawals off at the exchange.',
  'refusal.EXCHANGE_KEY_CANNOT_TRADE': 'The exchange key does not allow futures trading. Allow it at the exchange.',
  'refusal.ONE_WAY_MODE':
    'The exchange account is in one-way mode and has open positions or orders. Close them, then try again.',
  'refusal.MULTI_ASSETS_MODE':
    'The exchange account is in multi-assets mode. Switch it to single-asset mode at the exchange.',
  'refusal.REAL_MONEY_NOT_YET':
    'This version sends live orders to the simulated exchange and to the demo of Binance only. Start it with EXCHANGE=sim or EXCHANGE=demo.',
  'refusal.DATABASE_NOT_DURABLE':
    'The database can lose acknowledged writes. Turn on fsync, synchronous_commit and full_page_writes.',
  'refusal.DATABASE_ROLE_BYPASSES_POLICIES':
    'The database role bypasses row-level security. Use a role without BYPASSRLS and superuser rights.',
  'refusal.DATABASE_REPLICAS_ASYNCHRONOUS':
    'All replicas of the database are asynchronous, so a failover could lose orders. Make one synchronous.',
  'refusal.SIDE_TAKEN': 'Another bot already trades this side of the symbol. Choose another symbol or direction.',
  'refusal.SIDE_NOT_FREE':
    'This side of the symbol has a position or orders that no bot placed. Close them at the exchange first.',
  'refusal.SYMBOL_SETTINGS_REFUSED': 'The exchange did not accept the leverage or the margin type of the symbol.',
  'refusal.ACCOUNT_UNREADABLE': 'The exchange account could not be read. The program tries again by itself.',
  'refusal.ACCOUNT_TAKEN_OVER': 'Another program now trades on this exchange account. Stop it, then restart this one.',
} as const;
