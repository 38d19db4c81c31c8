import type { Insertable } from 'kysely';
import * as z from 'zod/mini';
import { instantOf } from '#base/time.ts';
import type { Call } from '#contract/call.ts';
import {
  cancelTest,
  createTest,
  deleteTest,
  estimateTest,
  getTest,
  getTestConditions,
  repeatTest,
  setTestProps,
  type testSorts,
} from '#contract/tests/test-condition.ts';
import type { Tx } from '#storage/database/database.ts';
import { holdRows } from '#storage/database/rows/hold-rows.ts';
import { listWindows } from '#storage/tests/test-bots.ts';
import {
  cancelTestRow,
  countTests,
  deleteTestRow,
  findSameTests,
  findTest,
  insertTest,
  type LastTest,
  listTests,
  type TestRow,
  type TestSortKey,
  updateTestProps,
} from '#storage/tests/test-conditions.ts';
import type { TestConditionsTable } from '#storage/tests/test-tables.ts';
import { CURSOR_NUMBER, cursorText, cursorWords, readCursor } from '../bots/cursor.ts';
import type { Context } from '../http/context.ts';
import { ProblemError } from '../http/problem.ts';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { prepared, type UnderstoodTest, understandTest } from './asked-test.ts';
import { estimateReply, fullOf } from './estimate-reply.ts';
import { presentDetail, presentTest, type TestMoment } from './present-test.ts';

/** Backtests: what they try, how far they are, and what their user notes on them. */
export function testRoutes(): Route[] {
  return [...readRoutes(), ...makingRoutes(), ...changingRoutes()];
}

function readRoutes(): Route[] {
  return [
    route(getTestConditions, async ({ caller, query, read, services }) => {
      const { sort = '-created', isStarred, offset, limit, cursor: given, ...filter } = query;
      const page = {
        ...filter,
        isStarred: isStarred === undefined ? undefined : isStarred === 'true',
        ...{ sort: readSort(sort), after: given === undefined ? null : readLast(given, sort) },
        ...{ offset, limit: limit + 1 }, // One row more than requested shows whether there is a next page.
      };
      const moment = await momentOf(services);
      const { rows, total } = await read((tx) => listTests(tx, caller.userId, page));
      const last = rows.length > limit ? rows[limit - 1] : undefined;
      const cursor = last === undefined ? null : cursorText([sort, last.value, last.conditionId]);
      return { items: rows.slice(0, limit).map((row) => presentTest(row, moment)), total, offset, limit, cursor };
    }),

    route(getTest, async ({ caller, query, read, services }) => {
      const moment = await momentOf(services);
      return read(async (tx) => {
        const row = await ownTest(tx, caller.userId, query.conditionId);
        return presentDetail(row, await listWindows(tx, caller.userId, row.conditionId), moment);
      });
    }),

    route(estimateTest, async (context) => {
      const { prepared: test } = await understandTest(context, context.body);
      const { caller, services, read } = context;
      const [same, counts] = await read(async (tx) => [
        await findSameTests(tx, caller.userId, sameAs(services, test.planHash)),
        await countTests(tx, caller.userId),
      ]);
      return estimateReply(services, test, { ...counts, reusable: await reusable(services, same) });
    }),
  ];
}

function makingRoutes(): Route[] {
  return [
    route(createTest, async (context) => {
      const { caller, services, read } = context;
      if (context.isRepeat) return { ...(await presentOwn(context, context.newId())), isReused: false };
      const understood = await understandTest(context, context.body);
      const { planHash } = understood.prepared;
      const same = await read((tx) => findSameTests(tx, caller.userId, sameAs(services, planHash)));
      const known = await reusable(services, same);
      if (known !== null) return { ...presentTest(known, await momentOf(services)), isReused: true };
      const conditionId = await queueTest(context, understood, context.body.name ?? null);
      return { ...(await presentOwn(context, conditionId)), isReused: false };
    }),

    route(repeatTest, async (context) => {
      if (context.isRepeat) return presentOwn(context, context.newId());
      const { caller, params, read, services } = context;
      const row = await read((tx) => ownTest(tx, caller.userId, params.id));
      const test = await prepared(services, {
        ...row.plan,
        from: instantOf(row.plan.from),
        to: instantOf(row.plan.to),
      });
      const { strategyId: id, strategyName: name, strategyVersion: version } = row;
      const strategy = id === null || name === null || version === null ? null : { id, name, version };
      return presentOwn(context, await queueTest(context, { prepared: test, strategy }, row.name));
    }),
  ];
}

function changingRoutes(): Route[] {
  return [
    route(cancelTest, async (context) => {
      const { caller, params, services } = context;
      let changed = false;
      await context.write('tests', async (tx) => {
        await ownTest(tx, caller.userId, params.id);
        changed = await cancelTestRow(tx, caller.userId, params.id);
        return changed ? { event: 'test-cancelled', details: { conditionId: params.id } } : null;
      });
      services.lab.wake();
      return { ...(await presentOwn(context, params.id)), changed };
    }),

    route(deleteTest, async (context) => {
      const { caller, params, services } = context;
      await context.write('tests', async (tx) => {
        await ownTest(tx, caller.userId, params.id);
        await deleteTestRow(tx, caller.userId, params.id);
        return { event: 'test-deleted', details: { conditionId: params.id } };
      });
      services.lab.wake();
      return { conditionId: params.id, isDeleted: true };
    }),

    route(setTestProps, async (context) => {
      const { caller, body } = context;
      const { conditionId, ...props } = body;
      await context.write('tests', async (tx) => {
        await ownTest(tx, caller.userId, conditionId);
        await updateTestProps(tx, caller.userId, conditionId, props);
        return { event: 'test-changed', details: { conditionId, fields: Object.keys(props).join(' ') } };
      });
      return presentOwn(context, conditionId);
    }),
  ];
}

/** The caller's test; 404 TEST_NOT_FOUND. */
export async function ownTest(tx: Tx, ownerId: string, conditionId: string): Promise<TestRow> {
  const row = await findTest(tx, ownerId, conditionId);
  if (row === undefined) throw new ProblemError('TEST_NOT_FOUND');
  return row;
}

type Presenting = Pick<Context<Call>, 'caller' | 'services' | 'read'>;

async function presentOwn({ caller, services, read }: Presenting, conditionId: string) {
  const moment = await momentOf(services);
  return presentTest(await read((tx) => ownTest(tx, caller.userId, conditionId)), moment);
}

async function momentOf({ lab, now }: Services): Promise<TestMoment> {
  return { now: now(), unfinished: await lab.unfinished() };
}

function readSort(text: string): { readonly key: TestSortKey; readonly isDescending: boolean } {
  const isDescending = text.startsWith('-');
  return { key: text.replace('-', '') as (typeof testSorts)[number], isDescending }; // As the schema of the query allows.
}

/** A cursor of another order would continue somewhere else, so it is refused. */
function readLast(cursor: string, sort: string): LastTest {
  const [, value, conditionId] = readCursor(cursor, z.tuple([z.literal(sort), cursorWords, cursorWords]));
  const isText = TEXT_SORTS.has(readSort(sort).key);
  if (!isText && !CURSOR_NUMBER.test(value)) throw new ProblemError('CURSOR_INVALID');
  return { value, conditionId };
}

const TEXT_SORTS: ReadonlySet<TestSortKey> = new Set(['name', 'state']);

function sameAs({ lab }: Services, planHash: string) {
  return { planHash, engineVersion: lab.engineVersion };
}

/** A test of the same plan whose candles are still the same, or are still to be read. */
async function reusable({ lab }: Services, same: readonly TestRow[]): Promise<TestRow | null> {
  const [newest] = same;
  if (newest === undefined || newest.dataHash === null) return newest ?? null;
  return (await lab.dataHash(newest.plan)) === newest.dataHash ? newest : null;
}

type Making = Pick<Context<Call>, 'caller' | 'services' | 'write' | 'newId'>;

/** Stores a test that waits. @returns its id */
async function queueTest(
  { caller, services, write, newId }: Making,
  { prepared: test, strategy }: UnderstoodTest,
  name: string | null,
): Promise<string> {
  const [conditionId, ownerId] = [newId(), caller.userId];
  await write('tests', async (tx) => {
    await holdRows(tx, 'tests', ownerId);
    const full = fullOf(await countTests(tx, ownerId));
    if (full !== null) throw new ProblemError(full);
    const row: Insertable<TestConditionsTable> = {
      conditionId,
      ownerId,
      name: name ?? nameOf(test, strategy),
      kind: test.plan.kind,
      strategyId: strategy?.id ?? null,
      strategyName: strategy?.name ?? null,
      strategyVersion: strategy?.version ?? null,
      plan: JSON.stringify(test.plan),
      planHash: test.planHash,
      state: 'QUEUED',
      phase: null,
      pointsTotal: test.pointsTotal,
      pointsDone: 0,
      runsTotal: 0,
      runsDone: 0,
      data: '[]',
      isStarred: false,
      tags: '[]',
      note: '',
      engineVersion: services.lab.engineVersion,
      createdAt: new Date(services.now()),
    };
    await insertTest(tx, row);
    return { event: 'test-created', details: { conditionId, kind: test.plan.kind, points: test.pointsTotal } };
  });
  services.lab.wake();
  return conditionId;
}

const SYMBOLS_NAMED_MAX = 3;

function nameOf({ plan }: UnderstoodTest['prepared'], strategy: UnderstoodTest['strategy']): string {
  const shown = plan.symbols.slice(0, SYMBOLS_NAMED_MAX).join(', ');
  const more = plan.symbols.length > SYMBOLS_NAMED_MAX ? ` +${plan.symbols.length - SYMBOLS_NAMED_MAX}` : '';
  return strategy === null ? `${shown}${more}` : `${strategy.name}: ${shown}${more}`;
}
