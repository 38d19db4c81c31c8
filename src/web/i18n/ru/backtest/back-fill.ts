import type { backFillMessages as english } from '../../en/backtest/back-fill.ts';

export const backFillMessages = {
  'problem.BACK_FILL_NOT_FOUND': 'Такой загрузки нет.',
  'problem.BACK_FILL_FULL': 'Слишком много загрузок в очереди. Отмените одну из своих или повторите позже.',
  'problem.BACK_FILL_NOT_OWN': 'Отменить загрузку может только тот, кто её начал.',
  'problem.BACK_FILL_ENDED': 'Эта загрузка уже завершена.',
  'problem.PERIOD_EMPTY': 'В этом периоде нет прошедших минут. Выберите более ранний.',
} as const satisfies Readonly<Record<keyof typeof english, string>>;
