/** Words of the market pages; they come with them. */
export const messages = {
  'problem.BACK_FILL_NOT_FOUND': 'There is no such job here.',
  'problem.BACK_FILL_FULL': 'Too many jobs are waiting already. Cancel one first.',
  'problem.BACK_FILL_ENDED': 'The job has ended already.',
  'problem.PERIOD_EMPTY': 'The period holds no minute of the past. Choose an earlier one.',
  'problem.EXCHANGE_KEY_NEEDED':
    'This is asked with your exchange key, and there is none. Add one on the account page.',
} as const;
