import { authErrors } from './auth-errors.en.ts';
import { loginMessages } from './login.en.ts';
import { problemMessages } from './problem.en.ts';

/** What the login needs, so that it loads without the words of all pages. */
export const messages = { ...authErrors, ...loginMessages, ...problemMessages } as const;
