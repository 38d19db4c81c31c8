/** Words of the addresses whose pages this version does not have; they come with them. */
export const messages = {
  'later.custom.title': 'Custom bots are not part of this version.',
  'later.custom.text':
    'A custom bot trades by rules of your own: conditions on indicators that open and close a position. This version has the ladder bots on paper.',
  'later.live.title': 'Live DCA bots are not part of this version.',
  'later.live.text':
    'A live DCA bot runs the same ladder with real orders on your exchange account. This version runs ladders on paper, with recorded prices and no real money.',
  'later.backtest.title': 'The backtest is not part of this version.',
  'later.backtest.text':
    'A backtest runs a strategy over past candles and shows its result over a grid of settings. The demo shows bots that the engine computed over recorded weeks.',
  'later.screener.title': 'The screener is not part of this version.',
  'later.screener.text': 'The screener ranks the futures of the exchange by how well they suit a ladder.',
  'later.orders.title': 'Order statistics are not part of this version.',
  'later.orders.text': 'Order statistics measure fees, slippage and delays of real orders.',
  'later.link': 'Open the DCA paper bots',
} as const;
