/** Words of the pages that this version does not have yet, loaded with them. */
export const messages = {
  'later.live.title': 'Live DCA bots are not available in this version.',
  'later.live.text':
    'A live DCA bot runs the same ladder with real orders on your exchange account. This version runs ladders on paper, at the exchange’s prices and without real money.',
  'later.link': 'Open {title} bots',
} as const;
