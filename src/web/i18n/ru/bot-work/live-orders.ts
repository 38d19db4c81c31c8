import type { liveMessages as english } from '../../en/bot-work/live-orders.ts';

export const liveMessages = {
  'stepUp.password': 'Ваш пароль',
  'stepUp.hint': 'Вы вошли больше {minutes} минут назад, поэтому подтвердите, что это вы.',
  'liveOrders.sim': 'Торговля пойдёт на вашем счёте в симуляторе. Реальные деньги не используются.',
  'liveOrders.demo': 'Ордера уйдут на ваш демо-счёт Binance с игровыми деньгами.',
  'liveOrders.mainnet': 'На ваш счёт Binance уйдут реальные ордера.',
  'liveOrders.checkCaps': 'Лимиты счёта действуют на каждый ордер.',
  'liveOrders.title': 'Запустить {name} на счёте биржи?',
  'liveOrders.createTitle': 'Создать {name} на счёте биржи?',
  'liveOrders.symbols': 'Символы: {symbols}.',
  'liveOrders.needs': 'Займёт до {needed} USDT маржи, когда исполнятся все ордера.',
  'liveOrders.starts': 'Бот запустится сразу и отправит первые ордера, как только выполнятся его условия.',
  'liveOrders.waits': 'Бот будет создан, но не отправит ордеров, пока вы его не запустите.',
  'liveOrders.continue': 'Продолжить…',
  'liveOrders.back': 'Назад',
  'refusal.EXCHANGE_KEY_MISSING': 'Ключ биржи не сохранён. Добавьте его на странице аккаунта.',
  'refusal.EXCHANGE_KEY_CAN_WITHDRAW': 'Ключ биржи разрешает вывод средств. Запретите вывод на бирже.',
  'refusal.EXCHANGE_KEY_CANNOT_TRADE': 'Ключ биржи не разрешает торговлю фьючерсами. Разрешите её на бирже.',
  'refusal.ONE_WAY_MODE':
    'Счёт биржи в одностороннем режиме, и на нём есть позиции или ордера. Закройте их и повторите.',
  'refusal.MULTI_ASSETS_MODE': 'Счёт биржи в мультивалютном режиме. Включите на бирже режим одной валюты.',
  'refusal.REAL_MONEY_NOT_YET':
    'Эта версия отправляет реальные ордера только на симулированную биржу и на демо Binance. Запустите её с EXCHANGE=sim или EXCHANGE=demo.',
  'refusal.DATABASE_NOT_DURABLE':
    'База данных может потерять подтверждённые записи. Включите fsync, synchronous_commit и full_page_writes.',
  'refusal.DATABASE_ROLE_BYPASSES_POLICIES':
    'Роль базы данных обходит защиту на уровне строк. Нужна роль без BYPASSRLS и прав суперпользователя.',
  'refusal.DATABASE_REPLICAS_ASYNCHRONOUS':
    'Все реплики базы данных асинхронные, и при переключении ордера могут потеряться. Сделайте одну синхронной.',
  'refusal.SIDE_TAKEN': 'Этой стороной символа уже торгует другой бот. Выберите другой символ или направление.',
  'refusal.SIDE_NOT_FREE': 'На этой стороне символа есть позиция или ордера не от ботов. Сначала закройте их на бирже.',
  'refusal.SYMBOL_SETTINGS_REFUSED': 'Биржа не приняла плечо или тип маржи этого символа.',
  'refusal.ACCOUNT_UNREADABLE': 'Прочитать счёт биржи не удалось. Программа попробует ещё раз сама.',
  'refusal.ACCOUNT_TAKEN_OVER':
    'На этом счёте биржи теперь торгует другая программа. Остановите её и перезапустите эту.',
} as const satisfies Record<keyof typeof english, string>;
