import { STATUS_CODES } from 'node:http';
import { toSnake } from 'ts-case-convert';
import * as z from 'zod/mini';
import type { Call } from '#contract/call.ts';
import { calls } from '#contract/calls.ts';
import { botParams } from '#contract/fields.ts';
import { problem, problems } from '#contract/problem.ts';
import { allFamilies } from '#engine/bots/families.ts';
import type { ServerSettings } from '../services.ts';
import { httpStatusOf, isProblemCode } from './problem.ts';

type Json = Record<string, unknown>;

/** Error codes that every call may answer with, by its access. */
const COMMON = [
  'REQUEST_INVALID',
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

const WITH_KEY = ['IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_KEYS_FULL'] as const;

/** The OpenAPI 3.1 document of the API, generated from the schemas that validate requests and replies. */
export function openapiDocument(settings: ServerSettings): Json {
  const paths: Record<string, Json> = {};
  for (const call of calls) {
    const path = call.path.replace(/:([a-z]+)/g, '{$1}');
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(call) };
  }
  return {
    openapi: '3.1.0',
    info: { title: settings.title, version: settings.version },
    paths,
    components: {
      schemas: { Problem: wireSchema(problem, 'output') },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}

function operationOf(call: Call): Json {
  return {
    operationId: call.name,
    summary: call.summary,
    security: call.access === 'user' ? [{ bearer: [] }] : [],
    parameters: [...parametersOf(call.params, 'path'), ...parametersOf(call.query, 'query'), ...keyParameter(call)],
    ...(call.body === undefined ? {} : { requestBody: bodyOf(call.body) }),
    responses: { ...rightAnswer(call), ...refusalsOf(call) },
  };
}

function keyParameter({ method, isRead }: Call): Json[] {
  if (method === 'GET' || isRead === true) return [];
  const schema = { type: 'string', minLength: 1, maxLength: 120 };
  return [{ name: 'Idempotency-Key', in: 'header', required: false, schema }];
}

function bodyOf(schema: z.ZodMiniObject): Json {
  return { required: true, content: { 'application/json': { schema: wireSchema(schema, 'input') } } };
}

function rightAnswer(call: Call): Json {
  const content = { 'application/json': { schema: wireSchema(call.reply, 'output') } };
  return { [call.status]: { description: STATUS_CODES[call.status] ?? 'OK', content } };
}

/** One response per status, listing its possible codes. */
function refusalsOf(call: Call): Json {
  const codes = [
    ...COMMON,
    ...(call.access === 'user' ? WITH_TOKEN : []),
    ...(call.method === 'GET' || call.isRead === true ? [] : WITH_KEY),
    ...call.refusals,
  ].filter(isProblemCode);
  const content = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };
  const byStatus = Map.groupBy(codes, httpStatusOf);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => {
      const description = group.map((code) => `${code}: ${problems[code].sentence}`).join(' ');
      return [status, { description, content }];
    }),
  );
}

function parametersOf(schema: z.ZodMiniObject | undefined, location: 'path' | 'query'): Json[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { ...OPTIONS, io: 'input' });
  return Object.entries(properties).map(([name, property]) => ({
    name: toSnake(name),
    in: location,
    required: location === 'path' || required.includes(name),
    schema: property,
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

function wireSchema(schema: z.ZodMiniType, io: 'input' | 'output'): unknown {
  return wireNames(jsonSchemaOf(schema, io));
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
