import * as z from 'zod';
import { IdentityError, type IdentityErrorCode } from './identity-error.ts';

const TOKEN_LENGTH_MAX = 4_096;
const PASSWORD_BYTES_MAX = 4_096;

const idToken = z.string().min(1).max(TOKEN_LENGTH_MAX);

/** The bodies that this service reads; fields it does not know are ignored, as the hosted service does. */
export const signInBody = z.object({
  email: z.string().max(1_024).default(''),
  password: z.string().max(PASSWORD_BYTES_MAX).default(''),
});

export const lookupBody = z.object({ idToken });

export const updateBody = z.object({ idToken, password: z.string().max(PASSWORD_BYTES_MAX).optional() });

export const tokenBody = z.object({
  grant_type: z.string().max(100).default(''),
  refresh_token: z.string().max(TOKEN_LENGTH_MAX).default(''),
});

/** @throws IdentityError with the code given when the body is not of the form */
export function parseBody<T>(schema: z.ZodType<T>, body: unknown, code: IdentityErrorCode): T {
  const read = schema.safeParse(body);
  if (!read.success) throw new IdentityError(code);
  return read.data;
}
