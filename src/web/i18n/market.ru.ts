import type { messages as english } from './market.en.ts';

export const messages = {
  'problem.BACK_FILL_NOT_FOUND': 'Такой загрузки здесь нет.',
  'problem.BACK_FILL_FULL': 'Слишком много загрузок уже ждут. Сначала отмените одну.',
  'problem.BACK_FILL_ENDED': 'Загрузка уже закончилась.',
  'problem.PERIOD_EMPTY': 'В этом периоде нет ни одной прошедшей минуты. Выберите более ранний.',
  'problem.EXCHANGE_KEY_NEEDED': 'Для этого нужен ваш ключ биржи, а его нет. Добавьте его на странице аккаунта.',
} as const satisfies Readonly<Record<keyof typeof english, string>>;
