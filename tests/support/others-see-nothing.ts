import { expect } from 'vitest';
import type { Call } from '#contract/call.ts';
import { BOB } from './api-world.ts';
import type { CallRow } from './call-row.ts';
import { idsIn } from './ids-of-user.ts';
import type { Answer } from './server.ts';
import type { OwnerFilter } from './without-owner-filter.ts';

/** Somebody who owns nothing, as Bob does. */
export const EVE = 'eve';
/** These may own something in the end: they send what makes something new. */
const [CAL, FAY] = ['cal', 'fay'];
/** What a call that names no row of anybody may answer to somebody who has nothing: done, or not with what there is. */
const OWN_ANSWERS = [200, 202, 409, 422];
const FOREIGN_ANSWERS: Readonly<Record<string, number>> = { BACK_FILL_NOT_OWN: 403 };

/**
 * Others ask for what is its owner's before the owner does, whose own answer then shows that they have changed nothing. The
 * second of them asks while no statement has its condition on the owner: then only the policies of the database hold.
 */
export async function othersSeeNothing(asked: {
  readonly call: Call;
  readonly row: CallRow;
  readonly send: (as: string | null) => Promise<Answer>;
  readonly filter: OwnerFilter;
  readonly idsOfOwner: ReadonlySet<string>;
}): Promise<void> {
  const { call, row, send, filter, idsOfOwner } = asked;
  const [bob, eve] = row.foreign === null ? [CAL, FAY] : [BOB, EVE];
  for (const other of [bob, eve]) {
    filter.isRemoved = other === eve;
    const { status, body } = await send(call.access === 'none' ? null : other);
    filter.isRemoved = false;
    if (row.foreign === null) expect(OWN_ANSWERS, `${other} is answered ${status} ${body.code}`).toContain(status);
    else expect([body.code, status], other).toEqual([row.foreign, FOREIGN_ANSWERS[row.foreign] ?? 404]);
    const told = idsIn(JSON.stringify(body)).filter((id) => idsOfOwner.has(id));
    expect(told, `ids of the owner told to ${other}`).toEqual([]);
  }
}
