import { STATUS_CODES } from 'node:http';
import { objectToCamel, toSnake } from 'ts-case-convert';
import * as z from 'zod/mini';
import { type Call, isReadCall } from '#contract/call.ts';
import { calls } from '#contract/calls.ts';
import { botParams } from '#contract/fields.ts';
import { liveReasons } from '#contract/problem/live-reasons.ts';
import { problem } from '#contract/problem/problem-body.ts';
import { ladderRefusals, type ProblemCode, problems } from '#contract/problem.ts';
import { allFamilies } from '#engine/bots/families.ts';
import type { ServerSettings } from '../services.ts';
import type { ApiDocument, Media, Operation, Parameter } from './document/api-document.ts';
import { exampleOf, type JsonSchema } from './document/example-of.ts';
import { httpStatusOf, isProblemCode, ProblemError, problemBody } from './problem.ts';
import { toWire } from './wire.ts';

type Json = Record<string, unknown>;

/** Error codes that every call may answer with, by its access. */
const COMMON = [
  'REQUEST_INVALID',
  'ADDRESS_INVALID',
  'HTTP_INVALID',
  'HOST_FOREIGN',
  'ORIGIN_FOREIGN',
  'TOO_MANY_REQUESTS',
  'INTERNAL_ERROR',
  'STARTING',
  'DATABASE_UNAVAILABLE',
  'DISK_FULL',
] as const;
const WITH_TOKEN = [
  'TOO_MANY_AT_ONCE',
  'OVERLOADED',
  'TOKEN_MISSING',
  'TOKEN_INVALID',
  'TOKEN_REVOKED',
  'USER_DISABLED',
  'IDENTITY_UNAVAILABLE',
] as const;

const WITH_BODY = ['BODY_NOT_JSON', 'BODY_TOO_LARGE', 'BODY_TYPE_UNSUPPORTED'] as const;
/** Answers to what is no call at all. */
const OF_NO_CALL = [
  'ROUTE_UNKNOWN',
  'METHOD_NOT_ALLOWED',
  'HTTP_INVALID',
  'HEAD_TOO_LARGE',
  'HEAD_TOO_SLOW',
  'CANDLE_FILE_UNKNOWN',
] as const;
/** As a client makes one, and as the server makes the id of a request. */
const EXAMPLE_KEY = '6b0d6a2e-1f0d-4a53-9a2c-0f1b9b2c7d11';

const OF_COMMANDS = ['IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_KEYS_FULL', 'OUTCOME_UNKNOWN'] as const;

/** The OpenAPI 3.1 document of the API, generated from the schemas that validate requests and replies. */
export function openapiDocument(settings: ServerSettings): ApiDocument {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const call of calls) {
    const path = call.path.replace(/:([a-z]+)/g, '{$1}');
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(call) };
  }
  return {
    openapi: '3.1.0',
    info: { title: settings.title, version: settings.version, description: description() },
    paths,
    components: {
      schemas: {
        Problem: wireSchema(problem, 'output'),
        LiveRefusal: { type: 'string', enum: liveReasons, description: 'The codes in errors of LIVE_REFUSED.' },
        LadderRefusal: { type: 'string', enum: ladderRefusals, description: 'The codes in errors of LADDER_REFUSED.' },
      },
      examples: Object.fromEntries(Object.keys(problems).filter(isProblemCode).map(exampleOfCode)),
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}

function description(): string {
  return [
    'Names are in snake_case; amounts, prices, quantities and percentages are decimal strings, instants ISO 8601 in UTC.',
    'Every refusal is a Problem (RFC 9457) with a code that does not change.',
    'Requests that match no call are refused with one of these codes:',
    ...OF_NO_CALL.map((code) => `- ${httpStatusOf(code)} ${code}: ${problems[code].sentence}`),
  ].join('\n');
}

/** A refusal as it is answered, under the name of its code. */
function exampleOfCode(code: ProblemCode): [ProblemCode, { summary: string; value: unknown }] {
  const reasons =
    code === 'REQUEST_INVALID'
      ? [{ code: 'UNKNOWN_FIELD', detail: 'is not a field of this call', path: ['extra'] }]
      : [];
  const value = toWire(problemBody(new ProblemError(code, reasons), EXAMPLE_KEY));
  return [code, { summary: problems[code].sentence, value }];
}

function operationOf(call: Call): Operation {
  return {
    operationId: call.name,
    summary: call.summary,
    security: call.access === 'user' ? [{ bearer: [] }] : [],
    parameters: [...parametersOf(call.params, 'path'), ...parametersOf(call.query, 'query'), ...keyParameter(call)],
    ...(call.body === undefined ? {} : { requestBody: bodyOf(call.body) }),
    responses: { ...rightAnswer(call), ...refusalsOf(call) },
  };
}

function keyParameter(call: Call): Parameter[] {
  if (isReadCall(call)) return [];
  const schema = { type: 'string', minLength: 1, maxLength: 120 };
  return [{ name: 'Idempotency-Key', in: 'header', required: false, schema, example: EXAMPLE_KEY }];
}

function bodyOf(schema: z.ZodMiniObject): NonNullable<Operation['requestBody']> {
  return { required: true, content: { 'application/json': mediaOf(schema, 'input') } };
}

function mediaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Media {
  const wire = wireSchema(schema, io);
  const whole = exampleOf(wire, '');
  // Fields that exclude one another cannot all be there: then the required ones are the example.
  const isRight = io === 'output' || schema.safeParse(objectToCamel(whole as object)).success;
  return { schema: wire, example: isRight ? whole : exampleOf(wire, '', 'required') };
}

function rightAnswer(call: Call): Operation['responses'] {
  const content = { 'application/json': mediaOf(call.reply, 'output') };
  return { [call.status]: { description: STATUS_CODES[call.status] ?? 'OK', content } };
}

/** One response per status, listing its possible codes. */
function refusalsOf(call: Call): Operation['responses'] {
  const codes = [
    ...COMMON,
    ...(call.access === 'user' ? WITH_TOKEN : []),
    ...(call.method === 'GET' ? [] : WITH_BODY),
    ...(isReadCall(call) ? [] : OF_COMMANDS),
    ...call.refusals,
  ].filter(isProblemCode);
  const schema = { $ref: '#/components/schemas/Problem' };
  return Object.fromEntries(
    [...Map.groupBy(new Set(codes), httpStatusOf)].map(([status, group]) => {
      const description = group.map((code) => `${code}: ${problems[code].sentence}`).join(' ');
      const examples = Object.fromEntries(group.map((code) => [code, { $ref: `#/components/examples/${code}` }]));
      return [status, { description, content: { 'application/problem+json': { schema, examples } } }];
    }),
  );
}

function parametersOf(schema: z.ZodMiniObject | undefined, location: 'path' | 'query'): Parameter[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { ...OPTIONS, io: 'input' });
  return Object.entries(properties).map(([name, property]) => ({
    name: toSnake(name),
    in: location,
    required: location === 'path' || required.includes(name),
    schema: property as JsonSchema, // The schema of a property is an object.
    example: exampleOf(property as JsonSchema, toSnake(name)),
  }));
}

const OPTIONS = {
  target: 'draft-2020-12',
  unrepresentable: 'any',
  override: ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: Json }) => {
    if (zodSchema !== botParams) return;
    for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
    const [first, ...others] = paramsSchemas();
    Object.assign(jsonSchema, others.length === 0 ? first : { anyOf: [first, ...others] });
  },
} as const;

/** The parameter schemas of all kinds that have one; schemas shared by kinds appear once. */
function paramsSchemas(): Json[] {
  return allFamilies().map(({ params }) => jsonSchemaOf(params, 'input'));
}

/** JSON Schema of a schema of the contract, in camelCase. */
export function jsonSchemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { ...OPTIONS, io });
  return rest;
}

function wireSchema(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  return wireNames(jsonSchemaOf(schema, io)) as Json; // A schema with other names is a schema.
}

/** The same schema with its property names in snake_case. */
function wireNames(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(wireNames);
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => {
      if (key === 'properties') return [key, renamed(value)];
      if (key === 'required' && Array.isArray(value)) return [key, value.map((name) => toSnake(String(name)))];
      return [key, wireNames(value)];
    }),
  );
}

function renamed(properties: unknown): Json {
  return Object.fromEntries(
    Object.entries(properties as Json).map(([name, value]) => [toSnake(name), wireNames(value)]),
  ); // JSON Schema's `properties` is an object by definition.
}
