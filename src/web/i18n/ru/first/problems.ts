import type { firstProblems as english } from '../../en/first/problems.ts';

export const firstProblems: Readonly<Record<keyof typeof english, string>> = {
  'problem.HOST_FOREIGN':
    'Этот адрес программе неизвестен. Используйте localhost или IP-адрес либо укажите его в PUBLIC_ORIGINS.',
  'problem.ORIGIN_FOREIGN': 'Страницы других сайтов не могут обращаться к программе.',
  'problem.ROUTE_UNKNOWN': 'Такого адреса нет.',
  'problem.TOO_MANY_REQUESTS': 'Слишком много запросов. Подождите немного и повторите.',
  'problem.INTERNAL_ERROR': 'На сервере произошла ошибка. Подробности в журнале сервера.',
  'problem.IDENTITY_UNAVAILABLE': 'Служба входа не отвечает. Повторите чуть позже.',
  'problem.OVERLOADED': 'Сервер перегружен. Повторите чуть позже.',
  'problem.DATABASE_UNAVAILABLE': 'База данных не отвечает. Повторите чуть позже.',
  'problem.DISK_FULL': 'На диске сервера нет места, поэтому ничего не изменено. Освободите место и повторите.',
  'problem.STARTING': 'Сервер ещё запускается.',
  'problem.NETWORK':
    'Сервер не отвечает. Пока он работает, боты торгуют и без этой страницы. Проверьте соединение и повторите.',
  'problem.TIMEOUT': 'Сервер не ответил вовремя. Повторите.',
  'problem.BAD_REQUEST': 'Сервер не понял запрос. Перезагрузите страницу и повторите.',
  'problem.BAD_RESPONSE': 'Не удалось прочитать ответ сервера. Перезагрузите страницу: возможно, сервер обновили.',
  'problem.CANCELLED': 'Запрос отменён.',
  'problem.UNEXPECTED': 'На этой странице произошла ошибка. Перезагрузите её и повторите.',
  'problem.UNKNOWN': 'Сервер отклонил запрос с кодом {code}.',
  'problem.requestId': 'ID запроса в журнале сервера: {id}.',
};
