import * as z from 'zod';
import { instantOf } from '#base/time.ts';
import type { DocumentAnswer, DocumentFailure, DocumentFields, Documents } from '#ports/documents.ts';
import { getJson, type JsonAnswer } from './get-json.ts';

/** Where Google serves documents: https://firebase.google.com/docs/firestore/use-rest-api */
export const FIRESTORE_ORIGIN = 'https://firestore.googleapis.com';

export interface FirestoreOptions {
  /** Without a trailing slash; a stand-in may replace FIRESTORE_ORIGIN. */
  readonly origin: string;
  readonly projectId: string;
}

const text = z.object({ stringValue: z.string().max(4_096) });
const map = z.object({ mapValue: z.object({ fields: z.record(z.string(), z.unknown()).default({}) }) });
/** https://firebase.google.com/docs/firestore/reference/rest/v1/projects.databases.documents#Document */
const document = z.object({
  fields: z.record(z.string(), z.unknown()).default({}),
  updateTime: z.iso.datetime({ offset: true }),
});

/** https://cloud.google.com/apis/design/errors#error_model */
const refusal = z.object({ error: z.object({ status: z.string(), message: z.string().default('') }) });

const DEADLINE_EXCEEDED = 504;
const UNAVAILABLE = 503;
/** Refusals that no later attempt with the same token and rules changes. */
const FINAL: ReadonlySet<string> = new Set([
  'UNAUTHENTICATED',
  'PERMISSION_DENIED',
  'INVALID_ARGUMENT',
  'FAILED_PRECONDITION',
  'NOT_FOUND',
]);
/** Of a project or a database, which is no statement about the document. */
const MISSING_DATABASE = /does not exist/;

/**
 * Documents of a hosted project, read through its REST API with the user's own token, so that its security rules apply.
 */
export function firestoreDocuments({ origin, projectId }: FirestoreOptions): Documents {
  return {
    async read({ path, token }) {
      const names = path.split('/');
      // No document can be called so, and an address would go up a level at it, however it is encoded.
      if (names.some((name) => name === '.' || name === '..')) return { kind: 'absent' };
      const encodedPath = names.map(encodeURIComponent).join('/');
      const url = `${origin}/v1/projects/${encodeURIComponent(projectId)}/databases/(default)/documents/${encodedPath}`;
      return readAnswer(await getJson(new URL(url), token));
    },
  };
}

function readAnswer(answer: JsonAnswer): DocumentAnswer {
  switch (answer.kind) {
    case 'offline':
      return failed('OFFLINE');
    case 'timeout':
      return failed('TIMEOUT');
    case 'broken':
      return failed('UNAVAILABLE');
    case 'answered':
      return answer.status === 200 ? readDocument(answer.body) : readRefusal(answer.status, answer.body);
  }
}

/** The status alone decides nothing final: something between us and the service may have answered. */
function readRefusal(httpStatus: number, body: unknown): DocumentAnswer {
  const read = refusal.safeParse(body);
  const { status = '', message = '' } = read.success ? read.data.error : {};
  if (status === 'NOT_FOUND' && !MISSING_DATABASE.test(message)) return { kind: 'absent' };
  if (httpStatus === DEADLINE_EXCEEDED) return failed('TIMEOUT');
  if (httpStatus === UNAVAILABLE) return failed('UNAVAILABLE');
  return { kind: 'failed', failure: 'FAILED', isFinal: FINAL.has(status) };
}

function failed(failure: DocumentFailure): DocumentAnswer {
  return { kind: 'failed', failure, isFinal: false };
}

function readDocument(body: unknown): DocumentAnswer {
  const read = document.safeParse(body);
  if (!read.success) return failed('FAILED');
  return {
    kind: 'found',
    fields: fieldsOf(read.data.fields),
    updatedAt: instantOf(Date.parse(read.data.updateTime)),
  };
}

/** Texts, and maps of texts one level deeper; other kinds of values are omitted. */
function fieldsOf(fields: Readonly<Record<string, unknown>>): DocumentFields {
  const maps = Object.entries(fields).flatMap(([name, value]) => {
    const read = map.safeParse(value);
    return read.success ? [[name, textsOf(read.data.mapValue.fields)] as const] : [];
  });
  return { ...textsOf(fields), ...Object.fromEntries(maps) };
}

function textsOf(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const asText = text.safeParse(value);
      return asText.success ? [[name, asText.data.stringValue]] : [];
    }),
  );
}
