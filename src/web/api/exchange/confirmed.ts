import { isApiError } from '../api-error.ts';

/**
 * Sends a command that the server wants confirmed: the refusal of the first request contains the confirmation for the
 * second. Callers have shown the user beforehand what the command does.
 * @param send - sends the same command at each call, with the confirmation once there is one
 */
export async function confirmed<Answer>(
  send: (confirmation: { readonly confirm?: string }) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await send({});
  } catch (error) {
    const confirm = isApiError(error, 'CONFIRMATION_REQUIRED') ? error.problem?.confirm : undefined;
    if (confirm === undefined) throw error;
    return send({ confirm });
  }
}
