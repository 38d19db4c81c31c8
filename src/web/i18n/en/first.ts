import { authErrors } from './first/auth-errors.ts';
import { firstProblems } from './first/problems.ts';
import { loginMessages } from './login.ts';

/** What the login needs, so that it loads without the words of all pages. */
export const messages = { ...authErrors, ...loginMessages, ...firstProblems } as const;
