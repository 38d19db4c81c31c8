import { describe, expect, it } from 'vitest';
import { AppError } from '#base/errors.ts';
import { problemBody, problemOf, problemOfReasons } from './problem.ts';

describe('an error answer', () => {
  it.each([
    [
      'a body that is not JSON',
      Object.assign(new Error('x'), { code: 'FST_ERR_CTP_INVALID_JSON_BODY' }),
      'BODY_NOT_JSON',
    ],
    [
      'a body of another type',
      Object.assign(new Error('x'), { code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE' }),
      'BODY_TYPE_UNSUPPORTED',
    ],
    ['an outside failure with a known code', new AppError('STARTING', 'Later.'), 'STARTING'],
    ['an outside failure with a code of its own', new AppError('MOON_FULL', 'The moon is full.'), 'INTERNAL_ERROR'],
    [
      'a database that refuses connections',
      Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
      'DATABASE_UNAVAILABLE',
    ],
    ['a connection that the database closed', new Error('Connection terminated unexpectedly'), 'DATABASE_UNAVAILABLE'],
    [
      'an error whose code is a property of every object',
      Object.assign(new Error('x'), { code: 'constructor' }),
      'INTERNAL_ERROR',
    ],
    ['a thrown string', 'boom', 'INTERNAL_ERROR'],
  ])('has the right code for %s', (_what, error, code) => {
    expect(problemOf(error).code).toBe(code);
  });

  it('contains nothing of an unexpected error', () => {
    const body = problemBody(problemOf(new Error('password=secret at /home/ann')), 'request-1');
    expect(body).toMatchObject({ status: 500, code: 'INTERNAL_ERROR', errors: [], requestId: 'request-1' });
    expect(JSON.stringify(body)).not.toMatch(/secret|home/);
  });

  it('names fields and figures in snake_case', () => {
    const detail = 'The stop-loss lies inside the ladder.';
    const figures = { stopLossPercent: '5', level: 3 };
    const refusal = problemOfReasons([{ code: 'SL_INSIDE_LADDER', detail, path: ['stopLossPercent'], figures }]);
    expect(problemBody(refusal, '')).toMatchObject({
      status: 422,
      code: 'LADDER_REFUSED',
      errors: [
        {
          path: 'params.stop_loss_percent',
          code: 'SL_INSIDE_LADDER',
          detail,
          figures: [
            { name: 'stop_loss_percent', value: '5' },
            { name: 'level', value: '3' },
          ],
        },
      ],
    });
  });

  it('lists all reasons of a refused ladder; other refusals have their own code', () => {
    const reason = (code: string) => ({ code, detail: code });
    const ladder = problemOfReasons([reason('LEVEL_BELOW_MIN_QTY'), reason('TOO_MANY_ORDERS')]);
    expect(ladder.reasons.map(({ code }) => code)).toEqual(['LEVEL_BELOW_MIN_QTY', 'TOO_MANY_ORDERS']);
    expect(problemOfReasons([reason('BOT_NOT_STOPPED')])).toMatchObject({ code: 'BOT_NOT_STOPPED', reasons: [] });
    expect(() => problemOfReasons([reason('NEVER_HEARD_OF')])).toThrow('Internal error');
  });
});
