import { AppError } from '#base/errors.ts';
import { isProblemCode, ProblemError } from '../http/problem.ts';

/**
 * Waits for an answer of the exchange; any failure becomes EXCHANGE_UNAVAILABLE, with the reason among the errors.
 * Codes of the API itself, such as SYMBOL_UNKNOWN and EXCHANGE_BUSY, are kept.
 */
export async function fromExchange<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof AppError) || isProblemCode(error.code) || !error.code.startsWith('EXCHANGE_')) throw error;
    throw new ProblemError('EXCHANGE_UNAVAILABLE', [{ code: error.code, detail: error.message }]);
  }
}
