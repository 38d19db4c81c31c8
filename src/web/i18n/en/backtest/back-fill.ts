/** What can go wrong with downloads of past minutes, on every page that starts them. */
export const backFillMessages = {
  'problem.BACK_FILL_NOT_FOUND': 'This download does not exist.',
  'problem.BACK_FILL_FULL': 'Too many downloads are waiting. Cancel one of yours, or try again later.',
  'problem.BACK_FILL_NOT_OWN': 'Only the user who started this download can cancel it.',
  'problem.BACK_FILL_ENDED': 'This download has already ended.',
  'problem.PERIOD_EMPTY': 'This period contains no past minutes. Choose an earlier one.',
} as const;
