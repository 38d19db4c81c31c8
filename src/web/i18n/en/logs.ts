/** Words of the log page. */
export const logsMessages = {
  'logs.title': '{kind} logs',
  'logs.facts': 'Newest first, market time in UTC',
  'logs.none': 'No log entries match this filter.',
  'logs.noneMore': 'An entry appears whenever a bot makes a decision. Clear the filter or the search to see more.',
  'logs.more': 'Load older entries',
  'logs.level': 'Level',
  'logs.level.all': 'All',
  'logs.level.info': 'Info',
  'logs.level.warning': 'Warning',
  'logs.level.error': 'Error',
  'logs.oneCycle': 'one cycle',
  'logs.bot': 'Bot',
  'logs.allBots': 'All bots',
  'logs.search': 'Search the log',
  'logs.figures': 'Details of the entry',
  'logs.open': 'Open the cycle',
  'logs.column.time': 'Time, UTC',
  'logs.column.level': 'Level',
  'logs.column.bot': 'Bot',
  'logs.column.symbol': 'Symbol',
  'logs.column.text': 'What happened',
  'logs.column.cycle': 'Cycle',
} as const;

export const logsPlurals = {} as const;
