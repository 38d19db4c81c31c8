import { objectToCamel, objectToSnake } from 'ts-case-convert';
import { addressOf } from '#web/api/api.ts';
import type { RunningProgram } from './program.ts';
import type { Visitor } from './visitor.ts';

const SIGN_IN = '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=embedded';

/** The owner without a browser: signs in over the wire and calls the API. */
export async function signedIn({
  address,
  owner,
}: Pick<RunningProgram, 'address' | 'owner'>): Promise<Pick<Visitor, 'ask'>> {
  const response = await fetch(address + SIGN_IN, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...owner, returnSecureToken: true }),
  });
  if (!response.ok) throw new Error(`the sign-in was answered ${response.status}: ${await response.text()}`);
  const { idToken } = (await response.json()) as { idToken: string };
  return {
    async ask(call, sent) {
      const parts = sent as Parameters<typeof addressOf>[1] & { body?: object }; // Checked by the signature.
      const answer = await fetch(address + addressOf(call, parts), {
        method: call.method,
        headers: {
          authorization: `Bearer ${idToken}`,
          ...(parts.body ? { 'content-type': 'application/json' } : {}),
        },
        body: parts.body ? JSON.stringify(objectToSnake(parts.body)) : null,
      });
      if (!answer.ok) throw new Error(`${call.name} was answered ${answer.status}: ${await answer.text()}`);
      return call.reply.parse(objectToCamel(await answer.json())) as never; // Parsed by the schema that the type comes from.
    },
  };
}
