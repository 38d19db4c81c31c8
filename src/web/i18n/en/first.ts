import { authErrors } from './first/auth-errors.ts';
import { loginMessages } from './login.ts';
import { problemMessages } from './problem.ts';

/** What the login needs, so that it loads without the words of all pages. */
export const messages = { ...authErrors, ...loginMessages, ...problemMessages } as const;
