import { authErrors } from './auth-errors.ru.ts';
import { loginMessages } from './login.ru.ts';
import { problemMessages } from './problem.ru.ts';

/** What the login needs, so that it loads without the words of all pages. */
export const messages = { ...authErrors, ...loginMessages, ...problemMessages };
